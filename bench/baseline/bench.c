/* The yardstick's own figures: playouts, single operations and a search to the end of the round.
   By hand: gcc -O3 -o build/baseline bench/baseline/bench.c && build/baseline */
#include "azul.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main(int argc, char **argv) {
    int reps = 5;
    printf("sizeof(State)=%zu\n", sizeof(State));
    for (int np = 2; np <= 4; np += 2) {
        double best = 1e9; int64_t mv = 0; int games = np == 2 ? 20000 : 10000;
        for (int i = 0; i < reps; i++) { double t = now(); mv = playouts(1, games, np, NULL); t = now() - t; if (t < best) best = t; }
        printf("playout %dp: %.0f moves/s %.0f games/s (%.1f moves/game)\n", np, mv / best, games / best, (double)mv / games);
        enum { N = 2000 };
        static State pos[N], scratch[8]; static uint16_t ch[N];
        collect(1, np, N, pos, ch);
        double bl = 1e9, bc = 1e9, ba = 1e9; int64_t s1 = 0, s2 = 0, s3 = 0; int R = 500;
        for (int i = 0; i < reps; i++) {
            double t = now(); s1 = bench_legal(pos, N, R); t = now() - t; if (t < bl) bl = t;
            t = now(); s2 = bench_copy(pos, N, R, scratch); t = now() - t; if (t < bc) bc = t;
            t = now(); s3 = bench_copy_apply(pos, ch, N, R, scratch); t = now() - t; if (t < ba) ba = t;
        }
        double u = 1e9 / ((double)N * R);
        printf("  legal %.1f ns  copy %.1f ns  copy+apply %.1f ns  [sums %ld %ld %ld]\n", bl * u, bc * u, ba * u, s1, s2, s3);
    }
    int want = argc > 1 ? atoi(argv[1]) : 8, npos = argc > 2 ? atoi(argv[2]) : 20;
    double best = 1e9; int64_t nodes = 0, vals = 0;
    for (int i = 0; i < reps; i++) {
        double t = now(); nodes = vals = 0;
        for (int k = 0, seed = 1; k < npos; seed++) {
            State s; if (!search_position(seed, want, &s)) continue;
            int64_t n0 = 0; int v = negamax(&s, -1000, 1000, &n0); nodes += n0; vals += v * (k + 1); k++;
            if (i == 0 && argc > 3) printf("   seed %d groups %d nodes %ld value %d\n", seed, groups(&s), n0, v);
        }
        t = now() - t; if (t < best) best = t;
    }
    printf("negamax: %ld nodes, valsum %ld, %.0f nodes/s\n", nodes, vals, nodes / best);
    return 0;
}
