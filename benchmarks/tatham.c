/* Solve and generate with the C program of Simon Tatham's collection, and
 * return the CPU time; compiled by tatham.py with his sources.
 */

#include "galaxies.c"

#include <time.h>

/* The CPU time of the thread: under a limit, that of the process is counted in ticks. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Set what the solver says: 0 or 1 for a difficulty, more for no proof. */
double solve_seconds(const char *params, const char *desc, int *verdict)
{
    game_params *p = default_params();
    decode_params(p, params);
    double started = now();
    game_state *state = new_game(NULL, p, desc);
    *verdict = solver_state(state, DIFF_UNREASONABLE);
    double ended = now();
    free_game(state);
    free_params(p);
    return ended - started;
}

double generate_seconds(const char *params, int seed, int number)
{
    game_params *p = default_params();
    decode_params(p, params);
    random_state *rs = random_new((void *)&seed, sizeof(seed));
    double started = now();
    while (number-- > 0) {
        char *aux = NULL;
        sfree(new_game_desc(p, rs, &aux, false));
        sfree(aux);
    }
    double ended = now();
    random_free(rs);
    free_params(p);
    return ended - started;
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
