/* What takes most of the time of counts: divisions into symmetric regions, blocks of
 * partitions, classes of dot sets, and products with sparse matrices modulo primes. The
 * modules of the same contents in `counting` state the same in numpy. */

#include "galaxies.h"

enum { FINISHED, FULL, PAUSED };

static const uint64_t PRIME = ((uint64_t)1 << 31) - 1;

/* ---- Divisions into symmetric regions: sets of cells are words --------------------- */

typedef struct {
    uint64_t width, not_first, not_last, is_hexagonal; /* cells by their columns */
    const uint64_t *centers; /* the cells around each, and those that it keeps on board */
    int around_center, is_reversed;
} Rules;

static uint64_t first_of(uint64_t cells) { return cells & (~cells + 1); }
static uint64_t index_of(uint64_t cells) { return (uint64_t)__builtin_ctzll(cells); }

static uint64_t reversed(uint64_t word) {
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (word & 0x0F0F0F0F0F0F0F0Fu) << 4;
    return __builtin_bswap64(word);
}

/* The cells beside some cell of a set, perhaps beyond the board. */
static uint64_t neighbors(uint64_t cells, const Rules *rules) {
    uint64_t width = rules->width;
    uint64_t right = cells & rules->not_last, left = cells & rules->not_first;
    uint64_t below = width < 64 ? cells << width : 0;
    uint64_t above = width < 64 ? cells >> width : 0;
    uint64_t beside = below | above | right << 1 | left >> 1;
    if (rules->is_hexagonal) beside |= left << (width - 1) | right >> (width - 1);
    return beside;
}

/* The cells that are connected to the seed inside a set. */
static uint64_t component(uint64_t seed, uint64_t within, const Rules *rules) {
    while (1) {
        uint64_t grown = (seed | neighbors(seed, rules)) & within;
        if (grown == seed) return grown;
        seed = grown;
    }
}

/* A set moved so far up and left as the board allows. */
static uint64_t in_corner(uint64_t cells, const Rules *rules) {
    uint64_t columns = cells;
    uint64_t row = (uint32_t)index_of(cells) / (uint32_t)rules->width;
    for (uint64_t step = rules->width; step < 64; step += step) columns |= columns >> step;
    return cells >> (row * rules->width + index_of(columns));
}

/* The table has an entry for each shape: the exclusive or of the shape and a hash of its
 * numbers, and the numbers. Threads share it. An entry that two of them have written at
 * the same time belongs to no shape, and is passed over: hashes differ also where both
 * numbers are equal, as small ones are. */
static uint64_t load(const uint64_t *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static void store(uint64_t *word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static uint64_t check(uint64_t word, uint64_t residue) {
    uint64_t mixed = word * 0x9E3779B97F4A7C15u + residue * 0xC2B2AE3D27D4EB4Fu;
    return mixed ^ mixed >> 29;
}

/* Find a shape, or the free entry for it; return whether it is known. */
static int find(uint64_t *table, uint64_t size, uint64_t shape, uint64_t entry[2],
                uint64_t **place) {
    uint64_t mixed = shape * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u;
    uint64_t number = (mixed >> 32) * size >> 32;
    while (1) {
        uint64_t *at = table + 3 * number, found = load(at);
        entry[0] = load(at + 1);
        entry[1] = load(at + 2);
        *place = at;
        if (!found) return 0;
        if ((found ^ check(entry[0], entry[1])) == shape) return 1;
        if (++number == size) number = 0;
    }
}

static void insert(uint64_t *table, uint64_t size, uint64_t shape, uint64_t word,
                   uint64_t residue) {
    uint64_t entry[2], *place;
    find(table, size, shape, entry, &place);
    store(place + 1, word);
    store(place + 2, residue);
    store(place, shape ^ check(word, residue));
}

EXPORT void divisions_rehash(const uint64_t *table, int64_t entries, uint64_t *larger,
                             int64_t size) {
    for (const uint64_t *at = table; at < table + 3 * entries; at += 3)
        if (*at) insert(larger, (uint64_t)size, *at ^ check(at[1], at[2]), at[1], at[2]);
}

EXPORT void divisions_find(uint64_t *table, int64_t size, uint64_t shape,
                           uint64_t *numbers) {
    uint64_t *place;
    find(table, (uint64_t)size, shape, numbers, &place);
}

/* A beginning of a region: its cells, those that may be added, the sum of the indices
 * that the half turn keeps, and whether the cells are connected to the first cell. */
typedef struct { uint64_t cells, room, total, is_joined; } Beginning;

/* A shape whose count waits for that of another: its number modulo 2^64 and modulo the
 * prime so far, and where its beginnings are on the stack. */
typedef struct { uint64_t shape, number, residue, top; } Frame;

/* Put the centers about which the first cell may have a region on the stack. */
static int64_t push_centers(uint64_t shape, const Rules *rules, Beginning *stack,
                            int64_t top) {
    uint64_t width = rules->width, first = first_of(shape);
    uint64_t row = index_of(shape) / width, column = index_of(shape) % width;
    uint64_t turned = reversed(shape), left = rules->is_reversed ? turned : shape;
    while (left) {
        uint64_t image = first_of(left);
        left ^= image;
        if (rules->is_reversed) image = reversed(image);
        uint64_t row_sum = row + index_of(image) / width;
        uint64_t column_sum = column + index_of(image) % width;
        uint64_t total = row_sum * width + column_sum;
        uint64_t room = total < 64 ? turned >> (63 - total) : turned << (total - 63);
        const uint64_t *center =
            rules->centers + 2 * (row_sum * (2 * width - 1) + column_sum);
        room &= shape & center[1];
        uint64_t start = rules->around_center ? center[0] : first | image;
        if ((room & start) != start) continue;
        room = component(first, room, rules);
        if ((room & start) != start) continue;
        stack[top++] = (Beginning){start, room, total, 0};
    }
    return top;
}

/* Put the ways to go on with a beginning on the stack: from each on, its pair is
 * excluded. */
static int64_t push_pairs(Beginning from, uint64_t first, const Rules *rules,
                          Beginning *stack, int64_t top) {
    uint64_t candidates = neighbors(from.cells, rules) & from.room & ~from.cells;
    while (candidates) {
        uint64_t single = first_of(candidates);
        uint64_t pair = single | (uint64_t)1 << (from.total - index_of(single));
        stack[top++] = (Beginning){from.cells | pair, from.room, from.total, from.is_joined};
        from.room &= ~pair;
        candidates &= ~pair;
        if (!from.is_joined &&
            (component(first, from.room, rules) & from.cells) != from.cells)
            break;
    }
    return top;
}

/* Count until the end, until `most` shapes were counted, or some regions. The progress is
 * kept between two calls: the frames and the beginnings that wait, whether the shape has
 * begun, and how many shapes and regions have been counted. */
EXPORT int divisions_search(const uint64_t *lattice, const uint64_t *centers,
                            int around_center, int is_reversed, uint64_t *table,
                            int64_t size, int64_t most, int64_t regions,
                            uint64_t *beginnings, uint64_t *shapes, int64_t *progress) {
    Rules rules = {lattice[0], lattice[1], lattice[2], lattice[3],
                   centers, around_center, is_reversed};
    Beginning *stack = (Beginning *)beginnings;
    Frame *frames = (Frame *)shapes;
    int64_t depth = progress[0], top = progress[1], has_begun = progress[2];
    int64_t pause = progress[4] + regions;
    int reason = PAUSED;
    while (progress[4] < pause) {
        Frame *frame = frames + depth;
        if (!has_begun) top = push_centers(frame->shape, &rules, stack, top);
        has_begun = 1;
        if (top == (int64_t)frame->top) {
            insert(table, (uint64_t)size, frame->shape, frame->number,
                   frame->residue % PRIME);
            progress[3]++;
            if (depth == 0) {
                reason = FINISHED;
                break;
            }
            depth--;
            if (progress[3] >= most) {
                reason = FULL;
                break;
            }
            continue;
        }
        Beginning at = stack[--top];
        uint64_t first = first_of(frame->shape);
        if (!at.is_joined && at.cells & first)
            at.is_joined = component(first, at.cells, &rules) == at.cells;
        if (at.is_joined) {
            uint64_t rest = frame->shape & ~at.cells, product = 1, residue = 1;
            uint64_t unknown = 0;
            rest &= neighbors(rest, &rules); /* a single cell has one division */
            while (rest) {
                uint64_t part = component(first_of(rest), rest, &rules), entry[2], *place;
                rest ^= part;
                part = in_corner(part, &rules);
                if (!find(table, (uint64_t)size, part, entry, &place)) {
                    unknown = part;
                    break;
                }
                product *= entry[0];
                residue *= entry[1];
                residue = (residue & PRIME) + (residue >> 31); /* 2^31 is 1 */
            }
            if (unknown) { /* count it, and come back to this region */
                stack[top++].is_joined = at.is_joined;
                frames[++depth] = (Frame){unknown, 0, 0, (uint64_t)top};
                has_begun = 0;
                continue;
            }
            frame->number += product;
            frame->residue += residue;
            progress[4]++;
        }
        top = push_pairs(at, first, &rules, stack, top);
    }
    progress[0] = depth;
    progress[1] = top;
    progress[2] = has_begun;
    return reason;
}

/* ---- Blocks of partitions: see `counting/boards/blocks.py` ------------------------- */

/* A move has a source, a target, a length, and the first place in the tables. */
EXPORT void blocks_add(const uint64_t *ways, const int64_t *moves, int64_t number,
                       const uint32_t *tables, uint64_t modulus, uint64_t *after) {
    for (const int64_t *move = moves; move < moves + 4 * number; move += 4) {
        const uint64_t *some = ways + move[0];
        uint64_t *block = after + move[1];
        const uint32_t *places = tables + move[3];
        for (int64_t i = 0; i < move[2]; i++) {
            uint64_t sum = block[places[i]] + some[i], less = sum - modulus;
            /* Words wrap around, so the difference is less unless it is negative. */
            block[places[i]] = sum < less ? sum : less;
        }
    }
}

/* ---- Classes of dot sets: see `counting/boards/classes.py` ------------------------- */

/* Classes are shared by threads, each of which has those from a first one on. */
EXPORT void classes_hash(const int64_t *ends, int64_t classes, const uint32_t *residual,
                         const uint32_t *ways, const uint64_t *words, uint64_t *sums,
                         int64_t first_class, int64_t last) {
    int64_t option = first_class ? ends[first_class - 1] : 0;
    for (int64_t number = first_class; number < last; number++) {
        uint64_t first = 0, second = 0;
        for (; option < ends[number]; option++) {
            const uint64_t *hash = words + 2 * (size_t)residual[option];
            first += hash[0] * ways[option];
            second += hash[1] * ways[option];
        }
        sums[number] = first;
        sums[classes + number] = second;
    }
}

/* Find the lengths of classes, and write their options, from `end` on, if `writes`.
 * `places` has an item -1 for each residual set after the center. */
EXPORT void classes_options(const int64_t *ends, const uint32_t *residual_before,
                            const uint32_t *ways_before, const int64_t *starts,
                            const int64_t *after, const uint32_t *rows,
                            const int64_t *source, int64_t first_class, int64_t last,
                            int64_t end, int64_t *places, int64_t *lengths, int writes,
                            uint32_t *residual, uint32_t *ways) {
    for (int64_t number = first_class; number < last; number++) {
        int64_t first = end, owner = source[number];
        for (int64_t option = owner ? ends[owner - 1] : 0; option < ends[owner]; option++) {
            int64_t at = (int64_t)residual_before[option] + rows[number];
            for (int64_t lead = starts[at]; lead < starts[at + 1]; lead++) {
                int64_t place = places[after[lead]];
                if (place < first) { /* places before are of other classes */
                    place = places[after[lead]] = end++;
                    if (writes) {
                        residual[place] = (uint32_t)after[lead];
                        ways[place] = 0;
                    }
                }
                if (writes) ways[place] += ways_before[option];
            }
        }
        lengths[number] = end - first;
    }
}

/* Add up the sizes of equal hashes at the first of them; return whether all agree, or 0
 * if only the first hashes of two are equal. A thread takes the hashes of its part.
 * `slots` has 2^bits items -1. */
EXPORT int classes_group(const uint64_t *hashes, const int64_t *sizes, int64_t classes,
                         int64_t part, int64_t parts, int64_t *slots, int bits,
                         int64_t *sums) {
    int64_t mask = ((int64_t)1 << bits) - 1, room = mask;
    for (int64_t i = 0; i < classes; i++) {
        uint64_t first = hashes[i], second = hashes[classes + i];
        if (!(first | second)) continue;
        if ((int64_t)((first >> 32) * (uint64_t)parts >> 32) != part) continue;
        int64_t slot = (int64_t)(first * 0x9E3779B97F4A7C15u >> (64 - bits));
        while (slots[slot] >= 0 && hashes[slots[slot]] != first)
            slot = (slot + 1) & mask;
        if (slots[slot] < 0) {
            if (!--room) return 0; /* hashes that look random never get here */
            slots[slot] = i;
        }
        int64_t group = slots[slot];
        if (hashes[classes + group] != second) return 0;
        sums[group] += sizes[i];
    }
    return 1;
}

/* ---- Products with sparse matrices modulo 2^bits - offset -------------------------- */

/* Eight residues, one for each prime. */
typedef uint64_t Row __attribute__((vector_size(64), aligned(8)));

/* A function of this is compiled twice. */
#define PARAMETERS const Row *vector, int64_t rows, const int64_t *starts, \
    const uint32_t *sources, const uint64_t *weights, int bits, const Row *offsets, Row *sums
#define ARGUMENTS vector, rows, starts, sources, weights, bits, offsets, sums

/* Add up rows, and reduce each sum to a smaller one with the same residues. */
static inline __attribute__((always_inline)) void push(PARAMETERS) {
    for (int64_t target = 0; target < rows; target++) {
        Row sum = {0};
        for (int64_t entry = starts[target]; entry < starts[target + 1]; entry++)
            sum += vector[sources[entry]] * weights[entry];
        Row above = sum >> bits;
        sums[target] = sum - (above << bits) + above * *offsets;
    }
}

/* Some processors multiply eight words at once, in a third of the time. */
#ifdef __x86_64__
__attribute__((target("avx512f,avx512dq"))) static void push_at_once(PARAMETERS) {
    push(ARGUMENTS);
}
#define HAS_VECTORS __builtin_cpu_supports("avx512dq")
#else
#define push_at_once push
#define HAS_VECTORS 0
#endif

EXPORT void residues_push(PARAMETERS) {
    if (HAS_VECTORS) push_at_once(ARGUMENTS);
    else push(ARGUMENTS);
}
