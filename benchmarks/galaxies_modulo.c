/* Galaxies boards: a second witness for `boards count galaxies`.

       cc -O3 -march=native -o galaxies_modulo benchmarks/galaxies_modulo.c
       ./galaxies_modulo 7 7

   Counts, modulo 2^64, the divisions of a board of at most 8 x 8 cells into connected
   regions, each symmetric under a half turn about a point that the region surrounds. The
   first cell of a shape takes one of its regions; what remains falls into components,
   which are counted in the same way and remembered. This is the idea of the compiled
   search in galaxies_asp, too; no code is shared.
   A set of cells is a word, with eight bits for each row. The table has 10,000,000 entries
   of 16 bytes; 7 x 8 needs 23,667,103 and 8 x 8 needs 318,388,675, and a tenth more. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t Cells;

static const Cells left = 0x0101010101010101u, right = 0x8080808080808080u;

static struct { Cells shape; uint64_t divisions; } *table;
static size_t size, used;
static Cells mirrored_columns[15]; /* columns c for which total - c is one, too */

static int place(Cells cell) { return __builtin_ctzll(cell); }

static Cells beside(Cells cells) {
  return cells << 8 | cells >> 8 | (cells & ~right) << 1 | (cells & ~left) >> 1;
}

static Cells component(Cells seed, Cells within) {
  for (Cells grown;; seed = grown)
    if ((grown = (seed | beside(seed)) & within) == seed) return seed;
}

static Cells in_corner(Cells cells) {
  while (!(cells & 0xff)) cells >>= 8;
  while (!(cells & left)) cells >>= 1;
  return cells;
}

static Cells reversed(Cells cells) {
  cells = __builtin_bswap64(cells);
  cells = (cells & 0x0f0f0f0f0f0f0f0fu) << 4 | (cells >> 4 & 0x0f0f0f0f0f0f0f0fu);
  cells = (cells & 0x3333333333333333u) << 2 | (cells >> 2 & 0x3333333333333333u);
  return (cells & 0x5555555555555555u) << 1 | (cells >> 1 & 0x5555555555555555u);
}

static size_t slot(Cells shape) {
  Cells mixed = shape * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
  size_t at = (unsigned __int128)mixed * size >> 64;
  while (table[at].shape && table[at].shape != shape)
    if (++at == size) at = 0;
  return at;
}

static uint64_t divisions(Cells shape);

static uint64_t divisions_of_components(Cells cells) {
  uint64_t product = 1;
  while (cells) {
    Cells part = component(cells & -cells, cells);
    cells ^= part;
    if (part & (part - 1)) product *= divisions(in_corner(part));
  }
  return product;
}

/* The divisions in which the first cell has a region that contains `region`, is
   contained in it and in `room`, and is symmetric: an index i becomes total - i. */
static uint64_t with_regions(Cells shape, Cells region, Cells room, int total) {
  Cells first = shape & -shape;
  uint64_t sum = region & first ? divisions_of_components(shape & ~region) : 0;
  for (Cells next; (next = beside(region) & room & ~region);) {
    Cells cell = next & -next, pair = cell | (Cells)1 << (total - place(cell));
    sum += with_regions(shape, region | pair, room, total);
    room &= ~pair;
    if (!(region & first) && !(component(region, room) & first)) break;
  }
  return sum;
}

static uint64_t divisions(Cells shape) {
  size_t at = slot(shape);
  if (table[at].shape) return table[at].divisions;
  uint64_t sum = 0;
  int first = place(shape);
  for (Cells images = shape; images; images &= images - 1) {
    int image = place(images);
    int rows = first / 8 + image / 8, columns = first % 8 + image % 8;
    int total = 8 * rows + columns;
    Cells turned = reversed(shape);
    turned = total < 63 ? turned >> (63 - total) : turned << (total - 63);
    Cells room = shape & turned & mirrored_columns[columns], center = 0;
    for (int row = rows / 2; row <= (rows + 1) / 2; row++)
      for (int column = columns / 2; column <= (columns + 1) / 2; column++)
        center |= (Cells)1 << (8 * row + column);
    room = component(room & center, room);
    if ((room & center) == center && room >> first & 1)
      sum += with_regions(shape, center, room, total);
  }
  at = slot(shape);
  table[at].shape = shape;
  table[at].divisions = sum;
  if (++used * 10 > size * 9) exit(fprintf(stderr, "the table is full\n"));
  if (used % 10000000 == 0) fprintf(stderr, "%zu shapes\n", used);
  return sum;
}

int main(int count, char **words) {
  int width = count > 2 ? atoi(words[1]) : 0, height = count > 2 ? atoi(words[2]) : 0;
  if (width < 1 || height < 1 || width > 8 || height > 8)
    return fprintf(stderr, "usage: galaxies_modulo WIDTH HEIGHT [ENTRIES]\n"), 2;
  size = count > 3 ? strtoull(words[3], 0, 10) : 10000000;
  if (!(table = calloc(size, sizeof *table)))
    return fprintf(stderr, "out of memory\n"), 1;
  for (int total = 0; total < 15; total++)
    for (int column = 0; column < 8; column++)
      if (total - column >= 0 && total - column < 8)
        mirrored_columns[total] |= left << column;
  Cells board = 0;
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++)
      board |= (Cells)1 << (8 * row + column);
  uint64_t boards = divisions_of_components(board);
  printf("%" PRIu64 "\n%zu shapes\n", boards, used);
}
