/* A first solution by local search, for boards with few dots.
 *
 * On such boards each cell has many candidates, and regions can wind in many ways, so
 * that little follows from a decision. A partial solution is improved instead: regions
 * are connected and symmetric, and no two overlap, but some cells are in none. A move
 * covers such a cell by a path of pairs from one of the regions. It gives up the pairs
 * of other regions in its way, and those that are no longer connected without them.
 *
 * Of the paths of all candidates of the cell, the move takes the one after which the
 * least weight is uncovered. The weight of a cell rises with each move that makes
 * nothing better and leaves it uncovered; so uncovered cells move to where they can be
 * covered.
 */

#include "galaxies.h"

enum { MOST_WORK = 1 << 29 }; /* up to which `now` counts */

typedef struct {
    int64_t distance;
    int32_t pair;
} Entry;

typedef struct {
    /* The pairs of a dot follow each other. `beside` and `apart` have a column of n for
     * each way, n for none: the pair of the same dot next to a pair, and the one that a
     * given wall keeps apart from it. */
    int32_t n, ways, cells, dots;
    const int32_t *dot, *cell, *image, *beside, *apart;
    const uint8_t *is_root;
    int32_t *first_of_dot, *first_at, *at; /* as in `kernel.c` */

    int32_t *owner;                    /* the pair that covers a cell, or -1 */
    int32_t *uncovered, *place, size;  /* these cells, and where each is in the list */
    int32_t *region, *number, *length; /* the pairs of each dot, from `first_of_dot` on */
    uint8_t *is_taken, *is_lost;
    uint8_t *fewest; /* what was taken when the fewest cells, `least`, were uncovered */
    int32_t least;
    int64_t *weight; /* of cells */

    int32_t *mark, now, *queue, *before, *lost, losses, *path, *best;
    int64_t *distance, slack, bound;
    Entry *heap;
    int32_t heap_size, heap_room;
    uint64_t random;
    int64_t work;
    int draws; /* cells from which the next one is chosen */
    void *blocks[4];
} Cover;

static uint32_t draw(Cover *c) {
    c->random ^= c->random << 13;
    c->random ^= c->random >> 7;
    c->random ^= c->random << 17;
    return (uint32_t)(c->random >> 32);
}

static int32_t next(const Cover *c, const int32_t *links, int32_t pair, int way) {
    return links[(size_t)way * c->n + pair];
}

static int64_t weight_of(const Cover *c, int32_t pair) {
    int32_t cell = c->cell[pair], image = c->image[pair];
    return c->weight[cell] + (image == cell ? 0 : c->weight[image]);
}

/* ---- Paths ---------------------------------------------------------------------- */

static int is_less(Entry one, Entry other) {
    return one.distance < other.distance ||
           (one.distance == other.distance && one.pair < other.pair);
}

static int push(Cover *c, Entry new) {
    if (c->heap_size == c->heap_room) {
        Entry *grown = realloc(c->heap, 2 * (size_t)c->heap_room * sizeof *grown);
        if (!grown) return 0;
        c->blocks[1] = c->heap = grown;
        c->heap_room *= 2;
    }
    int32_t i = c->heap_size++;
    for (; i && is_less(new, c->heap[(i - 1) / 2]); i = (i - 1) / 2)
        c->heap[i] = c->heap[(i - 1) / 2];
    c->heap[i] = new;
    return 1;
}

static Entry pop(Cover *c) {
    Entry top = c->heap[0], last = c->heap[--c->heap_size];
    int32_t i = 0, child;
    for (; (child = 2 * i + 1) < c->heap_size; i = child) {
        if (child + 1 < c->heap_size && is_less(c->heap[child + 1], c->heap[child])) child++;
        if (!is_less(c->heap[child], last)) break;
        c->heap[i] = c->heap[child];
    }
    c->heap[i] = last;
    return top;
}

/* The weight that a pair uncovers elsewhere, eight times, and a small random number. */
static int64_t step(Cover *c, int32_t pair) {
    int32_t one = c->owner[c->cell[pair]], other = c->owner[c->image[pair]];
    int64_t weight = one < 0 ? 0 : weight_of(c, one);
    if (other >= 0 && other != one) weight += weight_of(c, other);
    return 8 * weight + 1 + (draw(c) & 7);
}

static int is_beside_region(const Cover *c, int32_t pair) {
    int is_near = c->is_root[pair];
    for (int way = 0; way < c->ways && !is_near; way++) {
        int32_t other = next(c, c->beside, pair, way);
        is_near = other < c->n && c->is_taken[other];
    }
    return is_near;
}

/* Whether a given wall keeps a pair apart from its region, or from the path after it. */
static int is_walled(const Cover *c, int32_t pair, int32_t after) {
    for (int way = 0; c->apart && way < c->ways; way++) {
        int32_t other = next(c, c->apart, pair, way);
        if (other == c->n) continue;
        if (c->is_taken[other]) return 1;
        for (int32_t one = after; one >= 0; one = c->before[one])
            if (one == other) return 1;
    }
    return 0;
}

/* Write a short path from the region of a pair's dot to the pair; return its length, 0
 * where there is none that is about as short as the shortest one so far, or -1 without
 * memory. */
static int32_t find_path(Cover *c, int32_t target) {
    if (is_walled(c, target, -1)) return 0;
    int32_t now = c->now += 2, length = 0; /* now - 1: its distance may still fall */
    c->heap_size = 0;
    c->distance[target] = step(c, target);
    c->before[target] = -1;
    c->mark[target] = now - 1;
    if (!push(c, (Entry){c->distance[target], target})) return -1;
    while (c->heap_size) {
        Entry entry = pop(c);
        int32_t pair = entry.pair;
        if (c->mark[pair] == now) continue;
        c->mark[pair] = now;
        c->work++;
        if (entry.distance > c->bound) return 0;
        if (is_beside_region(c, pair)) {
            if (entry.distance + c->slack < c->bound) c->bound = entry.distance + c->slack;
            for (; pair >= 0; pair = c->before[pair]) c->path[length++] = pair;
            return length;
        }
        for (int way = 0; way < c->ways; way++) {
            int32_t other = next(c, c->beside, pair, way);
            if (other == c->n || c->mark[other] == now || is_walled(c, other, pair)) continue;
            int64_t distance = entry.distance + step(c, other);
            if (c->mark[other] == now - 1 && c->distance[other] <= distance) continue;
            c->mark[other] = now - 1;
            c->distance[other] = distance;
            c->before[other] = pair;
            if (!push(c, (Entry){distance, other})) return -1;
        }
    }
    return 0;
}

/* ---- Moves ---------------------------------------------------------------------- */

static void lose(Cover *c, int32_t pair) {
    c->is_lost[pair] = 1;
    c->lost[c->losses++] = pair;
}

/* Lose the pairs of a dot that are not connected to it without those that are lost. */
static void lose_unreached(Cover *c, int32_t dot) {
    const int32_t *region = c->region + c->first_of_dot[dot];
    int32_t size = 0, now = c->now += 2;
    for (int32_t i = 0; i < c->length[dot]; i++)
        if (!c->is_lost[region[i]] && c->is_root[region[i]]) {
            c->mark[region[i]] = now;
            c->queue[size++] = region[i];
        }
    for (int32_t i = 0; i < size; i++)
        for (int way = 0; way < c->ways; way++) {
            int32_t other = next(c, c->beside, c->queue[i], way);
            if (other == c->n || !c->is_taken[other] || c->is_lost[other] ||
                c->mark[other] == now)
                continue;
            c->mark[other] = now;
            c->queue[size++] = other;
        }
    for (int32_t i = 0; i < c->length[dot]; i++)
        if (!c->is_lost[region[i]] && c->mark[region[i]] != now) lose(c, region[i]);
    c->work += c->length[dot];
}

/* List what is lost if a path is taken. */
static void list_lost(Cover *c, const int32_t *path, int32_t length) {
    c->losses = 0;
    for (int32_t i = 0; i < length; i++) {
        int32_t one = c->owner[c->cell[path[i]]], other = c->owner[c->image[path[i]]];
        if (one >= 0 && !c->is_lost[one]) lose(c, one);
        if (other >= 0 && !c->is_lost[other]) lose(c, other);
    }
    int32_t in_the_way = c->losses;
    for (int32_t i = 0; i < in_the_way; i++) lose_unreached(c, c->dot[c->lost[i]]);
}

/* Return by how much the weight of what is covered grows if the path is taken. */
static int64_t gain(Cover *c, int32_t length) {
    int64_t gain = 0;
    list_lost(c, c->path, length);
    for (int32_t i = 0; i < c->losses; i++) {
        gain -= weight_of(c, c->lost[i]);
        c->is_lost[c->lost[i]] = 0;
    }
    for (int32_t i = 0; i < length; i++) gain += weight_of(c, c->path[i]);
    return gain;
}

static void uncover(Cover *c, int32_t cell) {
    c->owner[cell] = -1;
    c->place[cell] = c->size;
    c->uncovered[c->size++] = cell;
}

static void cover(Cover *c, int32_t cell, int32_t pair) {
    c->owner[cell] = pair;
    int32_t last = c->uncovered[--c->size];
    c->uncovered[c->place[cell]] = last;
    c->place[last] = c->place[cell];
}

static void move(Cover *c, int32_t length) {
    list_lost(c, c->best, length);
    for (int32_t i = 0; i < c->losses; i++) {
        int32_t pair = c->lost[i], dot = c->dot[pair];
        int32_t *region = c->region + c->first_of_dot[dot], last = region[--c->length[dot]];
        region[c->number[pair]] = last;
        c->number[last] = c->number[pair];
        c->is_lost[pair] = c->is_taken[pair] = 0;
        uncover(c, c->cell[pair]);
        if (c->image[pair] != c->cell[pair]) uncover(c, c->image[pair]);
    }
    for (int32_t i = 0; i < length; i++) {
        int32_t pair = c->best[i], dot = c->dot[pair];
        c->is_taken[pair] = 1;
        c->number[pair] = c->length[dot]++;
        c->region[c->first_of_dot[dot] + c->number[pair]] = pair;
        cover(c, c->cell[pair], pair);
        if (c->image[pair] != c->cell[pair]) cover(c, c->image[pair], pair);
    }
}

/* Cover a random uncovered cell, or the heavier one of two; return 0 without memory. */
static int improve(Cover *c) {
    int32_t goal = c->uncovered[draw(c) % c->size], best_length = 0;
    for (int i = 1; i < c->draws; i++) {
        int32_t other = c->uncovered[draw(c) % c->size];
        if (c->weight[other] > c->weight[goal]) goal = other;
    }
    int64_t best_gain = 0;
    c->bound = INT64_MAX;
    for (int32_t i = c->first_at[goal]; i < c->first_at[goal + 1]; i++) {
        int32_t length = find_path(c, c->at[i]);
        if (length < 0) return 0;
        if (!length) continue;
        int64_t its = gain(c, length);
        if (best_length && (its < best_gain || (its == best_gain && draw(c) & 1))) continue;
        best_gain = its;
        best_length = length;
        memcpy(c->best, c->path, (size_t)length * sizeof *c->best);
    }
    for (int32_t i = 0; best_gain <= 0 && i < c->size; i++) c->weight[c->uncovered[i]]++;
    if (best_length) move(c, best_length);
    c->work++;
    if (c->size < c->least) {
        c->least = c->size;
        memcpy(c->fewest, c->is_taken, (size_t)c->n);
    }
    return 1;
}

/* ---- The search ----------------------------------------------------------------- */

static int begin(Cover *c) {
    size_t n = (size_t)c->n + 1, cells = (size_t)c->cells + 2, dots = (size_t)c->dots + 1;
    int32_t *space = c->blocks[0] = calloc(10 * n + 4 * cells + 2 * dots, sizeof *space);
    c->heap_room = c->n + 1;
    c->blocks[1] = c->heap = malloc((size_t)c->heap_room * sizeof *c->heap);
    c->blocks[2] = c->weight = calloc(n + cells, sizeof *c->weight);
    c->blocks[3] = c->is_lost = calloc(3 * n, 1);
    if (!space || !c->heap || !c->weight || !c->is_lost) return 0;
    c->distance = c->weight + cells;
    c->is_taken = c->is_lost + n;
    c->fewest = c->is_taken + n;
    int32_t **of_pairs[] = {&c->region, &c->number, &c->mark, &c->queue, &c->before,
                            &c->lost, &c->path, &c->best, &c->at};
    for (size_t i = 0; i < 9; i++) *of_pairs[i] = space + i * n;
    c->first_at = space + 10 * n; /* `at` has two numbers for each pair */
    c->owner = c->first_at + cells;
    c->uncovered = c->owner + cells;
    c->place = c->uncovered + cells;
    c->first_of_dot = c->place + cells;
    c->length = c->first_of_dot + dots;
    for (int32_t pair = 0; pair < c->n; pair++) {
        c->first_of_dot[c->dot[pair] + 1]++;
        c->first_at[c->cell[pair] + 2]++;
        c->first_at[c->image[pair] + 2] += c->image[pair] != c->cell[pair];
    }
    for (int32_t dot = 0; dot < c->dots; dot++)
        c->first_of_dot[dot + 1] += c->first_of_dot[dot];
    for (int32_t cell = 0; cell < c->cells; cell++) {
        c->weight[cell] = 1;
        if (c->first_at[cell + 2]) uncover(c, cell);
        c->first_at[cell + 2] += c->first_at[cell + 1];
    }
    c->least = c->size;
    for (int32_t pair = 0; pair < c->n; pair++) {
        c->at[c->first_at[c->cell[pair] + 1]++] = pair;
        if (c->image[pair] != c->cell[pair]) c->at[c->first_at[c->image[pair] + 1]++] = pair;
    }
    return 1;
}

EXPORT void galaxies_forget(Cover *c) {
    if (!c) return;
    for (size_t i = 0; i < sizeof c->blocks / sizeof *c->blocks; i++) free(c->blocks[i]);
    free(c);
}

/* Return a search for pairs that cover all cells, or NULL without memory.
 *
 * The arrays are those of `galaxies_list`, and must not be freed before; `apart` is NULL
 * without given walls. A seed chooses the random numbers, and the parameters: boards
 * differ in which of them are the fastest. */
EXPORT Cover *galaxies_covering(int32_t n, int32_t ways, int32_t cells,
                                const int32_t *dots, const int32_t *cell,
                                const int32_t *images, const int32_t *beside,
                                const int32_t *apart, const uint8_t *supported,
                                uint32_t seed) {
    Cover *c = malloc(sizeof *c);
    if (!c) return NULL;
    *c = (Cover){.n = n, .ways = ways, .cells = cells, .dot = dots, .cell = cell,
                 .image = images, .beside = beside, .apart = apart,
                 .is_root = supported, .draws = 1 + seed % 2, .slack = 32 << seed % 3,
                 .random = 2 * (uint64_t)seed + 1};
    for (int32_t pair = 0; pair < n; pair++)
        if (dots[pair] >= c->dots) c->dots = dots[pair] + 1;
    for (int i = 0; i < 16; i++) draw(c); /* seeds differ in few bits */
    if (begin(c)) return c;
    galaxies_forget(c);
    return NULL;
}

/* Go on until some work is done. Return the least number of uncovered cells, and which
 * pairs were taken then; -1 without memory. */
EXPORT int32_t galaxies_cover(Cover *c, int64_t work, uint8_t *is_taken) {
    work = work < MOST_WORK - c->work ? work + c->work : MOST_WORK;
    while (c->size && c->work < work)
        if (!improve(c)) return -1;
    memcpy(is_taken, c->fewest, (size_t)c->n);
    return c->least;
}
