"""How strong the network is by now: against the greedy player, and against its frozen self."""

import math
from collections.abc import Callable

import jax

from azulejos.accel.network import Params
from azulejos.accel.state import Array
from azulejos.accel.train.match import greedy_player, play_match, policy_player
from azulejos.accel.train.settings import Settings

Match = Callable[[Params, Params, Array], dict[str, Array]]


def elo(share: float, players: int, games: int) -> float:
    """Turn a share of victories against equal opponents into Elo points above them."""
    least = 0.5 / games
    share = min(max(share, least), 1 - least)
    return 400 * math.log10(share / (1 - share) * (players - 1))


def matches(settings: Settings, teacher: Params | None = None) -> dict[str, Match]:
    """Return the compiled matches of a network's bare policy, by opponent."""
    env, games = settings.environment, settings.evaluation.games

    def meet(params: Params, opponent: Params, key: Array) -> dict[str, Array]:
        one, others = policy_player(env, params), policy_player(env, opponent)
        return play_match(env, one, others, games, key)

    @jax.jit
    def greedy(params: Params, opponent: Params, key: Array) -> dict[str, Array]:
        del opponent
        return play_match(env, policy_player(env, params), greedy_player(env), games, key)

    frozen: Match = jax.jit(meet)
    opponents: dict[str, Match] = {"greedy": greedy, "frozen": frozen}
    if teacher is not None:
        opponents["teacher"] = lambda params, _, key: frozen(params, teacher, key)
    return opponents


def measure(
    settings: Settings, matches: dict[str, Match], params: Params, opponent: Params, key: Array
) -> dict[str, float]:
    """Play all matches; return their figures and the Elo points above each opponent."""
    figures: dict[str, float] = {}
    for number, (name, match) in enumerate(matches.items()):
        results = match(params, opponent, jax.random.fold_in(key, number))
        for figure, value in results.items():
            figures[f"{name}_{figure}"] = float(value)
        share = figures[f"{name}_share"]
        figures[f"{name}_elo"] = elo(share, settings.game.players, settings.evaluation.games)
    return figures


def is_stronger(settings: Settings, figures: dict[str, float]) -> bool:
    """Tell whether the network has outgrown its frozen opponent."""
    needed = settings.evaluation.promote
    return figures["frozen_elo"] >= elo(needed, 2, settings.evaluation.games)
