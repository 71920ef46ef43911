/* Divide cells into symmetric regions at random.
 *
 * Regions grow from random cells by pairs that mirror each other, until they have the
 * size that was drawn for them or nothing free is left for them. This leaves many single
 * cells. So then neighbors are united, small ones first, wherever the union is symmetric:
 * two regions, or one and two others that mirror each other in its dot.
 *
 * With a pattern, whatever happens to one region happens to its images as well.
 *
 * A setter dislikes bars most, and then rectangles. Winding regions have many corners,
 * compact ones have few.
 *
 * All numbers are integers, so that a seed gives the same boards with every compiler.
 */

#include "making.h"

enum { SOME = 256 };      /* the most candidates of which one is drawn */
enum { MOST_SIZE = 64 };  /* larger regions are sorted as if they had this size */
enum { LONG = 4 };        /* the length from which on bars are disliked */
enum { BAR = 24, COMPACT_BAR = 10 }; /* the penalties of a bar; values count two a cell */
enum { NEVER = INT32_MIN }; /* the value of a shape that is excluded */
enum { ROOT_OF_3 = 113512 };

/* ---- Random numbers: xoshiro256** ------------------------------------------------ */

static uint64_t rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

uint64_t maker_random(Maker *m) {
    uint64_t *s = m->random, value = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    return value;
}

int32_t maker_below(Maker *m, int32_t n) {
    return (int32_t)((maker_random(m) >> 32) * (uint64_t)n >> 32);
}

int32_t maker_fraction(Maker *m) { return maker_random(m) >> 48; }

void maker_shuffle(Maker *m, int32_t *items, int32_t n) {
    for (int32_t i = n - 1; i > 0; i--) {
        int32_t j = maker_below(m, i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* ---- Shapes ---------------------------------------------------------------------- */

int32_t maker_corners(const Maker *m, const int32_t *cells, int32_t n) {
    const int32_t *inside = m->inside, now = m->now_inside, down = m->stride;
    int32_t found = 0;
    for (int32_t i = 0; i < n; i++) {
        int32_t cell = cells[i];
        if (!m->recipe.has_corners) {
            for (int way = 0; way < m->recipe.ways; way++)
                found += inside[cell + m->step[way]] != now;
            continue;
        }
        int r = inside[cell + 1] == now, l = inside[cell - 1] == now;
        int d = inside[cell + down] == now, u = inside[cell - down] == now;
        found += r == d && (!r || inside[cell + 1 + down] != now);
        found += r == u && (!r || inside[cell + 1 - down] != now);
        found += l == d && (!l || inside[cell - 1 + down] != now);
        found += l == u && (!l || inside[cell - 1 - down] != now);
    }
    return found;
}

int maker_is_bar(const Maker *m, const int32_t *cells, int32_t n) {
    int32_t low = cells[0], high = cells[0];
    for (int32_t i = 1; i < n; i++) {
        if (cells[i] < low) low = cells[i];
        if (cells[i] > high) high = cells[i];
    }
    return high - low == n - 1 || high - low == (n - 1) * m->stride;
}

/* The value of a shape: large ones are better than small ones. */
static int32_t value_of(const Maker *m, const int32_t *cells, int32_t n, int is_winding) {
    int32_t corners = maker_corners(m, cells, n);
    if (corners != 4) return 2 * n + (is_winding ? corners : -2 * corners);
    if (n == 1) return 0;
    if (maker_is_bar(m, cells, n)) {
        if (n > m->most_bar) return NEVER;
        if (n >= LONG) return 2 * n - (is_winding ? BAR : COMPACT_BAR);
    } else if (n > m->most_rectangle) {
        return NEVER;
    }
    return is_winding ? -2 * n : 2 * n;
}

/* Set the limits of bars and rectangles, given the mean size. */
static void limit_shapes(Maker *m, int32_t mean) {
    const Recipe *r = &m->recipe;
    int is_narrow = r->width < 3 || r->height < 3;
    if (mean < r->mean) mean = r->mean;
    int32_t cells = mean / ONE;
    m->most_bar = is_narrow ? m->cells : cells - 1 > LONG ? cells - 1 : LONG;
    int64_t usual = (4 * ONE - 3 * (int64_t)r->winding) * mean / ONE / ONE;
    m->most_rectangle = is_narrow ? m->cells : usual > 9 ? (int32_t)usual : 9;
    if (r->most_rectangle) m->most_rectangle = r->most_rectangle;
    if (r->most_bar) m->most_bar = r->most_bar;
    if (m->most_bar > m->most_rectangle) m->most_bar = m->most_rectangle;
    /* A region has at most four times the mean size. */
    int64_t largest = (4 * (int64_t)mean + ONE / 2) / ONE;
    m->largest = largest > 2 ? (int32_t)largest : 2;
}

/* Return the colors that a region may have if it contains some cells. */
static int colors_of(const Maker *m, int32_t total, const int32_t *cells, int32_t n) {
    int colors = GIVEN - 1;
    for (int32_t i = 0; i < n; i++)
        if (m->color[cells[i]] != GIVEN || total != 2 * cells[i]) colors &= m->color[cells[i]];
    return colors;
}

/* ---- Regions --------------------------------------------------------------------- */

static int is_number(const Maker *m, int32_t cell) { return cell >= 0 && cell < m->numbers; }

int32_t maker_gather(Maker *m, const int32_t *totals, int32_t n, int32_t *cells) {
    int32_t size = 0;
    m->now_inside++;
    for (int32_t i = 0; i < n; i++)
        for (int32_t cell = m->head[totals[i]]; cell >= 0; cell = m->next[cell]) {
            m->inside[cell] = m->now_inside;
            cells[size++] = cell;
        }
    return size;
}

void maker_give(Maker *m, int32_t total, const int32_t *cells, int32_t n) {
    int32_t head = -1;
    for (int32_t i = 0; i < n; i++) {
        int32_t cell = cells[i];
        m->owner[cell] = total;
        m->next[cell] = head;
        head = cell;
        if (!m->is_free[cell]) continue;
        m->is_free[cell] = 0;
        for (int way = 0; way < m->recipe.ways; way++) m->free_beside[cell + m->step[way]]--;
    }
    m->head[total] = head;
    m->size[total] = n;
}

/* Return the total of the image of a dot, given a cell of its region. */
static int32_t image_of(const Maker *m, int symmetry, int32_t cell, int32_t total) {
    const int32_t *image = m->image + (size_t)symmetry * m->numbers;
    return image[cell] + image[total - cell];
}

int32_t maker_with_images(Maker *m, int32_t *totals, int32_t n) {
    if (!m->images) return n;
    int32_t all = n;
    m->now_seen++;
    for (int32_t i = 0; i < n; i++) m->seen[totals[i]] = m->now_seen;
    for (int32_t i = 0; i < n; i++)
        for (int symmetry = 0; symmetry < m->images; symmetry++) {
            int32_t image = image_of(m, symmetry, m->head[totals[i]], totals[i]);
            if (m->seen[image] == m->now_seen) continue;
            m->seen[image] = m->now_seen;
            totals[all++] = image;
        }
    return all;
}

/* ---- Growth ---------------------------------------------------------------------- */

/* A region that grows. */
typedef struct {
    int32_t total, size, frontier, *cell;
    int color;                                 /* one that all its cells may have */
    int own[MOST_IMAGES], others[MOST_IMAGES]; /* the symmetries that keep its dot */
    int owns, other;
} Region;

/* Note the free cells beside a cell whose images are free, too. */
static void look_beside(Maker *m, Region *r, int32_t cell) {
    for (int way = 0; way < m->recipe.ways; way++) {
        int32_t next = cell + m->step[way], image = r->total - next;
        if (!(m->is_free[next] & r->color) || m->inside[next] == m->now_inside) continue;
        if (!is_number(m, image) || !(m->is_free[image] & r->color)) continue;
        if (m->in_frontier[next] != m->now_inside) {
            m->in_frontier[next] = m->now_inside;
            m->times_beside[next] = 0;
            m->frontier[r->frontier++] = next;
        }
        m->times_beside[next]++;
    }
}

static void add_cell(Maker *m, Region *r, int32_t cell) {
    if (m->inside[cell] == m->now_inside) return;
    m->inside[cell] = m->now_inside;
    r->cell[r->size++] = cell;
}

/* Add cells with what the symmetries that keep the dot make of them, unless the region
 * meets an image of its own then; return whether they are added. */
static int add_cells(Maker *m, Region *r, const int32_t *cells, int32_t n) {
    int32_t before = r->size, is_apart = 1;
    for (int32_t i = 0; i < n; i++) {
        add_cell(m, r, cells[i]);
        for (int k = 0; k < r->owns; k++)
            add_cell(m, r, m->image[(size_t)r->own[k] * m->numbers + cells[i]]);
    }
    for (int32_t i = before; i < r->size; i++)
        for (int k = 0; k < r->other; k++) {
            int32_t image = m->image[(size_t)r->others[k] * m->numbers + r->cell[i]];
            is_apart &= m->inside[image] != m->now_inside;
        }
    if (is_apart) {
        for (int32_t i = before; i < r->size; i++) look_beside(m, r, r->cell[i]);
    } else {
        while (r->size > before) m->inside[r->cell[--r->size]] = 0;
    }
    return is_apart;
}

/* Take a cell from the frontier: a good one for the shape wanted. In a winding one, a
 * cell beside two others has less value. A cell in a nook of other regions has more,
 * since it would stay single. Return -1 for none. */
static int32_t next_cell(Maker *m, Region *r) {
    int32_t some[SOME], n = 0;
    int is_compact = maker_fraction(m) >= m->recipe.winding, best = -1;
    for (int32_t i = 0; i < r->frontier;) {
        int32_t cell = m->frontier[i];
        if (m->inside[cell] == m->now_inside) {
            m->frontier[i] = m->frontier[--r->frontier];
            continue;
        }
        int is_wanted = (m->times_beside[cell] >= 2) == is_compact;
        int rank = 2 * is_wanted + (m->free_beside[cell] <= 2);
        if (rank > best) {
            best = rank;
            n = 0;
        }
        if (rank == best && n < SOME) some[n++] = i;
        i++;
    }
    if (!n) return -1;
    int32_t i = some[maker_below(m, n)], cell = m->frontier[i];
    m->frontier[i] = m->frontier[--r->frontier];
    return cell;
}

/* Grow from the cells that a dot touches; return the number of cells. */
static int32_t grow(Maker *m, int32_t total, int32_t size, int32_t *cells) {
    int32_t x = total % m->stride, y = total / m->stride, touched[4], n = 0;
    int is_vertex = x & y & 1;
    if (is_vertex && !m->recipe.has_corners) {
        touched[n++] = y / 2 * m->stride + x / 2 + 1;
        touched[n++] = total - touched[0];
    } else {
        for (int32_t row = y / 2; row <= (y + 1) / 2; row++)
            for (int32_t column = x / 2; column <= (x + 1) / 2; column++)
                touched[n++] = row * m->stride + column;
    }
    for (int32_t i = 0; i < n; i++)
        if (!m->is_free[touched[i]]) return 0;
    Region r = {.total = total, .cell = cells, .color = colors_of(m, total, touched, n)};
    if (r.color == GIVEN - 1) r.color = 1 << maker_below(m, 2);
    if (!r.color) return 0;
    m->now_inside++;
    for (int symmetry = 0; symmetry < m->images; symmetry++) {
        if (image_of(m, symmetry, touched[0], total) == total) r.own[r.owns++] = symmetry;
        else r.others[r.other++] = symmetry;
    }
    if (!add_cells(m, &r, touched, n)) return 0;
    while (r.size < size) {
        int32_t pair[2];
        if ((pair[0] = next_cell(m, &r)) < 0) break;
        pair[1] = total - pair[0];
        if (m->inside[pair[0]] != m->now_inside) add_cells(m, &r, pair, 2);
    }
    return r.size;
}

/* Draw the size of a region. The sum of four fractions is close to a normal
 * distribution. */
static int32_t drawn_size(Maker *m, int32_t mean) {
    int64_t four = -2 * ONE;
    for (int i = 0; i < 4; i++) four += maker_fraction(m);
    int64_t deviation = four * ROOT_OF_3 / ONE * m->recipe.spread / ONE;
    int64_t larger = (int64_t)(mean - ONE) * 3 / 2;
    int64_t size = (3 * ONE / 2 + larger * (ONE + deviation) / ONE) / ONE;
    return size < 1 ? 1 : size > m->cells ? m->cells : (int32_t)size;
}

/* Draw a dot whose region may start with a cell; return its total. */
static int32_t drawn_dot(Maker *m, int32_t cell, int32_t size) {
    const Recipe *r = &m->recipe;
    int32_t kind = maker_fraction(m);
    if (m->color[cell] == GIVEN || kind < r->cells_share) return 2 * cell;
    if (kind < r->edges_share || size < 4 || !r->has_corners)
        return 2 * cell + m->step[maker_below(m, r->ways)];
    int32_t corner = maker_below(m, 4);
    return 2 * cell + (corner & 1 ? 1 : -1) + (corner & 2 ? m->stride : -m->stride);
}

/* Give a region and its images their cells; return their number. */
static int32_t give_all(Maker *m, int32_t total, const int32_t *cells, int32_t n,
                        int32_t *totals) {
    int32_t found = 1, some[MOST_IMAGES] = {0};
    totals[0] = total;
    for (int symmetry = 0; symmetry < m->images; symmetry++)
        some[symmetry] = image_of(m, symmetry, cells[0], total);
    maker_give(m, total, cells, n);
    for (int symmetry = 0; symmetry < m->images; symmetry++) {
        int is_new = 1;
        for (int32_t i = 0; i < found; i++) is_new &= totals[i] != some[symmetry];
        if (!is_new) continue;
        const int32_t *image = m->image + (size_t)symmetry * m->numbers;
        for (int32_t i = 0; i < n; i++) m->list[i] = image[cells[i]];
        maker_give(m, some[symmetry], m->list, n);
        totals[found++] = some[symmetry];
    }
    return found;
}

/* Let a region grow from a free cell, the best of several tries, and give it and its
 * images their cells; return their number. */
static int32_t make_region(Maker *m, int32_t cell, int32_t mean, int32_t *totals) {
    int32_t total = 2 * cell, n = 1, most = NEVER;
    int32_t clear = 2 * m->recipe.winding - ONE;
    int32_t tries = 2 + (clear >= ONE / 2 || clear <= -ONE / 2);
    m->best[0] = cell;
    int32_t size = m->free_beside[cell] ? drawn_size(m, mean) : 1;
    int is_winding = size > 1 && maker_fraction(m) < m->recipe.winding;
    for (; size > 1 && tries && most < 2 * size; tries--) {
        int32_t dot = drawn_dot(m, cell, size), found = grow(m, dot, size, m->trial);
        int32_t value = found ? value_of(m, m->trial, found, is_winding) : NEVER;
        if (value <= most) continue;
        int32_t *grown = m->trial;
        m->trial = m->best;
        m->best = grown;
        most = value;
        total = dot;
        n = found;
    }
    return give_all(m, total, m->best, n, totals);
}

/* ---- Unions ---------------------------------------------------------------------- */

/* The regions that are to be united, and the total of the union. */
typedef struct {
    int32_t total, part[3], parts;
    int64_t value;
} Union;

/* Whether the image of each cell of a region lies in one of two regions. */
static int maps(const Maker *m, int32_t region, int32_t total, int32_t one, int32_t other) {
    for (int32_t cell = m->head[region]; cell >= 0; cell = m->next[cell]) {
        int32_t image = total - cell;
        if (!is_number(m, image) || (m->owner[image] != one && m->owner[image] != other))
            return 0;
    }
    return 1;
}

/* Whether the dot of a union of two regions touches no other one. */
static int touches_only(const Maker *m, int32_t total, int32_t one, int32_t other) {
    int32_t x = total % m->stride, y = total / m->stride;
    if ((x & y & 1) && !m->recipe.has_corners) {
        int32_t cell = y / 2 * m->stride + x / 2 + 1;
        return (m->owner[cell] == one || m->owner[cell] == other) &&
               (m->owner[total - cell] == one || m->owner[total - cell] == other);
    }
    for (int32_t row = y / 2; row <= (y + 1) / 2; row++)
        for (int32_t column = x / 2; column <= (x + 1) / 2; column++) {
            int32_t owner = m->owner[row * m->stride + column];
            if (owner != one && owner != other) return 0;
        }
    return 1;
}

/* Keep a union if it is better than the best one so far. */
static void judge_union(Maker *m, Union one, int is_winding, Union *best) {
    int32_t n = maker_gather(m, one.part, one.parts, m->trial);
    int32_t value = value_of(m, m->trial, n, is_winding);
    if (value == NEVER || !colors_of(m, one.total, m->trial, n)) return;
    one.value = (int64_t)value * (ONE / 2) + maker_fraction(m);
    if (!best->parts || one.value > best->value) *best = one;
}

/* Judge the unions of two neighbors: by themselves, and with an image of one of them in
 * the dot of the other. */
static void judge_neighbors(Maker *m, int32_t one, int32_t other, int is_winding,
                            Union *best) {
    int32_t size = m->size[one], more = m->size[other];
    if (size + more > m->largest) return;
    /* The sum of all cells is half the total for each; so the total is the mean. */
    int64_t sum = (int64_t)one * size + (int64_t)other * more;
    int32_t total = (int32_t)(sum / (size + more));
    if (sum % (size + more) == 0 && maps(m, one, total, one, other) &&
        maps(m, other, total, one, other) && touches_only(m, total, one, other))
        judge_union(m, (Union){total, {one, other, 0}, 2, 0}, is_winding, best);
    for (int turn = 0; turn < 2; turn++) {
        int32_t center = turn ? other : one, part = turn ? one : other;
        int32_t image = center - m->head[part];
        if (!is_number(m, image)) continue;
        int32_t third = m->owner[image];
        if (!third || third == part || third == center ||
            m->place[image] != m->now_place || m->size[third] != m->size[part] ||
            size + more + m->size[part] > m->largest || !maps(m, part, center, third, third))
            continue;
        judge_union(m, (Union){center, {center, part, third}, 3, 0}, is_winding, best);
    }
}

static int has_part(const Union *one, int32_t part) {
    for (int32_t i = 0; i < one->parts; i++)
        if (one->part[i] == part) return 1;
    return 0;
}

/* List a union and its images; return their number, 0 if two of them overlap. */
static int images_of_union(const Maker *m, const Union *one, Union *all) {
    int found = 1;
    all[0] = *one;
    for (int symmetry = 0; symmetry < m->images; symmetry++) {
        const int32_t *image = m->image + (size_t)symmetry * m->numbers;
        Union new = {.parts = one->parts};
        new.total = image_of(m, symmetry, m->head[one->part[0]], one->total);
        for (int32_t i = 0; i < one->parts; i++)
            new.part[i] = m->owner[image[m->head[one->part[i]]]];
        int is_new = 1;
        for (int i = 0; i < found; i++) {
            int32_t common = 0;
            for (int32_t j = 0; j < new.parts; j++) common += has_part(&all[i], new.part[j]);
            if (common && (common < new.parts || new.total != all[i].total)) return 0;
            is_new &= !common;
        }
        if (is_new) all[found++] = new;
    }
    return found;
}

/* Unite a region with neighbors, and do the same to its images; add the totals to a
 * list, and return how many fewer regions there are. */
static int32_t unite(Maker *m, int32_t total, int32_t *list, int32_t *size) {
    int is_winding = maker_fraction(m) < m->recipe.winding;
    Union best = {0}, all[MOST_IMAGES + 1];
    int32_t fewer = 0;
    m->now_seen++;
    for (int32_t cell = m->head[total]; cell >= 0; cell = m->next[cell])
        for (int way = 0; way < m->recipe.ways; way++) {
            int32_t next = cell + m->step[way], other = m->owner[next];
            if (other == total || m->place[next] != m->now_place) continue;
            if (m->seen[other] == m->now_seen) continue;
            m->seen[other] = m->now_seen;
            judge_neighbors(m, total, other, is_winding, &best);
        }
    int number = best.parts ? images_of_union(m, &best, all) : 0;
    for (int i = 0; i < number; i++) {
        int32_t n = maker_gather(m, all[i].part, all[i].parts, m->trial);
        for (int32_t j = 0; j < all[i].parts; j++) m->size[all[i].part[j]] = 0;
        maker_give(m, all[i].total, m->trial, n);
        list[(*size)++] = all[i].total;
        fewer += all[i].parts - 1;
    }
    return fewer;
}

/* Sort the regions of a list that there still are by their sizes, equal ones at random;
 * return their number. */
static int32_t sort_by_size(Maker *m, int32_t *list, int32_t n, int32_t *sorted) {
    int32_t first[MOST_SIZE + 2] = {0}, left = 0;
    for (int32_t i = 0; i < n; i++)
        if (m->size[list[i]] > 0) list[left++] = list[i];
    maker_shuffle(m, list, left);
    for (int32_t i = 0; i < left; i++) {
        int32_t size = m->size[list[i]];
        first[(size < MOST_SIZE ? size : MOST_SIZE) + 1]++;
    }
    for (int i = 1; i < MOST_SIZE + 2; i++) first[i] += first[i - 1];
    for (int32_t i = 0; i < left; i++) {
        int32_t size = m->size[list[i]];
        sorted[first[size < MOST_SIZE ? size : MOST_SIZE]++] = list[i];
    }
    return left;
}

/* ---- The whole ------------------------------------------------------------------- */

/* Shuffle cells: given dots first, the border last, since only bars fit there. */
static void order_cells(Maker *m, const int32_t *cells, int32_t n) {
    int32_t size = 0;
    for (int group = 0; group < 3; group++) {
        int32_t first = size;
        for (int32_t i = 0; i < n; i++) {
            int is_inner = 1, is_given = m->color[cells[i]] == GIVEN;
            for (int way = 0; way < m->recipe.ways; way++)
                is_inner &= m->place[cells[i] + m->step[way]] == m->now_place;
            if ((is_given ? 0 : is_inner ? 1 : 2) == group) m->order[size++] = cells[i];
        }
        maker_shuffle(m, m->order + first, size - first);
    }
}

void maker_fill(Maker *m, const int32_t *cells, int32_t n, int32_t mean) {
    if (mean < ONE) mean = ONE;
    limit_shapes(m, mean);
    m->now_place++;
    for (int32_t i = 0; i < n; i++) {
        int32_t cell = cells[i];
        m->place[cell] = m->now_place;
        if (m->is_free[cell]) continue;
        m->is_free[cell] = m->color[cell];
        for (int way = 0; way < m->recipe.ways; way++) m->free_beside[cell + m->step[way]]++;
    }
    order_cells(m, cells, n);
    int32_t fresh = 0, wanted = (int32_t)((int64_t)n * ONE / mean);
    for (int32_t i = 0; i < n; i++)
        if (m->is_free[m->order[i]])
            fresh += make_region(m, m->order[i], mean, m->fresh + fresh);
    for (int32_t regions = fresh; fresh && regions > wanted;) {
        int32_t left = sort_by_size(m, m->fresh, fresh, m->sorted);
        fresh = 0;
        for (int32_t i = 0; i < left && regions > wanted; i++)
            if (m->size[m->sorted[i]] > 0)
                regions -= unite(m, m->sorted[i], m->fresh, &fresh);
    }
}
