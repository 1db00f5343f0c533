"""Contestants as people write them."""

import sys
from pathlib import Path

import pytest

from azulejos.arena import Contestant, format_contestant, parse_contestant
from azulejos.errors import OptionError
from azulejos.players import Limits

ENGINE = f"{sys.executable} -m azulejos engine"


def test_a_player_of_the_registry() -> None:
    assert parse_contestant("greedy") == Contestant("greedy", player="greedy")
    assert parse_contestant("Greedy").player == "greedy"


def test_limits_and_a_name() -> None:
    found = parse_contestant("greedy:movetime=1000,nodes=5,depth=2,name=Quick one")
    assert found.limits == Limits(movetime_ms=1000, nodes=5, depth=2)
    assert found.name == "Quick one"
    clock = parse_contestant("greedy:time=60000,inc=500")
    assert clock.limits == Limits(time_ms=60000, inc_ms=500)
    assert clock.name == "greedy:time=60000 inc=500"


def test_limits_for_those_who_have_none() -> None:
    usual = Limits(movetime_ms=50)
    assert parse_contestant("greedy").with_limits(usual).limits == usual
    assert parse_contestant("greedy:nodes=9").with_limits(usual).limits == Limits(nodes=9)


def test_an_engine_by_its_command_line() -> None:
    plain = parse_contestant(f"cmd:{ENGINE}")
    assert plain.is_engine and plain.command == ENGINE
    tuned = parse_contestant(f"cmd[Player=random,nodes=7,name=Rando]:{ENGINE}")
    assert tuned.options == (("Player", "random"),)
    assert tuned.limits == Limits(nodes=7)
    assert tuned.name == "Rando"


def test_players_with_a_network_may_bring_their_own() -> None:
    for name in ("master", "policy"):
        found = parse_contestant(f"{name}:network=far/away/mine.network,nodes=5")
        assert found.network == Path("far/away/mine.network")
        assert found.name == f"{name}:network=mine.network nodes=5"
        assert parse_contestant(name).network is None
    assert parse_contestant(f"cmd[network=theirs]:{ENGINE}").network is None


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "greedy:movetime=1000,name=Quick",
        "greedy:time=60000,inc=500",
        "master:nodes=200,network=runs/mine.network",
        f"cmd:{ENGINE}",
        f"cmd[Player=random,depth=3]:{ENGINE} --some 'thing,=[]:'",
    ],
)
def test_written_down_it_is_read_as_the_same(text: str) -> None:
    contestant = parse_contestant(text)
    assert parse_contestant(format_contestant(contestant)) == contestant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("", "there is no player ''"),
        ("greedy:fast", "'fast' is not of the form key=value"),
        ("greedy:nodes=", "'nodes=' is not of the form key=value"),
        ("greedy:nodes=1,nodes=2", "nodes: given twice"),
        ("greedy:nodes=0", "nodes: '0' is not a whole number from 1 on"),
        ("greedy:movetime=soon", "movetime: 'soon' is not a whole number"),
        ("greedy:inc=100", "inc: an increment needs a clock"),
        ("greedy:mood=bad", "greedy has no option 'mood'"),
        ("greedy:network=mine.network", "greedy has no option 'network'"),
        ("expert:network=mine.network", "expert has no option 'network'"),
        ("cmd:", "cmd: a command line must follow"),
        ("cmd:./no-such-engine", "cmd: there is no program './no-such-engine'"),
        ("cmd:'unclosed", "cmd: "),
        ("gre\tedy", "contestant: only printable"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(OptionError) as refusal:
        parse_contestant(text)
    assert reason in str(refusal.value)
