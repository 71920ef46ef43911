/* Many boards of squares, without holes and given walls, solved in one call. */

#include <time.h>

#include "kernel.h"

enum { HEADER = 13 };

/* Return the kernel of a board as `galaxies_verify` takes it, or NULL. */
static Kernel *kernel_of(const int32_t *board, int32_t *numbers) {
    const int32_t start[HEADER] = {board[0], board[1], 1, 4, board[2], 1, 0, -1, 0,
                                   0,        1,        0, -1};
    int32_t ending;
    memcpy(numbers, start, sizeof start);
    memcpy(numbers + HEADER, board + 3, 2 * (size_t)board[2] * sizeof *board);
    return galaxies_board(numbers, HEADER + 2 * board[2], NULL, NULL, &ending);
}

/* Search for up to `most` solutions of each of n boards, with some work for each.
 *
 * `boards` is as for `galaxies_verify`. `found` has the number of solutions of each board;
 * 0 where there is none, or the search gave up: these have no labels. `is_open` tells
 * whether propagation leaves cells undecided, and `is_all` whether the solutions are all;
 * `seconds` has the CPU time. Return whether there was memory. */
EXPORT int galaxies_solve_many(const int32_t *boards, int32_t n, int32_t most_dots,
                               int32_t most, int64_t work, int32_t *labels, int32_t *found,
                               uint8_t *is_open, uint8_t *is_all, double *seconds) {
    int32_t *numbers = malloc((HEADER + 2 * (size_t)most_dots) * sizeof *numbers);
    clock_t start = clock();
    for (int32_t i = 0; numbers && i < n; i++) {
        Kernel *k = kernel_of(boards, numbers);
        found[i] = 0;
        if (k && galaxies_settle(k)) {
            is_open[i] = galaxies_undecided(k) > 0;
            int ending = galaxies_search(k, most, work, labels, found + i);
            is_all[i] = ending == EXHAUSTED;
            if (ending != EXHAUSTED && ending != FULL) found[i] = 0;
            labels += (size_t)found[i] * k->cells;
        }
        galaxies_free(k);
        boards += 3 + 2 * (size_t)boards[2];
        clock_t now = clock();
        seconds[i] = (double)(now - start) / CLOCKS_PER_SEC;
        start = now;
    }
    free(numbers);
    return numbers != NULL;
}
