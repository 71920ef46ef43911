/* Ring-Ring and Circuit Board on strips: a second witness for `strip terms`.

       cc -O2 -o strips_by_cells benchmarks/strips_by_cells.c
       ./strips_by_cells ring-ring 6 12
       ./strips_by_cells circuit-board 6 11

   Counts, modulo 2^64, the boards with the given number of rows and 0, 1, 2, ... columns,
   up to the number given last. The states are found again for each cell, in a hash table;
   nothing is shared with galaxies_asp/strips, which numbers them once. 13 rows of
   Ring-Ring take 0.1 GB of memory. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 14 };

/* The line that leaves each row of the latest column on the right and, in the last place,
   the one that leaves the latest cell below. Lines of one outline or one tree have the
   same number; 0 is no line. */
typedef struct { uint8_t line[MOST_ROWS + 1]; } State;

typedef struct {
  uint64_t *keys, *ways; /* a key is never 0: bit 63 is set */
  uint64_t count, salt; /* with one order in all tables, slots would fill unevenly */
  int bits;
} Table;

static int rows, is_tree;
static uint64_t complete; /* trees that end with the latest cell */

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

static void add_key(Table *t, uint64_t key, uint64_t ways) {
  uint64_t mask = ((uint64_t)1 << t->bits) - 1, h = (key ^ t->salt) * 0x9E3779B97F4A7C15u;
  h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
  for (h >>= 64 - t->bits; t->keys[h] && t->keys[h] != key;) h = (h + 1) & mask;
  t->count += !t->keys[h];
  t->keys[h] = key;
  t->ways[h] += ways;
  if (3 * t->count <= 2 * mask) return;
  Table more = table(t->bits + 1, t->salt);
  for (h = 0; h <= mask; h++)
    if (t->keys[h]) add_key(&more, t->keys[h], t->ways[h]);
  drop(*t);
  *t = more;
}

/* A key has four bits a line; the lines are numbered in the order of their places. */
static void add(Table *t, State s, uint64_t ways) {
  uint8_t name[16] = {0}, names = 0;
  uint64_t key = (uint64_t)1 << 63;
  for (int i = 0; i <= rows; i++) {
    uint8_t line = s.line[i];
    if (line && !name[line]) name[line] = ++names;
    key |= (uint64_t)name[line] << 4 * i;
  }
  add_key(t, key, ways);
}

static State changed(State s, int row, uint8_t right, uint8_t below) {
  s.line[row] = right;
  s.line[rows] = below;
  return s;
}

static int occurs(const State *s, uint8_t line, int from, int to) {
  return from < to && memchr(s->line + from, line, to - from) != NULL;
}

static void ring_ring(Table *after, State s, int row, uint64_t ways) {
  uint8_t left = s.line[row], above = s.line[rows], fresh = 15;
  int has_below = row + 1 < rows;
  if (!left && !above) {
    if (has_below) add(after, changed(s, row, fresh, fresh), ways);
  } else if (!above) {
    add(after, s, ways);
    if (occurs(&s, left, row + 1, rows)) add(after, changed(s, row, 0, left), ways);
  } else if (left == above) {
    add(after, changed(s, row, 0, 0), ways);
  } else {
    if (has_below) add(after, s, ways);
    if (!left && occurs(&s, above, 0, row)) add(after, changed(s, row, above, 0), ways);
  }
}

static void circuit_board(Table *after, State s, int row, uint64_t ways) {
  uint8_t left = s.line[row], above = s.line[rows], fresh = 15;
  if (left && left == above) return;
  uint8_t tree = left ? left : above ? above : fresh;
  for (int i = 0; i < rows; i++)
    if (above && s.line[i] == above) s.line[i] = tree;
  for (int below = 0; below <= (row + 1 < rows); below++) {
    int right = (!!left + !!above + below) % 2 == 0;
    State next = changed(s, row, right ? tree : 0, below ? tree : 0);
    if (right || below || occurs(&next, tree, 0, rows))
      add(after, next, ways);
    else if (row + 1 == rows && !memcmp(&next, &(State){{0}}, sizeof next))
      complete += ways;
  }
}

static Table filled(const Table *before, int row, int column) {
  Table after = table(10, (uint64_t)(column * rows + row) * 0xA24BAED4963EE407u);
  for (uint64_t i = 0; i >> before->bits == 0; i++) {
    if (!before->keys[i]) continue;
    State s = {{0}};
    for (int k = 0; k <= rows; k++) s.line[k] = before->keys[i] >> 4 * k & 15;
    (is_tree ? circuit_board : ring_ring)(&after, s, row, before->ways[i]);
  }
  return after;
}

/* The number of ways to the state without lines. */
static uint64_t without_lines(const Table *t) {
  for (uint64_t i = 0; i >> t->bits == 0; i++)
    if (t->keys[i] == (uint64_t)1 << 63) return t->ways[i];
  return 0;
}

int main(int argc, char **argv) {
  is_tree = argc == 4 && !strcmp(argv[1], "circuit-board");
  rows = argc == 4 ? atoi(argv[2]) : 0;
  if (rows < 1 || rows > MOST_ROWS || (!is_tree && strcmp(argv[1], "ring-ring")))
    return fprintf(stderr, "usage: strips_by_cells ring-ring|circuit-board ROWS COLUMNS\n"), 2;
  Table now = table(4, 0);
  add(&now, (State){{0}}, 1);
  printf("%d\n", !is_tree);
  for (int column = 0; column < atoi(argv[3]); column++) {
    complete = 0;
    for (int row = 0; row < rows; row++) {
      Table after = filled(&now, row, column);
      drop(now);
      now = after;
    }
    printf("%llu\n", (unsigned long long)(is_tree ? complete : without_lines(&now)));
    fflush(stdout);
  }
  return 0;
}
