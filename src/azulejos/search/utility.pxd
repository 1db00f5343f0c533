"""How much each player likes an outcome: mostly winning, and a little the margin."""

cdef enum:
    WIDE_MARGIN = 50         # points; a larger lead is liked no better

cdef extern from *:
    """
    #define AZULEJOS_MARGIN_PART 0.25f
    """
    const float MARGIN_PART "AZULEJOS_MARGIN_PART"


cdef inline float lead_of(const float* points, int players, int p) noexcept nogil:
    """A player's points less those of the best opponent."""
    cdef float best = -1000
    cdef int q
    for q in range(players):
        if q != p and points[q] > best:
            best = points[q]
    return points[p] - best


cdef inline void list_leads(const float* points, int players, float* leads) noexcept nogil:
    """Every player's lead."""
    cdef int p
    for p in range(players):
        leads[p] = lead_of(points, players, p)


cdef inline float utility(float win, float lead) noexcept nogil:
    """From 0 to 1: the share of the victory, and the lead as a second thought."""
    cdef float part = lead / (2 * WIDE_MARGIN) + <float>0.5
    part = 0 if part < 0 else (1 if part > 1 else part)
    return (1 - MARGIN_PART) * win + MARGIN_PART * part
