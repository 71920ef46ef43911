/* The standard rules for solved boards without variants.
 *
 * This file shares nothing with those that solve and make puzzles. It is compared with
 * `core/verifying/rules.py`, which judges all other boards.
 */

#include "galaxies.h"

enum { NO_DOT = -1, SQUARES = 4, HEXAGONS = 6 };

typedef struct {
    int32_t width, height, dots, ways; /* the neighbors of a cell: SQUARES or HEXAGONS */
    const int32_t *centers, *labels;   /* x and y of each dot, doubled; cells row by row */
    const uint8_t *is_cell;            /* NULL without holes */
    int32_t walls;
    const int32_t *walled; /* the two cells of each given wall */
} Solved;

/* Right and down; hexagons have all six. */
static const int32_t WAYS[HEXAGONS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, 1}, {1, -1}};

static int32_t cells_of(const Solved *s) { return s->width * s->height; }

static int has_centers(const Solved *s) {
    for (int32_t dot = 0; dot < s->dots; dot++) {
        int32_t x = s->centers[2 * dot], y = s->centers[2 * dot + 1];
        if (x < 1 || y < 1 || x >= 2 * s->width || y >= 2 * s->height) return 0;
    }
    return 1;
}

/* Whether the holes, and no other cells, have no dot. */
static int has_holes(const Solved *s) {
    for (int32_t cell = 0; cell < cells_of(s); cell++)
        if ((s->labels[cell] == NO_DOT) != (s->is_cell && !s->is_cell[cell])) return 0;
    return 1;
}

static int keeps_walls(const Solved *s) {
    for (int32_t wall = 0; wall < 2 * s->walls; wall += 2)
        if (s->labels[s->walled[wall]] == s->labels[s->walled[wall + 1]]) return 0;
    return 1;
}

/* Whether the mirror image of each cell belongs to the same dot. */
static int is_symmetric(const Solved *s) {
    for (int32_t row = 0; row < s->height; row++)
        for (int32_t column = 0; column < s->width; column++) {
            int32_t label = s->labels[row * s->width + column];
            if (label == NO_DOT) continue;
            if (label < 0 || label >= s->dots) return 0;
            int32_t right = s->centers[2 * label] - 1 - column;
            int32_t down = s->centers[2 * label + 1] - 1 - row;
            if (right < 0 || down < 0 || right >= s->width || down >= s->height) return 0;
            if (s->labels[down * s->width + right] != label) return 0;
        }
    return 1;
}

/* The first and the last column, or row, that a dot touches. */
static int32_t before(int32_t place) { return (place - 1) / 2; }
static int32_t behind(int32_t place) { return place / 2; }

/* Put the cells that a dot touches into a queue; return how many, -1 if one belongs to
 * another dot. A corner of hexagons has two of the four cells around it. */
static int32_t touch(const Solved *s, int32_t dot, int32_t *queue, uint8_t *is_reached) {
    int32_t x = s->centers[2 * dot], y = s->centers[2 * dot + 1], size = 0;
    int is_between = s->ways == HEXAGONS && x % 2 == 0 && y % 2 == 0;
    for (int32_t row = before(y); row <= behind(y); row++)
        for (int32_t column = before(x); column <= behind(x); column++) {
            if (is_between && (row == before(y)) == (column == before(x))) continue;
            int32_t cell = row * s->width + column;
            if (s->labels[cell] != dot) return -1;
            is_reached[cell] = 1;
            queue[size++] = cell;
        }
    return size;
}

/* Mark the cells of a dot that are connected to it; return 0 if it touches another's. */
static int spread(const Solved *s, int32_t dot, int32_t *queue, uint8_t *is_reached) {
    int32_t size = touch(s, dot, queue, is_reached);
    for (int32_t i = 0; i < size; i++) {
        int32_t row = queue[i] / s->width, column = queue[i] % s->width;
        for (int way = 0; way < s->ways; way++) {
            int32_t next_row = row + WAYS[way][1], next_column = column + WAYS[way][0];
            if (next_row < 0 || next_row >= s->height) continue;
            if (next_column < 0 || next_column >= s->width) continue;
            int32_t next = next_row * s->width + next_column;
            if (is_reached[next] || s->labels[next] != dot) continue;
            is_reached[next] = 1;
            queue[size++] = next;
        }
    }
    return size >= 0;
}

static int is_connected(const Solved *s, int32_t *queue, uint8_t *is_reached) {
    memset(is_reached, 0, cells_of(s));
    for (int32_t dot = 0; dot < s->dots; dot++)
        if (!spread(s, dot, queue, is_reached)) return 0;
    for (int32_t cell = 0; cell < cells_of(s); cell++)
        if (!is_reached[cell] && s->labels[cell] != NO_DOT) return 0;
    return 1;
}

/* `queue` has room for 5 bytes of each cell. */
static int is_solved(const Solved *s, int32_t *queue) {
    return has_centers(s) && has_holes(s) && keeps_walls(s) && is_symmetric(s) &&
           is_connected(s, queue, (uint8_t *)(queue + cells_of(s)));
}

/* Judge each of n labels of one board; return whether there was memory.
 *
 * `board` has the width, the height, the number of dots, and x and y of each on the doubled
 * grid. For the others see `Solved`. */
EXPORT int galaxies_verify_all(const int32_t *board, int32_t ways, const uint8_t *is_cell,
                               const int32_t *walled, int32_t walls, const int32_t *labels,
                               int32_t n, uint8_t *is_right) {
    Solved s = {board[0], board[1], board[2], ways,  board + 3,
                labels,   is_cell,  walls,    walled};
    int32_t *queue = malloc((size_t)cells_of(&s) * (sizeof *queue + 1));
    for (int32_t i = 0; queue && i < n; i++, s.labels += cells_of(&s))
        is_right[i] = is_solved(&s, queue);
    free(queue);
    return queue != NULL;
}

/* Judge the labels of n boards of squares without holes and given walls, `found` of each;
 * return whether there was memory.
 *
 * `boards` has one board after the other, as above, and so has `labels`. */
EXPORT int galaxies_verify(const int32_t *boards, int32_t n, const int32_t *found,
                           const int32_t *labels, uint8_t *is_right) {
    int32_t *queue = NULL, room = 0;
    for (int32_t i = 0; i < n; i++) {
        Solved s = {boards[0], boards[1], boards[2], SQUARES, boards + 3,
                    labels,    NULL,      0,         NULL};
        if (cells_of(&s) > room) {
            free(queue);
            room = cells_of(&s);
            queue = malloc((size_t)room * (sizeof *queue + 1));
            if (!queue) return 0;
        }
        is_right[i] = 1;
        for (int32_t one = 0; one < found[i]; one++, s.labels += cells_of(&s))
            is_right[i] = is_right[i] && is_solved(&s, queue);
        boards += 3 + 2 * (size_t)s.dots;
        labels = s.labels;
    }
    free(queue);
    return 1;
}
