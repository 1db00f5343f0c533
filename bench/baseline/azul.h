/* The frozen yardstick: a plain C statement of the coloured game, used only for comparing speed.
   It is not part of the package and no rule is ever fixed here; `make bench` compiles it with
   gcc -O3 and runs it in turn with the compiled rules of src/azulejos/rules. */
#ifndef AZUL_H
#define AZUL_H
#include <stdint.h>
#include <string.h>

/* RULES BEGIN */
enum { CENTRE = 0, FLOOR = 5, MAX_MOVES = 256 };  /* source 0 is the centre, 1..nf the factories */
static const int8_t PENALTY[8] = {0, 1, 2, 4, 6, 8, 11, 14};

typedef struct {
    uint64_t rng;
    uint32_t wall[4];              /* bit row*5+col */
    int16_t score[4];
    int16_t round;
    int8_t src[10][5];             /* tiles of each colour in each source */
    int8_t bag[5], lid[5];
    int8_t line_n[4][5], line_c[4][5];
    int8_t floor_n[4];             /* occupied floor slots, the marker included */
    int8_t floor_c[4][5];          /* tiles on the floor by colour */
    int8_t np, nf, cur, first, marker, left, over;
} State;

static inline uint32_t rng_below(State *s, uint32_t n) {   /* xorshift64* */
    uint64_t x = s->rng;
    x ^= x >> 12; x ^= x << 25; x ^= x >> 27;
    s->rng = x;
    return (uint32_t)((((x * 0x2545F4914F6CDD1DULL) >> 32) * n) >> 32);
}

static inline uint64_t seed_rng(uint64_t seed) {           /* splitmix64 */
    uint64_t z = seed + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return z ? z : 1;
}

static void start_round(State *s) {
    int total = 0;
    for (int c = 0; c < 5; c++) total += s->bag[c];
    s->left = 0;
    s->marker = -1;
    s->cur = s->first;
    s->round++;
    for (int f = 1; f <= s->nf; f++)
        for (int k = 0; k < 4; k++) {
            if (total == 0) {
                for (int c = 0; c < 5; c++) { total += s->lid[c]; s->bag[c] = s->lid[c]; s->lid[c] = 0; }
                if (total == 0) return;
            }
            int r = (int)rng_below(s, (uint32_t)total), c = 0;
            while (r >= s->bag[c]) r -= s->bag[c++];
            s->bag[c]--; total--;
            s->src[f][c]++; s->left++;
        }
}

static void new_game(State *s, int players, uint64_t seed) {
    memset(s, 0, sizeof *s);
    s->rng = seed_rng(seed);
    s->np = (int8_t)players;
    s->nf = (int8_t)(2 * players + 1);
    memset(s->bag, 20, 5);
    start_round(s);
}

static int legal_moves(const State *s, uint16_t *out) {    /* move = (source*5 + colour)*6 + line; line 5 = floor */
    int p = s->cur, n = 0;
    uint32_t allowed = 0;                                  /* bit colour*5+line */
    for (int r = 0; r < 5; r++) {
        int have = s->line_n[p][r];
        if (have == 0) {
            for (int c = 0; c < 5; c++)
                allowed |= (~s->wall[p] >> (r * 5 + (c + r) % 5) & 1) << (c * 5 + r);
        } else if (have <= r) {
            allowed |= 1u << (s->line_c[p][r] * 5 + r);
        }
    }
    for (int f = 0; f <= s->nf; f++)
        for (int c = 0; c < 5; c++)
            if (s->src[f][c]) {
                int base = (f * 5 + c) * 6;
                for (int r = 0; r < 5; r++) {              /* branch-free: always write, advance if legal */
                    out[n] = (uint16_t)(base + r);
                    n += allowed >> (c * 5 + r) & 1;
                }
                out[n++] = (uint16_t)(base + FLOOR);
            }
    return n;
}

static void draft(State *s, int move) {                    /* take and place; no end-of-round work */
    int f = move / 30, c = move / 6 % 5, r = move % 6, p = s->cur;
    int n = s->src[f][c];
    s->src[f][c] = 0;
    s->left -= (int8_t)n;
    if (f != CENTRE) {
        for (int k = 0; k < 5; k++) { s->src[CENTRE][k] += s->src[f][k]; s->src[f][k] = 0; }
    } else if (s->marker < 0) {
        s->marker = (int8_t)p;
        if (s->floor_n[p] < 7) s->floor_n[p]++;
    }
    if (r != FLOOR) {
        int space = r + 1 - s->line_n[p][r], put = n < space ? n : space;
        s->line_n[p][r] += (int8_t)put;
        s->line_c[p][r] = (int8_t)c;
        n -= put;
    }
    int space = 7 - s->floor_n[p], put = n < space ? n : space;
    s->floor_n[p] += (int8_t)put;
    s->floor_c[p][c] += (int8_t)put;
    s->lid[c] += (int8_t)(n - put);
    s->cur = (int8_t)(p + 1 == s->np ? 0 : p + 1);
}

static int placement(uint32_t w, int r, int col) {         /* points for the tile just put at (r, col) */
    int h = 1, v = 1;
    for (int i = col - 1; i >= 0 && w >> (r * 5 + i) & 1; i--) h++;
    for (int i = col + 1; i < 5 && w >> (r * 5 + i) & 1; i++) h++;
    for (int i = r - 1; i >= 0 && w >> (i * 5 + col) & 1; i--) v++;
    for (int i = r + 1; i < 5 && w >> (i * 5 + col) & 1; i++) v++;
    if (h == 1 && v == 1) return 1;
    return (h > 1 ? h : 0) + (v > 1 ? v : 0);
}

static void tile(State *s, int p) {
    uint32_t w = s->wall[p];
    int score = s->score[p];
    for (int r = 0; r < 5; r++)
        if (s->line_n[p][r] == r + 1) {
            int c = s->line_c[p][r], col = (c + r) % 5;
            w |= 1u << (r * 5 + col);
            score += placement(w, r, col);
            s->lid[c] += (int8_t)r;
            s->line_n[p][r] = 0;
        }
    score -= PENALTY[s->floor_n[p]];
    s->wall[p] = w;
    s->score[p] = (int16_t)(score < 0 ? 0 : score);
    s->floor_n[p] = 0;
    for (int c = 0; c < 5; c++) { s->lid[c] += s->floor_c[p][c]; s->floor_c[p][c] = 0; }
}

static int full_rows(uint32_t w) {
    int n = 0;
    for (int r = 0; r < 5; r++) n += (w >> (r * 5) & 31) == 31;
    return n;
}

static int bonus(uint32_t w) {
    int b = 2 * full_rows(w);
    for (int c = 0; c < 5; c++) {
        uint32_t diag = 0;
        for (int r = 0; r < 5; r++) diag |= 1u << (r * 5 + (c + r) % 5);
        if ((w & 0x108421u << c) == 0x108421u << c) b += 7;
        if ((w & diag) == diag) b += 10;
    }
    return b;
}

static void end_round(State *s) {
    int done = 0;
    for (int p = 0; p < s->np; p++) { tile(s, p); done |= full_rows(s->wall[p]) > 0; }
    if (s->marker >= 0) s->first = s->marker;
    if (!done) { start_round(s); done = s->left == 0; }    /* no tile anywhere: the game cannot go on */
    if (done) {
        for (int p = 0; p < s->np; p++) s->score[p] += (int16_t)bonus(s->wall[p]);
        s->over = 1;
    }
}

static inline void apply(State *s, int move) {
    draft(s, move);
    if (s->left == 0) end_round(s);
}
/* RULES END */

/* ---- workloads ---- */
static int64_t playouts(uint64_t seed, int games, int players, int32_t *out) { /* out: games x 5 or NULL */
    State s; uint16_t mv[MAX_MOVES]; int64_t total = 0;
    for (int g = 0; g < games; g++) {
        int moves = 0;
        new_game(&s, players, seed + (uint64_t)g);
        while (!s.over) {
            int n = legal_moves(&s, mv);
            apply(&s, mv[rng_below(&s, (uint32_t)n)]);
            moves++;
        }
        total += moves;
        if (out) { out[g * 5] = moves; for (int p = 0; p < 4; p++) out[g * 5 + 1 + p] = s.score[p]; }
    }
    return total;
}

/* every 7th position of random games, with the move chosen there */
static void collect(uint64_t seed, int players, int count, State *pos, uint16_t *chosen) {
    State s; uint16_t mv[MAX_MOVES]; int k = 0, t = 0;
    for (;; seed++) {
        new_game(&s, players, seed);
        while (!s.over) {
            int n = legal_moves(&s, mv);
            int m = mv[rng_below(&s, (uint32_t)n)];
            if (t++ % 7 == 0) { pos[k] = s; chosen[k] = (uint16_t)m; if (++k == count) return; }
            apply(&s, m);
        }
    }
}

static int64_t bench_legal(const State *pos, int count, int reps) {
    uint16_t mv[MAX_MOVES]; int64_t sum = 0;
    for (int i = 0; i < reps; i++)
        for (int k = 0; k < count; k++) { int n = legal_moves(pos + k, mv); sum += n + mv[n - 1]; }
    return sum;
}

static int64_t bench_copy(const State *pos, int count, int reps, State *scratch) {
    int64_t sum = 0;
    for (int i = 0; i < reps; i++)
        for (int k = 0; k < count; k++) {
            scratch[k & 7] = pos[k];
#ifdef __GNUC__
            __asm__ volatile("" ::: "memory");
#endif
            sum += scratch[k & 7].left;
        }
    return sum;
}

static int64_t bench_copy_apply(const State *pos, const uint16_t *chosen, int count, int reps, State *scratch) {
    int64_t sum = 0;
    for (int i = 0; i < reps; i++)
        for (int k = 0; k < count; k++) {
            State *t = &scratch[k & 7];
            *t = pos[k];
            apply(t, chosen[k]);
            sum += t->left + t->cur;
        }
    return sum;
}

static int groups(const State *s) {
    int n = 0;
    for (int f = 0; f <= s->nf; f++) for (int c = 0; c < 5; c++) n += s->src[f][c] > 0;
    return n;
}

/* random play into round 3, stop when at most `want` groups are left */
static int search_position(uint64_t seed, int want, State *s) {
    uint16_t mv[MAX_MOVES];
    new_game(s, 2, seed);
    while (!s->over && !(s->round >= 3 && groups(s) <= want)) {
        int n = legal_moves(s, mv);
        apply(s, mv[rng_below(s, (uint32_t)n)]);
    }
    return !s->over;
}

static int negamax(State *s, int alpha, int beta, int64_t *nodes) {
    ++*nodes;
    if (s->left == 0) {
        tile(s, 0); tile(s, 1);
        return s->score[s->cur] - s->score[1 - s->cur];
    }
    uint16_t mv[MAX_MOVES];
    int n = legal_moves(s, mv), best = -1000;
    for (int i = 0; i < n; i++) {
        State t = *s;
        draft(&t, mv[i]);
        int v = -negamax(&t, -beta, -alpha, nodes);
        if (v > best) best = v;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}
#endif
