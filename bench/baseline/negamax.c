/* The yardstick's search to the end of the round, on its own positions of two players.
   negamax WANT COUNT positions: prints each position in the notation of docs/notation.md
   negamax WANT COUNT solve:     prints "NODES SECONDS" for solving them all once, in processor time
   A floor line keeps no order here: its marker is printed first. */
#include "azul.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char COLOURS[] = "BYRKW";

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void print_tiles(const int8_t *count, int marker) {
    int any = marker;
    if (marker) putchar('x');
    for (int c = 0; c < 5; c++)
        for (int k = 0; k < count[c]; k++) { putchar(COLOURS[c]); any = 1; }
    if (!any) putchar('-');
}

static void print_counts(const int8_t *count) {
    printf(" %d,%d,%d,%d,%d", count[0], count[1], count[2], count[3], count[4]);
}

static void print_board(const State *s, int p) {
    int tiles = 0;
    printf(" %d:", s->score[p]);
    for (int r = 0; r < 5; r++) {
        if (r) putchar('/');
        if (s->line_n[p][r]) printf("%d%c", s->line_n[p][r], COLOURS[s->line_c[p][r]]);
        else putchar('-');
    }
    putchar(':');
    for (int r = 0; r < 5; r++) {
        if (r) putchar('/');
        for (int col = 0; col < 5; col++)
            putchar(s->wall[p] >> (r * 5 + col) & 1 ? COLOURS[(col - r + 5) % 5] : '.');
    }
    putchar(':');
    for (int c = 0; c < 5; c++) tiles += s->floor_c[p][c];
    int beside = s->marker == p && s->floor_n[p] == tiles;  /* taken with a full floor line */
    print_tiles(s->floor_c[p], s->marker == p && !beside);
    if (beside) printf("+x");
}

static void print_position(const State *s) {
    printf("c %d d%d s%d ", s->round, s->cur + 1, s->first + 1);
    for (int f = 1; f <= s->nf; f++) {
        if (f > 1) putchar('/');
        print_tiles(s->src[f], 0);
    }
    putchar(' ');
    print_tiles(s->src[CENTRE], s->marker < 0);
    print_counts(s->bag);
    print_counts(s->lid);
    for (int p = 0; p < s->np; p++) print_board(s, p);
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s WANT COUNT positions|solve\n", argv[0]);
        return 2;
    }
    int want = atoi(argv[1]), count = atoi(argv[2]), solving = strcmp(argv[3], "solve") == 0;
    State *positions = malloc(sizeof(State) * (size_t)count);
    for (int k = 0, seed = 1; k < count; seed++)
        k += search_position((uint64_t)seed, want, &positions[k]);
    int64_t nodes = 0;
    double begin = now();
    for (int k = 0; k < count; k++) {
        State s = positions[k];
        if (solving) negamax(&s, -1000, 1000, &nodes);
        else print_position(&s);
    }
    if (solving) printf("%lld %.9f\n", (long long)nodes, now() - begin);
    free(positions);
    return 0;
}
