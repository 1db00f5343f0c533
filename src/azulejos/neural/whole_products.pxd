"""Products of matrices of 16-bit whole numbers, on processors that add up pairs of them at once.

A matrix lies in blocks of 64 columns, and in a block row pairs follow one another: the two
numbers of a column in two rows lie together. A tile is up to four rows of the other matrix by
one block; its sums stay in registers. Pairs that are 0 in all rows of a tile are left out:
most features of a position are 0, and so are most numbers between two layers.
"""

from libc.stdint cimport int16_t, int32_t

cdef enum:
    BLOCK = 64                   # columns of a matrix that lie together
    TILE = 4                     # rows of a tile at most

cdef extern from *:
    """
    #include <stdint.h>

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    #define AZULEJOS_WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
    #define AZULEJOS_BLOCK 64
    #define AZULEJOS_TILE 4

    static int azulejos_can_multiply(void)
    {
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512vnni");
    }

    /* Move the pairs of up to four rows that are not 0 in all of them to the front of the rows;
       tell how many there are, and then where each was. */
    AZULEJOS_WIDE static void azulejos_gather(int16_t *rows, int n, long length, int32_t *used)
    {
        const __m512i numbers = _mm512_setr_epi32(
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const long pairs = length / 2;
        long k, count = 0;
        int i;
        for (k = 0; k < pairs; k += 16) {
            const __mmask16 there = pairs - k < 16 ? (1 << (pairs - k)) - 1 : 0xFFFF;
            __m512i row[AZULEJOS_TILE], any = _mm512_setzero_si512();
            __mmask16 kept, room;
            for (i = 0; i < n; i++) {
                row[i] = _mm512_maskz_loadu_epi32(there, rows + i * length + 2 * k);
                any = _mm512_or_si512(any, row[i]);
            }
            kept = _mm512_test_epi32_mask(any, any);
            room = (1 << __builtin_popcount(kept)) - 1;
            for (i = 0; i < n; i++)
                _mm512_mask_storeu_epi32(rows + i * length + 2 * count, room,
                    _mm512_maskz_compress_epi32(kept, row[i]));
            _mm512_mask_storeu_epi32(used + 1 + count, room, _mm512_maskz_compress_epi32(
                kept, _mm512_add_epi32(numbers, _mm512_set1_epi32((int32_t)k))));
            count += __builtin_popcount(kept);
        }
        used[0] = (int32_t)count;
    }

    AZULEJOS_WIDE static inline __attribute__((always_inline)) void azulejos_tile(
        const int16_t *rows, long length, const int32_t *used, const int16_t *block,
        const float *by, const float *scale, const float *bias, float *out, long width,
        const int n)
    {
        __m512i sum[AZULEJOS_TILE][4];
        int i, j;
        long k;
    #pragma GCC unroll 4
        for (i = 0; i < n; i++)
    #pragma GCC unroll 4
            for (j = 0; j < 4; j++)
                sum[i][j] = _mm512_setzero_si512();
        for (k = 0; k < used[0]; k++) {
            const int16_t *pairs = block + 2L * AZULEJOS_BLOCK * used[1 + k];
            __m512i column[4];
    #pragma GCC unroll 4
            for (j = 0; j < 4; j++)
                column[j] = _mm512_loadu_si512(pairs + 32 * j);
    #pragma GCC unroll 4
            for (i = 0; i < n; i++) {
                int32_t pair;
                __builtin_memcpy(&pair, rows + i * length + 2 * k, 4);
                const __m512i both = _mm512_set1_epi32(pair);
    #pragma GCC unroll 4
                for (j = 0; j < 4; j++)
                    sum[i][j] = _mm512_dpwssd_epi32(sum[i][j], both, column[j]);
            }
        }
    #pragma GCC unroll 4
        for (i = 0; i < n; i++)
    #pragma GCC unroll 4
            for (j = 0; j < 4; j++) {
                const __m512 step = _mm512_mul_ps(
                    _mm512_loadu_ps(scale + 16 * j), _mm512_set1_ps(by[i]));
                _mm512_storeu_ps(out + i * width + 16 * j, _mm512_fmadd_ps(
                    _mm512_cvtepi32_ps(sum[i][j]), step, _mm512_loadu_ps(bias + 16 * j)));
            }
    }

    AZULEJOS_WIDE static void azulejos_multiply(
        int16_t *rows, int n, long length, int32_t *used, const int16_t *matrix,
        const float *by, const float *scale, const float *bias, float *out, long width)
    {
        const int tiles = (n + AZULEJOS_TILE - 1) / AZULEJOS_TILE;
        const long room = 1 + length / 2;
        long b;
        int t;
        for (t = 0; t < tiles; t++) {
            const int first = n * t / tiles, m = n * (t + 1) / tiles - first;
            azulejos_gather(rows + first * length, m, length, used + t * room);
        }
        for (b = 0; b < width; b += AZULEJOS_BLOCK)
            for (t = 0; t < tiles; t++) {
                const int first = n * t / tiles, m = n * (t + 1) / tiles - first;
                const int16_t *r = rows + first * length, *c = matrix + b * length;
                const int32_t *u = used + t * room;
                float *o = out + first * width + b;
    #define AZULEJOS_CASE(m) case m: \\
        azulejos_tile(r, length, u, c, by + first, scale + b, bias + b, o, width, m); break;
                switch (m) {
                AZULEJOS_CASE(1) AZULEJOS_CASE(2) AZULEJOS_CASE(3)
                AZULEJOS_CASE(4)
                }
            }
    }

    AZULEJOS_WIDE static float azulejos_round(
        const float *row, long length, float most, int16_t *out)
    {
        __m512 largest = _mm512_setzero_ps();
        float top = 0, step;
        long i, whole = length / 16 * 16;
        for (i = 0; i < whole; i += 16)
            largest = _mm512_max_ps(largest, _mm512_abs_ps(_mm512_loadu_ps(row + i)));
        top = _mm512_reduce_max_ps(largest);
        for (i = whole; i < length; i++)
            top = row[i] > top ? row[i] : -row[i] > top ? -row[i] : top;
        step = top > 0 ? most / top : 0;
        for (i = 0; i < whole; i += 16)
            _mm256_storeu_si256((__m256i *)(out + i), _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(
                _mm512_mul_ps(_mm512_loadu_ps(row + i), _mm512_set1_ps(step)))));
        for (i = whole; i < length; i++)
            out[i] = (int16_t)_mm_cvtss_si32(_mm_set_ss(row[i] * step));
        return top / most;
    }

    AZULEJOS_WIDE static void azulejos_cut(float *row, long width)
    {
        long i;
        for (i = 0; i < width; i += 16)
            _mm512_storeu_ps(
                row + i, _mm512_max_ps(_mm512_loadu_ps(row + i), _mm512_setzero_ps()));
    }

    AZULEJOS_WIDE static void azulejos_add(float *row, const float *more, long width)
    {
        long i;
        for (i = 0; i < width; i += 16)
            _mm512_storeu_ps(
                row + i, _mm512_add_ps(_mm512_loadu_ps(row + i), _mm512_loadu_ps(more + i)));
    }

    AZULEJOS_WIDE static void azulejos_normalise(
        const float *row, const float *gain, long width, float epsilon, float *out)
    {
        __m512 sums = _mm512_setzero_ps(), squares = _mm512_setzero_ps();
        float mean, deviation;
        long i;
        for (i = 0; i < width; i += 16)
            sums = _mm512_add_ps(sums, _mm512_loadu_ps(row + i));
        mean = _mm512_reduce_add_ps(sums) / width;
        for (i = 0; i < width; i += 16) {
            const __m512 off = _mm512_sub_ps(_mm512_loadu_ps(row + i), _mm512_set1_ps(mean));
            squares = _mm512_fmadd_ps(off, off, squares);
            _mm512_storeu_ps(out + i, _mm512_mul_ps(off, _mm512_loadu_ps(gain + i)));
        }
        deviation = _mm_cvtss_f32(_mm_sqrt_ss(
            _mm_set_ss(_mm512_reduce_add_ps(squares) / width + epsilon)));
        for (i = 0; i < width; i += 16)
            _mm512_storeu_ps(
                out + i, _mm512_div_ps(_mm512_loadu_ps(out + i), _mm512_set1_ps(deviation)));
    }
    #else
    static int azulejos_can_multiply(void) { return 0; }
    #define azulejos_multiply(rows, n, length, used, matrix, by, scale, bias, out, width) \\
        ((void)0)
    #define azulejos_round(row, length, most, out) 0.0f
    #define azulejos_cut(row, width) ((void)0)
    #define azulejos_add(row, more, width) ((void)0)
    #define azulejos_normalise(row, gain, width, epsilon, out) ((void)0)
    #endif
    """
    bint can_multiply "azulejos_can_multiply"() noexcept nogil
    # out = rows x matrix, each sum times the steps of its row and its column, and a bias;
    # lengths are even, widths whole blocks, and the widths of all others multiples of 16; rows are
    # overwritten, and used is room for 1 + length / 2 numbers for every four rows
    void multiply "azulejos_multiply"(
        int16_t* rows, int n, long length, int32_t* used, const int16_t* matrix,
        const float* by, const float* scale, const float* bias, float* out,
        long width) noexcept nogil
    # a row as whole numbers from -most to most; the step between two of them
    float round_row "azulejos_round"(
        const float* row, long length, float most, int16_t* out) noexcept nogil
    # what lies below 0 becomes 0
    void cut "azulejos_cut"(float* row, long width) noexcept nogil
    void add "azulejos_add"(float* row, const float* more, long width) noexcept nogil
    # a row less its mean, by its deviation, times a gain
    void normalise "azulejos_normalise"(
        const float* row, const float* gain, long width, float epsilon, float* out) noexcept nogil
