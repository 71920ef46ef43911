/* Divisions of an n x n board into connected regions, modulo 2^64: a second witness.

       cc -O2 -o partitions_modulo benchmarks/partitions_modulo.c
       ./partitions_modulo 9

   With a file that lists the counts of boards of 1, 2, ... rows, an index and a number in
   each line, the total after each row is compared with the number modulo 2^64:

       galaxies strip terms partitions --rows 9 -n 10 -f bfile > rows.txt
       ./partitions_modulo 9 rows.txt

   Nothing is shared with galaxies_asp/boards: states are found one after another from
   the first row on, in a hash table, as numbers of the regions in reading order and
   pairs of regions that have a wall between them. When a row leads to no new state, its
   transitions are kept and used for all further rows. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define MOST 25000000 /* states */
typedef unsigned __int128 Key;
typedef struct {
  Key *keys;
  uint64_t *ways;
  uint32_t *slots; /* 1 + the index of the state, by hash */
  uint32_t count, size, bits;
} Table;
typedef struct {
  int region[16];
  uint16_t apart[17]; /* apart[r]: the regions that must differ from r */
} State;

static int n;

static void *array(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) exit(fprintf(stderr, "out of memory\n"));
  return memory;
}

static Table table(uint32_t size) {
  Table t = {NULL, NULL, NULL, 0, size, 4};
  while ((1u << t.bits) < size + size / 2) t.bits++;
  t.keys = array(size, sizeof(Key));
  t.ways = array(size, sizeof(uint64_t));
  t.slots = array((size_t)1 << t.bits, sizeof(uint32_t));
  return t;
}

static void drop(Table t) {
  free(t.keys);
  free(t.ways);
  free(t.slots);
}

static uint32_t find(Table *t, Key key, int insert) {
  uint64_t h = ((uint64_t)key ^ (uint64_t)(key >> 64) * 0xD6E8FEB86659FD93u);
  h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
  h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
  uint32_t mask = ((uint32_t)1 << t->bits) - 1, at = h >> (64 - t->bits);
  for (; t->slots[at]; at = (at + 1) & mask)
    if (t->keys[t->slots[at] - 1] == key) return t->slots[at] - 1;
  if (!insert) return NONE;
  if (t->count == t->size) exit(fprintf(stderr, "more states than expected\n"));
  t->keys[t->count] = key;
  t->slots[at] = ++t->count;
  return t->count - 1;
}

static Key packed(const State *s) {
  int number[17], old[16], count = 0;
  memset(number, -1, sizeof number);
  Key key = 0;
  for (int i = 0; i < n; i++) {
    int r = s->region[i];
    if (number[r] < 0) number[r] = count, old[count++] = r;
    key |= (Key)number[r] << 4 * i;
  }
  for (int b = 1, place = 4 * n; b < count; place += b++)
    for (int a = 0; a < b; a++)
      if (s->apart[old[b]] >> old[a] & 1) key |= (Key)1 << (place + a);
  return key;
}

static State unpacked(Key key) {
  State s;
  int count = 0;
  memset(&s, 0, sizeof s);
  for (int i = 0; i < n; i++) {
    s.region[i] = key >> 4 * i & 15;
    if (s.region[i] >= count) count = s.region[i] + 1;
  }
  for (int b = 1, place = 4 * n; b < count; place += b++)
    for (int a = 0; a < b; a++)
      if (key >> (place + a) & 1) s.apart[b] |= 1 << a, s.apart[a] |= 1 << b;
  return s;
}

static void separate(State *s, int a, int b) {
  s->apart[a] |= 1 << b;
  s->apart[b] |= 1 << a;
}

/* Write the states after a cell in column c to `out`; return how many there are. */
static int successors(const State *s, int c, Key *out) {
  int above = s->region[c], left = c ? s->region[c - 1] : above, count = 0, fresh = 0;
  State t = *s;
  if (left == above) {
    out[count++] = packed(s);
  } else {
    if (!(s->apart[left] >> above & 1)) {
      for (int i = 0; i < n; i++)
        if (t.region[i] == above) t.region[i] = left;
      for (int r = 0; r < n; r++)
        if (s->apart[above] >> r & 1) separate(&t, left, r);
      out[count++] = packed(&t);
      t = *s;
    }
    separate(&t, left, above);
    out[count++] = packed(&t);
    t.region[c] = left;
    out[count++] = packed(&t);
    t = *s;
  }
  for (int i = 0; i < n; i++) fresh |= 1 << s->region[i];
  for (t.region[c] = 0; fresh >> t.region[c] & 1;) t.region[c]++;
  separate(&t, t.region[c], above);
  separate(&t, t.region[c], left);
  out[count++] = packed(&t);
  return count;
}

/* Place a cell after all states; keep where each leads to, if asked. */
static Table placed(Table *before, int c, uint32_t size, uint32_t (*kept)[4]) {
  Table after = table(size);
  Key reached[4];
  for (uint32_t i = 0; i < before->count; i++) {
    State s = unpacked(before->keys[i]);
    int count = successors(&s, c, reached);
    for (int k = 0; k < 4; k++) {
      uint32_t to = k < count ? find(&after, reached[k], 1) : NONE;
      if (k < count) after.ways[to] += before->ways[i];
      if (kept) kept[i][k] = to;
    }
  }
  return after;
}

static uint64_t expected[17];
static int is_expected[17], is_wrong;

static void read_expected(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) exit(fprintf(stderr, "%s: cannot be read\n", path));
  for (int row, c; fscanf(file, "%d ", &row) == 1;) {
    uint64_t number = 0;
    while ((c = fgetc(file)) >= '0' && c <= '9') number = number * 10 + (c - '0');
    if (row > 0 && row < 17) expected[row] = number, is_expected[row] = 1;
  }
  fclose(file);
}

static void report(int row, const uint64_t *ways, uint32_t count) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < count; i++) total += ways[i];
  printf("%d x %d: %llu, %u states", row, n, (unsigned long long)total, count);
  int is_right = is_expected[row] && expected[row] == total;
  is_wrong |= is_expected[row] && !is_right;
  printf(is_right ? ", as in the file\n" : is_expected[row] ? ", WRONG in the file\n" : "\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  n = argc == 2 || argc == 3 ? atoi(argv[1]) : 0;
  if (n < 2 || n > 12)
    return fprintf(stderr, "usage: partitions_modulo 2 to 12 [FILE]\n"), 2;
  if (argc == 3) read_expected(argv[2]);
  uint32_t size = 1 << (n - 1), counts[17], row = 1;
  Table now = table(size);
  for (uint32_t walls = 0; walls < size; walls++) {
    State s;
    memset(&s, 0, sizeof s);
    for (int i = 1; i < n; i++) {
      s.region[i] = s.region[i - 1] + (walls >> (i - 1) & 1);
      if (walls >> (i - 1) & 1) separate(&s, s.region[i - 1], s.region[i]);
    }
    now.ways[find(&now, packed(&s), 1)] = 1;
  }
  uint32_t (*steps[16])[4] = {0}, *back = NULL, saturated = 0;
  for (; row < (uint32_t)n && !saturated; row++) {
    report(row, now.ways, now.count);
    Table start = now;
    for (int c = 0; c < n; c++) {
      counts[c] = now.count;
      free(steps[c]);
      steps[c] = array(now.count, sizeof *steps[c]);
      uint64_t most = (uint64_t)4 * now.count + 16;
      Table after = placed(&now, c, most < MOST ? most : MOST, steps[c]);
      if (c) drop(now);
      now = after;
    }
    saturated = now.count == start.count;
    if (saturated) back = array(now.count, sizeof *back);
    for (uint32_t i = 0; saturated && i < now.count; i++)
      saturated = (back[i] = find(&start, now.keys[i], 0)) != NONE;
    drop(start);
  }
  report(row, now.ways, now.count);
  uint64_t *ways = array(MOST, sizeof *ways), *more = array(MOST, sizeof *ways);
  for (uint32_t i = 0; back && i < now.count; i++) ways[back[i]] = now.ways[i];
  for (uint32_t i = 0; i < now.count; i++) now.keys[i] = 0;
  for (; row < (uint32_t)n; row++) {
    for (int c = 0; c < n; c++) {
      memset(more, 0, MOST * sizeof *more);
      for (uint32_t i = 0; i < counts[c]; i++)
        for (int k = 0; k < 4; k++)
          if (steps[c][i][k] != NONE) more[steps[c][i][k]] += ways[i];
      uint64_t *swap = ways;
      ways = more, more = swap;
    }
    memset(more, 0, MOST * sizeof *more);
    for (uint32_t i = 0; i < counts[0]; i++) more[back[i]] = ways[i];
    memcpy(ways, more, MOST * sizeof *more);
    report(row + 1, ways, counts[0]);
  }
  return is_wrong;
}
