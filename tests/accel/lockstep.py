"""Games played by the oracle, the compiled engine and the arrays at once, compared at every ply."""

from dataclasses import dataclass
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos import format_deal, format_move
from azulejos.accel import DEAL, DRAFT, NOBODY, OVER, TILE, Environment, State
from azulejos.accel.convert import action_of, from_state, to_state
from azulejos.rules import Phase, Wall
from azulejos.rules import State as RulesState
from tests.oracle import COLOURS, MARKER, Seat, Table
from tests.strategies import MAX_PLIES, PATIENCE, POLICIES, Mode, random_deal, uniform

Arrays = dict[str, NDArray[Any]]
PHASES = {"d": DRAFT, "t": TILE, "r": DEAL, "e": OVER}


def environment(mode: Mode, max_rounds: int = 0) -> Environment:
    """Return the environment of a mode."""
    players, wall = mode
    return Environment(players, "gray" if wall is Wall.GRAY else "coloured", max_rounds)


def counts(tiles: list[str]) -> list[int]:
    """Count tiles by colour."""
    return [tiles.count(colour) for colour in COLOURS]


def table_arrays(table: Table) -> Arrays:
    """Write the oracle's table as the fields of a `State`, by the words of its docstring."""
    seats = table.seats
    holders = [n for n, seat in enumerate(seats) if seat.marker_beside or MARKER in seat.floor]
    lid = table.lid + [tile for seat in seats for tile in seat.floor]
    fields: dict[str, Any] = {
        "sources": [counts(tiles) for tiles in [*table.displays, table.centre]],
        "line_count": [[len(line) for line in seat.lines] for seat in seats],
        "line_colour": [[_colour(line) for line in seat.lines] for seat in seats],
        "wall": [_spaces(seat, table.kind) for seat in seats],
        "floor": [len(seat.floor) for seat in seats],
        "score": [seat.score for seat in seats],
        "bag": counts(table.bag),
        "lid": counts(lid),
        "player": table.start if table.turn is None else table.turn,
        "start": table.start,
        "marker": holders[0] if holders else NOBODY,
        "round": table.round,
        "phase": PHASES[table.phase],
    }
    return {name: np.array(value) for name, value in fields.items()}


def _colour(line: list[str]) -> int:
    """Return the colour of a pattern line, 0 if it is empty."""
    return COLOURS.index(line[0]) if line else 0


def _spaces(seat: Seat, kind: str) -> Any:
    """Write a wall as a mask, or as a mask of each colour."""
    masks = [
        sum(1 << 5 * r + c for r in range(5) for c in range(5) if seat.wall[r][c] == colour)
        for colour in COLOURS
    ]
    return masks if kind == "g" else sum(masks)


@dataclass
class Trio:
    """One game played three ways; the third is a lane of the arrays."""

    rng: Random
    state: RulesState
    table: Table
    policy: int
    clumped: bool
    plies: int = 0

    @staticmethod
    def start(mode: Mode, seed: int) -> "Trio":
        """Set a game up."""
        players, wall = mode
        rng = Random(seed)
        first = rng.randrange(players)
        return Trio(
            rng,
            RulesState.new(players, wall, first),
            Table(players, wall.value, first),
            seed % len(POLICIES),
            rng.random() < 0.5,
        )

    def advance(self, env: Environment, deals: NDArray[Any]) -> int:
        """Play one move or deal; return the action, or 0 and the deal in the array."""
        state, self.plies = self.state, self.plies + 1
        if state.phase is Phase.DEAL:
            deal = random_deal(state, self.rng, clumped=self.clumped)
            deals[:] = deal
            self.state = state.deal(deal)
            self.table.deal(format_deal(deal))
            return 0
        policy = POLICIES[self.policy] if self.plies < PATIENCE else uniform
        move = policy(state, self.rng)
        self.state = state.play(move)
        self.table.play(format_move(move))
        return action_of(env, move)


def compare(env: Environment, trio: Trio, lane: State, mask: NDArray[Any], seed: int) -> None:
    """Hold one position against the oracle's and the engine's."""
    where = (env.name, seed, trio.plies)
    expected = table_arrays(trio.table)
    for name, value in lane._asdict().items():
        assert np.array_equal(value, expected[name]), (name, value, expected[name], where)
    legal = sorted(action_of(env, move) for move in trio.state.legal_moves())
    assert np.flatnonzero(mask).tolist() == legal, where
    assert len(legal) == len(trio.table.legal_moves()), where
    if trio.plies % 16 == 0 or trio.state.is_over:
        converted = from_state(env, trio.state)
        assert all(np.array_equal(a, b) for a, b in zip(converted, lane, strict=True)), where
        again = from_state(env, to_state(env, lane))
        assert all(np.array_equal(a, b) for a, b in zip(again, lane, strict=True)), where


def play_games(mode: Mode, games: int, seed: int, max_plies: int = MAX_PLIES) -> list[Trio]:
    """Play games side by side, comparing everything at every ply; return them at their end."""
    env = environment(mode)

    @jax.jit
    @jax.vmap
    def advance(state: State, action: Any, deal: Any, dealt: Any) -> Any:
        after = env.deal_with(state, deal)
        moved = env.move(state, action)
        state = jax.tree.map(lambda a, b: jnp.where(dealt, a, b), after, moved)
        return state, env.legal_mask(state), env.outcome(state)

    trios = [Trio.start(mode, seed + n) for n in range(games)]
    states = jax.vmap(env.new)(jnp.array([trio.state.start for trio in trios]))
    outcome: Any = None
    for _ in range(max_plies):
        if all(trio.state.is_over for trio in trios):
            break
        actions = np.zeros(games, np.int32)
        deals = np.zeros((games, env.num_displays, 5), np.int8)
        dealt = np.array([trio.state.phase is Phase.DEAL for trio in trios])
        live = [n for n, trio in enumerate(trios) if not trio.state.is_over]
        for n in live:
            actions[n] = trios[n].advance(env, deals[n])
        states, masks, outcome = advance(states, actions, deals, dealt)
        lanes, masks = jax.tree.map(np.asarray, (states, masks))
        for n in live:
            lane = jax.tree.map(lambda field, n=n: field[n], lanes)
            compare(env, trios[n], lane, masks[n], seed + n)
    check_outcome(trios, outcome)
    return trios


def check_outcome(trios: list[Trio], outcome: Any) -> None:
    """Hold the winners and the leads of finished games against the oracle's."""
    shares, leads = map(np.asarray, outcome)
    for trio, share, lead in zip(trios, shares, leads, strict=True):
        if not trio.state.is_over:
            continue
        winners = trio.table.winners()
        expected = [1 / len(winners) if n in winners else 0 for n in range(len(share))]
        assert np.allclose(share, expected)
        scores = list(trio.state.scores)
        for seat, score in enumerate(scores):
            assert lead[seat] == score - max(scores[:seat] + scores[seat + 1 :])
