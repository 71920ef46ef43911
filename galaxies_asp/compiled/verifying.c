/* The standard rules for solved boards of squares without holes, given walls and variants.
 *
 * This file shares nothing with those that solve and make puzzles. It is compared with
 * `core/verifying/rules.py`, which judges all other boards.
 */

#include "galaxies.h"

typedef struct {
    int32_t width, height, dots;
    const int32_t *centers, *labels; /* x and y of each dot, doubled; cells row by row */
} Solved;

/* The first and the last column, or row, that a dot touches. */
static int32_t before(int32_t place) { return (place - 1) / 2; }
static int32_t behind(int32_t place) { return place / 2; }

static int has_centers(const Solved *s) {
    for (int32_t dot = 0; dot < s->dots; dot++) {
        int32_t x = s->centers[2 * dot], y = s->centers[2 * dot + 1];
        if (x < 1 || y < 1 || x >= 2 * s->width || y >= 2 * s->height) return 0;
    }
    return 1;
}

/* Whether each cell belongs to a dot, to which its mirror image belongs, too. */
static int is_symmetric(const Solved *s) {
    for (int32_t row = 0; row < s->height; row++)
        for (int32_t column = 0; column < s->width; column++) {
            int32_t label = s->labels[row * s->width + column];
            if (label < 0 || label >= s->dots) return 0;
            int32_t right = s->centers[2 * label] - 1 - column;
            int32_t down = s->centers[2 * label + 1] - 1 - row;
            if (right < 0 || down < 0 || right >= s->width || down >= s->height) return 0;
            if (s->labels[down * s->width + right] != label) return 0;
        }
    return 1;
}

/* Put the cells that a dot touches into a queue; return how many, -1 if one belongs to
 * another dot. */
static int32_t touch(const Solved *s, int32_t dot, int32_t *queue, uint8_t *is_reached) {
    int32_t x = s->centers[2 * dot], y = s->centers[2 * dot + 1], size = 0;
    for (int32_t row = before(y); row <= behind(y); row++)
        for (int32_t column = before(x); column <= behind(x); column++) {
            int32_t cell = row * s->width + column;
            if (s->labels[cell] != dot) return -1;
            is_reached[cell] = 1;
            queue[size++] = cell;
        }
    return size;
}

/* Return how many cells of a dot are connected to it, -1 if it touches another's. */
static int32_t spread(const Solved *s, int32_t dot, int32_t *queue, uint8_t *is_reached) {
    int32_t size = touch(s, dot, queue, is_reached);
    for (int32_t i = 0; i < size; i++) {
        int32_t row = queue[i] / s->width, column = queue[i] % s->width;
        for (int way = 0; way < 4; way++) {
            int32_t next_row = row + (way == 0) - (way == 1);
            int32_t next_column = column + (way == 2) - (way == 3);
            if (next_row < 0 || next_row >= s->height) continue;
            if (next_column < 0 || next_column >= s->width) continue;
            int32_t next = next_row * s->width + next_column;
            if (is_reached[next] || s->labels[next] != dot) continue;
            is_reached[next] = 1;
            queue[size++] = next;
        }
    }
    return size;
}

static int is_connected(const Solved *s, int32_t *queue, uint8_t *is_reached) {
    int32_t cells = s->width * s->height, reached = 0;
    memset(is_reached, 0, cells);
    for (int32_t dot = 0; dot < s->dots; dot++) {
        int32_t size = spread(s, dot, queue, is_reached);
        if (size < 0) return 0;
        reached += size;
    }
    return reached == cells;
}

/* Judge the labels of n boards, `found` of each; return whether there was memory.
 *
 * `boards` has the width, the height and the number of dots of each, and then x and y of
 * each dot on the doubled grid. `labels` has the dot of each cell, for one board after the
 * other. */
EXPORT int galaxies_verify(const int32_t *boards, int32_t n, const int32_t *found,
                           const int32_t *labels, uint8_t *is_right) {
    int32_t *queue = NULL, room = 0;
    for (int32_t i = 0; i < n; i++) {
        Solved s = {boards[0], boards[1], boards[2], boards + 3, labels};
        int32_t cells = s.width * s.height;
        if (cells > room) {
            free(queue);
            queue = malloc((size_t)cells * (sizeof *queue + 1));
            if (!queue) return 0;
            room = cells;
        }
        uint8_t *is_reached = (uint8_t *)(queue + room);
        is_right[i] = has_centers(&s);
        for (int32_t one = 0; one < found[i]; one++, s.labels += cells)
            is_right[i] = is_right[i] && is_symmetric(&s) &&
                          is_connected(&s, queue, is_reached);
        boards += 3 + 2 * (size_t)s.dots;
        labels = s.labels;
    }
    free(queue);
    return 1;
}
