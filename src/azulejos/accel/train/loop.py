"""The loop of a run: play, remember, learn, measure, save; in slices of any length.

Randomness follows from the seed and the number of the iteration alone, so that a run that
was stopped and resumed with its memory goes on as if it had not been stopped.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp

from azulejos.accel.judge import network_judge
from azulejos.accel.network import Params, cast_params, init_params, num_params
from azulejos.accel.state import Array, State
from azulejos.accel.train import checkpoint
from azulejos.accel.train.checkpoint import Counters, Progress
from azulejos.accel.train.entrant import Entrant
from azulejos.accel.train.learning import learn
from azulejos.accel.train.log import Log, Tell
from azulejos.accel.train.measure import is_stronger, matches, measure
from azulejos.accel.train.optimiser import Moments, first_moments
from azulejos.accel.train.plot import draw_strength
from azulejos.accel.train.replay import Replay, empty_replay, remember
from azulejos.accel.train.rounding import rounded
from azulejos.accel.train.selfplay import GAME_OVER, Plies, first_games, play_in_turns
from azulejos.accel.train.settings import Settings, SettingsError, check_same_run, keep_origin
from azulejos.accel.train.transplant import transplant

Figures = dict[str, Array]
PlayStep = Callable[[Params, State, Replay, Array], tuple[State, Replay, Figures]]
LearnStep = Callable[
    [Params, Moments, Replay, Array, Array, float], tuple[Params, Moments, Figures]
]


def begin(settings: Settings) -> Progress:
    """Return the beginning of a run."""
    weights, games = jax.random.split(jax.random.key(settings.run.seed))
    params = init_params(settings.environment, settings.network, weights)
    if settings.run.origin:
        origin = Entrant.named("run.origin", Path(settings.run.origin))
        params = transplant(origin.environment, origin.params, settings.environment, params)
    opponent = {name: jnp.copy(value) for name, value in params.items()}
    states = jax.jit(partial(first_games, settings))(games)
    counters = Counters(rounding=settings.rounding_at(0))
    return Progress(counters, params, opponent, first_moments(params), states, None)


def find_teacher(settings: Settings) -> Params | None:
    """Return the network that plays in place of the one that learns, if there is one."""
    if not settings.run.teacher:
        return None
    teacher = Entrant.named("run.teacher", Path(settings.run.teacher))
    if teacher.environment.name != settings.environment.name:
        plays, learns = teacher.environment.name, settings.environment.name
        raise SettingsError(f"run.teacher: it plays {plays}, the run learns {learns}")
    return teacher.params


def _fitting(replay: Replay | None, settings: Settings) -> Replay | None:
    """Return a memory that was saved, unless it is to be of another size now."""
    wanted = jax.eval_shape(partial(empty_replay, settings))
    fits = replay and all(a.shape == b.shape for a, b in zip(replay, wanted, strict=True))
    return replay if fits else None


def playing(settings: Settings) -> PlayStep:
    """Return the compiled self-play of one iteration, which writes into the memory."""
    env, kind = settings.environment, jnp.dtype(settings.run.precision)

    @partial(jax.jit, donate_argnums=(1, 2))
    def play(
        params: Params, states: State, replay: Replay, key: Array
    ) -> tuple[State, Replay, Figures]:
        margin_weight = settings.search.margin_weight
        judge = network_judge(env, cast_params(params, kind), margin_weight)
        keys = jax.random.split(key, settings.selfplay.plies)
        states, plies = play_in_turns(settings, judge, states, keys)
        return states, remember(replay, plies), _describe(plies)

    return play


def _describe(plies: Plies) -> Figures:
    """Sum up a stretch of self-play."""
    over = plies.ending == GAME_OVER  # [T, B]
    games = jnp.sum(over)
    some = jnp.maximum(1, games)
    policy = plies.policy.astype(jnp.float32)
    points = jnp.sum(jnp.where(over[..., None], plies.score, 0)) / plies.score.shape[-1]
    return {
        "games": games,
        "score": points / some,
        "rounds": jnp.sum(jnp.where(over, plies.round, 0)) / some,
        "entropy": -jnp.mean(jnp.sum(policy * jnp.log(policy + 1e-9), axis=-1)),
    }


def learning(settings: Settings) -> LearnStep:
    """Return the compiled learning of one iteration."""

    @partial(jax.jit, donate_argnums=(0, 1), static_argnums=5)
    def step(
        params: Params, moments: Moments, replay: Replay, key: Array, done: Array, rounding: float
    ) -> tuple[Params, Moments, Figures]:
        now = replace(settings, learning=replace(settings.learning, rounding=rounding))
        return learn(now, params, moments, replay, key, done)

    return step


def check_numbers(figures: Mapping[str, float], iteration: int) -> None:
    """Refuse to go on with a network that knows no numbers any more, before it is saved."""
    if not all(map(math.isfinite, figures.values())):
        raise SettingsError(
            f"the network has lost its numbers in iteration {iteration:,}, which is not saved;"
            " a lower learning.rate may help"
        )


class Run:
    """A run in one folder: goes on from its checkpoint if there is one."""

    def __init__(self, settings: Settings, folder: Path, tell: Tell) -> None:
        self.teacher = find_teacher(settings)
        found = checkpoint.find(folder)
        if found is None:
            self.progress = begin(settings)
        else:
            before, self.progress = checkpoint.load(found)
            check_same_run(before, settings)
            settings = keep_origin(before, settings)
        self.folder, self.log = folder, Log(folder, tell)
        self.settings = settings
        self.replay = _fitting(self.progress.replay, settings) or empty_replay(settings)
        self.written = int(self.replay.written)
        self.play, self.learn = playing(settings), learning(settings)
        self.matches = matches(settings, self.teacher)
        self.log.note(
            "resumed" if found else "started",
            iteration=self.progress.counters.iteration,
            weights=num_params(self.progress.params),
            replay_mb=sum(field.nbytes for field in self.replay) / 2**20,
            device=jax.devices()[0].device_kind,
        )

    def go(
        self, seconds: float = float("inf"), stop: Callable[[], bool] = lambda: False
    ) -> Counters:
        """Go on until the run is done, the time is over or a stop is asked for; then save."""
        counters, before = self.progress.counters, self.progress.counters.seconds
        begun = time.monotonic()
        while self.done < 1 and time.monotonic() - begun < seconds and not stop():
            self._iterate()
            counters.seconds = before + time.monotonic() - begun
            if counters.iteration % self.settings.run.checkpoint_every == 0:
                self._save()
        self._save()
        self.log.note("stopped", **vars(counters))
        draw_strength(self.folder)
        return counters

    @property
    def done(self) -> float:
        """The part of the run that lies behind, 0 to 1."""
        return self.progress.counters.part_of(self.settings.run)

    @property
    def rounding(self) -> float:
        """How the weights are rounded in what is learnt next; what was rounded once stays so."""
        is_rounded = self.progress.counters.rounding > 0
        return self.settings.rounding_at(1 if is_rounded else self.done)

    def _save(self) -> None:
        """Write a checkpoint."""
        self.progress.replay = self.replay
        checkpoint.save(self.folder, self.settings, self.progress)

    def _stored(self) -> Params:
        """Return the weights as a file would hold them, which is how they are played with."""
        return rounded(self.progress.params, self.progress.counters.rounding)

    def _who_plays(self) -> Params:
        """Return the network that plays the games: the teacher as long as it is wanted."""
        if self.teacher is not None and self.done < self.settings.run.teacher_until:
            return self.teacher
        return self._stored()

    def _iterate(self) -> None:
        """Play, remember, learn; now and then measure."""
        settings, progress = self.settings, self.progress
        counters = progress.counters
        key = jax.random.fold_in(jax.random.key(settings.run.seed + 1), counters.iteration)
        playing_key, learning_key, measuring_key = jax.random.split(key, 3)
        begun = time.monotonic()
        progress.games, self.replay, figures = self.play(
            self._who_plays(), progress.games, self.replay, playing_key
        )
        numbers = {name: float(value) for name, value in figures.items()}
        played = time.monotonic()
        self.written += settings.selfplay.plies
        if self.written >= settings.replay.warmup:
            rounding = self.rounding
            progress.params, progress.moments, figures = self.learn(
                progress.params,
                progress.moments,
                self.replay,
                learning_key,
                jnp.float32(self.done),
                rounding,
            )
            counters.rounding = rounding
            numbers |= {name: float(value) for name, value in figures.items()}
            check_numbers(numbers, counters.iteration + 1)
        learnt = time.monotonic()
        plies = settings.selfplay.plies * settings.selfplay.games
        counters.iteration += 1
        counters.plies += plies
        counters.games += int(numbers.pop("games"))
        if counters.iteration % settings.run.log_every == 0:
            numbers |= {"moves_per_second": plies / (played - begun), "learning": learnt - played}
            self.log.note("iteration", **vars(counters), **numbers)
        if counters.iteration % settings.evaluation.every == 0:
            self._measure(measuring_key)

    def _measure(self, key: Array) -> None:
        """Measure the strength; let the opponent follow when it is outgrown."""
        progress, counters = self.progress, self.progress.counters
        begun = time.monotonic()
        params = self._stored()
        figures = measure(self.settings, self.matches, params, progress.opponent, key)
        check_numbers(figures, counters.iteration)
        rating = counters.rating + figures["frozen_elo"]
        if is_stronger(self.settings, figures):
            counters.rating = rating
            progress.opponent = {name: jnp.copy(v) for name, v in params.items()}
        self.log.note(
            "measured",
            iteration=counters.iteration,
            plies=counters.plies,
            elo=rating,
            took=time.monotonic() - begun,
            **figures,
        )
        draw_strength(self.folder)
