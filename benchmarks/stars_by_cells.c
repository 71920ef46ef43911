/* 2-Not-Touch squares: a second witness for `strip terms two-not-touch-square`.

       cc -O2 -o stars_by_cells benchmarks/stars_by_cells.c
       ./stars_by_cells 10

   Counts boards of n x n cells with two stars in each row and column, none of which
   touch. The cells are filled one by one from the first to the last; nothing is shared
   with galaxies_asp/strips, which joins two halves of the board row by row. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  uint64_t *keys, *ways; /* a key is never 0: bit 63 is set */
  uint64_t count, salt; /* with one order in all tables, slots would fill unevenly */
  int bits;
} Table;

static Table table(int bits, uint64_t salt) {
  size_t size = (size_t)1 << bits;
  Table t = {calloc(size, 8), calloc(size, 8), 0, salt, bits};
  if (!t.keys || !t.ways) exit(fprintf(stderr, "out of memory\n"));
  return t;
}

static void drop(Table t) {
  free(t.keys);
  free(t.ways);
}

static void add(Table *t, uint64_t key, uint64_t ways) {
  uint64_t mask = ((uint64_t)1 << t->bits) - 1, h = (key ^ t->salt) * 0x9E3779B97F4A7C15u;
  h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
  for (h >>= 64 - t->bits; t->keys[h] && t->keys[h] != key;) h = (h + 1) & mask;
  t->count += !t->keys[h];
  t->keys[h] = key;
  t->ways[h] += ways;
  if (3 * t->count <= 2 * mask) return;
  Table more = table(t->bits + 1, t->salt);
  for (h = 0; h <= mask; h++)
    if (t->keys[h]) add(&more, t->keys[h], t->ways[h]);
  drop(*t);
  *t = more;
}

/* A key: two bits for each column, the number of its stars; one bit for each column, a
   star in its latest cell; the star above the latest cell; the stars of the row. */
static Table filled(const Table *before, int n, int row, int column) {
  Table after = table(10, (uint64_t)(row * n + column) * 0xA24BAED4963EE407u);
  int latest = 2 * n, corner = 3 * n, in_row = 3 * n + 1;
  for (uint64_t i = 0; i >> before->bits == 0; i++) {
    uint64_t key = before->keys[i];
    if (!key) continue;
    int stars = key >> in_row & 3, above = key >> (latest + column) & 1;
    int in_column = key >> 2 * column & 3;
    int touches = above || (column && (key >> corner & 1)) ||
                  (column && (key >> (latest + column - 1) & 1)) ||
                  (column + 1 < n && (key >> (latest + column + 1) & 1));
    for (int star = 0; star < 2; star++) {
      if (star && (touches || stars == 2 || in_column == 2)) continue;
      if (column == n - 1 && stars + star != 2) continue;
      if (2 * (2 - in_column - star) - 1 > n - 1 - row) continue;
      uint64_t next = key & ~((uint64_t)1 << corner) & ~((uint64_t)3 << in_row);
      next = (next & ~((uint64_t)1 << (latest + column))) + ((uint64_t)star << 2 * column);
      next |= (uint64_t)star << (latest + column);
      if (column < n - 1)
        next |= (uint64_t)above << corner | (uint64_t)(stars + star) << in_row;
      add(&after, next, before->ways[i]);
    }
  }
  return after;
}

int main(int argc, char **argv) {
  int n = argc == 2 ? atoi(argv[1]) : 0;
  if (n < 1 || n > 18) return fprintf(stderr, "usage: stars_by_cells 1 to 18\n"), 2;
  Table now = table(4, 0);
  uint64_t most = 0, total = 0;
  add(&now, (uint64_t)1 << 63, 1);
  for (int cell = 0; cell < n * n; cell++) {
    Table after = filled(&now, n, cell / n, cell % n);
    drop(now);
    now = after;
    if (now.count > most) most = now.count;
  }
  for (uint64_t i = 0; i >> now.bits == 0; i++) total += now.ways[i];
  printf("%llu (at most %llu states)\n", (unsigned long long)total,
         (unsigned long long)most);
  return 0;
}
