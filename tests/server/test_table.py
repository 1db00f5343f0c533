"""Tables without a server: who may do what when, and what comes of it."""

from random import Random

import pytest

from azulejos.errors import (
    ConflictError,
    ForbiddenError,
    IllegalMoveError,
    NotationError,
    OptionError,
)
from azulejos.fair import verify
from azulejos.notation import format_record, parse_record
from azulejos.server.game import Settings, Table, apply, commands, open_table
from azulejos.server.game.record import record_of
from azulejos.server.game.secret import new_secret
from tests.server.tables import (
    ANA,
    BEA,
    CID,
    DAN,
    GREEDY,
    HOST,
    OPEN,
    Scene,
    local,
    playing,
    settings,
)

NONCE = "ab" * 32
MINUTE = 60_000


def replay(scene: Scene) -> Table:
    """Read a log as it would be stored, from its first event."""
    return list(scene.steps())[-1][2]


def legal(scene: Scene) -> list[str]:
    assert scene.table.state is not None
    return [str(move) for move in scene.table.state.legal_moves()]


def test_people_sit_down_and_the_host_begins() -> None:
    scene = Scene(settings(HOST, OPEN, OPEN))
    assert scene.join(BEA) == ["seated"]
    assert scene.join(BEA) == scene.join(BEA, seat=1) == []
    with pytest.raises(ConflictError, match="another seat"):
        scene.join(BEA, seat=2)
    with pytest.raises(ConflictError, match="free seats"):
        scene.start()
    assert scene.join(CID, seat=2) == ["seated"]
    with pytest.raises(ConflictError, match="no free seat"):
        scene.join(DAN)
    with pytest.raises(ForbiddenError, match="the host"):
        scene.start(BEA)
    assert scene.start() == ["started", "dealt"]
    assert scene.start() == []
    assert [seat.name for seat in scene.table.seats] == ["Ana", "Bea", "Cid"]
    assert replay(scene) == scene.table


def test_a_seat_that_is_taken_stays_taken() -> None:
    scene = Scene(settings(HOST, OPEN, OPEN))
    with pytest.raises(ConflictError, match="not free"):
        scene.join(BEA, seat=0)
    with pytest.raises(ConflictError, match="not free"):
        scene.join(BEA, seat=3)


def test_whoever_leaves_frees_the_seat_and_a_table_is_handed_on() -> None:
    scene = Scene(settings(HOST, OPEN, OPEN))
    scene.join(BEA)
    assert scene.leave(ANA) == ["left"]
    assert scene.table.host == BEA
    assert scene.table.seats[0].is_free
    with pytest.raises(ForbiddenError):
        scene.leave(CID)
    assert scene.leave(BEA) == ["closed"]
    assert scene.leave(BEA) == []
    with pytest.raises(ConflictError, match="called off"):
        scene.join(CID)


def test_a_table_begins_by_itself_when_everybody_gave_a_nonce() -> None:
    scene = Scene(settings(HOST, OPEN, begins="when-full"))
    scene.nonce(ANA, NONCE)
    assert scene.join(BEA) == ["seated"]
    assert scene.nonce(BEA, NONCE) == ["nonce", "started", "dealt"]


def test_a_nonce_is_given_once() -> None:
    scene = Scene(settings(HOST, OPEN))
    assert scene.nonce(ANA, NONCE) == ["nonce"]
    assert scene.nonce(ANA, NONCE) == []
    with pytest.raises(ConflictError, match="has given"):
        scene.nonce(ANA, "cd" * 32)
    with pytest.raises(ForbiddenError):
        scene.nonce(BEA, NONCE)
    with pytest.raises(ForbiddenError):
        scene.nonce(ANA, NONCE, seat=1)


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [None, 1])
def test_a_whole_game_is_its_log_and_its_deals_are_fair(
    players: int, wall: str, start: int | None
) -> None:
    seats = [HOST, OPEN, GREEDY, local("Eva")][:players]
    scene = Scene(settings(*seats, wall=wall, start=start))
    scene.nonce(ANA, NONCE)
    scene.join(BEA)
    scene.start()
    scene.play_on(Random(players))
    table = scene.table
    assert table.status == "over"
    assert table.result is not None
    assert table.state is not None and table.result.winners == table.state.winners
    assert replay(scene) == table
    record = parse_record(format_record(record_of(table)))
    assert record.is_finished
    found = verify(record)
    assert found.commitment == table.commitment
    assert found.start_was_drawn == (start is None)
    assert 0 not in found.without_nonce and 1 in found.without_nonce


def test_a_record_of_a_running_game_keeps_the_seed() -> None:
    scene = playing(HOST, OPEN, others=(BEA,))
    scene.play_on(Random(1), 30)
    text = format_record(record_of(scene.table))
    assert scene.secret.server_seed not in text
    assert 'Result "*"' in text
    assert parse_record(text).rounds


def test_nobody_moves_for_another_seat() -> None:
    scene = playing(HOST, OPEN, others=(BEA,))
    with pytest.raises(ConflictError, match="not your turn"):
        scene.move(BEA, legal(scene)[0])
    with pytest.raises(ForbiddenError, match="no seat"):
        scene.move(CID, legal(scene)[0])
    with pytest.raises(NotationError):
        scene.move(ANA, "xyz")
    with pytest.raises(IllegalMoveError):
        scene.move(ANA, "1@1")
    assert scene.move(ANA, legal(scene)[0]) == ["moved"]


def test_one_device_plays_for_all_its_seats() -> None:
    scene = playing(HOST, local("Bo"))
    scene.move(ANA, legal(scene)[0])
    assert scene.table.acting == 1
    scene.move(ANA, legal(scene)[0])
    assert scene.table.acting == 0


def test_against_a_level_a_move_is_taken_back_at_once() -> None:
    scene = playing(HOST, GREEDY)
    before = scene.table.state
    scene.play_on(Random(1), 2)
    assert scene.undo(ANA) == ["undo-asked", "undone"]
    assert scene.table.state == before
    assert scene.table.rounds[-1].moves == ()
    with pytest.raises(ConflictError, match="no move of yours"):
        scene.undo(ANA)
    assert replay(scene) == scene.table


def test_among_people_all_others_have_to_agree() -> None:
    scene = playing(HOST, OPEN, OPEN, others=(BEA, CID))
    before = scene.table.state
    scene.play_on(Random(1), 1)
    assert scene.undo(ANA) == ["undo-asked"]
    assert scene.undo(ANA) == []
    with pytest.raises(ForbiddenError, match="others have to agree"):
        scene.answer(ANA, accept=True)
    assert scene.answer(BEA, accept=True) == ["undo-granted"]
    assert scene.answer(BEA, accept=True) == []
    assert scene.answer(CID, accept=True) == ["undo-granted", "undone"]
    assert scene.table.state == before
    assert replay(scene) == scene.table


def test_a_refusal_or_a_move_ends_the_question() -> None:
    scene = playing(HOST, OPEN, others=(BEA,))
    scene.play_on(Random(1), 1)
    scene.undo(ANA)
    assert scene.answer(BEA, accept=False) == ["undo-refused"]
    with pytest.raises(ConflictError, match="nobody asks"):
        scene.answer(BEA, accept=True)
    scene.undo(ANA)
    scene.move(BEA, legal(scene)[0])
    assert scene.table.undo is None


def test_nothing_is_taken_back_across_a_deal() -> None:
    scene = playing(HOST, GREEDY)
    while len(scene.table.rounds) == 1:
        scene.play_on(Random(1), 1)
    with pytest.raises(ConflictError, match="since the last deal"):
        scene.undo(ANA)


def test_of_two_the_one_who_resigns_loses() -> None:
    scene = playing(HOST, OPEN, others=(BEA,))
    scene.play_on(Random(1), 5)
    assert scene.resign(BEA) == ["resigned", "finished"]
    assert scene.table.result is not None
    assert scene.table.result.winners == (0,)
    assert scene.table.result.reason == "conceded"
    found = verify(parse_record(format_record(record_of(scene.table))))
    assert found.num_deals == len(scene.table.rounds)


def test_of_three_the_others_play_on_and_a_level_moves_the_tiles() -> None:
    scene = playing(HOST, OPEN, OPEN, others=(BEA, CID))
    assert scene.resign(BEA) == ["resigned"]
    assert scene.resign(BEA) == []
    assert scene.table.seats[1].player == "greedy"
    scene.play_on(Random(1), 1)
    with pytest.raises(ConflictError, match="out of the game"):
        scene.move(BEA, legal(scene)[0])
    scene.play_on(Random(1))
    assert scene.table.result is not None
    assert scene.table.result.reason == "played"
    assert 1 not in scene.table.result.winners


def test_a_clock_for_each_move() -> None:
    scene = playing(HOST, OPEN, others=(BEA,), clock={"kind": "move", "seconds": 60})
    assert scene.wait(MINUTE) == []
    scene.move(ANA, legal(scene)[0])
    assert scene.wait(MINUTE + 501) == ["timed-out", "finished"]
    assert scene.table.seats[1].out == "timed-out"


def test_a_move_that_comes_too_late_is_refused() -> None:
    scene = playing(HOST, OPEN, others=(BEA,), clock={"kind": "days", "days": 1})
    scene.now += 24 * 60 * MINUTE + 501
    with pytest.raises(ConflictError, match="your time is over"):
        scene.move(ANA, legal(scene)[0])


def test_a_bank_is_charged_and_gets_its_increment() -> None:
    scene = playing(
        HOST, OPEN, others=(BEA,), clock={"kind": "bank", "seconds": 60, "increment": 5}
    )
    scene.now += 20_000
    scene.move(ANA, legal(scene)[0])
    assert [seat.bank_ms for seat in scene.table.seats] == [45_000, 60_000]
    scene.now += 10_000
    scene.undo(ANA)
    scene.answer(BEA, accept=True)
    assert [seat.bank_ms for seat in scene.table.seats] == [45_000, 50_000]
    assert scene.wait(45_000) == []
    assert scene.wait(501) == ["timed-out", "finished"]


def test_time_that_ran_out_while_the_server_was_down_is_given_back() -> None:
    scene = playing(HOST, OPEN, others=(BEA,), clock={"kind": "move", "seconds": 60})
    began = scene.now + 10 * MINUTE
    assert scene.wait(10 * MINUTE, opened_at=began) == ["resumed"]
    assert scene.wait(MINUTE, opened_at=began) == []
    assert scene.wait(501, opened_at=began) == ["timed-out", "finished"]
    assert replay(scene) == scene.table


def test_levels_play_without_a_clock() -> None:
    scene = playing(HOST, GREEDY, clock={"kind": "move", "seconds": 5})
    scene.move(ANA, legal(scene)[0])
    assert scene.wait(60 * MINUTE) == []


def test_whoever_is_gone_is_replaced_and_may_come_back() -> None:
    scene = playing(HOST, OPEN, others=(BEA,), stand_in={"level": "random", "after_seconds": 60})
    assert scene.wait(MINUTE, seen_at=scene.now + 1) == []
    assert scene.wait(2) == ["stood-in"]
    assert scene.table.seats[0].player == "random"
    assert scene.come_back(ANA) == ["returned"]
    assert scene.come_back(ANA) == []
    assert scene.wait(MINUTE) == ["stood-in"]
    assert scene.move(ANA, legal(scene)[0]) == ["returned", "moved"]
    assert replay(scene) == scene.table


def test_whoever_is_gone_is_replaced_before_a_short_clock_beats_them() -> None:
    clock, stand_in = {"kind": "move", "seconds": 30}, {"level": "random", "after_seconds": 300}
    scene = playing(HOST, OPEN, others=(BEA,), clock=clock, stand_in=stand_in)
    assert scene.wait(29_999) == []
    assert scene.wait(60_000) == ["stood-in"]
    assert scene.table.seats[0].out is None
    scene = playing(HOST, OPEN, others=(BEA,), clock=clock, stand_in=stand_in)
    assert scene.wait(30_501, seen_at=scene.now + 25_000) == ["timed-out", "finished"]


def test_a_bank_that_is_nearly_empty_calls_nobody() -> None:
    clock = {"kind": "bank", "seconds": 30, "increment": 0}
    stand_in = {"level": "random", "after_seconds": 300}
    scene = playing(HOST, local("Eva"), OPEN, others=(BEA,), clock=clock, stand_in=stand_in)
    scene.now += 27_000
    scene.move(ANA, legal(scene)[0])
    for person in (ANA, BEA):
        scene.move(person, legal(scene)[0])
    assert scene.wait(3_501) == ["timed-out"]


@pytest.mark.parametrize("stand_in", [None, {"level": "random", "after_seconds": 60}])
def test_the_agreed_player_plays_for_those_who_are_out(stand_in: dict[str, object] | None) -> None:
    scene = playing(HOST, OPEN, OPEN, others=(BEA, CID), stand_in=stand_in)
    assert scene.resign(BEA) == ["resigned"]
    assert scene.table.seats[1].player == ("greedy" if stand_in is None else "random")


def test_nobody_is_replaced_unless_the_table_agreed() -> None:
    scene = playing(HOST, OPEN, others=(BEA,))
    assert scene.wait(10**10) == []


def test_a_table_nobody_comes_to_is_closed() -> None:
    scene = Scene(settings(HOST, OPEN))
    assert scene.wait(24 * 60 * MINUTE - 1) == []
    assert scene.wait(1) == ["closed"]


def test_a_rematch_has_everybody_one_seat_on() -> None:
    scene = playing(HOST, OPEN, GREEDY, local("Eva"), others=(BEA,))
    with pytest.raises(ConflictError, match="not over"):
        commands.rematch(scene.table, BEA, "Bea", new_secret(), ("old", "new"))
    scene.play_on(Random(3))
    created, told = commands.rematch(scene.table, BEA, "Bea", new_secret(), ("old", "new"))
    assert told.game == "new"
    table = open_table(created, 0)
    assert [seat.kind for seat in table.seats] == ["person", "level", "open", "open"]
    waits_for = [seat.reserved and seat.reserved.person for seat in table.seats]
    assert waits_for == [None, None, ANA, ANA]
    assert [seat.name for seat in table.seats] == ["Bea", "greedy", "Eva", "Ana"]
    with pytest.raises(ConflictError, match="no free seat"):
        commands.join(table, CID, "Cid", None, None)
    events = commands.join(table, ANA, "Ana", None, NONCE)
    for event in events:
        table = apply(table, event, 0)
    assert [seat.kind for seat in table.seats] == ["person", "level", "local", "person"]
    assert [seat.nonce for seat in table.seats] == [None, None, None, NONCE]
    with pytest.raises(ForbiddenError):
        commands.rematch(scene.table, CID, "Cid", new_secret(), ("old", "new"))


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"seats": [HOST, {"kind": "level", "level": "nobody"}]}, "seats.1.level"),
        ({"seats": [HOST, {"kind": "level", "level": "GREEDY"}]}, "seats.1.level"),
        ({"seats": [GREEDY, GREEDY]}, "seats"),
        ({"seats": [HOST, HOST]}, "seats"),
        ({"seats": [HOST, OPEN], "start": 2}, "start"),
        (
            {"seats": [HOST, OPEN], "stand_in": {"level": "x", "after_seconds": 60}},
            "stand_in.level",
        ),
    ],
)
def test_settings_no_table_can_have_are_refused(said: dict[str, object], field: str) -> None:
    with pytest.raises(OptionError) as refusal:
        commands.create(Settings.model_validate(said), ANA, "Ana", new_secret())
    assert refusal.value.field == field
