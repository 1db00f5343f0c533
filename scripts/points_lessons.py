"""What `learn_points` learns with: an adjustment of low rank to a network, in JAX."""

import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel import Environment
from azulejos.accel.network import MARGIN_SCALE, Params, apply
from azulejos.accel.state import Array
from azulejos.errors import OptionError
from azulejos.neural import Mode, load
from azulejos.neural.adjustment import BIASES, MATRICES
from azulejos.neural.mode import NUM_TAKES
from azulejos.rules import Wall

BATCH: Final = 1024
WARMUP: Final = 100
"""Steps until the rate is reached."""
HELD_OUT: Final = 20
"""One of so many files is not learnt from, but for what is measured."""
WORTH_WEIGHT: Final = 2.0
"""What shares and leads count beside the policy."""
SHOWN_EVERY: Final = 200
SHARES_OF_DISPLAY: Final = 20
"""Numbers of a display in an observation."""


class Batch(NamedTuple):
    """Positions, and what is to be said of them."""

    seen: NDArray[np.float32]
    policy: NDArray[np.float32]
    legal: NDArray[np.bool_]
    worth: NDArray[np.float32]


def read(file: Path) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a file."""
    try:
        with np.load(file) as arrays:
            return {name: arrays[name] for name in ("seen", "visits", "legal", "worth")}
    except (ValueError, KeyError, EOFError, BadZipFile) as error:
        raise OptionError(f"{file}: {error}", "folder") from None


class Lessons:
    """All positions of a folder."""

    def __init__(self, mode: Mode, folder: Path) -> None:
        """Read them; every twentieth file is held out."""
        files = sorted(folder.glob(f"{mode.name}-*.npz"))
        if len(files) < 2:  # one is held out
            raise OptionError(f"{folder} holds too few files of {mode.name}", "folder")
        shards = [read(file) for file in files]
        self.mode = mode
        self.rows = {name: np.concatenate([s[name] for s in shards]) for name in shards[0]}
        held = [n % HELD_OUT == 0 for n, s in enumerate(shards) for _ in range(len(s["seen"]))]
        self.held_out, self.learnt = np.flatnonzero(held), np.flatnonzero(~np.array(held))

    def take(self, rows: NDArray[np.int64], random: np.random.Generator | None = None) -> Batch:
        """Return some positions, with their displays in random orders if asked for."""
        seen, policy, worth = (
            self.rows[name][rows].astype(np.float32) for name in ("seen", "visits", "worth")
        )
        legal = np.unpackbits(self.rows["legal"][rows], axis=1)[:, : self.mode.num_actions] > 0
        if random is not None:
            size, displays = len(rows), self.mode.num_displays
            order = np.argsort(random.random((size, displays)), axis=1)[:, :, None]
            for values, width in (
                (seen, SHARES_OF_DISPLAY),
                (policy, NUM_TAKES),
                (legal, NUM_TAKES),
            ):
                there = values[:, : displays * width].reshape(size, displays, width)
                values[:, : displays * width] = np.take_along_axis(there, order, 1).reshape(
                    size, -1
                )
        return Batch(seen, policy, legal, worth)

    def batches(self, count: int) -> Iterator[Batch]:
        """Yield random batches, every position once before any again."""
        random, order = np.random.default_rng(1), np.empty(0, np.int64)
        for _ in range(count):
            if len(order) < BATCH:
                order = np.append(order, random.permutation(self.learnt))
            yield self.take(order[:BATCH], random)
            order = order[BATCH:]


def learn(
    lessons: Lessons, rank: int, epochs: float, rate: float
) -> tuple[dict[str, NDArray[np.float32]], dict[str, Any]]:
    """Return the adjustment of a mode's network, and what is to be known of how it came about."""
    env = environment(lessons.mode)
    base: Params = {name: jnp.asarray(value) for name, value in load(lessons.mode).params.items()}
    steps = max(1, int(epochs * len(lessons.learnt) / BATCH))

    @jax.jit
    def step(
        params: Params, mean: Params, square: Params, number: Array, batch: Batch
    ) -> tuple[Params, Params, Params]:
        gradient = jax.grad(lambda p: losses(env, adjusted(base, p), batch)[0])(params)
        mean = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, mean, gradient)
        square = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, square, gradient)
        now = rate * jnp.minimum(1, number / WARMUP)
        now *= 0.5 + 0.5 * jnp.cos(jnp.pi * number / steps)

        def moved(value: Array, mean: Array, square: Array) -> Array:
            size = jnp.sqrt(square / (1 - 0.999**number)) + 1e-8
            return value - now * mean / (1 - 0.9**number) / size

        return jax.tree.map(moved, params, mean, square), mean, square

    def measured() -> list[float]:
        return figures(lessons, adjusted(base, params))

    params, began = first_factors(base, rank), time.monotonic()
    mean = square = jax.tree.map(jnp.zeros_like, params)
    print("steps, seconds, and on positions not learnt from: gap, right, win, lead", flush=True)
    print(f"{0:6} {0:5.0f}", measured(), flush=True)
    for number, batch in enumerate(lessons.batches(steps), 1):
        params, mean, square = step(params, mean, square, jnp.float32(number), batch)
        if number % SHOWN_EVERY == 0 or number == steps:
            print(
                f"{number:6} {time.monotonic() - began:5.0f}",
                measured(),
                flush=True,
            )
    training = {
        "positions": len(lessons.learnt),
        "steps": steps,
        "batch": BATCH,
        "rate": rate,
        "gap, right, win, lead": measured(),
    }
    return {name: np.asarray(value, np.float32) for name, value in params.items()}, training


def figures(lessons: Lessons, params: Mapping[str, NDArray[np.float32] | Array]) -> list[float]:
    """Return what a network says of positions not learnt from: gap, right, win, lead."""
    env, rows = environment(lessons.mode), lessons.held_out
    sums = np.zeros(4)
    for part in np.array_split(rows, -(-len(rows) // BATCH)):
        sums += len(part) * np.array(told(env, params, lessons.take(part)))
    return [round(float(value), 4) for value in sums / len(rows)]


@partial(jax.jit, static_argnums=0)
def told(env: Environment, params: Params, batch: Batch) -> Array:
    """Return what is told of a batch."""
    return losses(env, params, batch)[1]


def environment(mode: Mode) -> Environment:
    """Return the game of a mode."""
    return Environment(mode.players, "gray" if mode.wall is Wall.GRAY else "coloured")


def first_factors(base: Params, rank: int) -> Params:
    """Return an adjustment that changes nothing yet."""
    random, params = np.random.default_rng(1), {name: base[name] for name in BIASES}
    for name in MATRICES:
        *outer, rows, columns = base[name].shape
        drawn = random.normal(0, rows**-0.5, (*outer, rows, rank))
        params[f"{name}_in"] = jnp.asarray(drawn, jnp.float32)
        params[f"{name}_out"] = jnp.zeros((*outer, columns, rank))
    return params


def adjusted(base: Params, params: Params) -> Params:
    """Return the weights with an adjustment."""
    made = {**base, **{name: params[name] for name in BIASES}}
    for name in MATRICES:
        made[name] = base[name] + params[f"{name}_in"] @ params[f"{name}_out"].mT
    return made


def losses(env: Environment, params: Params, batch: Batch) -> tuple[Array, Array]:
    """Return the loss of a batch, and what is told of it."""
    said, players = apply(env, params, jnp.asarray(batch.seen)), env.players
    logs = jax.nn.log_softmax(jnp.where(batch.legal, said.policy, -1e9))
    policy = -jnp.sum(jnp.where(batch.legal, batch.policy * logs, 0), axis=-1)
    entropy = -jnp.sum(batch.policy * jnp.log(batch.policy + 1e-9), axis=-1)
    right = jnp.argmax(logs, axis=-1) == jnp.argmax(batch.policy, axis=-1)
    share, lead = batch.worth[:, :players], batch.worth[:, players:] / MARGIN_SCALE
    win = -jnp.sum(share * jax.nn.log_softmax(said.win), axis=-1)
    error = jnp.abs(said.margin - lead)
    margin = jnp.mean(jnp.where(error < 1, 0.5 * error**2, error - 0.5), axis=-1)  # Huber
    off = jnp.mean(jnp.abs(jax.nn.softmax(said.win) - share))
    measured = jnp.array(
        [jnp.mean(policy - entropy), jnp.mean(right), off, jnp.mean(error) * MARGIN_SCALE]
    )
    return jnp.mean(policy + WORTH_WEIGHT * (win + margin)), measured
