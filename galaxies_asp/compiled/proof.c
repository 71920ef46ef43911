/* Whether the puzzle of a division has other solutions, and what its proof needs.
 *
 * The kernel propagates, first without connectivity. Then each wrong pair is supposed, in
 * each part of the open pairs that does not depend on others. At last another solution is
 * searched for that prefers the known one, so that it differs in few places only.
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

int maker_is_true(const Maker *m, int32_t pair) {
    return m->owner[m->kernel->cell[pair]] == m->total[m->kernel->dot[pair]];
}

/* ---- Is the known solution the only one? ------------------------------------------- */

int maker_has_open(const Kernel *k, int32_t part) {
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
        if (!k->is_alive[pair] || maker_is_true(m, pair)) continue;
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
            int32_t order = 2 * k->count[k->cell[pair]] + !maker_is_true(m, pair);
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
    while (is_changed && maker_has_open(k, part)) {
        int32_t left = 0;
        is_changed = 0;
        for (int32_t i = 0; i < n; i++) {
            int32_t pair = wrong[i], before = k->trail_size;
            if (!k->is_alive[pair]) continue;
            int fits = k->work > most_work || kernel_suppose(k, pair, 1);
            int is_full = fits && k->work <= most_work && !maker_has_open(k, part);
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

/* Return whether a part has one solution, OPEN also if the proof takes too long. */
static int prove_part(Maker *m, int32_t part, int64_t most_work) {
    Kernel *k = m->kernel;
    int32_t *wrong = k->before; /* not used else */
    int32_t n = 0, found = 0;
    for (int32_t i = k->first_of_part[part]; i < k->first_of_part[part + 1]; i++) {
        int32_t pair = k->parted[i];
        if (is_open(k, pair) && !maker_is_true(m, pair)) wrong[n++] = pair;
    }
    most_work += k->work;
    n = probe_part(m, part, n, most_work);
    if (n == OPEN || !maker_has_open(k, part)) return n == OPEN ? OPEN : TRIAL;
    for (int32_t i = 0; i < n && !found; i++) {
        int32_t pair = wrong[i], before = k->trail_size;
        if (!k->is_alive[pair]) continue;
        if (kernel_suppose(k, pair, 1)) found = descend(m, part, most_work);
        if (found > 0) note_place(m, part);
        kernel_undo(k, before);
        if (!found) kernel_suppose(k, pair, 0);
    }
    return found ? OPEN : TRIAL;
}

/* Prove the solution of all parts; return TRIAL, or OPEN: then note a place for each part
 * with another solution, and a cell of each part that takes too long. */
static int prove(Maker *m, int64_t work) {
    Kernel *k = m->kernel;
    m->differing_size = m->places = m->lost_size = 0;
    m->first_of_place[0] = 0;
    if (!kernel_divide(k, galaxies_open(k))) longjmp(m->out_of_memory, 1);
    int level = TRIAL;
    for (int32_t part = 0; part < k->parts; part++) {
        int32_t places = m->places, first = k->first_of_part[part];
        if (!maker_has_open(k, part) || prove_part(m, part, work) != OPEN) continue;
        level = OPEN;
        if (m->places > places) continue;
        int32_t pair = first + maker_below(m, k->first_of_part[part + 1] - first);
        m->lost[m->lost_size++] = k->cell[k->parted[pair]];
    }
    return level;
}

/* ---- Levels ------------------------------------------------------------------------ */

/* Whether a cell, or its image in a dot, is in reach of one dot only. */
static int is_reached(const Kernel *k, int32_t cell) {
    for (int32_t i = k->first_at[cell]; i < k->first_at[cell + 1]; i++)
        if (k->count[k->cell[k->at[i]]] == 1 || k->count[k->image[k->at[i]]] == 1) return 1;
    return 0;
}

/* Return TOUCHED, ONLY_ONE or, where a cell is not reached, OPEN; then the others are left
 * as cells with one pair. */
static int reached_level(Maker *m) {
    Kernel *k = m->kernel;
    int level = TOUCHED;
    for (int32_t pair = 0; pair < k->pairs; pair++)
        if (!k->is_root[pair]) level = ONLY_ONE;
    for (int32_t i = 0; i < m->cells; i++)
        if (!(m->mark[i] = is_reached(k, m->cell[i]))) level = OPEN;
    for (int32_t i = 0; i < m->cells && level == OPEN && m->level == ONLY_ONE; i++)
        k->count[m->cell[i]] = m->mark[i] ? 1 : 2;
    return level;
}

/* Return the level above CUT_OFF that solves a puzzle; OPEN for other solutions, and if it
 * is harder than wanted. TRIAL is not a single trial of one round, which one sees at once. */
static int hard_level(Maker *m, int wanted, int64_t work) {
    int32_t rounds, size = m->kernel->trail_size;
    if (prove(m, work) == OPEN) return OPEN;
    if (wanted == SEARCH) return SEARCH; /* it is not graded */
    kernel_undo(m->kernel, size);
    int level = maker_refute(m, wanted, &rounds);
    if (wanted < TRIAL) return level;
    return level == OPEN || rounds > 1 ? TRIAL : SEPARATION;
}

int maker_needs(Maker *m, int64_t work) {
    Kernel *k = m->kernel;
    int wanted = m->level, level = OPEN;
    m->places = m->lost_size = 0;
    rebuild(m);
    if (wanted == ONLY_ONE || wanted == BLOCKED) level = reached_level(m);
    if (wanted == ONLY_ONE || level != OPEN) return level;
    k->without_cuts = 1;
    kernel_begin(k);
    if (!k->undecided) return BLOCKED;
    if (wanted == BLOCKED) return OPEN;
    kernel_continue(k);
    if (m->recipe.level != ANY) maker_connect(m, 0);
    if (!k->undecided) return CUT_OFF;
    if (wanted == CUT_OFF) return OPEN;
    return wanted == ANY ? prove(m, work) : hard_level(m, wanted, work);
}
