/* The standard rules of Galaxies on pairs of cells: propagation, probing and search.
 *
 * The region of a dot contains a cell if and only if it contains the mirror image, so
 * that a variable is a pair: a dot, a cell and its image. A pair is alive until it is
 * dropped. Each cell knows the number of its live pairs and their exclusive or: where
 * there is one, this is the pair, and it is taken. Then
 *
 * - the other live pairs of both cells of a pair that is taken are dropped,
 * - the pairs of its dot that a given wall keeps apart from it are dropped,
 * - the pairs that a dot no longer reaches through its live pairs are dropped.
 *
 * A trail of what was dropped and taken is undone where a supposition fails. Memory
 * grows with the number of pairs, and work is counted, so that every call ends soon.
 * `fast/propagation.py` states the same rules, and is what this file is tested with.
 */

#include "kernel.h"

/* ---- Propagation ---------------------------------------------------------------- */

static void change(Kernel *k, int32_t dot) {
    if (!k->is_changed[dot]) {
        k->is_changed[dot] = 1;
        k->changed[k->changed_size++] = dot;
    }
}

/* A pair with one live neighbor, or a root without any, connects no others. */
static int connects(const Kernel *k, int32_t pair) {
    const int32_t *beside = k->beside + (size_t)pair * k->ways;
    int alive = k->is_root[pair];
    for (int way = 0; way < k->ways; way++)
        alive += beside[way] >= 0 && k->is_alive[beside[way]];
    return alive > 1;
}

static int leave(Kernel *k, int32_t cell, int32_t pair) {
    k->either[cell] ^= pair;
    int32_t left = --k->count[cell];
    if (left == 1) {
        k->undecided--;
        k->single[k->single_size++] = k->either[cell];
    }
    if (left == 0) k->uncovered = cell;
    return left > 0;
}

static int drop(Kernel *k, int32_t pair) {
    k->is_alive[pair] = 0;
    k->trail[k->trail_size++] = pair;
    k->work++;
    int holds = leave(k, k->cell[pair], pair);
    if (k->image[pair] != k->cell[pair]) holds &= leave(k, k->image[pair], pair);
    if (connects(k, pair)) change(k, k->dot[pair]);
    return holds;
}

static int drop_rivals(Kernel *k, int32_t cell, int32_t pair) {
    if (k->count[cell] == 1) return 1;
    for (int32_t i = k->first_at[cell]; i < k->first_at[cell + 1]; i++) {
        int32_t other = k->at[i];
        if (other != pair && k->is_alive[other] && !drop(k, other)) return 0;
    }
    return 1;
}

int kernel_take(Kernel *k, int32_t pair) {
    if (k->is_taken[pair]) return 1;
    k->is_taken[pair] = 1;
    k->trail[k->trail_size++] = ~pair;
    if (!drop_rivals(k, k->cell[pair], pair)) return 0;
    if (!drop_rivals(k, k->image[pair], pair)) return 0;
    for (int way = 0; k->apart && way < k->ways; way++) {
        int32_t other = k->apart[(size_t)pair * k->ways + way];
        if (other >= 0 && k->is_alive[other] && !drop(k, other)) return 0;
    }
    return 1;
}

/* Mark with `now` the pairs of a dot that its roots reach through live pairs, or
 * through those that are taken. */
void kernel_reach(Kernel *k, int32_t dot, const uint8_t *passes) {
    int32_t size = 0, first = k->first_of_dot[dot], stop = k->first_of_dot[dot + 1];
    k->now++;
    for (int32_t pair = first; pair < stop; pair++)
        if (k->is_root[pair] && passes[pair]) {
            k->reached[pair] = k->now;
            k->queue[size++] = pair;
        }
    for (int32_t i = 0; i < size; i++) {
        const int32_t *beside = k->beside + (size_t)k->queue[i] * k->ways;
        for (int way = 0; way < k->ways; way++) {
            int32_t next = beside[way];
            if (next >= 0 && passes[next] && k->reached[next] != k->now) {
                k->reached[next] = k->now;
                k->queue[size++] = next;
            }
        }
    }
    k->work += size;
}

static int drop_unreached(Kernel *k, int32_t dot) {
    kernel_reach(k, dot, k->is_alive);
    int32_t now = k->now;
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++)
        if (k->is_alive[pair] && k->reached[pair] != now && !drop(k, pair)) return 0;
    return 1;
}

/* Look at the dot that changed last. The pairs that fall connect nothing, and need not be
 * noted. */
static int look_at_one(Kernel *k) {
    int32_t dot = k->changed[--k->changed_size];
    int holds = drop_unreached(k, dot);
    k->is_changed[dot] = 0;
    return holds;
}

int kernel_look(Kernel *k) {
    while (k->changed_size)
        if (!look_at_one(k)) return 0;
    return 1;
}

void kernel_forget(Kernel *k) {
    while (k->changed_size) k->is_changed[k->changed[--k->changed_size]] = 0;
    k->single_size = 0;
}

/* Draw all conclusions; return 0 at a contradiction, of which `holds` tells before. */
static int propagate(Kernel *k, int holds) {
    while (holds && (k->single_size || (k->changed_size && !k->without_cuts))) {
        if (k->single_size) {
            int32_t pair = k->single[--k->single_size];
            holds = k->is_alive[pair] && kernel_take(k, pair);
        } else {
            holds = look_at_one(k);
        }
    }
    if (!(holds && k->without_cuts)) kernel_forget(k);
    return holds;
}

static void join(Kernel *k, int32_t cell, int32_t pair) {
    k->either[cell] ^= pair;
    k->undecided += ++k->count[cell] == 2;
}

void kernel_undo(Kernel *k, int32_t size) {
    while (k->trail_size > size) {
        int32_t pair = k->trail[--k->trail_size];
        if (pair < 0) {
            k->is_taken[~pair] = 0;
        } else {
            k->is_alive[pair] = 1;
            join(k, k->cell[pair], pair);
            if (k->image[pair] != k->cell[pair]) join(k, k->image[pair], pair);
        }
    }
}

/* ---- Probing and search --------------------------------------------------------- */

int kernel_suppose(Kernel *k, int32_t pair, int is_taken) {
    return propagate(k, is_taken ? kernel_take(k, pair) : drop(k, pair));
}

/* Return the number of conclusions if a pair is taken, or dropped; -1 if it cannot be.
 * What has been concluded without a contradiction fits, too, until something changes. */
static int32_t probe(Kernel *k, int32_t pair, int is_taken) {
    int32_t size = k->trail_size, conclusions = -1;
    if (kernel_suppose(k, pair, is_taken)) {
        conclusions = k->trail_size - size;
        for (int32_t i = size; i < k->trail_size; i++) {
            int32_t other = k->trail[i];
            if (other < 0) k->fits[~other] = k->round;
            else k->fits_without[other] = k->round;
        }
    }
    kernel_undo(k, size);
    return conclusions;
}

/* Decide the open pairs that can only be taken, or only be dropped; return 0 at a
 * contradiction. `best` is the pair from which most follows. */
static int probe_all(Kernel *k, int64_t most_work) {
    int32_t size = 0, most, all = k->scope ? k->scope_size : k->pairs;
    for (int32_t i = 0; i < all; i++) {
        int32_t pair = k->scope ? k->scope[i] : i;
        if (is_open(k, pair)) k->open[size++] = pair;
    }
    int is_changed;
    do {
        is_changed = 0;
        most = -1;
        k->round++;
        for (int32_t i = 0; i < size && k->work < most_work; i++) {
            int32_t pair = k->open[i];
            for (int is_taken = 1; is_taken >= 0; is_taken--) {
                int32_t *fits = is_taken ? k->fits : k->fits_without;
                if (fits[pair] == k->round || !is_open(k, pair)) continue;
                int32_t conclusions = probe(k, pair, is_taken);
                if (conclusions < 0) {
                    if (!kernel_suppose(k, pair, !is_taken)) return 0;
                    is_changed = 1;
                    k->round++;
                } else if (is_taken && conclusions > most) {
                    most = conclusions;
                    k->best = pair;
                }
            }
        }
    } while (is_changed && k->work < most_work);
    return 1;
}

/* Undo suppositions until what they exclude can be concluded. */
static int turn_back(Kernel *k) {
    while (k->depth) {
        k->depth--;
        kernel_undo(k, k->before[k->depth]);
        if (kernel_suppose(k, k->supposed[k->depth], 0)) return 1;
    }
    return 0;
}

int kernel_begin(Kernel *k) {
    for (int32_t cell = 0; cell < k->cells; cell++)
        if (k->count[cell] == 1) k->single[k->single_size++] = k->either[cell];
    k->is_begun = 1;
    return k->holds = propagate(k, k->uncovered < 0);
}

int kernel_continue(Kernel *k) {
    k->without_cuts = 0;
    return k->holds = propagate(k, k->holds);
}

/* The pairs that are decided: before propagation, those that dots touch. */
static const uint8_t *decided(const Kernel *k) {
    return k->is_begun ? k->is_taken : k->is_root;
}

static void write_labels(const Kernel *k, int32_t *labels) {
    for (int32_t cell = 0; cell < k->cells; cell++) {
        int is_known = k->count[cell] == 1 && decided(k)[k->either[cell]];
        labels[cell] = is_known ? k->label[k->dot[k->either[cell]]] : -1;
    }
}

/* Propagate; return 0 if some cell, `uncovered`, has no pair left. */
EXPORT int galaxies_settle(Kernel *k) {
    if (!k->is_begun) kernel_begin(k);
    return k->holds;
}

/* Probe each open pair; return 0 at a contradiction. */
EXPORT int galaxies_probe(Kernel *k, int64_t work) {
    if (galaxies_settle(k)) k->holds = probe_all(k, k->work + work);
    return k->holds;
}

EXPORT int32_t galaxies_undecided(const Kernel *k) { return k->undecided; }
EXPORT int32_t galaxies_uncovered(const Kernel *k) { return k->uncovered; }

/* Search for one further solution; return FULL where there is one. */
static int search(Kernel *k, int64_t most_work) {
    while (1) {
        if (!k->holds && !turn_back(k)) return EXHAUSTED;
        k->holds = 1;
        if (k->work >= most_work) return GAVE_UP;
        if (k->undecided) k->holds = probe_all(k, most_work);
        if (!k->holds) continue;
        if (!k->undecided) {
            k->holds = 0;
            return FULL;
        } else if (k->work < most_work) {
            k->supposed[k->depth] = k->best;
            k->before[k->depth++] = k->trail_size;
            k->holds = kernel_suppose(k, k->best, 1);
        }
    }
}

/* Write the labels of up to `most` further solutions; return how the search ended. After
 * FULL and GAVE_UP it can be continued. */
EXPORT int galaxies_search(Kernel *k, int32_t most, int64_t work, int32_t *labels,
                           int32_t *found) {
    int64_t most_work = k->work + work;
    int ending = FULL;
    galaxies_settle(k);
    for (*found = 0; *found < most; ++*found) {
        if ((ending = search(k, most_work)) != FULL) break;
        write_labels(k, labels + (size_t)*found * k->cells);
    }
    return ending;
}

/* ---- The pairs that are open ---------------------------------------------------- */

/* Undo all suppositions, count the pairs that are not both decided and connected to their
 * dot, and keep them in `open`: by their dots, and those of a dot by their cells. */
EXPORT int32_t galaxies_open(Kernel *k) {
    if (k->depth) kernel_undo(k, k->before[0]);
    k->depth = 0;
    int32_t *is_open = k->supposed, *next = k->changed, size = 0; /* not used now */
    for (int32_t dot = 0; dot < k->dots; dot++) {
        kernel_reach(k, dot, decided(k));
        next[dot] = size;
        for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++) {
            is_open[pair] = k->is_alive[pair] && k->reached[pair] != k->now;
            size += is_open[pair];
        }
    }
    for (int32_t cell = 0; cell < k->cells; cell++)
        for (int32_t i = k->first_at[cell]; i < k->first_at[cell + 1]; i++) {
            int32_t pair = k->at[i];
            if (is_open[pair] && k->cell[pair] == cell) k->open[next[k->dot[pair]]++] = pair;
        }
    return size;
}

/* Write the labels of decided cells and, of the n pairs that `galaxies_open` has kept,
 * the dots, cells, images, neighbors and pairs apart (a column of n for each way, n for
 * none), and whether a pair that is taken and connected lies beside. */
EXPORT void galaxies_list(Kernel *k, int32_t n, int32_t *labels, int32_t *dots,
                          int32_t *cells, int32_t *images, int32_t *beside,
                          int32_t *apart, uint8_t *supported) {
    int32_t *number = k->queue;
    write_labels(k, labels);
    for (int32_t pair = 0; pair < k->pairs; pair++) number[pair] = -1;
    for (int32_t i = 0; i < n; i++) number[k->open[i]] = i;
    for (int32_t i = 0; i < n; i++) {
        int32_t pair = k->open[i];
        dots[i] = k->label[k->dot[pair]];
        cells[i] = k->cell[pair];
        images[i] = k->image[pair];
        supported[i] = k->is_root[pair];
        for (int way = 0; way < k->ways; way++) {
            size_t place = (size_t)pair * k->ways + way, target = (size_t)way * n + i;
            int32_t next = k->beside[place], other = k->apart ? k->apart[place] : -1;
            beside[target] = next >= 0 && number[next] >= 0 ? number[next] : n;
            apart[target] = other >= 0 && number[other] >= 0 ? number[other] : n;
            if (next >= 0 && number[next] < 0 && k->is_alive[next]) supported[i] = 1;
        }
    }
}

/* ---- Components ----------------------------------------------------------------- */

/* Whether a pair that is not open, which is taken and connected, lies beside. */
static int is_supported(const Kernel *k, int32_t pair, const int32_t *part) {
    const int32_t *beside = k->beside + (size_t)pair * k->ways;
    int is_near = k->is_root[pair];
    for (int way = 0; way < k->ways; way++)
        is_near |= beside[way] >= 0 && k->is_alive[beside[way]] && part[beside[way]] == -2;
    return is_near;
}

static void join_part(Kernel *k, int32_t *part, int32_t pair, int32_t *size) {
    if (pair < 0 || part[pair] != -1) return;
    part[pair] = k->parts;
    k->parted[(*size)++] = pair;
}

/* Divide the n open pairs into components that share no cell, and of which none needs
 * another one to be connected; return whether there was memory. */
int kernel_divide(Kernel *k, int32_t n) {
    size_t most = 2 * (size_t)k->most_pairs + 1;
    if (!k->blocks[2]) k->blocks[2] = malloc(most * sizeof(int32_t));
    if (!k->blocks[2]) return 0;
    k->parted = k->blocks[2];
    k->first_of_part = k->parted + k->most_pairs;
    int32_t *part = k->queue, size = 0, reached = 0;
    for (int32_t pair = 0; pair < k->pairs; pair++) part[pair] = -2;
    for (int32_t i = 0; i < n; i++) part[k->open[i]] = -1;
    k->parts = 0;
    for (int32_t i = 0; i < n; i++) {
        if (part[k->open[i]] != -1) continue;
        k->first_of_part[k->parts] = size;
        join_part(k, part, k->open[i], &size);
        for (; reached < size; reached++) {
            int32_t pair = k->parted[reached], ends[2] = {k->cell[pair], k->image[pair]};
            int is_near = is_supported(k, pair, part);
            for (int end = 0; end < 2; end++)
                for (int32_t j = k->first_at[ends[end]]; j < k->first_at[ends[end] + 1]; j++)
                    join_part(k, part, k->at[j], &size);
            for (int way = 0; way < k->ways; way++) {
                size_t place = (size_t)pair * k->ways + way;
                int32_t next = k->beside[place];
                if (k->apart) join_part(k, part, k->apart[place], &size);
                if (next >= 0 && part[next] == -1 && !(is_near && is_supported(k, next, part)))
                    join_part(k, part, next, &size);
            }
        }
        k->parts++;
    }
    k->first_of_part[k->parts] = size;
    return 1;
}

/* Whether a cell has several live pairs of which this is the first one. */
static int is_first_of(const Kernel *k, int32_t cell, int32_t pair) {
    int32_t i = k->first_at[cell];
    if (k->count[cell] < 2 || !k->is_alive[pair]) return 0;
    while (!k->is_alive[k->at[i]]) i++;
    return k->at[i] == pair;
}

/* Count the solutions of a component, and mark the pairs that some solution takes; return
 * -1 if the work is done before. Nothing stays decided. */
static int32_t count(Kernel *k, int32_t part, int64_t most_work, uint8_t *is_used) {
    int32_t before = k->trail_size, undecided = k->undecided, found = 0;
    k->scope = k->parted + k->first_of_part[part];
    k->scope_size = k->first_of_part[part + 1] - k->first_of_part[part];
    k->undecided = 0;
    for (int32_t i = 0; i < k->scope_size; i++) {
        int32_t pair = k->scope[i], cell = k->cell[pair], image = k->image[pair];
        k->undecided += is_first_of(k, cell, pair);
        if (image != cell) k->undecided += is_first_of(k, image, pair);
    }
    int ending;
    for (; (ending = search(k, most_work)) == FULL; found++)
        for (int32_t i = 0; i < k->scope_size; i++)
            is_used[k->scope[i]] |= k->is_alive[k->scope[i]];
    kernel_undo(k, before);
    k->undecided = undecided;
    k->depth = 0;
    k->holds = 1;
    k->scope = NULL;
    return ending == EXHAUSTED ? found : -1;
}

/* Divide the n pairs of `galaxies_open` into components and count the solutions of each,
 * with some work for each: `part` has the component of each pair, and `numbers` the
 * number of its solutions, or -1. Then drop the pairs that none of them takes; return the
 * number of components, -1 where one has no solution, -2 without memory. */
EXPORT int32_t galaxies_components(Kernel *k, int32_t n, int64_t work, int32_t *part,
                                   int32_t *numbers) {
    uint8_t *is_used = calloc((size_t)k->pairs + 1, 1);
    if (!is_used || !kernel_divide(k, n)) {
        free(is_used);
        return -2;
    }
    for (int32_t i = 0; i < n; i++) part[i] = k->queue[k->open[i]];
    for (int32_t i = 0; i < k->parts && k->holds; i++) {
        numbers[i] = count(k, i, k->work + work, is_used);
        k->holds = numbers[i] != 0;
        for (int32_t j = k->first_of_part[i]; j < k->first_of_part[i + 1]; j++)
            is_used[k->parted[j]] |= numbers[i] < 0;
    }
    for (int32_t i = 0; i < n && k->holds; i++) {
        int32_t pair = k->parted[i];
        if (!is_used[pair] && k->is_alive[pair]) k->holds = kernel_suppose(k, pair, 0);
    }
    free(is_used);
    return k->holds ? k->parts : -1;
}

/* ---- Making the pairs ----------------------------------------------------------- */

EXPORT void galaxies_free(Kernel *k) {
    if (!k) return;
    for (size_t i = 0; i < sizeof k->blocks / sizeof *k->blocks; i++) free(k->blocks[i]);
    free(k);
}

/* Give arrays their places in blocks of memory. */
static int32_t *carve(int32_t **free_space, size_t size) {
    int32_t *start = *free_space;
    *free_space += size;
    return start;
}

static int allocate_dots(Kernel *k) {
    size_t dots = (size_t)k->most_dots + 1;
    k->label = k->blocks[0] = malloc(2 * dots * sizeof *k->label);
    k->first_of_dot = k->label + dots;
    return k->label != NULL;
}

static int allocate(Kernel *k, int has_walls) {
    size_t n = (size_t)k->most_pairs + 1, cells = (size_t)k->cells + 1;
    size_t dots = (size_t)k->most_dots + 1, links = n * (size_t)k->ways;
    size_t words = links * (has_walls ? 2 : 1) + 15 * n + 5 * cells + dots;
    size_t bytes = 3 * n + dots;
    int32_t *space = k->blocks[1] = calloc(words * sizeof *space + bytes, 1);
    if (!space) return 0;
    k->dot = carve(&space, n);
    k->cell = carve(&space, n);
    k->image = carve(&space, n);
    k->beside = carve(&space, links);
    k->apart = has_walls ? carve(&space, links) : NULL;
    k->at = carve(&space, 2 * n);
    k->trail = carve(&space, 2 * n);
    k->queue = carve(&space, n);
    k->reached = carve(&space, n);
    k->supposed = carve(&space, n);
    k->before = carve(&space, n);
    k->fits = carve(&space, n);
    k->fits_without = carve(&space, n);
    k->open = carve(&space, n);
    k->first_at = carve(&space, cells + 1);
    k->count = carve(&space, cells);
    k->either = carve(&space, cells);
    k->single = carve(&space, cells);
    k->changed = carve(&space, dots);
    k->is_root = (uint8_t *)space;
    k->is_alive = k->is_root + n;
    k->is_taken = k->is_alive + n;
    k->is_changed = k->is_taken + n;
    return 1;
}

/* Give each cell its pairs. */
static void index_cells(Kernel *k) {
    for (int32_t pair = 0; pair < k->pairs; pair++) {
        int32_t cell = k->cell[pair], image = k->image[pair];
        k->is_alive[pair] = 1;
        k->count[cell]++;
        k->either[cell] ^= pair;
        if (image == cell) continue;
        k->count[image]++;
        k->either[image] ^= pair;
    }
    for (int32_t cell = 0; cell < k->cells; cell++) {
        k->first_at[cell + 1] = k->first_at[cell] + k->count[cell];
        k->undecided += k->count[cell] > 1;
    }
    int32_t *next = k->single; /* which is not used yet */
    memcpy(next, k->first_at, (size_t)k->cells * sizeof *next);
    for (int32_t pair = 0; pair < k->pairs; pair++) {
        k->at[next[k->cell[pair]]++] = pair;
        if (k->image[pair] != k->cell[pair]) k->at[next[k->image[pair]]++] = pair;
    }
}

/* Return the number of the cell at (right, down) of the first one. */
static int32_t at(const Rim *rim, int32_t right, int32_t down) {
    return (down + 1) * rim->stride + right + 1;
}

/* Return the number of pairs that a dot touches, and a cell of each. */
static int touched(const Rim *rim, int32_t dot, int32_t *places) {
    int32_t x = rim->centers[2 * dot] - 1, y = rim->centers[2 * dot + 1] - 1;
    int is_two_wide = x % 2, is_two_high = y % 2;
    places[0] = at(rim, (x + 1) / 2, y / 2);
    places[1] = at(rim, (x + 1) / 2, (y + 1) / 2);
    if (!is_two_wide) places[0] = places[1];
    return is_two_wide && is_two_high && rim->has_corners ? 2 : 1;
}

static int make_rim(Rim *rim, const uint8_t *is_cell) {
    int32_t rows = rim->height + 2;
    rim->stride = rim->width + 2;
    size_t size = (size_t)rows * rim->stride;
    rim->most_pairs = rim->width * rim->height + 2 * rim->dots;
    rim->plain = malloc((2 * size + (size_t)rim->dots + 1) * sizeof *rim->plain);
    rim->is_free = calloc(size, 1);
    rim->place = malloc((size_t)rim->most_pairs * sizeof *rim->place);
    if (!rim->plain || !rim->is_free || !rim->place) return NO_MEMORY;
    rim->pair_at = rim->plain + size;
    rim->sum = rim->pair_at + size;
    memset(rim->plain, -1, 2 * size * sizeof *rim->plain);
    for (int32_t cell = 0; cell < rim->width * rim->height; cell++) {
        if (is_cell && !is_cell[cell]) continue;
        int32_t place = at(rim, cell % rim->width, cell / rim->width);
        rim->plain[place] = cell;
        rim->is_free[place] = 1;
    }
    for (int way = 0; way < rim->ways; way++)
        rim->step[way] = rim->steps[2 * way] + rim->steps[2 * way + 1] * rim->stride;
    return rim_touch(rim) ? EXHAUSTED : CONTESTED;
}

int rim_touch(Rim *rim) {
    for (int32_t dot = 0; dot < rim->dots; dot++) {
        const int32_t *center = rim->centers + 2 * dot;
        rim->sum[dot] = center[0] + 1 + (center[1] + 1) * rim->stride;
        int32_t places[2];
        for (int i = touched(rim, dot, places) - 1; i >= 0; i--) {
            int32_t place = places[i], image = rim->sum[dot] - place;
            if (!rim->is_free[place] || !rim->is_free[image]) return 0;
            rim->is_free[place] = rim->is_free[image] = 0;
        }
    }
    return 1;
}

static void free_rim(Rim *rim) {
    free(rim->plain);
    free(rim->is_free);
    free(rim->place);
}

static int add_pair(Kernel *k, Rim *rim, int32_t dot, int32_t place) {
    if (k->pairs == rim->most_pairs) {
        if (rim->most_pairs >= MOST_PAIRS) return 0;
        size_t size = 2 * (size_t)rim->most_pairs * sizeof *rim->place;
        int32_t *grown = realloc(rim->place, size);
        if (!grown) return 0;
        rim->place = grown;
        rim->most_pairs *= 2;
    }
    int32_t image = rim->sum[dot] - place;
    rim->place[k->pairs] = place > image ? place : image;
    rim->pair_at[place] = rim->pair_at[image] = k->pairs++;
    return 1;
}

static int is_walled(const Rim *rim, int32_t place, int32_t image, int way) {
    if (!rim->walls) return 0;
    int here = rim->walls[rim->plain[place]] >> way & 1;
    return here | (rim->walls[rim->plain[image]] >> (way ^ 1) & 1);
}

/* Find the pairs that each dot can reach. */
static int find_pairs(Kernel *k, Rim *rim) {
    for (int32_t dot = 0; dot < k->dots; dot++) {
        int32_t first = k->first_of_dot[dot] = k->pairs, places[2];
        for (int i = touched(rim, dot, places) - 1; i >= 0; i--)
            if (!add_pair(k, rim, dot, places[i])) return 0;
        for (int32_t pair = first; pair < k->pairs; pair++)
            for (int way = 0; way < rim->ways; way++) {
                int32_t place = rim->place[pair], image = rim->sum[dot] - place;
                int32_t next = place + rim->step[way], opposite = image - rim->step[way];
                if (rim->is_free[next] && rim->is_free[opposite] &&
                    rim->pair_at[next] < first && !is_walled(rim, place, image, way) &&
                    !add_pair(k, rim, dot, next))
                    return 0;
            }
    }
    k->first_of_dot[k->dots] = k->pairs;
    return 1;
}

/* Describe the pairs, and link each with those beside it. */
static void link_pairs(Kernel *k, Rim *rim) {
    for (int32_t dot = 0; dot < k->dots; dot++) {
        int32_t first = k->first_of_dot[dot], stop = k->first_of_dot[dot + 1], places[2];
        for (int32_t pair = first; pair < stop; pair++) {
            int32_t place = rim->place[pair], image = rim->sum[dot] - place;
            k->dot[pair] = dot;
            k->cell[pair] = rim->plain[place];
            k->image[pair] = rim->plain[image];
            rim->pair_at[place] = rim->pair_at[image] = pair;
        }
        for (int i = touched(rim, dot, places) - 1; i >= 0; i--) k->is_root[first + i] = 1;
        for (int32_t pair = first; pair < stop; pair++)
            for (int way = 0; way < rim->ways; way++) {
                int32_t place = rim->place[pair], image = rim->sum[dot] - place;
                int32_t next = rim->pair_at[place + rim->step[way]];
                if (next < first || next >= stop || next == pair) continue;
                int32_t *links = is_walled(rim, place, image, way) ? k->apart : k->beside;
                links[(size_t)pair * k->ways + way] = next;
            }
    }
}

Kernel *kernel_empty(int32_t cells, int32_t ways) {
    Kernel *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->cells = k->most_dots = cells;
    k->ways = ways;
    if (allocate_dots(k)) return k;
    free(k);
    return NULL;
}

/* Forget the pairs of other dots. */
static void clear(Kernel *k) {
    size_t n = k->pairs, cells = k->cells, links = n * (size_t)k->ways;
    memset(k->beside, -1, links * sizeof *k->beside);
    if (k->apart) memset(k->apart, -1, links * sizeof *k->apart);
    memset(k->is_root, 0, n);
    memset(k->is_taken, 0, n);
    memset(k->is_changed, 0, k->dots);
    memset(k->count, 0, cells * sizeof *k->count);
    memset(k->either, 0, cells * sizeof *k->either);
    k->uncovered = -1;
    k->undecided = k->trail_size = k->single_size = k->changed_size = k->depth = 0;
    k->is_begun = k->without_cuts = 0;
    k->work = 0;
}

int kernel_rebuild(Kernel *k, Rim *rim) {
    k->dots = rim->dots;
    k->pairs = 0;
    if (!find_pairs(k, rim)) return 0;
    if (k->pairs > k->most_pairs || !k->blocks[1]) {
        k->most_pairs = k->blocks[1] ? k->pairs / 2 * 3 : k->pairs;
        free(k->blocks[1]);
        free(k->blocks[2]);
        k->blocks[2] = NULL;
        k->now = 0;
        if (!allocate(k, rim->walls != NULL)) return 0;
    }
    if (k->now > MOST_STAMPS) {
        memset(k->reached, 0, (size_t)k->most_pairs * sizeof *k->reached);
        k->now = 0;
    }
    clear(k);
    link_pairs(k, rim);
    index_cells(k);
    return 1;
}

/* Whether numbers describe a board, with its dots inside. */
static int is_board(const int32_t *numbers, int32_t size) {
    if (size < 5) return 0;
    int64_t width = numbers[0], height = numbers[1], ways = numbers[3], dots = numbers[4];
    if (width < 1 || height < 1 || width > MOST_CELLS || width * height > MOST_CELLS)
        return 0;
    if (ways < 2 || ways > MOST_WAYS || ways % 2 || dots < 0 || dots > 4 * MOST_CELLS)
        return 0;
    if (size != 5 + 2 * ways + 2 * dots) return 0;
    const int32_t *step = numbers + 5, *center = step + 2 * ways;
    for (int i = 0; i < 2 * ways; i += 4)
        for (int axis = i; axis < i + 2; axis++)
            if (step[axis] < -1 || step[axis] > 1 || (int64_t)step[axis] + step[axis + 2])
                return 0;
    for (int64_t i = 0; i < 2 * dots; i += 2)
        if (center[i] < 1 || center[i + 1] < 1 || center[i] >= 2 * width ||
            center[i + 1] >= 2 * height)
            return 0;
    return 1;
}

/* Return the kernel of a board; NULL where `ending` says why not.
 *
 * `numbers`, of which there are `size`, are the width, the height, whether the lattice has corners, the number of
 * ways and that of dots, the steps right and down of each way, and the places x and y of
 * each dot on the doubled grid, strictly inside the board. Opposite ways follow each
 * other. `is_cell` tells cells from holes, and `walls` has for each cell a bit for each
 * way in which a given wall is; NULL for none. */
EXPORT Kernel *galaxies_board(const int32_t *numbers, int32_t size, const uint8_t *is_cell,
                              const uint8_t *walls, int32_t *ending) {
    *ending = FAULTY;
    if (!is_board(numbers, size)) return NULL;
    const int32_t *steps = numbers + 5, *centers = steps + 2 * numbers[3];
    Rim rim = {.width = numbers[0], .height = numbers[1], .has_corners = numbers[2],
               .ways = numbers[3], .dots = numbers[4], .steps = steps,
               .centers = centers, .walls = walls};
    Kernel *k = calloc(1, sizeof *k);
    *ending = make_rim(&rim, is_cell);
    int is_made = 0;
    if (k && *ending == EXHAUSTED) {
        k->cells = rim.width * rim.height;
        k->most_dots = rim.dots;
        k->ways = rim.ways;
        is_made = allocate_dots(k) && kernel_rebuild(k, &rim);
    }
    if (is_made) {
        for (int32_t dot = 0; dot < k->dots; dot++) k->label[dot] = dot;
        for (int32_t cell = 0; cell < k->cells && k->uncovered < 0; cell++)
            if (!k->count[cell] && (!is_cell || is_cell[cell])) k->uncovered = cell;
    } else {
        if (*ending == EXHAUSTED) *ending = NO_MEMORY;
        galaxies_free(k);
        k = NULL;
    }
    free_rim(&rim);
    return k;
}
