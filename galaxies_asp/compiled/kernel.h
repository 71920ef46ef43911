/* The pairs of a board, which the kernel and the maker of puzzles share. */

#ifndef KERNEL_H
#define KERNEL_H

#include "galaxies.h"

enum { MOST_WAYS = 6, MOST_PAIRS = 1 << 27, MOST_CELLS = 1 << 25 };
enum { MOST_STAMPS = 1 << 29 };

/* How a call ended. */
enum { EXHAUSTED, FULL, GAVE_UP, CONTESTED, NO_MEMORY, FAULTY };

typedef struct {
    /* The pairs of a dot follow each other. `beside` has a row of `ways` for each: the
     * pair of the same dot next to it, or -1; `apart` those behind a given wall. Roots
     * are the pairs that are connected to the dot by themselves. */
    int32_t cells, dots, ways, pairs, most_pairs, most_dots;
    int32_t *dot, *cell, *image, *beside, *apart, *first_of_dot, *label;
    uint8_t *is_root;
    /* The pairs of each cell: `at[first_at[cell]]` to `at[first_at[cell + 1] - 1]`. */
    int32_t *first_at, *at;

    uint8_t *is_alive, *is_taken;
    int32_t *count, *either; /* of the live pairs of a cell: number, exclusive or */
    int32_t undecided;       /* cells with several live pairs */
    int32_t uncovered;       /* the cell that has none left, or -1 */
    int64_t work;            /* the pairs that were touched so far */

    int32_t *trail, trail_size; /* dropped pairs, and ~pair for those taken */
    int32_t *single, single_size;
    int32_t *changed, changed_size; /* the dots that may have lost connections */
    uint8_t *is_changed;
    int32_t *queue, *reached, now; /* of searches through the pairs of a dot */

    /* The search: suppositions with the size of the trail before each. */
    int32_t *supposed, *before, depth;
    int32_t *fits, *fits_without, round; /* rounds of probing in which a pair passed */
    int32_t *open, best;
    int is_begun, holds;     /* whether there is no contradiction now */
    int without_cuts;        /* whether regions need not be connected, for now */
    /* Components of open pairs: `parted[first_of_part[part]]` and so on; and that which
     * is searched alone, or NULL. */
    int32_t *parted, *first_of_part, parts, *scope, scope_size;
    void *blocks[3];
} Kernel;

/* A board with a rim, on which steps and mirror images are differences of numbers. */
typedef struct {
    int32_t width, height, has_corners, ways, dots;
    const int32_t *steps, *centers; /* right and down of each way; x and y, doubled */
    const uint8_t *walls; /* for each cell, a bit for each way in which a wall is */
    int32_t stride, step[MOST_WAYS];
    int32_t *plain;   /* the number of a cell in reading order, -1 outside */
    int32_t *pair_at; /* the last pair that was made at a cell */
    uint8_t *is_free; /* whether no dot touches it */
    int32_t *sum;     /* of the numbers of a cell and its image */
    int32_t *place;   /* one cell of each pair */
    int32_t most_pairs;
} Rim;

/* Take or drop a pair and draw all conclusions; return 0 at a contradiction. */
int kernel_suppose(Kernel *k, int32_t pair, int is_taken);

/* Take a pair, and drop its rivals; or drop what the dots that changed no longer reach.
 * Both return 0 at a contradiction, and leave `single` to the caller. */
int kernel_take(Kernel *k, int32_t pair);
int kernel_look(Kernel *k);

/* Forget what remains to be concluded. */
void kernel_forget(Kernel *k);

/* Draw conclusions from the cells with one pair; return 0 at a contradiction. */
int kernel_begin(Kernel *k);

/* Go on where connectivity was left out before. */
int kernel_continue(Kernel *k);

/* Restore the state in which the trail had a size. */
void kernel_undo(Kernel *k, int32_t size);

/* Mark with `now` the pairs of a dot that its roots reach through pairs that pass. */
void kernel_reach(Kernel *k, int32_t dot, const uint8_t *passes);

/* Divide the n pairs of `galaxies_open` into components; return whether there was
 * memory. */
int kernel_divide(Kernel *k, int32_t n);

/* Find the pairs of the dots of a rim; return whether there was memory. Cells that dots
 * touch are not free any more. */
int kernel_rebuild(Kernel *k, Rim *rim);

/* Return a kernel without dots, to be rebuilt; NULL without memory. */
Kernel *kernel_empty(int32_t cells, int32_t ways);

/* Mark the cells that dots touch; return whether no cell is touched twice. */
int rim_touch(Rim *rim);

/* What Python calls, too. */
EXPORT Kernel *galaxies_board(const int32_t *numbers, int32_t size, const uint8_t *is_cell,
                              const uint8_t *walls, int32_t *ending);
EXPORT int galaxies_settle(Kernel *k);
EXPORT int32_t galaxies_undecided(const Kernel *k);
EXPORT int galaxies_search(Kernel *k, int32_t most, int64_t work, int32_t *labels,
                           int32_t *found);
EXPORT int32_t galaxies_open(Kernel *k);
EXPORT void galaxies_free(Kernel *k);

static inline int is_open(const Kernel *k, int32_t pair) {
    return k->is_alive[pair] && !k->is_taken[pair];
}

#endif
