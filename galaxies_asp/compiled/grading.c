/* The levels of the deductions that a puzzle of a division needs.
 *
 * Propagation with the pairs that a region needs to be connected is the level CUT_OFF. The
 * levels above it decide a cell if each wrong pair of it fails. Taken, a pair fails at
 * once, or after rounds of deductions; or the region of its dot fails by itself, since the
 * only way that is left for it contradicts something, or it crosses another one.
 *
 * `explaining/answers/grading.py` states the same, one cell after the other. Here the parts of the
 * open pairs that do not depend on each other are decided one by one.
 */

#include "making.h"

enum { MOST_ROUNDS = 8 }; /* of deductions after a pair is taken */

/* ---- Regions that need a pair ------------------------------------------------------- */

/* Whether there are taken pairs of a dot that others do not connect to it. */
static int is_loose(Kernel *k, int32_t dot) {
    kernel_reach(k, dot, k->is_taken);
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++)
        if (k->is_taken[pair] && k->reached[pair] != k->now) return 1;
    return 0;
}

/* Whether taken pairs of a dot cannot be reached without a pair. */
static int needs(Kernel *k, int32_t dot, int32_t pair) {
    int is_needed = 0;
    k->is_alive[pair] = 0;
    kernel_reach(k, dot, k->is_alive);
    k->is_alive[pair] = 1;
    for (int32_t i = k->first_of_dot[dot]; i < k->first_of_dot[dot + 1]; i++)
        is_needed |= k->is_taken[i] && k->reached[i] != k->now;
    return is_needed;
}

/* List the pairs before a taken pair on a shortest way from its dot; return how many. */
static int32_t way_to(Kernel *k, int32_t target, int32_t *way) {
    int32_t *before = k->fits, dot = k->dot[target], size = 0, n = 0; /* not used else */
    k->now++;
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++) {
        if (!k->is_root[pair]) continue;
        k->reached[pair] = k->now;
        before[pair] = -1;
        k->queue[size++] = pair;
    }
    for (int32_t i = 0; i < size && k->reached[target] != k->now; i++)
        for (int side = 0; side < k->ways; side++) {
            int32_t pair = k->queue[i], next = k->beside[(size_t)pair * k->ways + side];
            if (next < 0 || !k->is_alive[next] || k->reached[next] == k->now) continue;
            k->reached[next] = k->now;
            before[next] = pair;
            k->queue[size++] = next;
        }
    for (int32_t pair = before[target]; pair >= 0; pair = before[pair]) way[n++] = pair;
    return n;
}

static int has(const int32_t *list, int32_t n, int32_t item) {
    for (int32_t i = 0; i < n; i++)
        if (list[i] == item) return 1;
    return 0;
}

/* List the open pairs without which the taken pairs of a dot would not be connected. */
static int32_t needed(Kernel *k, int32_t dot, int32_t *list) {
    int32_t *way = k->open, n = 0; /* not used else */
    if (!is_loose(k, dot)) return 0;
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++) {
        if (!k->is_taken[pair]) continue;
        for (int32_t i = way_to(k, pair, way) - 1; i >= 0; i--)
            if (!k->is_taken[way[i]] && !has(list, n, way[i]) && needs(k, dot, way[i]))
                list[n++] = way[i];
    }
    return n;
}

/* List the pairs that the dots need of which something was decided since the trail had a
 * size. */
static int32_t needed_since(Maker *m, int32_t size, int32_t *list) {
    Kernel *k = m->kernel;
    int32_t n = 0;
    m->now_seen++;
    for (int32_t i = size; i < k->trail_size; i++) {
        int32_t pair = k->trail[i] < 0 ? ~k->trail[i] : k->trail[i], dot = k->dot[pair];
        if (m->seen[m->total[dot]] == m->now_seen) continue;
        m->seen[m->total[dot]] = m->now_seen;
        n += needed(k, dot, list + n);
    }
    return n;
}

void maker_connect(Maker *m, int32_t size) {
    Kernel *k = m->kernel;
    int32_t *list = k->fits_without, n; /* not used else */
    do {
        n = needed_since(m, size, list);
        size = k->trail_size;
        for (int32_t i = 0; i < n; i++)
            if (!k->is_taken[list[i]]) kernel_suppose(k, list[i], 1);
    } while (n);
}

/* ---- Regions that cross ------------------------------------------------------------- */

/* Mark the cells that a dot may have as inside, and those that it has with a bit. */
static void mark_area(Maker *m, int32_t dot, int bit) {
    const Kernel *k = m->kernel;
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++) {
        int32_t ends[2] = {k->cell[pair], k->image[pair]};
        if (!k->is_alive[pair]) continue;
        for (int end = 0; end < 2; end++) {
            int32_t cell = ends[end];
            if (m->inside[cell] != m->now_inside) m->trial[cell] = m->fresh[cell] = 0;
            m->inside[cell] = m->now_inside;
            if (k->is_taken[pair]) m->trial[cell] |= bit;
        }
    }
}

/* Whether cells of two regions alternate on the way around their area that begins at a
 * side of a cell: a, b, a, b. A cell occurs once for each side, `fresh` has those seen. */
static int alternate(Maker *m, int32_t place, int side) {
    int32_t down = m->stride, squares[] = {-down, 1, down, -1};
    int32_t hexagons[] = {1, down, down - 1, -1, -down, 1 - down};
    int is_square = m->recipe.has_corners, sides = m->recipe.ways;
    const int32_t *around = is_square ? squares : hexagons;
    int32_t first = 0, last = 0, runs = 0;
    if (m->inside[place + around[side]] == m->now_inside) return 0;
    while (!(m->fresh[place] >> side & 1)) {
        m->fresh[place] |= 1 << side;
        if (m->trial[place] && m->trial[place] != last) {
            last = m->trial[place];
            if (!runs++) first = last;
        }
        int turned = (side + 1) % sides;
        int32_t beside = place + around[turned], corner = beside + around[side];
        if (m->inside[beside] != m->now_inside) {
            side = turned;
        } else if (!is_square || m->inside[corner] == m->now_inside) {
            place = is_square ? corner : beside;
            side = (side + sides - 1) % sides;
        } else {
            place = beside;
        }
    }
    return runs - (runs > 1 && first == last) >= 4;
}

/* Whether the region of a dot crosses that of another one. */
static int cross(Maker *m, int32_t dot, int32_t other) {
    const Kernel *k = m->kernel;
    m->now_inside++;
    mark_area(m, dot, 1);
    mark_area(m, other, 2);
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++)
        for (int side = 0; side < m->recipe.ways && k->is_taken[pair]; side++)
            if (alternate(m, k->cell[pair], side) || alternate(m, k->image[pair], side))
                return 1;
    return 0;
}

/* Whether the region of a dot crosses one that may have a cell of it. */
static int crosses(Maker *m, int32_t dot) {
    Kernel *k = m->kernel;
    if (!is_loose(k, dot)) return 0;
    m->now_seen++;
    m->seen[m->total[dot]] = m->now_seen;
    for (int32_t pair = k->first_of_dot[dot]; pair < k->first_of_dot[dot + 1]; pair++) {
        if (!is_open(k, pair)) continue;
        int32_t ends[2] = {k->cell[pair], k->image[pair]};
        for (int end = 0; end < 2; end++)
            for (int32_t i = k->first_at[ends[end]]; i < k->first_at[ends[end] + 1]; i++) {
                int32_t rival = k->at[i], other = k->dot[rival];
                if (!k->is_alive[rival] || m->seen[m->total[other]] == m->now_seen) continue;
                m->seen[m->total[other]] = m->now_seen;
                if (is_loose(k, other) && cross(m, dot, other)) return 1;
            }
    }
    return 0;
}

/* ---- Pairs that fail ---------------------------------------------------------------- */

/* Take pairs and drop what contradicts them; return 0 at a contradiction. */
static int take_all(Kernel *k, const int32_t *pairs, int32_t n) {
    for (int32_t i = 0; i < n; i++)
        if (!k->is_alive[pairs[i]] || !kernel_take(k, pairs[i])) return 0;
    return kernel_look(k);
}

/* Take what a round of deductions gives: the pairs that are alone at a cell, and those that
 * dots need of which something was decided since the trail had a size. Return 1 for
 * none, 0 at a contradiction, else -1. */
static int deduce(Maker *m, int32_t size) {
    Kernel *k = m->kernel;
    int32_t *list = k->fits_without, n = 0;
    for (int32_t i = 0; i < k->single_size; i++)
        if (!k->is_taken[k->single[i]]) list[n++] = k->single[i];
    k->single_size = 0;
    n += needed_since(m, size, list + n);
    return !n ? 1 : take_all(k, list, n) ? -1 : 0;
}

/* Whether a region fails by itself where it takes what it needs. */
static int fails_alone(Maker *m, int32_t dot) {
    Kernel *k = m->kernel;
    int32_t *list = k->fits_without, n;
    if (crosses(m, dot)) return 1;
    while ((n = needed(k, dot, list)))
        if (!take_all(k, list, n)) return 1;
    return crosses(m, dot);
}

/* Whether a pair fails by deductions of a level. */
static int fails(Maker *m, int32_t pair, int level) {
    Kernel *k = m->kernel;
    int32_t start = k->trail_size, before = start, state = -1;
    int is_wrong = !take_all(k, &pair, 1);
    int32_t round = 0;
    while (level == TRIAL && round < MOST_ROUNDS && !is_wrong) {
        int32_t size = k->trail_size;
        if ((state = deduce(m, before)) == 1) break;
        round++;
        if (!state) break;
        before = size;
    }
    if (!is_wrong) is_wrong = !state || (level > CONTRARY && fails_alone(m, k->dot[pair]));
    if (is_wrong && round > m->rounds) m->rounds = round;
    kernel_forget(k);
    kernel_undo(k, start);
    return is_wrong;
}

/* ---- Cells that are decided --------------------------------------------------------- */

/* Whether all wrong pairs of a cell fail by deductions of a level. What is known about a
 * pair is kept: the level at which it fails, and the state of the trail and the level at
 * which it does not. */
static int is_decided(Maker *m, int32_t cell, int32_t right, int level) {
    Kernel *k = m->kernel;
    int32_t *failed = k->supposed, *passed = k->before; /* not used else */
    for (int32_t i = k->first_at[cell]; i < k->first_at[cell + 1]; i++) {
        int32_t pair = k->at[i], state = k->trail_size * (SEARCH + 1) + level;
        if (pair == right || !k->is_alive[pair]) continue;
        if (failed[pair] <= level) continue;
        if (passed[pair] == state) return 0;
        if (!fails(m, pair, level)) {
            passed[pair] = state;
            return 0;
        }
        failed[pair] = level;
    }
    return 1;
}

/* Decide cells of a part by a level; return their number. At the first level all are
 * decided that can be, else one. */
static int32_t decide(Maker *m, int32_t part, int level) {
    Kernel *k = m->kernel;
    int32_t found = 0;
    for (int32_t i = k->first_of_part[part]; i < k->first_of_part[part + 1]; i++) {
        int32_t pair = k->parted[i], size = k->trail_size;
        if (!is_open(k, pair) || !maker_is_true(m, pair)) continue;
        m->rounds = 1;
        if (!is_decided(m, k->cell[pair], pair, level) &&
            !is_decided(m, k->image[pair], pair, level))
            continue;
        kernel_suppose(k, pair, 1);
        maker_connect(m, size);
        found++;
        if (level > CONTRARY) break;
    }
    return found;
}

int maker_refute(Maker *m, int most, int32_t *rounds) {
    Kernel *k = m->kernel;
    int hardest = CUT_OFF;
    *rounds = 0;
    if (!kernel_divide(k, galaxies_open(k))) longjmp(m->out_of_memory, 1);
    for (int32_t pair = 0; pair < k->pairs; pair++) {
        k->supposed[pair] = SEARCH;
        k->before[pair] = -1;
    }
    for (int32_t part = 0; part < k->parts; part++)
        for (int level = CONTRARY; maker_has_open(k, part);) {
            int32_t found = decide(m, part, level);
            if (!found && level == most) {
                hardest = OPEN;
                break;
            }
            if (found && level > hardest && hardest != OPEN) hardest = level;
            if (found && level == TRIAL) *rounds += m->rounds;
            level = found ? CONTRARY : level + 1;
        }
    return hardest;
}
