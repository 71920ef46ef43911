/* Solve and generate with the C program of Simon Tatham's collection, and
 * return the CPU time; compiled by tatham.py with his sources.
 */

#include "galaxies.c"

#include <time.h>

/* Set what the solver says: 0 or 1 for a difficulty, more for no proof. */
double solve_seconds(const char *params, const char *desc, int *verdict)
{
    game_params *p = default_params();
    decode_params(p, params);
    clock_t started = clock();
    game_state *state = new_game(NULL, p, desc);
    *verdict = solver_state(state, DIFF_UNREASONABLE);
    clock_t ended = clock();
    free_game(state);
    free_params(p);
    return (double)(ended - started) / CLOCKS_PER_SEC;
}

double generate_seconds(const char *params, int seed, int number)
{
    game_params *p = default_params();
    decode_params(p, params);
    random_state *rs = random_new((void *)&seed, sizeof(seed));
    clock_t started = clock();
    while (number-- > 0) {
        char *aux = NULL;
        sfree(new_game_desc(p, rs, &aux, false));
        sfree(aux);
    }
    clock_t ended = clock();
    random_free(rs);
    free_params(p);
    return (double)(ended - started) / CLOCKS_PER_SEC;
}

/* Write the next description to a buffer; the random state continues. */
void next_desc(const char *params, random_state *rs, char *buffer, int size)
{
    game_params *p = default_params();
    decode_params(p, params);
    char *aux = NULL;
    char *desc = new_game_desc(p, rs, &aux, false);
    snprintf(buffer, size, "%s", desc);
    sfree(desc);
    sfree(aux);
    free_params(p);
}

random_state *seeded(int seed)
{
    return random_new((void *)&seed, sizeof(seed));
}
