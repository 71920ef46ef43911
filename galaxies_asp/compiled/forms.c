/* Texts of many puzzles of squares without holes and walls: game IDs and canonical forms.
 *
 * The canonical form is the smallest of the forms of a puzzle by its symmetries: JSON of
 * the size, the dots, the black dots, and no holes and walls; `generating/made.py` writes
 * the same. */

#include "making.h"

typedef struct { int32_t x, y, is_black; } Dot;

static int by_place(const void *one, const void *other) {
    const Dot *a = one, *b = other;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

/* Compare forms of equal sizes: by all dots, then by the black ones. */
static int compare(const Dot *one, const Dot *other, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        int order = by_place(&one[i], &other[i]);
        if (order) return order;
    }
    for (int32_t i = 0; i < n; i++) /* both have as many black dots */
        if (one[i].is_black != other[i].is_black) return one[i].is_black ? -1 : 1;
    return 0;
}

/* Write the digits of a number from 0 on; return the end. */
static char *number(char *out, int32_t n) {
    char digits[12];
    int size = 0;
    do digits[size++] = (char)('0' + n % 10);
    while (n /= 10);
    while (size) *out++ = digits[--size];
    return out;
}

static char *points(char *out, const Dot *dots, int32_t n, int only_black) {
    int is_first = 1;
    *out++ = '[';
    for (int32_t i = 0; i < n; i++) {
        if (only_black && !dots[i].is_black) continue;
        if (!is_first) *out++ = ',';
        is_first = 0;
        *out++ = '[';
        out = number(out, dots[i].x);
        *out++ = ',';
        out = number(out, dots[i].y);
        *out++ = ']';
    }
    *out++ = ']';
    return out;
}

static char *game_id(char *out, int32_t width, int32_t height, const Dot *dots, int32_t n) {
    int32_t next = 0;
    out = number(out, width);
    *out++ = 'x';
    out = number(out, height);
    *out++ = ':';
    for (int32_t i = 0; i < n; i++) {
        int32_t place = (dots[i].y - 1) * (2 * width - 1) + dots[i].x - 1, gap = place - next;
        for (; gap >= 25; gap -= 25) *out++ = 'z';
        *out++ = (char)((dots[i].is_black ? 'A' : 'a') + gap);
        next = place + 1;
    }
    return out;
}

int64_t maker_texts(int32_t width, int32_t height, const int32_t *numbers, int32_t n,
                    int32_t *some, char *out) {
    const Dot *dots = (const Dot *)numbers;
    Dot *best = (Dot *)some, *form = best + n;
    char *end = game_id(out, width, height, dots, n);
    int is_turned = width > height, has_best = 0;
    *end++ = '\n';
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        int turns = symmetry >> 2;
        if (width != height && turns != is_turned) continue;
        for (int32_t i = 0; i < n; i++) {
            int32_t x = symmetry & 1 ? 2 * width - dots[i].x : dots[i].x;
            int32_t y = symmetry & 2 ? 2 * height - dots[i].y : dots[i].y;
            form[i] = (Dot){turns ? y : x, turns ? x : y, dots[i].is_black};
        }
        qsort(form, n, sizeof *form, by_place);
        if (has_best && compare(form, best, n) >= 0) continue;
        memcpy(best, form, n * sizeof *form);
        has_best = 1;
    }
    *end++ = '[';
    end = number(end, is_turned ? height : width);
    *end++ = ',';
    end = number(end, is_turned ? width : height);
    *end++ = ',';
    end = points(end, best, n, 0);
    *end++ = ',';
    end = points(end, best, n, 1);
    memcpy(end, ",[],[]]\n", 8);
    return end + 8 - out;
}
