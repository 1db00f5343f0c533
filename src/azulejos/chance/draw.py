"""Drawing a deal tile by tile from any source of uniform numbers."""

from collections.abc import Callable

from azulejos.rules import Colour, Counts, Deal, State
from azulejos.rules.types import DISPLAY_SIZE


def draw_deal(state: State, uniform: Callable[[int], int]) -> Deal:
    """Return a deal for a state, each tile picked by ``uniform(tiles in the bag)``.

    The number picks by cumulative count in colour order; a bag found empty is refilled
    from the lid; once both are empty the remaining displays stay short.
    """
    bag, lid = list(state.bag), list(state.lid)
    displays: list[Counts] = []
    for _ in range(state.num_displays):
        display = [0, 0, 0, 0, 0]
        for _ in range(DISPLAY_SIZE):
            if not any(bag):
                bag, lid = lid, [0, 0, 0, 0, 0]
            if any(bag):
                colour = _pick(bag, uniform(sum(bag)))
                bag[colour] -= 1
                display[colour] += 1
        displays.append((display[0], display[1], display[2], display[3], display[4]))
    return tuple(displays)


def _pick(bag: list[int], number: int) -> Colour:
    for colour in Colour:
        if number < bag[colour]:
            return colour
        number -= bag[colour]
    raise ValueError("the number drawn must be below the number of tiles")
