/* Make puzzles of Galaxies with exactly one solution.
 *
 * `division.c` divides a board into regions, whose dots are the puzzle. Then
 *
 * 1. the kernel propagates, first without connectivity,
 * 2. where this leaves cells open and more is allowed, each wrong pair is supposed, then
 *    another solution is searched for that prefers the known one elsewhere (`proof.c`); if
 *    there is none, cells are decided by the levels up to the one asked for (`grading.c`),
 * 3. regions are made anew: around a cell of each cluster of open cells, or those in which
 *    another solution differs,
 * 4. large boards get better shapes: single cells and rectangles are made anew with regions
 *    beside them, and kept if the puzzle is still what is asked for.
 *
 * Where any level is allowed, most large boards are made so that the deductions up to CUT_OFF
 * decide them, as they decide most small ones.
 *
 * Regions get smaller each time they are made anew, so this ends: single cells have one
 * solution. Puzzles with small regions are seldom hard. So where a puzzle is too easy, the
 * next board is a new one.
 */

#include "making.h"

/* How a call ended without a puzzle. */
enum { NOT_FOUND = 0, OUT_OF_MEMORY = -1, STOPPED = -2, NO_HOLES = -3 };

enum { MOST_ROUNDS = 1000 };
enum { MOST_DRAWS = 12 };  /* of boards in search of the number of dots */
enum { MOST_STEPS = 400 }; /* of changes toward the number of dots */
enum { MOST_POLISH = 12, POLISHED_CELLS = 150 };
enum { EASY = 8 };         /* all but one of so many large boards are easy */
enum { TRIES = 2, BESIDE = 2 }; /* of making a region better, with others beside it */
enum { SHRINK = 63570 };   /* of a place each time it is made anew: 0.97 */
enum { LEAST_SCALE = 78643, MOST_SCALE = 75366 }; /* 1.2 and 1.15 */
enum { LARGE = 2500 };     /* cells from which on a call may be stopped */
enum { MOST_ATTEMPT = 1000 };
enum { PATTERNS = 6, SIDE = 1 << 14, CELLS = 1 << 22 };

typedef int (*IsStopped)(void);

/* Whether a puzzle is solved by the level that is asked for, and by none below. */
static int is_good(Maker *m, int64_t work) { return maker_needs(m, work) >= m->recipe.level; }

/* ---- Making regions anew ----------------------------------------------------------- */

/* List a region and up to `most` beside it, with their images by the pattern. */
static int32_t around(Maker *m, int32_t total, int32_t *totals, int32_t most) {
    int32_t n = 0;
    m->now_seen++;
    m->seen[total] = m->now_seen;
    totals[n++] = total;
    for (int32_t cell = m->head[total]; cell >= 0; cell = m->next[cell])
        for (int way = 0; way < m->recipe.ways; way++) {
            int32_t other = m->owner[cell + m->step[way]];
            if (!other || m->seen[other] == m->now_seen) continue;
            m->seen[other] = m->now_seen;
            totals[n++] = other;
        }
    if (n - 1 > most) {
        maker_shuffle(m, totals + 1, n - 1);
        n = most + 1;
    }
    return maker_with_images(m, totals, n);
}

static void remove_regions(Maker *m, const int32_t *totals, int32_t n) {
    for (int32_t i = 0; i < n; i++) m->size[totals[i]] = 0;
}

/* Make regions anew, smaller ones each time. */
static void make_anew(Maker *m, int32_t *totals, int32_t n) {
    int32_t size = maker_gather(m, totals, n, m->some), times = 0;
    for (int32_t i = 0; i < size; i++)
        if (m->times[m->some[i]] > times) times = m->times[m->some[i]];
    for (int32_t i = 0; i < size; i++) m->times[m->some[i]] = times + 1;
    int64_t mean = (int64_t)size * ONE / n, least = (int64_t)m->mean * LEAST_SCALE / ONE;
    if (mean < least) mean = least;
    for (int32_t i = 0; i < times && mean > ONE; i++) mean = mean * SHRINK / ONE;
    if (n > 1 && mean > (int64_t)size * ONE / 2) mean = (int64_t)size * ONE / 2;
    remove_regions(m, totals, n);
    maker_fill(m, m->some, size, (int32_t)mean);
}

static int32_t open_among(const Maker *m, const int32_t *cells, int32_t n) {
    int32_t found = 0;
    for (int32_t i = 0; i < n; i++) found += m->kernel->count[cells[i]] > 1;
    return found;
}

/* Keep regions, so that they can be restored. */
static void save(Maker *m, const int32_t *totals, int32_t n) {
    int32_t size = m->first_saved[m->saved], first = size;
    for (int32_t i = 0; i < n; i++)
        for (int32_t cell = m->head[totals[i]]; cell >= 0; cell = m->next[cell]) {
            m->saved_cell[size] = cell;
            m->saved_owner[size++] = totals[i];
        }
    m->open_before[m->saved] = open_among(m, m->saved_cell + first, size - first);
    m->first_saved[++m->saved] = size;
}

static void remove_saved(Maker *m, int32_t place) {
    for (int32_t i = m->first_saved[place]; i < m->first_saved[place + 1]; i++)
        m->size[m->owner[m->saved_cell[i]]] = 0;
}

static void restore(Maker *m, int32_t place) {
    int32_t first = m->first_saved[place], stop = m->first_saved[place + 1];
    remove_saved(m, place);
    while (first < stop) { /* the cells of a region follow each other */
        int32_t next = first, total = m->saved_owner[first];
        while (next < stop && m->saved_owner[next] == total) next++;
        maker_give(m, total, m->saved_cell + first, next - first);
        first = next;
    }
}

/* Return how much is open now where a place was made anew. */
static int32_t open_in(const Maker *m, int32_t place) {
    int32_t first = m->first_saved[place];
    return open_among(m, m->saved_cell + first, m->first_saved[place + 1] - first);
}

/* Restore the places in which more is open than before; return their number. */
static int32_t undo_worse(Maker *m) {
    int32_t undone = 0;
    for (int32_t place = 0; place < m->saved; place++)
        if (open_in(m, place) > m->open_before[place]) {
            restore(m, place);
            undone++;
        }
    m->saved = 0;
    return undone;
}

/* Whether some regions have a marked cell. */
static int meets(const Maker *m, const int32_t *totals, int32_t n) {
    for (int32_t i = 0; i < n; i++)
        for (int32_t cell = m->head[totals[i]]; cell >= 0; cell = m->next[cell])
            if (m->mark[cell]) return 1;
    return 0;
}

static void clear_marks(Maker *m) {
    memset(m->mark, 0, (size_t)m->numbers * sizeof *m->mark);
    m->saved = 0;
    m->first_saved[0] = 0;
}

/* List a cell of each cluster of open cells, in random order. */
static int32_t open_clusters(Maker *m, int32_t *chosen) {
    const int32_t *count = m->kernel->count;
    int32_t *stack = m->list, found = 0;
    clear_marks(m);
    for (int32_t i = 0; i < m->cells; i++) {
        int32_t start = m->cell[i], pick = start, size = 0, seen = 0;
        if (count[start] < 2 || m->mark[start]) continue;
        m->mark[start] = 1;
        stack[size++] = start;
        while (size) {
            int32_t cell = stack[--size];
            if (!maker_below(m, ++seen)) pick = cell;
            for (int way = 0; way < m->recipe.ways; way++) {
                int32_t next = cell + m->step[way];
                if (count[next] < 2 || m->mark[next]) continue;
                m->mark[next] = 1;
                stack[size++] = next;
            }
        }
        chosen[found++] = pick;
    }
    maker_shuffle(m, chosen, found);
    return found;
}

/* Make anew the regions around half of the clusters of open cells. */
static void mend_clusters(Maker *m) {
    int32_t *chosen = m->chosen, n = open_clusters(m, chosen), most = 1 + n / 2;
    clear_marks(m);
    for (int32_t i = 0; i < n && m->saved < most; i++) {
        int32_t k = around(m, m->owner[chosen[i]], m->differing, m->cells);
        if (meets(m, m->differing, k)) continue;
        save(m, m->differing, k);
        for (int32_t j = m->first_saved[m->saved - 1]; j < m->first_saved[m->saved]; j++)
            m->mark[m->saved_cell[j]] = 1;
        make_anew(m, m->differing, k);
    }
}

/* Make anew the places of other solutions, and one in each part that took too long. */
static void mend_places(Maker *m) {
    int32_t *totals = m->chosen;
    m->saved = 0;
    for (int32_t place = 0; place < m->places; place++) {
        int32_t first = m->first_of_place[place], n = m->first_of_place[place + 1] - first;
        int is_there = 1;
        for (int32_t i = 0; i < n; i++) is_there &= m->size[m->differing[first + i]] > 0;
        if (!is_there) continue;
        memcpy(totals, m->differing + first, (size_t)n * sizeof *totals);
        make_anew(m, totals, maker_with_images(m, totals, n));
    }
    for (int32_t i = 0; i < m->lost_size; i++)
        make_anew(m, totals, around(m, m->owner[m->lost[i]], totals, m->cells));
}

/* ---- Better shapes ----------------------------------------------------------------- */

/* What is disliked about some regions: their number counts, single cells, bars and
 * rectangles count more. */
typedef struct { int32_t regions, singles, faults; } Shapes;

static Shapes shapes_among(Maker *m, const int32_t *cells, int32_t n) {
    Shapes found = {0};
    m->now_seen++;
    for (int32_t i = 0; i < n; i++) {
        int32_t total = m->owner[cells[i]];
        if (m->seen[total] == m->now_seen) continue;
        m->seen[total] = m->now_seen;
        int32_t size = maker_gather(m, &total, 1, m->trial);
        found.regions++;
        found.faults += 20;
        if (size == 1) {
            found.singles++;
            found.faults += 20;
        } else if (maker_corners(m, m->trial, size) == 4) {
            found.faults += 14 + 45 * (size >= 4 && maker_is_bar(m, m->trial, size));
        }
    }
    return found;
}

/* Make the region of a cell and some beside it anew until their shapes are better; else restore them.
 * Return whether they are better. */
static int make_better(Maker *m, int32_t cell) {
    int32_t n = around(m, m->owner[cell], m->differing, BESIDE), place = m->saved;
    if (meets(m, m->differing, n)) return 0;
    save(m, m->differing, n);
    const int32_t *cells = m->saved_cell + m->first_saved[place];
    int32_t size = m->first_saved[place + 1] - m->first_saved[place];
    int32_t before = shapes_among(m, cells, size).faults;
    int64_t mean = (int64_t)size * MOST_SCALE / n;
    for (int i = 0; i < TRIES; i++) {
        remove_saved(m, place);
        memcpy(m->some, cells, (size_t)size * sizeof *cells);
        maker_fill(m, m->some, size, (int32_t)mean);
        if (shapes_among(m, cells, size).faults >= before) continue;
        for (int32_t j = 0; j < size; j++) m->mark[cells[j]] = 1;
        return 1;
    }
    restore(m, place);
    m->saved--;
    return 0;
}

/* Change single cells and some rectangles so that shapes get better; return how many. */
static int32_t make_places_better(Maker *m) {
    int32_t *chosen = m->chosen, n = 0, most = 1 + m->cells / 25;
    for (int32_t i = 0; i < m->cells; i++) {
        int32_t cell = m->cell[i], total = m->owner[cell], is_chosen = m->size[total] == 1;
        if (!is_chosen && m->head[total] == cell && !maker_below(m, 4)) {
            int32_t size = maker_gather(m, &total, 1, m->trial);
            is_chosen = maker_corners(m, m->trial, size) == 4;
        }
        if (is_chosen) chosen[n++] = cell;
    }
    maker_shuffle(m, chosen, n);
    clear_marks(m);
    for (int32_t i = 0; i < n && m->saved < most; i++) make_better(m, chosen[i]);
    return m->saved;
}

/* Improve the shapes of a puzzle that is what is asked for, which it remains. */
static void polish(Maker *m, int64_t work) {
    int32_t singles = m->recipe.singles < 22 * ONE / 100 ? m->recipe.singles : 22 * ONE / 100;
    for (int round = 0; round < MOST_POLISH; round++) {
        Shapes now = shapes_among(m, m->cell, m->cells);
        int64_t asked = (int64_t)now.regions * m->recipe.mean / ONE; /* cells of such a mean */
        int is_large = asked * 90 <= 100 * m->cells;
        if (m->recipe.singles == ONE && asked <= m->cells) return;
        if (is_large && now.singles <= (int64_t)singles * now.regions / ONE) return;
        if (!make_places_better(m) || is_good(m, work)) continue;
        int32_t worse = 0, saved = m->saved;
        for (int32_t place = 0; place < saved; place++)
            worse += m->open_before[place] = open_in(m, place) > 0;
        for (int32_t place = 0; place < saved; place++)
            if (m->open_before[place] || !worse) restore(m, place);
        if (!worse || is_good(m, work)) continue;
        for (int32_t place = 0; place < saved; place++)
            if (!m->open_before[place]) restore(m, place);
    }
}

/* ---- The number of dots ------------------------------------------------------------ */

static int32_t regions(const Maker *m) {
    int32_t found = 0;
    for (int32_t i = 0; i < m->cells; i++)
        found += m->head[m->owner[m->cell[i]]] == m->cell[i];
    return found;
}

/* Return how many regions there are too many, or too few as a negative number. */
static int32_t excess(const Maker *m) {
    int32_t number = regions(m);
    if (!m->recipe.most_dots) return 0;
    if (number > m->recipe.most_dots) return number - m->recipe.most_dots;
    return number < m->recipe.least_dots ? number - m->recipe.least_dots : 0;
}

static int32_t distance(int32_t excess) { return excess < 0 ? -excess : excess; }

/* Change places until the number of dots is right; return whether it is. */
static int reach_number(Maker *m, int64_t work) {
    int32_t left = excess(m);
    for (int step = 0; left && step < MOST_STEPS; step++) {
        int32_t total = m->owner[m->cell[maker_below(m, m->cells)]];
        int32_t n = around(m, total, m->differing, m->cells), by = 1 + distance(left) / 8;
        clear_marks(m);
        save(m, m->differing, n);
        int32_t size = m->first_saved[1], wanted = left > 0 ? n - by : n + by;
        if (wanted < 1) wanted = 1;
        remove_regions(m, m->differing, n);
        memcpy(m->some, m->saved_cell, (size_t)size * sizeof *m->some);
        maker_fill(m, m->some, size, (int32_t)((int64_t)size * ONE / wanted));
        int32_t now = excess(m);
        if (distance(now) < distance(left) && is_good(m, work)) left = now;
        else restore(m, 0);
    }
    return !left;
}

/* ---- Boards ------------------------------------------------------------------------ */

static void forget_regions(Maker *m) {
    memset(m->size, 0, 2 * (size_t)m->numbers * sizeof *m->size);
    memset(m->head, -1, 2 * (size_t)m->numbers * sizeof *m->head);
    memset(m->times, 0, (size_t)m->numbers * sizeof *m->times);
    m->saved = 0;
}

/* List a cell and its images by the pattern, once each; return how many they are. */
static int32_t orbit_of(const Maker *m, int32_t cell, int32_t *orbit) {
    int32_t n = 1;
    orbit[0] = cell;
    for (int symmetry = 0; symmetry < m->images; symmetry++) {
        int32_t image = m->image[(size_t)symmetry * m->numbers + cell], is_new = 1;
        for (int32_t j = 0; j < n; j++) is_new &= orbit[j] != image;
        if (is_new) orbit[n++] = image;
    }
    return n;
}

/* Mark cells in random order, with their images, as holes; return how many are left.
 * `size`: of their orbits; 0 for any. */
static int32_t mark_holes(Maker *m, int32_t left, int32_t size) {
    int32_t orbit[MOST_IMAGES + 1];
    for (int32_t i = 0; i < m->all_cells && left; i++) {
        if (m->mark[m->chosen[i]]) continue;
        int32_t n = orbit_of(m, m->chosen[i], orbit);
        if (n > left || (size && n != size)) continue;
        for (int32_t j = 0; j < n; j++) m->mark[orbit[j]] = 1;
        left -= n;
    }
    return left;
}

/* Draw the holes at random places, with their images; return whether there is room.
 *
 * Where too few cells without other images are left at the end, the largest orbits come
 * first. As each size divides the next one, this finds room if there is any. */
static int draw_holes(Maker *m) {
    int32_t left = m->recipe.holes;
    m->cells = 0;
    clear_marks(m);
    memcpy(m->chosen, m->all, (size_t)m->all_cells * sizeof *m->chosen);
    if (left) {
        maker_shuffle(m, m->chosen, m->all_cells);
        left = mark_holes(m, left, 0);
    }
    if (left) {
        clear_marks(m);
        left = m->recipe.holes;
        for (int32_t size = MOST_IMAGES + 1; size; size--) left = mark_holes(m, left, size);
    }
    for (int32_t i = 0; i < m->all_cells; i++) {
        int32_t cell = m->all[i];
        m->owner[cell] = 0;
        if (!m->mark[cell]) m->cell[m->cells++] = cell;
    }
    return !left;
}

/* Divide the board into new regions. */
static void draw_board(Maker *m, int32_t attempt) {
    int is_easy = m->recipe.level == ANY && m->recipe.mean <= 6 * ONE &&
                  m->cells >= POLISHED_CELLS && maker_below(m, EASY);
    m->level = is_easy ? CUT_OFF : m->recipe.level;
    int64_t more = ONE + (int64_t)(attempt + 1) * (ONE / 5) * maker_fraction(m) / ONE;
    int64_t mean = m->recipe.mean, most = (int64_t)m->cells * ONE;
    mean = maker_below(m, 2) ? mean * more / ONE : mean * ONE / more;
    if (m->recipe.level > CUT_OFF && mean < m->recipe.mean) mean = m->recipe.mean;
    int64_t above = (int64_t)m->recipe.mean - 3 * ONE; /* large regions shrink, small ones not */
    if (is_easy && above > 0) mean += mean * (above < 2 * ONE ? above : 2 * ONE) / (5 * ONE);
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
        if (mean < ONE) mean = ONE;
        if (mean > most) mean = most;
        m->mean = (int32_t)mean;
        forget_regions(m);
        maker_fill(m, m->cell, m->cells, m->mean);
        if (!excess(m)) break;
        mean = mean * 2 * regions(m) / (m->recipe.least_dots + m->recipe.most_dots);
    }
}

/* Change the board until it has one solution by at most the level that is asked for; return
 * the level that it needs, or how this ended. */
static int make_unique(Maker *m, int64_t work, IsStopped is_stopped) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (is_stopped && is_stopped()) return STOPPED;
        int level = maker_needs(m, work);
        if (level != OPEN) return level;
        if (m->places || m->lost_size) mend_places(m);
        else if (!m->saved || !undo_worse(m)) mend_clusters(m);
    }
    return OPEN;
}

/* Whether the puzzle, which has one solution, becomes all that is asked for. */
static int is_finished(Maker *m, int64_t work) {
    const Recipe *r = &m->recipe;
    if (m->cells >= POLISHED_CELLS || r->singles < ONE) polish(m, work);
    if (!reach_number(m, work) || !is_good(m, work)) return 0;
    Shapes shapes = shapes_among(m, m->cell, m->cells);
    if ((int64_t)shapes.singles * ONE > (int64_t)r->singles * shapes.regions) return 0;
    int is_free = !r->most_dots && !r->is_picture;
    return !is_free || shapes.regions > 1 || m->cells <= 4;
}

/* Whether a dot is black: as the picture says, or at random. */
static int is_black(Maker *m, int32_t total, int has_given) {
    if (!m->recipe.is_picture) return m->recipe.black && maker_fraction(m) < m->recipe.black;
    if (has_given) return total % 2 == 0 && m->color[total / 2] == GIVEN;
    for (int32_t cell = m->head[total]; cell >= 0; cell = m->next[cell])
        if (m->color[cell] == 2) return 1;
    return 0;
}

/* Write x, y and whether it is black of each dot in reading order, and the label of each
 * cell, -1 for holes; return the number of dots. */
static int32_t write_puzzle(Maker *m, int32_t *dots, int32_t *labels) {
    int32_t number = 0, width = m->recipe.width, has_given = 0;
    for (int32_t i = 0; i < m->cells; i++) has_given |= m->color[m->cell[i]] == GIVEN;
    for (int32_t total = 0; total < 2 * m->numbers; total++) {
        if (m->size[total] <= 0) continue;
        dots[3 * number] = total % m->stride - 1;
        dots[3 * number + 1] = total / m->stride - 1;
        dots[3 * number + 2] = is_black(m, total, has_given);
        m->head[total] = number++; /* the regions are not needed any more */
    }
    memset(labels, -1, (size_t)width * m->recipe.height * sizeof *labels);
    for (int32_t i = 0; i < m->cells; i++) {
        int32_t cell = m->cell[i], row = cell / m->stride - 1;
        labels[row * width + cell % m->stride - 1] = m->head[m->owner[cell]];
    }
    return number;
}

/* Begin a stream of random numbers by splitmix64. */
static void seed(Maker *m, uint64_t state) {
    for (int i = 0; i < 4; i++) {
        uint64_t x = state += 0x9e3779b97f4a7c15u;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
        x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        m->random[i] = x ^ x >> 31;
    }
}

/* Begin the marks anew before they run out. */
static void renew_marks(Maker *m) {
    size_t n = m->numbers;
    if (m->now_inside > MOST_STAMPS) {
        memset(m->inside, 0, n * sizeof *m->inside);
        memset(m->in_frontier, 0, n * sizeof *m->in_frontier);
        m->now_inside = 0;
    }
    if (m->now_seen > MOST_STAMPS) {
        memset(m->seen, 0, 2 * n * sizeof *m->seen);
        m->now_seen = 0;
    }
    if (m->now_place > MOST_STAMPS) {
        memset(m->place, 0, n * sizeof *m->place);
        m->now_place = 0;
    }
}

/* Make a puzzle; return 1, or how this ended. */
static int make(Maker *m, int32_t attempt, int32_t boards, int64_t work,
                IsStopped is_stopped) {
    attempt = attempt < 0 ? 0 : attempt < MOST_ATTEMPT ? attempt : MOST_ATTEMPT;
    for (int32_t board = 0; board < boards; board++) {
        if (!draw_holes(m)) return NO_HOLES;
        draw_board(m, attempt);
        int level = make_unique(m, work, m->cells < LARGE ? NULL : is_stopped);
        if (level == STOPPED) return STOPPED;
        if (level >= m->recipe.level && is_finished(m, work)) return 1;
    }
    return NOT_FOUND;
}

/* Make a puzzle from up to `boards` new boards; return the number of its dots, or how the
 * call ended. `dots` has room for three numbers for each cell, and `labels` for one.
 *
 * `stream`: what determines the random numbers. `attempt`: the mean sizes of boards differ
 * more with each attempt. `work`: the work after which a proof is given up. `is_stopped`:
 * asked now and then, on large boards; NULL for never. */
EXPORT int32_t galaxies_make(Maker *m, uint64_t stream, int32_t attempt, int32_t boards,
                             int64_t work, IsStopped is_stopped, int32_t *dots,
                             int32_t *labels) {
    if (setjmp(m->out_of_memory)) return OUT_OF_MEMORY;
    seed(m, stream);
    renew_marks(m);
    int end = make(m, attempt, boards, work, is_stopped);
    return end > 0 ? write_puzzle(m, dots, labels) : end;
}

/* Make a puzzle from each of n streams, on squares without holes; return how many were
 * tried before memory ran out. `boards`, `found` and `labels` are as `galaxies_verify`
 * takes them. `texts` has two lines for each, see `maker_texts`. */
EXPORT int32_t galaxies_make_many(Maker *m, const uint64_t *streams, int32_t n,
                                  int32_t most, int64_t work, int32_t *boards,
                                  int32_t *found, int32_t *labels, char *texts) {
    int32_t width = m->recipe.width, height = m->recipe.height, cells = width * height;
    int32_t *dots = malloc(3 * (size_t)cells * sizeof *dots), i = 0;
    for (; dots && i < n; i++) {
        int32_t number = galaxies_make(m, streams[i], 0, most, work, NULL, dots, labels);
        if (number == OUT_OF_MEMORY) break;
        if (number < 0) number = 0;
        found[i] = number > 0;
        texts += maker_texts(width, height, dots, number, m->form, texts);
        *boards++ = width;
        *boards++ = height;
        *boards++ = number;
        for (int32_t dot = 0; dot < number; dot++) {
            *boards++ = dots[3 * dot];
            *boards++ = dots[3 * dot + 1];
        }
        labels += (size_t)found[i] * cells;
    }
    free(dots);
    return i;
}

/* ---- Recipes ----------------------------------------------------------------------- */

static int is_share(int32_t share) { return share >= 0 && share <= ONE; }

/* Whether numbers describe puzzles that can be sought. */
static int is_recipe(const Recipe *r, const int32_t *steps) {
    if (r->width < 1 || r->height < 1 || r->width > SIDE || r->height > SIDE) return 0;
    if (r->width * r->height > CELLS || r->level < ANY || r->level > SEARCH) return 0;
    if (r->ways != (r->has_corners ? 4 : 6) || r->pattern < 0 || r->pattern >= PATTERNS)
        return 0;
    if (r->holes < 0 || r->least_dots < 0 || r->most_dots < r->least_dots) return 0;
    if (r->most_dots && (!r->least_dots || r->most_dots > CELLS)) return 0;
    if (r->mean < ONE || r->mean > 10000 * ONE || r->spread < 0 || r->spread > 2 * ONE)
        return 0;
    if (!is_share(r->winding) || !is_share(r->cells_share) || !is_share(r->edges_share) ||
        !is_share(r->singles) || !is_share(r->black))
        return 0;
    if (r->most_bar < 0 || r->most_rectangle < 0) return 0;
    if (r->pattern > 1 && !r->has_corners) return 0;
    for (int i = 0; i < 2 * r->ways; i++)
        if (steps[i] < -1 || steps[i] > 1 || steps[i ^ 2] != -steps[i]) return 0;
    return r->pattern < 5 || r->width == r->height;
}

/* Return the number of the image of a cell by a symmetry of the pattern, or -1. */
static int32_t image_by(const Maker *m, int32_t cell, int symmetry) {
    enum { LEFT_RIGHT = 1, TOP_BOTTOM = 2, HALF = 3, QUARTER = 4, THREE_QUARTERS = 5 };
    static const int of_pattern[PATTERNS][MOST_IMAGES] = {
        {0},          {HALF},
        {LEFT_RIGHT}, {TOP_BOTTOM},
        {LEFT_RIGHT, TOP_BOTTOM, HALF}, {QUARTER, HALF, THREE_QUARTERS}};
    int32_t x = cell % m->stride, y = cell / m->stride;
    int32_t right = m->recipe.width + 1 - x, up = m->recipe.height + 1 - y;
    switch (of_pattern[m->recipe.pattern][symmetry]) {
    case LEFT_RIGHT: return y * m->stride + right;
    case TOP_BOTTOM: return up * m->stride + x;
    case HALF: return up * m->stride + right;
    case QUARTER: return x * m->stride + up;
    case THREE_QUARTERS: return right * m->stride + y;
    default: return -1;
    }
}

/* Find the cells and their images; return whether the colors have the pattern. */
static int place_cells(Maker *m, const uint8_t *colors) {
    const Recipe *r = &m->recipe;
    for (int32_t i = 0; i < r->width * r->height; i++) {
        int32_t cell = (i / r->width + 1) * m->stride + i % r->width + 1;
        if (colors[i] > GIVEN) return 0;
        m->color[cell] = colors[i];
        if (colors[i]) m->all[m->all_cells++] = cell;
    }
    for (int symmetry = 0; symmetry < m->images; symmetry++)
        for (int32_t i = 0; i < m->all_cells; i++) {
            int32_t cell = m->all[i], image = image_by(m, cell, symmetry);
            if (m->color[image] != m->color[cell]) return 0;
            m->image[(size_t)symmetry * m->numbers + cell] = image;
        }
    return m->all_cells > r->holes;
}

/* Allocate everything but the kernel; return whether there was memory. */
static int allocate(Maker *m) {
    size_t n = m->numbers, failed = 0;
#define NEW(array, size) failed += !(m->array = calloc((size), sizeof *m->array))
    NEW(all, n); NEW(cell, n); NEW(color, n); NEW(image, m->images * n + 1);
    NEW(size, 2 * n); NEW(head, 2 * n); NEW(owner, n); NEW(next, n);
    NEW(is_free, n); NEW(free_beside, n);
    NEW(inside, n); NEW(seen, 2 * n); NEW(place, n);
    NEW(frontier, n); NEW(in_frontier, n); NEW(times_beside, n);
    NEW(best, n); NEW(trial, n); NEW(order, n); NEW(fresh, n); NEW(sorted, n);
    NEW(total, n); NEW(centers, 2 * n);
    NEW(differing, 4 * n); NEW(first_of_place, n + 1); NEW(lost, n); NEW(chosen, n);
    NEW(times, n); NEW(list, n); NEW(some, n); NEW(mark, n);
    NEW(saved_cell, n); NEW(saved_owner, n); NEW(first_saved, n + 1); NEW(open_before, n);
    NEW(rim.plain, n); NEW(rim.pair_at, n); NEW(rim.is_free, n); NEW(rim.sum, n);
    NEW(rim.place, n); NEW(form, 6 * n);
#undef NEW
    return !failed;
}

EXPORT void galaxies_end(Maker *m) {
    if (!m) return;
    void *all[] = {
        m->all, m->cell, m->color, m->image, m->size, m->head, m->owner, m->next,
        m->is_free, m->free_beside, m->inside, m->seen, m->place, m->frontier,
        m->in_frontier, m->times_beside, m->best, m->trial, m->order, m->fresh, m->sorted,
        m->total, m->centers, m->differing, m->first_of_place, m->lost, m->chosen, m->times,
        m->list, m->some, m->mark, m->saved_cell, m->saved_owner, m->first_saved,
        m->open_before, m->rim.plain, m->rim.pair_at, m->rim.is_free, m->rim.sum,
        m->rim.place, m->form};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    galaxies_free(m->kernel);
    free(m);
}

/* Return what makes the puzzles of a recipe; NULL without memory, or if it describes none.
 *
 * `numbers`: those of `Recipe`, then the steps right and down of each way; opposite ways
 * follow each other. `colors`: the colors that each cell may have, as bits, 0 for a hole,
 * or `GIVEN`; they have the pattern. */
EXPORT Maker *galaxies_maker(const int32_t *numbers, int32_t size, const uint8_t *colors) {
    Recipe recipe;
    int32_t known = sizeof recipe / sizeof *numbers;
    if (size < known) return NULL;
    memcpy(&recipe, numbers, sizeof recipe);
    if (recipe.ways < 0 || recipe.ways > MOST_WAYS || size != known + 2 * recipe.ways ||
        !is_recipe(&recipe, numbers + known))
        return NULL;
    Maker *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->recipe = recipe;
    m->images = recipe.pattern > 3 ? MOST_IMAGES : recipe.pattern > 0;
    m->stride = 2 * recipe.width + 2;
    m->numbers = (recipe.height + 2) * m->stride;
    memcpy(m->steps, numbers + known, 2 * recipe.ways * sizeof *numbers);
    for (int way = 0; way < recipe.ways; way++)
        m->step[way] = m->steps[2 * way] + m->steps[2 * way + 1] * m->stride;
    if (!allocate(m) || !(m->kernel = kernel_empty(m->numbers, recipe.ways)) ||
        !place_cells(m, colors)) {
        galaxies_end(m);
        return NULL;
    }
    for (int32_t i = 0; i < m->numbers; i++) m->rim.plain[i] = i;
    m->rim.has_corners = recipe.has_corners;
    m->rim.ways = recipe.ways;
    m->rim.steps = m->steps;
    m->rim.centers = m->centers;
    m->rim.stride = m->stride;
    m->rim.most_pairs = m->numbers;
    memcpy(m->rim.step, m->step, sizeof m->step);
    return m;
}
