/* What the two files of the maker of puzzles share; see `making.c`. */

#ifndef MAKING_H
#define MAKING_H

#include <setjmp.h>

#include "kernel.h"

enum { ONE = 1 << 16 };  /* fractions are multiples of 1 / ONE */
enum { MOST_IMAGES = 3 }; /* of a pattern, but the identity */
enum { GIVEN = 4 };       /* the color of a cell in the middle of a given dot */

/* The levels of deductions, with the numbers of `explaining/words/levels.py`; ANY where none is
 * asked for, and OPEN for a puzzle with other solutions, or that needs more. */
enum { OPEN = -1, ANY, TOUCHED, ONLY_ONE, BLOCKED, CUT_OFF, CONTRARY, SEPARATION, TRIAL,
       SEARCH };

/* What is asked for; the numbers that `galaxies_maker` gets, in this order. */
typedef struct {
    int32_t width, height, has_corners, ways;
    int32_t level;                  /* ANY, ONLY_ONE to TRIAL, or SEARCH for any above CUT_OFF */
    int32_t holes;                  /* at random places */
    int32_t least_dots, most_dots;  /* 0 for any number */
    int32_t mean, spread, winding;  /* fractions, as all below but for the sizes */
    int32_t cells_share, edges_share; /* of dots: on cells, and on cells or edges */
    int32_t most_bar, most_rectangle; /* the largest ones; 0 for the usual sizes */
    int32_t singles;                /* the greatest share of regions of one cell */
    int32_t black;                  /* the share of black dots */
    int32_t is_picture, pattern;    /* its place in PATTERNS of `core/board/patterns.py` */
} Recipe;

/* Cells lie on rows of 2 * width + 2 numbers, from 1, so that the sum of a cell and its
 * image, the *total*, names a dot, and no image lies in another row. A region is known by
 * its total. */
typedef struct {
    Recipe recipe;
    int32_t stride, numbers, step[MOST_WAYS], steps[2 * MOST_WAYS];
    int32_t images; /* the number of symmetries of the pattern but the identity */
    int32_t *all, all_cells;    /* the cells without the holes at random places */
    int32_t *cell, cells;       /* those of this board */
    int32_t level;              /* the one asked for, or CUT_OFF for most large boards */
    uint8_t *color;             /* the colors that a cell may have; 0 for holes */
    int32_t *image;             /* a row for each symmetry */
    uint64_t random[4];
    jmp_buf out_of_memory;

    /* The regions: by total, the size, 0 for none, and the first cell; by cell, the
     * total and the next cell of its region. */
    int32_t *size, *head, *owner, *next;
    uint8_t *is_free, *free_beside; /* the color of a free cell; free neighbors */

    /* Marks hold where they equal the present `now_...`. */
    int32_t *inside, now_inside, *seen, now_seen, *place, now_place;

    /* Growth and unions. */
    int32_t most_bar, most_rectangle, largest;
    int32_t *frontier, *in_frontier, *times_beside; /* cells beside a region */
    int32_t *best, *trial, *order, *fresh, *sorted;

    /* The puzzle, and what another solution changes. */
    Kernel *kernel;
    Rim rim;
    int32_t rounds; /* of deductions until the last pairs failed */
    int32_t *total; /* of each dot */
    int32_t *centers;
    int32_t *differing, differing_size, *first_of_place, places, *lost, lost_size;

    /* Changes: what was there before, and what was open there. */
    int32_t mean, *times, *list, *some, *chosen, *mark;
    int32_t *form; /* for texts */
    int32_t *saved_cell, *saved_owner, *first_saved, *open_before, saved;
} Maker;

/* Return a random number of 64 bits, or one of 0, 1, ..., n - 1. */
uint64_t maker_random(Maker *m);
int32_t maker_below(Maker *m, int32_t n);
int32_t maker_fraction(Maker *m); /* from 0 to ONE - 1 */
void maker_shuffle(Maker *m, int32_t *items, int32_t n);

/* List the cells of regions, and mark them as inside; return their number. */
int32_t maker_gather(Maker *m, const int32_t *totals, int32_t n, int32_t *cells);

/* Make listed cells a region. */
void maker_give(Maker *m, int32_t total, const int32_t *cells, int32_t n);

/* Divide listed cells, which contain their images by the pattern, into new regions. */
void maker_fill(Maker *m, const int32_t *cells, int32_t n, int32_t mean);

/* Add the images of some regions, once each; return the number of all. */
int32_t maker_with_images(Maker *m, int32_t *totals, int32_t n);

/* Return the corners of the cells that are marked as inside; of hexagons, the sides. */
int32_t maker_corners(const Maker *m, const int32_t *cells, int32_t n);

/* Whether listed cells of a rectangle are one cell wide. */
int maker_is_bar(const Maker *m, const int32_t *cells, int32_t n);

/* Return the level that the puzzle needs, or OPEN if it is not unique or needs more than is
 * asked for. It is exact where it decides whether the puzzle is what is asked for.
 *
 * Then cells with several pairs are open or, where any puzzle or TRIAL is asked for,
 * `places` tells where other solutions differ: the totals
 * `differing[first_of_place[place]]` and so on. `lost` has a cell of each part whose proof
 * takes more work. */
int maker_needs(Maker *m, int64_t work);

/* Whether a pair belongs to the known solution, or a part of the pairs has open ones. */
int maker_is_true(const Maker *m, int32_t pair);
int maker_has_open(const Kernel *k, int32_t part);

/* Take the pairs that regions need to be connected, and all that follows; from those of
 * which something was decided since the trail had a size. */
void maker_connect(Maker *m, int32_t size);

/* Decide cells by the levels from CONTRARY on, up to the `most`; return the hardest level
 * that is needed, or OPEN. `rounds`: those of all deductions of TRIAL. */
int maker_refute(Maker *m, int most, int32_t *rounds);

/* Write two lines for a puzzle with n dots, x and y and whether it is black of each in
 * reading order: the game ID and the canonical form. `some` has room for 6 n numbers, and
 * `out` for 32 bytes for each cell and 100 more. Return the number of bytes. */
int64_t maker_texts(int32_t width, int32_t height, const int32_t *dots, int32_t n,
                    int32_t *some, char *out);

#endif
