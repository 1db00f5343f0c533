"""Random games, and hypothesis strategies for the states, moves and deals in them.

Uniform play alone seldom shows the corners of the game. So there are four policies: one
floods the floor lines, one finishes lines as fast as it can, and one hoards tiles on the
boards until displays stay short. Half the games are dealt in clumps, displays of one
colour, which leave the centre empty and fill a floor line before the marker is taken.
"""

from collections.abc import Callable, Collection, Iterator
from random import Random

from hypothesis import strategies as st

from azulejos.chance import draw_deal
from azulejos.rules import (
    CENTRE,
    FLOOR,
    NUM_MOVES,
    Board,
    Deal,
    Move,
    Phase,
    State,
    Wall,
)

Mode = tuple[int, Wall]
"""A number of players and a wall."""

Policy = Callable[[State, Random], Move]
"""Picks one of a state's legal moves."""

MODES: tuple[Mode, ...] = tuple((players, wall) for wall in Wall for players in (2, 3, 4))

PATIENCE = 250
"""After so many plies any policy gives way to uniform play: hoarders would never end."""

MAX_PLIES = 600
"""Where a random game is broken off: with two colours locked up on the lines nobody may be
able to complete a row any more, and the rules set no limit on rounds."""


def mode_id(mode: Mode) -> str:
    """Name a mode in a test's id: ``3g``."""
    players, wall = mode
    return f"{players}{wall.value}"


def uniform(state: State, rng: Random) -> Move:
    """Pick any legal move."""
    return rng.choice(state.legal_moves())


def floor_heavy(state: State, rng: Random) -> Move:
    """Mostly drop the largest group of a display; leave the marker until floors are full."""
    moves = state.legal_moves()
    if state.phase is Phase.TILE or rng.random() < 0.25:
        return rng.choice(moves)
    return _best(
        [move for move in moves if move.target == FLOOR],
        lambda move: _num_taken(state, move) - 5 * (move.source == CENTRE),
        rng,
    )


def line_greedy(state: State, rng: Random) -> Move:
    """Fill a line as far as one move can, with as little waste as it can."""
    moves = state.legal_moves()
    if state.phase is Phase.TILE:
        return rng.choice(moves)
    board = _acting(state)

    def gain(move: Move) -> int:
        taken, room = _num_taken(state, move), _room(board, move)
        return min(taken, room) - 2 * max(0, taken - room) + (0 < room <= taken)

    return _best(moves, gain, rng)


def hoarding(state: State, rng: Random) -> Move:
    """Keep tiles on the board: fill lines but finish few, and complete no row of the wall."""
    moves = state.legal_moves()
    if state.phase is Phase.TILE or rng.random() < 0.03:
        return rng.choice(moves)
    board = _acting(state)

    def kept(move: Move) -> int:
        taken, room = _num_taken(state, move), _room(board, move)
        if not 0 < room <= taken:
            return min(taken, room) or -taken
        assert move.target is not None
        ends_the_game = board.wall[move.target].count(None) == 1
        return 2 * room - taken - move.target - 100 * ends_the_game

    return _best(moves, kept, rng)


POLICIES: tuple[Policy, ...] = (uniform, floor_heavy, line_greedy, hoarding)


def random_deal(state: State, rng: Random, *, clumped: bool = False) -> Deal:
    """Draw a deal for a state in phase DEAL; a clumped one mostly colour by colour."""

    def pick(tiles: int) -> int:
        return 0 if clumped and rng.random() < 0.95 else rng.randrange(tiles)

    return draw_deal(state, pick)


def random_play(
    state: State, policy: Policy, rng: Random, max_plies: int = MAX_PLIES
) -> Iterator[tuple[Move | Deal, State]]:
    """Go on from a state; yield each move or deal and the state it leads to."""
    clumped = rng.random() < 0.5
    event: Move | Deal
    for ply in range(max_plies):
        if state.is_over:
            return
        if state.phase is Phase.DEAL:
            event = random_deal(state, rng, clumped=clumped)
            state = state.deal(event)
        else:
            event = (policy if ply < PATIENCE else uniform)(state, rng)
            state = state.play(event)
        yield event, state


def random_game(mode: Mode, policy: Policy, rng: Random) -> Iterator[State]:
    """Play a random game and yield each of its states, from before the first deal."""
    players, wall = mode
    state = State.new(players, wall, rng.randrange(players))
    yield state
    for _, after in random_play(state, policy, rng):
        yield after


def modes(walls: Collection[Wall] = tuple(Wall)) -> st.SearchStrategy[Mode]:
    """Any number of players on one of the given walls."""
    return st.sampled_from([mode for mode in MODES if mode[1] in walls])


def policies() -> st.SearchStrategy[Policy]:
    """Any of the policies."""
    return st.sampled_from(POLICIES)


def rngs() -> st.SearchStrategy[Random]:
    """A generator of random numbers with a seed that hypothesis reports."""
    return st.integers(0, 2**32 - 1).map(Random)


@st.composite
def games(draw: st.DrawFn, walls: Collection[Wall] = tuple(Wall)) -> list[State]:
    """All states of a random game, in order."""
    return list(random_game(draw(modes(walls)), draw(policies()), draw(rngs())))


@st.composite
def states(draw: st.DrawFn, phases: Collection[Phase] = tuple(Phase)) -> State:
    """A state reached by play, in one of the given phases."""
    walls = [Wall.GRAY] if set(phases) == {Phase.TILE} else list(Wall)
    reached = draw(
        games(walls)
        .map(lambda game: [state for state in game if state.phase in phases])
        .filter(bool)
    )
    return reached[draw(st.integers(0, len(reached) - 1))]


def moves() -> st.SearchStrategy[Move]:
    """Any of the moves there are, legal or not."""
    return st.integers(0, NUM_MOVES - 1).map(Move.from_index)


@st.composite
def deals(draw: st.DrawFn) -> tuple[State, Deal]:
    """A state in phase DEAL and a deal its bag can produce."""
    state = draw(states([Phase.DEAL]))
    return state, random_deal(state, draw(rngs()), clumped=draw(st.booleans()))


def _best(moves: list[Move], worth: Callable[[Move], int], rng: Random) -> Move:
    """Pick one of the moves worth most."""
    worths = [worth(move) for move in moves]
    most = max(worths)
    return rng.choice([move for move, its in zip(moves, worths, strict=True) if its == most])


def _acting(state: State) -> Board:
    """Return the board of the player to act."""
    assert state.player is not None
    return state.board(state.player)


def _num_taken(state: State, move: Move) -> int:
    """Count the tiles a draft move takes."""
    assert move.source is not None and move.colour is not None
    tiles = state.centre if move.source == CENTRE else state.displays[move.source]
    return tiles[move.colour]


def _room(board: Board, move: Move) -> int:
    """Count the free places on the line a draft move goes to; none for the floor."""
    assert move.target is not None
    if move.target == FLOOR:
        return 0
    line = board.lines[move.target]
    return move.target + 1 - (line.count if line else 0)
