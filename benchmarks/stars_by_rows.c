/* 2-Not-Touch squares: a second witness for `strip terms two-not-touch-square`.

       cc -O3 -march=native -o stars_by_rows benchmarks/stars_by_rows.c
       ./stars_by_rows 12

   Counts, modulo 2^64, the boards of n x n cells with two stars in each row and column,
   none of which touch. The board is filled from the first row to the last; nothing is
   shared with galaxies_asp/strips, which joins two halves of it. The numbers of stars in
   the columns are the digits of a number in base 3, whose rank among those with the same
   sum of digits is looked up. 15 takes 2.7 GB of memory, 16 takes 8.9 GB. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ROWS = 128 };

static int n, rows;
static struct { uint32_t stars, code; } row[MOST_ROWS]; /* a bit, a digit a star */
static uint64_t fits[MOST_ROWS][MOST_ROWS]; /* all bits set if two rows may be neighbors */
static uint32_t power[17], *rank; /* rank by the number in base 3 */
static uint8_t *sum; /* of the digits */

static void *memory(size_t count, size_t size) {
  void *found = calloc(count, size);
  if (!found) exit(fprintf(stderr, "out of memory\n"));
  return found;
}

static void prepare(void) {
  for (int i = power[0] = 1; i <= n; i++) power[i] = 3 * power[i - 1];
  for (int a = 0; a < n; a++)
    for (int b = a + 2; b < n; b++, rows++) {
      row[rows].stars = 1u << a | 1u << b;
      row[rows].code = power[a] + power[b];
    }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < rows; j++) {
      uint32_t near = row[j].stars | row[j].stars << 1 | row[j].stars >> 1;
      fits[i][j] = row[i].stars & near ? 0 : ~(uint64_t)0;
    }
  rank = memory(power[n], sizeof *rank);
  sum = memory(power[n], 1);
  uint32_t known[2 * 16 + 1] = {0};
  for (uint32_t code = 0; code < power[n]; code++) {
    sum[code] = code % 3 + sum[code / 3];
    rank[code] = known[sum[code]]++;
  }
}

static uint32_t full_columns(uint32_t code) {
  uint32_t full = 0;
  for (int i = 0; i < n; i++, code /= 3) full |= (uint32_t)(code % 3 == 2) << i;
  return full;
}

static size_t numbers(int wanted) {
  size_t found = 0;
  for (uint32_t code = 0; code < power[n]; code++) found += sum[code] == wanted;
  return found;
}

/* The ways are stored number by number, and for each number by the last row. */
static uint64_t *next(const uint64_t *ways, int filled) {
  uint64_t *after = memory(numbers(2 * filled + 2) * rows, sizeof *after);
  for (uint32_t code = 0; code < power[n]; code++) {
    if (sum[code] != 2 * filled) continue;
    const uint64_t *own = ways + (size_t)rank[code] * rows;
    uint64_t total[MOST_ROWS] = {0};
    for (int i = 0; i < rows; i++)
      if (own[i])
        for (int j = 0; j < rows; j++) total[j] += own[i] & fits[i][j];
    uint32_t full = full_columns(code);
    for (int j = 0; j < rows; j++)
      if (!(row[j].stars & full))
        after[(size_t)rank[code + row[j].code] * rows + j] = total[j];
  }
  return after;
}

int main(int argc, char **argv) {
  n = argc == 2 ? atoi(argv[1]) : 0;
  if (n < 3 || n > 16) return fprintf(stderr, "usage: stars_by_rows 3 to 16\n"), 2;
  prepare();
  uint64_t total = 0, *ways = memory(numbers(2) * rows, sizeof *ways);
  for (int i = 0; i < rows; i++) ways[(size_t)rank[row[i].code] * rows + i] = 1;
  for (int filled = 1; filled < n; filled++) {
    uint64_t *after = next(ways, filled);
    free(ways);
    ways = after;
  }
  for (int i = 0; i < rows; i++) total += ways[i];
  printf("%llu\n", (unsigned long long)total);
  return 0;
}
