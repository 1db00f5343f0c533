"""Matches that tell how strong players are: paired games, error bars, sequential tests."""

from azulejos.arena.contestant import Contestant, format_contestant, parse_contestant
from azulejos.arena.estimate import Estimate
from azulejos.arena.goal import Goal
from azulejos.arena.ladder import Ladder
from azulejos.arena.match import Match
from azulejos.arena.ratings import RatedGame, rate
from azulejos.arena.settings import Settings
from azulejos.arena.sprt import Sprt, Trial, Verdict, parse_sprt
from azulejos.arena.tally import Summary, Tally

__all__ = [
    "Contestant",
    "Estimate",
    "Goal",
    "Ladder",
    "Match",
    "RatedGame",
    "Settings",
    "Sprt",
    "Summary",
    "Tally",
    "Trial",
    "Verdict",
    "format_contestant",
    "parse_contestant",
    "parse_sprt",
    "rate",
]
