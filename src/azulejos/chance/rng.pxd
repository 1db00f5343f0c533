"""Fast pseudo-random numbers and deals for compiled code: xorshift64*, seeded by splitmix64."""

from libc.stdint cimport uint32_t, uint64_t

from azulejos.rules.kernel cimport Table, num_tiles, start_round


cdef inline uint64_t seeded(uint64_t seed) noexcept nogil:
    """The generator's first state for a seed; never 0, which it could not leave."""
    cdef uint64_t z = seed + <uint64_t>0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    z ^= z >> 31
    return z if z else 1


cdef inline uint32_t below(uint64_t* rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1."""
    cdef uint64_t x = rng[0]
    x ^= x >> 12
    x ^= x << 25
    x ^= x >> 27
    rng[0] = x
    return <uint32_t>(((x * <uint64_t>0x2545F4914F6CDD1D) >> 32) * n >> 32)


cdef inline void random_deal(Table* t, uint64_t* rng) noexcept nogil:
    """Deal the round that is due."""
    cdef int bag[5]
    cdef int total = num_tiles(t.bag)
    cdef int f, k, c, pick
    cdef uint32_t drawn
    for c in range(5):
        bag[c] = t.bag >> 5 * c & 31
    for f in range(t.displays):
        drawn = 0
        for k in range(4):
            if total == 0:
                total = num_tiles(t.lid)
                if total == 0:
                    break
                for c in range(5):
                    bag[c] = t.lid >> 5 * c & 31
                t.lid = 0
            pick = <int>below(rng, total)
            c = 0
            while pick >= bag[c]:
                pick -= bag[c]
                c += 1
            bag[c] -= 1
            total -= 1
            drawn += <uint32_t>1 << 5 * c
        t.source[f] = drawn
    t.bag = 0
    for c in range(5):
        t.bag |= <uint32_t>bag[c] << 5 * c
    start_round(t)
