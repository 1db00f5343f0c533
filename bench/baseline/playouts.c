/* Random games of the yardstick: playouts GAMES PLAYERS SEED prints "MOVES SECONDS". */
#include "azul.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s GAMES PLAYERS SEED\n", argv[0]);
        return 2;
    }
    int games = atoi(argv[1]), players = atoi(argv[2]);
    uint64_t seed = strtoull(argv[3], NULL, 10);
    double begin = now();
    int64_t moves = playouts(seed, games, players, NULL);
    printf("%lld %.9f\n", (long long)moves, now() - begin);
    return 0;
}
