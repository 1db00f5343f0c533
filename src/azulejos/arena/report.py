"""A match in words and figures: for people, for programs, and in one line while it runs."""

import math
import shlex
from typing import Final

from azulejos.arena.estimate import Estimate
from azulejos.arena.match import Match
from azulejos.arena.sprt import Trial
from azulejos.arena.tally import Summary
from azulejos.rules import Wall

_SHOWN_FORFEITS: Final = 5


def progress_line(summary: Summary) -> str:
    """Return how a match stands, in a few words."""
    if not summary.pairs:
        return ""
    words = [f"{100 * summary.share().value:.1f} %"]
    if len(summary.settings.contestants) == 2:
        words.append(f"Elo {format_elo(summary.elo)}")
    if summary.trial is not None:
        words.append(f"LLR {summary.trial.llr:+.2f}")
    return "  ".join(words)


def format_elo(elo: Estimate) -> str:
    """Return an Elo difference with its error, or with the end that is known."""
    if math.isnan(elo.value):
        return "unknown"
    if math.isfinite(elo.error):
        return f"{elo.value:+.0f} ± {elo.error:.0f}"
    if math.isfinite(elo.low):
        return f"above {elo.low:+.0f}"
    if math.isfinite(elo.high):
        return f"below {elo.high:+.0f}"
    return f"{elo.value:+.0f}, error unknown" if math.isfinite(elo.value) else "unknown"


def counted(number: int, noun: str) -> str:
    """Return a number of things in words, one of them in the singular."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def describe(match: Match) -> list[str]:
    """Return the lines that sum a match up; the last one begins with ``result``."""
    summary = match.tally.summary
    settings = summary.settings
    names = [contestant.name for contestant in settings.contestants]
    lines = [
        f"{' against '.join(names)}: {settings.players} players,"
        f" {'coloured' if settings.wall is Wall.COLOURED else 'gray'} wall"
        f"{', the first alone among the second' if settings.alone else ''}",
        f"games   {len(summary.games)} in {counted(len(summary.pairs), 'pair')} on the same deals"
        + _not_counted(summary),
    ]
    if summary.pairs:
        lines += [_standing(summary, place) for place in range(len(names))]
        lines += _strength(summary)
        lines.append(f"seats   {_seats(summary, None)} of all victories")
        lines.append(f"        {_seats(summary, 0)} for {names[0]}")
    if summary.num_adjudicated:
        cut, rounds = summary.num_adjudicated, settings.max_rounds
        lines.append(f"cut     {counted(cut, 'game')} after {counted(rounds, 'round')}")
    lines += _forfeits(summary)
    if match.failures:
        lines.append(f"failed  {counted(len(match.failures), 'game')}, and can be played again")
    return [*lines, result_line(match)]


def result_line(match: Match) -> str:
    """Return the result of a match for programs: ``result`` and key=value words."""
    summary = match.tally.summary
    settings = summary.settings
    words: dict[str, object] = {
        "abcd"[place]: contestant.name for place, contestant in enumerate(settings.contestants)
    }
    words |= {
        "players": settings.players,
        "wall": settings.wall.value,
        "alone": "yes" if settings.alone else "no",
        "games": len(summary.games),
        "pairs": len(summary.pairs),
    }
    if summary.pairs:
        words |= _figures(summary)
    words["adjudicated"] = summary.num_adjudicated
    words["failed"] = len(match.failures)
    if summary.trial is not None:
        trial = summary.trial
        words |= {
            "sprt": trial.verdict.value,
            "llr": f"{trial.llr:.3f}",
            "llr_lower": f"{trial.sprt.lower:.3f}",
            "llr_upper": f"{trial.sprt.upper:.3f}",
        }
    words["seed"] = settings.seed.hex()
    return " ".join(
        ["result", *(f"{key}={shlex.quote(str(value))}" for key, value in words.items())]
    )


def _figures(summary: Summary) -> dict[str, object]:
    won, shared, lost = summary.won_shared_lost()
    share, margin = summary.share(), summary.margin()
    figures: dict[str, object] = {
        "won": won,
        "shared": shared,
        "lost": lost,
        "share": f"{share.value:.4f}",
        "share_low": f"{share.low:.4f}",
        "share_high": f"{share.high:.4f}",
    }
    contestants = summary.settings.contestants
    if len(contestants) == 2:
        elo = summary.elo
        figures |= {
            "elo": f"{elo.value:.1f}",
            "elo_low": f"{elo.low:.1f}",
            "elo_high": f"{elo.high:.1f}",
        }
    else:
        ratings = summary.ratings()
        for letter, contestant in zip("abcd", contestants, strict=False):
            rating = ratings[contestant.name]
            figures[f"elo_{letter}"] = f"{rating.value:.1f}"
            figures[f"elo_error_{letter}"] = f"{rating.error:.1f}"
    figures |= {"margin": f"{margin.value:.2f}", "margin_error": f"{margin.error:.2f}"}
    for place in range(len(contestants)):
        letter = "abcd"[place]
        figures[f"score_{letter}"] = f"{summary.score(place).value:.2f}"
        figures[f"forfeits_{letter}"] = len(summary.forfeits(place))
    return figures


def _standing(summary: Summary, place: int) -> str:
    won, shared, lost = summary.won_shared_lost(place)
    score = summary.score(place)
    mark = "first   " if place == 0 else "        "
    return (
        f"{mark}{summary.settings.contestants[place].name}: {_percent(summary.share(place))},"
        f" won {won}, shared {shared}, lost {lost}, {score.value:.1f} points on average"
    )


def _strength(summary: Summary) -> list[str]:
    margin = summary.margin()
    lines = []
    if len(summary.settings.contestants) == 2:
        lines.append(f"Elo     {format_elo(summary.elo)} (95 %, over pairs)")
    else:
        ratings = [f"{name} {format_elo(elo)}" for name, elo in summary.ratings().items()]
        lines.append(f"Elo     {', '.join(ratings)} (95 %, over pairs)")
    if summary.trial is not None:
        sprt = summary.trial.sprt
        lines.append(
            f"test    {summary.trial.verdict.value}: Elo {sprt.elo0:g} against {sprt.elo1:g},"
            f" {_llr(summary.trial)}"
        )
    error = f" ± {margin.error:.1f} points"
    if not math.isfinite(margin.error):
        error = " points, error unknown"
    lines.append(f"margin  {margin.value:+.1f}{error}")
    return lines


def _forfeits(summary: Summary) -> list[str]:
    lines = []
    for place, contestant in enumerate(summary.settings.contestants):
        games = summary.forfeits(place)
        if games:
            lines.append(f"forfeit {counted(len(games), 'game')} by {contestant.name}:")
        for game in games[:_SHOWN_FORFEITS]:
            lines.append(f"        {game.pair + 1:05d}-{game.number + 1} {game.termination}")
    return lines


def _not_counted(summary: Summary) -> str:
    beyond = summary.num_games - len(summary.games)
    verb = "is" if beyond == 1 else "are"
    return f" ({beyond} more {verb} played but not counted)" if beyond else ""


def _seats(summary: Summary, contestant: int | None) -> str:
    parts = [
        f"{seat}: {won / games:.1%}" if games else f"{seat}: none"
        for seat, (won, games) in enumerate(summary.seat_shares(contestant), 1)
    ]
    return ", ".join(parts).replace("%", " %")


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def _llr(trial: Trial) -> str:
    sprt = trial.sprt
    return f"LLR {trial.llr:+.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})"
