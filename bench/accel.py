"""Speed of the game in JAX: random steps and self-play moves a second, by batch.

Runs on whatever device JAX finds, from a checkout and without the compiled engine:

    python bench/accel.py --players 2 --wall coloured --batch 1024,4096,16384
    python bench/accel.py --batch 4096,16384 --simulations 32

One step is a random legal action, all that follows, the deal if one is due, and a new game
where one ended. The parts are timed alone, so that they add up to more than a step. With
simulations, a move is a Gumbel search with a network of the size asked for.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp

SOURCE = Path(__file__).parent.parent / "src" / "azulejos"

try:
    import azulejos  # noqa: F401 - whether it is there
except ImportError:  # no compiled engine here: leave the rest of the package out
    sys.modules["azulejos"] = package = ModuleType("azulejos")
    package.__path__ = [str(SOURCE)]

from azulejos.accel import OVER, Environment, State  # noqa: E402 - found only now
from azulejos.accel.judge import network_judge  # noqa: E402
from azulejos.accel.network import Shape, apply, cast_params, init_params  # noqa: E402
from azulejos.accel.search import SearchSettings  # noqa: E402
from azulejos.accel.state import choose_tree  # noqa: E402
from azulejos.accel.train.selfplay import play_plies  # noqa: E402

PLIES = 64
"""How often a compiled function repeats what is measured."""

Body = Callable[[State, jax.Array], State]


def ply(env: Environment) -> Body:
    """Return the function that is one random step of a batch."""

    def one(state: State, key: jax.Array) -> State:
        words = jax.random.split(key)
        moved = env.move(state, env.random_action(state, words[0]))
        moved = choose_tree(moved.phase == OVER, env.new(), moved)
        return env.deal(moved, words[1])

    return _batched(one)


def parts(env: Environment) -> dict[str, Body]:
    """Return the parts of a step and of an evaluation, each made to depend on the one before."""

    def touch(state: State, value: jax.Array) -> State:
        """Let the next repetition wait for a value, without changing the position."""
        return state._replace(round=state.round + (jnp.sum(value) < -1).astype(jnp.int16))

    def draw(state: State, key: jax.Array) -> State:
        return touch(state, env.draw(state, key))

    def move(state: State, key: jax.Array) -> State:
        del key
        return touch(state, env.move(state, state.round.astype(jnp.int32)).score)

    def observe(state: State, key: jax.Array) -> State:
        del key
        return touch(state, env.observe(state).astype(jnp.int32))

    def choose(state: State, key: jax.Array) -> State:
        return touch(state, env.random_action(state, key))

    bodies = {"draw": draw, "move": move, "observe": observe, "random action": choose}
    return {name: _batched(body) for name, body in bodies.items()}


def _batched(one: Callable[[State, jax.Array], State]) -> Body:
    """Let a function of one position work on a batch with one key."""

    def many(states: State, key: jax.Array) -> State:
        batch = states.phase.shape[0]
        moved: State = jax.vmap(one)(states, jax.random.split(key, batch))
        return moved

    return many


def rate(body: Body, states: State, seconds: float) -> tuple[float, float]:
    """Return how often a second a body handles one position, and the seconds to compile it."""

    @jax.jit
    def repeat(states: State, key: jax.Array) -> State:
        def again(states: State, key: jax.Array) -> tuple[State, None]:
            return body(states, key), None

        return jax.lax.scan(again, states, jax.random.split(key, PLIES))[0]

    begin = time.perf_counter()
    states = jax.block_until_ready(repeat(states, jax.random.key(1)))
    compiled = time.perf_counter() - begin
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        calls += 1
        states = jax.block_until_ready(repeat(states, jax.random.key(calls)))
    spent = time.perf_counter() - begin
    return calls * PLIES * states.phase.shape[0] / spent, compiled


def measure(env: Environment, batch: int, seconds: float) -> None:
    """Print the speed for one batch."""
    init = jax.jit(jax.vmap(env.init))
    states = init(jax.random.split(jax.random.key(0), batch))
    bodies: dict[str, Any] = {"step": ply(env), **parts(env)}
    for name, body in bodies.items():
        speed, compiled = rate(body, states, seconds)
        micros = 1e6 * batch / speed
        print(
            f"{env.name}  batch {batch:6d}  {name:14s} {speed / 1e6:9.2f} M/s"
            f"  {micros:9.1f} us a batch  (compiled in {compiled:.1f} s)",
            flush=True,
        )


def network(env: Environment, shape: Shape, precision: str) -> dict[str, jax.Array]:
    """Return a network of random weights."""
    return cast_params(init_params(env, shape, jax.random.key(0)), jnp.dtype(precision))


def judging(env: Environment, params: dict[str, jax.Array]) -> Body:
    """Return the function that asks the network for nothing but its opinion of noise."""

    def body(states: State, key: jax.Array) -> State:
        size = (states.phase.shape[0], env.observation_size)
        said = apply(env, params, jax.random.bits(key, size, jnp.uint8).astype(jnp.float32) / 255)
        touched = (jnp.sum(said.policy, axis=-1) > 1e9) | (jnp.sum(said.win, axis=-1) > 1e9)
        return states._replace(round=states.round + touched.astype(jnp.int16))

    return body


def measure_selfplay(env: Environment, batch: int, options: argparse.Namespace) -> None:
    """Print the speed of self-play for one batch."""
    shape = Shape(options.width, options.blocks)
    params = network(env, shape, options.precision)
    settings = SearchSettings(simulations=options.simulations)

    @jax.jit
    def play(params: dict[str, jax.Array], states: State, key: jax.Array) -> State:
        judge = network_judge(env, params, settings.margin_weight)
        return play_plies(env, settings, judge, states, jax.random.split(key, 4))[0]

    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), batch))
    evaluations, _ = rate(judging(env, params), states, options.seconds)
    begin = time.perf_counter()
    states = jax.block_until_ready(play(params, states, jax.random.key(1)))
    compiled = time.perf_counter() - begin
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < options.seconds or calls < 2:
        calls += 1
        states = jax.block_until_ready(play(params, states, jax.random.key(calls)))
    moves = 4 * calls * batch / (time.perf_counter() - begin)
    print(
        f"{env.name}  batch {batch:6d}  self-play with {settings.simulations} simulations,"
        f" network {shape.width}x{shape.blocks}: {moves / 1e3:8.1f} k moves/s"
        f"  {moves * settings.simulations / 1e6:7.2f} M simulations/s"
        f"  (network alone {evaluations / 1e6:.1f} M/s, compiled in {compiled:.1f} s)",
        flush=True,
    )


def numbers(text: str) -> list[int]:
    """Read whole numbers with commas between them."""
    return [int(word) for word in text.split(",")]


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=numbers, default="2", help="comma-separated: 2,3,4")
    parser.add_argument("--wall", default="coloured", help="comma-separated: coloured,gray")
    parser.add_argument("--batch", type=numbers, default="1024,4096,16384", help="comma-separated")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--simulations", type=int, default=0, help="measure self-play instead")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--precision", default="bfloat16", choices=["float32", "bfloat16"])
    options = parser.parse_args()
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}")
    for wall in options.wall.split(","):
        for players in options.players:
            for batch in options.batch:
                env = Environment(players, wall, max_rounds=20)
                if options.simulations:
                    measure_selfplay(env, batch, options)
                else:
                    measure(env, batch, options.seconds)


if __name__ == "__main__":
    main()
