/* Whether the puzzle of a division has other solutions, and what its proof needs.
 *
 * The kernel propagates, first without connectivity; taken pairs with a single way to
 * their dot take it. Then each wrong pair is supposed, in each part of the open pairs that
 * does not depend on others. At last another solution is searched for that prefers the
 * known one, so that it differs in few places only.
 */

#include "making.h"

/* ---- Propagation ----------------------------------------------------------------- */

/* Find the pairs of the dots of all regions. */
static void rebuild(Maker *m) {
    Rim *rim = &m->rim;
    rim->dots = 0;
    memset(rim->is_free, 0, m->numbers);
    memset(rim->pair_at, -1, (size_t)m->numbers * sizeof *rim->pair_at);
    for (int32_t i = 0; i < m->cells; i++) {
        int32_t cell = m->cell[i], total = m->owner[cell];
        rim->is_free[cell] = 1;
        if (m->head[total] != cell) continue;
        m->centers[2 * rim->dots] = total % m->stride - 1;
        m->centers[2 * rim->dots + 1] = total / m->stride - 1;
        m->total[rim->dots++] = total;
    }
    rim_touch(rim);
    if (!kernel_rebuild(m->kernel, rim)) longjmp(m->out_of_memory, 1);
}

/* Whether a pair belongs to the known solution. */
static int is_true(const Maker *m, int32_t pair) {
    return m->owner[m->kernel->cell[pair]] == m->total[m->kernel->dot[pair]];
}

/* Return the only open pair beside the taken pairs that are connected to a pair, or -1. */
static int32_t only_way(Kernel *k, int32_t pair) {
    int32_t size = 0, ways = 0, only = -1, now = k->now;
    k->reached[pair] = now;
    k->queue[size++] = pair;
    for (int32_t i = 0; i < size; i++)
        for (int way = 0; way < k->ways; way++) {
            int32_t next = k->beside[(size_t)k->queue[i] * k->ways + way];
            if (next < 0 || !k->is_alive[next]) continue;
            if (!k->is_taken[next]) {
                ways += next != only;
                only = next;
            } else if (k->reached[next] != now) {
                k->reached[next] = now;
                k->queue[size++] = next;
            }
        }
    return ways == 1 ? only : -1;
}

/* Taken pairs with a single way to their dot take it; return how often this was so. */
static int32_t lead_out(Maker *m) {
    Kernel *k = m->kernel;
    int32_t found = 0;
    for (int32_t dot = 0; dot < k->dots; dot++) {
        int32_t first = k->first_of_dot[dot], stop = k->first_of_dot[dot + 1];
        int has_open = 0;
        for (int32_t pair = first; pair < stop && !has_open; pair++)
            has_open = is_open(k, pair);
        if (!has_open) continue;
        kernel_reach(k, dot, k->is_taken);
        for (int32_t pair = first; pair < stop; pair++) {
            if (!k->is_taken[pair] || k->reached[pair] == k->now) continue;
            int32_t only = only_way(k, pair);
            if (only < 0) continue;
            kernel_suppose(k, only, 1);
            found++;
            break;
        }
    }
    return found;
}

/* ---- Is the known solution the only one? ------------------------------------------- */

static int has_open(const Kernel *k, int32_t part) {
    for (int32_t i = k->first_of_part[part]; i < k->first_of_part[part + 1]; i++)
        if (is_open(k, k->parted[i])) return 1;
    return 0;
}

/* Note the regions that take part where the present state differs from the solution. */
static void note_place(Maker *m, int32_t part) {
    const Kernel *k = m->kernel;
    int32_t before = m->differing_size;
    m->now_seen++;
    for (int32_t i = k->first_of_part[part]; i < k->first_of_part[part + 1]; i++) {
        int32_t pair = k->parted[i];
        if (!k->is_alive[pair] || is_true(m, pair)) continue;
        int32_t totals[3] = {m->total[k->dot[pair]], m->owner[k->cell[pair]],
                             m->owner[k->image[pair]]};
        for (int j = 0; j < 3; j++) {
            if (m->seen[totals[j]] == m->now_seen) continue;
            m->seen[totals[j]] = m->now_seen;
            m->differing[m->differing_size++] = totals[j];
        }
    }
    if (m->differing_size > before) m->first_of_place[++m->places] = m->differing_size;
}

/* Search for a solution of a part; return 1 for one, 0 for none, -1 if it takes too
 * long. Where nothing is found, nothing stays decided. */
static int descend(Maker *m, int32_t part, int64_t most_work) {
    Kernel *k = m->kernel;
    int32_t start = k->trail_size;
    while (1) {
        int32_t pick = -1, least = INT32_MAX;
        if (k->work > most_work) return -1;
        for (int32_t i = k->first_of_part[part]; i < k->first_of_part[part + 1]; i++) {
            int32_t pair = k->parted[i];
            if (!is_open(k, pair)) continue;
            int32_t order = 2 * k->count[k->cell[pair]] + !is_true(m, pair);
            if (order >= least) continue;
            least = order;
            pick = pair;
        }
        if (pick < 0) return 1;
        int32_t before = k->trail_size;
        if (kernel_suppose(k, pick, 1)) {
            int found = descend(m, part, most_work);
            if (found) return found;
        }
        kernel_undo(k, before);
        if (!kernel_suppose(k, pick, 0)) {
            kernel_undo(k, start);
            return 0;
        }
    }
}

/* Suppose the wrong pairs of a part one by one, as long as something changes; return
 * OPEN where another solution is found, else the number of pairs that are left. */
static int32_t probe_part(Maker *m, int32_t part, int32_t n, int64_t most_work) {
    Kernel *k = m->kernel;
    int32_t *wrong = k->before; /* not used else */
    int is_changed = 1;
    while (is_changed && has_open(k, part)) {
        int32_t left = 0;
        is_changed = 0;
        for (int32_t i = 0; i < n; i++) {
            int32_t pair = wrong[i], before = k->trail_size;
            if (!k->is_alive[pair]) continue;
            int fits = k->work > most_work || kernel_suppose(k, pair, 1);
            int is_full = fits && k->work <= most_work && !has_open(k, part);
            if (is_full) note_place(m, part);
            kernel_undo(k, before);
            if (is_full) return OPEN;
            if (fits) wrong[left++] = pair;
            else is_changed = 1, kernel_suppose(k, pair, 0);
        }
        n = left;
    }
    return n;
}

/* Return what the proof of a part needs, or OPEN where another solution is found, or if
 * it takes too long. */
static int prove_part(Maker *m, int32_t part, int64_t most_work) {
    Kernel *k = m->kernel;
    int32_t *wrong = k->before; /* not used else */
    int32_t n = 0, found = 0;
    for (int32_t i = k->first_of_part[part]; i < k->first_of_part[part + 1]; i++) {
        int32_t pair = k->parted[i];
        if (is_open(k, pair) && !is_true(m, pair)) wrong[n++] = pair;
    }
    most_work += k->work;
    n = probe_part(m, part, n, most_work);
    if (n == OPEN || !has_open(k, part)) return n == OPEN ? OPEN : PROBED;
    for (int32_t i = 0; i < n && !found; i++) {
        int32_t pair = wrong[i], before = k->trail_size;
        if (!k->is_alive[pair]) continue;
        if (kernel_suppose(k, pair, 1)) found = descend(m, part, most_work);
        if (found > 0) note_place(m, part);
        kernel_undo(k, before);
        if (!found) kernel_suppose(k, pair, 0);
    }
    return found ? OPEN : NESTED;
}

/* Return what the hardest part needs, or OPEN; then note a place for each part with
 * another solution, and a cell of each part that takes too long. */
static int prove(Maker *m, int64_t work) {
    Kernel *k = m->kernel;
    int level = PROBED;
    m->differing_size = m->places = m->lost_size = 0;
    m->first_of_place[0] = 0;
    if (!kernel_divide(k, galaxies_open(k))) longjmp(m->out_of_memory, 1);
    for (int32_t part = 0; part < k->parts; part++) {
        int32_t places = m->places, first = k->first_of_part[part];
        int needed = has_open(k, part) ? prove_part(m, part, work) : PROBED;
        if (needed == OPEN && m->places == places) {
            int32_t pair = first + maker_below(m, k->first_of_part[part + 1] - first);
            m->lost[m->lost_size++] = k->cell[k->parted[pair]];
        }
        if (needed == OPEN) level = OPEN;
        else if (level != OPEN && needed > level) level = needed;
    }
    return level;
}

/* Whether each cell, or its image, is in reach of one dot only. The others are left as
 * cells with several pairs. */
static int is_reached(Maker *m) {
    Kernel *k = m->kernel;
    for (int32_t pair = 0; pair < k->pairs; pair++)
        k->is_taken[pair] = k->count[k->cell[pair]] == 1 || k->count[k->image[pair]] == 1;
    for (int32_t i = 0; i < m->cells; i++) k->count[m->cell[i]] = 2;
    for (int32_t pair = 0; pair < k->pairs; pair++)
        if (k->is_taken[pair]) k->count[k->cell[pair]] = k->count[k->image[pair]] = 1;
    for (int32_t i = 0; i < m->cells; i++)
        if (k->count[m->cell[i]] > 1) return 0;
    return 1;
}

int maker_needs(Maker *m, int64_t work) {
    Kernel *k = m->kernel;
    int kind = m->recipe.kind;
    rebuild(m);
    if (kind == REACHED) return is_reached(m) ? NOTHING : OPEN;
    k->without_cuts = 1;
    kernel_begin(k);
    if (!k->undecided) return EASY;
    if (kind == LOCAL) return OPEN;
    kernel_continue(k);
    while (kind != ANY && k->undecided && lead_out(m)) continue;
    if (!k->undecided) return CUT;
    return kind == ANY || kind == HARD ? prove(m, work) : OPEN;
}
