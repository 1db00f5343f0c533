"""Games over HTTP, on both databases: tables, seats, moves, undo, the end, again."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from azulejos.fair import verify
from azulejos.notation import parse_record
from tests.cli.runner import run
from tests.processes import wait_until
from tests.server.serving import play_out, serving
from tests.server.tables import GREEDY, HOST, OPEN, local

NONCE = "ab" * 32


def test_two_people_play_a_game_and_meet_again(database: str, tmp_path: Path) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Bea") as bea:
        game = ana.open(HOST, OPEN, public=True)
        assert [g["id"] for g in bea.get("/lobby")["games"]] == [game]
        commitment = bea.game(game)["fairness"]["commitment"]
        bea.post(f"/games/{game}/join", nonce=NONCE)
        started = ana.post(f"/games/{game}/start", nonce="cd" * 32)["updates"]
        assert [u["event"]["kind"] for u in started] == ["nonce", "started", "dealt"]
        play_out(game, ana, bea)
        over = bea.game(game)
        assert over["fairness"]["nonces"] == ["cd" * 32, NONCE]
        assert over["result"]["winners"]
        record = bea.http.get(f"/api/v1/games/{game}/record").text
        assert verify(parse_record(record)).commitment == commitment
        assert bea.post("/verify", record=record)["without_nonce"] == []
        file = tmp_path / "game.azul"
        file.write_text(record)
        assert run("verify", str(file)).out.endswith("verified\n")
        again = bea.post(f"/games/{game}/rematch")["game"]
        assert [seat["name"] for seat in again["seats"]] == ["Bea", "Ana"]
        assert ana.game(game)["rematch"] == again["id"]
        same = ana.post(f"/games/{game}/rematch", nonce=NONCE)["game"]
        assert same["id"] == again["id"] and same["seats"][1]["you"]
        bea.post(f"/games/{again['id']}/start")
        assert {g["id"] for g in ana.get("/me/games")["games"]} == {game, again["id"]}


def test_a_request_sent_twice_is_done_once_and_answered_the_same(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"))
        ana.post(f"/games/{game}/start")
        first, wish = ana.ask("GET", "/me"), dict[str, object]()
        for _ in range(12):
            now = ana.game(game)
            wish = {"number": now["number"], "move": now["legal"][0]}
            first = ana.ask("POST", f"/games/{game}/moves", **wish)
            again = ana.ask("POST", f"/games/{game}/moves", **wish)
            assert first.status_code == again.status_code == 200
            assert first.content == again.content
            assert ana.game(game)["number"] == first.json()["updates"][-1]["number"]
        # Long after, and after a restart, it is still the same.
        late = ana.ask("POST", f"/games/{game}/moves", **wish)
        assert late.content == first.content
        token = ana.http.headers["Authorization"].removeprefix("Bearer ")
    with serving(database) as site, site.client(token) as ana:
        assert ana.ask("POST", f"/games/{game}/moves", **wish).content == first.content


def test_of_many_at_the_same_moment_one_wins(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"), start=0)
        number = ana.post(f"/games/{game}/start")["updates"][-1]["number"]
        moves = ana.game(game)["legal"][:6]

        def send(move: str) -> tuple[int, dict[str, object]]:
            answer = ana.ask("POST", f"/games/{game}/moves", number=number, move=move)
            return answer.status_code, answer.json()

        with ThreadPoolExecutor(6) as threads:
            answers = list(threads.map(send, moves))
        assert sorted(status for status, _ in answers) == [200] + 5 * [409]
        now = ana.game(game)
        assert now["number"] == number + 1
        refusal = next(body for status, body in answers if status == 409)
        assert refusal["code"] == "conflict"
        assert refusal["game"] == now


def test_levels_move_by_themselves_and_go_on_after_a_restart(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        token = ana.http.headers["Authorization"].removeprefix("Bearer ")
        game = ana.open(HOST, GREEDY, {"kind": "level", "level": "random"}, start=0)
        ana.post(f"/games/{game}/start")
        ana.move(game)
        wait_until(lambda: bool(ana.game(game)["legal"]), "the levels moved")
        site.services.levels.look = lambda *_: None  # type: ignore[method-assign]
        site.services.house._listeners.clear()
        ana.move(game)
        stuck = ana.game(game)
        assert stuck["turn"]["seat"] != 0
    with serving(database) as site, site.client(token) as ana:
        wait_until(lambda: bool(ana.game(game)["legal"]), "the levels went on")
        assert ana.game(game)["number"] > stuck["number"]
        back = ana.post(f"/games/{game}/undo", number=ana.game(game)["number"])["updates"]
        assert [update["event"]["kind"] for update in back] == ["undo-asked", "undone"]


def test_undo_among_people_needs_an_answer(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Bea") as bea:
        game = ana.open(HOST, OPEN, public=True, start=0)
        bea.post(f"/games/{game}/join")
        ana.post(f"/games/{game}/start")
        before = ana.game(game)["position"]
        number = ana.move(game)["updates"][-1]["number"]
        ana.post(f"/games/{game}/undo", number=number)
        assert bea.game(game)["undo"] == {"seat": 0, "moves": 1, "granted": []}
        assert "answer-undo" in bea.game(game)["can"]
        bea.post(f"/games/{game}/undo/answer", number=number + 1, accept=True)
        assert ana.game(game)["position"] == before


def test_resigning_ends_a_game_of_two(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Bea") as bea:
        game = ana.open(HOST, OPEN, public=True)
        bea.post(f"/games/{game}/join")
        ana.post(f"/games/{game}/start")
        number = ana.game(game)["number"]
        done = bea.post(f"/games/{game}/resign", number=number)["updates"]
        assert [update["event"]["kind"] for update in done] == ["resigned", "finished"]
        assert ana.game(game)["result"]["winners"] == [0]
        again = bea.post(f"/games/{game}/resign", number=number)["updates"]
        assert again == done


def test_time_runs_out_and_the_absent_are_replaced(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Bea") as bea:
        timed = ana.open(HOST, OPEN, public=True, clock={"kind": "move", "seconds": 60})
        absent = ana.open(
            HOST, OPEN, public=True, stand_in={"level": "greedy", "after_seconds": 60}, start=1
        )
        for game in (timed, absent):
            bea.post(f"/games/{game}/join")
            ana.post(f"/games/{game}/start")
        site.ahead_ms = 61_000
        wait_until(lambda: ana.game(timed)["status"] == "over", "the time was over")
        wait_until(lambda: ana.game(absent)["seats"][1]["stand_in"] == "greedy", "it stood in")
        wait_until(lambda: ana.game(absent)["turn"]["seat"] == 0, "the stand-in moved")
        bea.post(f"/games/{absent}/return")
        assert bea.game(absent)["seats"][1]["stand_in"] is None


def test_the_highest_levels_sit_at_tables_of_every_kind(database: str) -> None:
    seats = [HOST, *({"kind": "level", "level": name} for name in ("master", "expert", "master"))]
    with serving(database) as site, site.guest("Ana") as ana:
        games = [
            ana.open(*seats[:number], wall=wall, start=1)
            for number in (2, 3, 4)
            for wall in ("coloured", "gray")
        ]
        for game in games:
            ana.post(f"/games/{game}/start")
        wait_until(lambda: all(ana.game(game)["legal"] for game in games), "the levels moved")


def test_a_hint_where_the_table_allows_it(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Eve") as eve:
        game = ana.open(HOST, local("Bo"), hints=True, public=True)
        early = ana.ask("GET", f"/games/{game}/hint")
        assert (early.status_code, early.json()["message"]) == (409, "the game has not begun")
        ana.post(f"/games/{game}/start")
        assert eve.ask("GET", f"/games/{game}/hint").status_code == 403
        hint = ana.get(f"/games/{game}/hint")
        assert hint["move"] in ana.game(game)["legal"]
        assert hint["level"] == "master"
        strict = ana.open(HOST, local("Bo"))
        ana.post(f"/games/{strict}/start")
        assert ana.ask("GET", f"/games/{strict}/hint").status_code == 403


def test_a_move_that_cannot_be_made_is_refused_as_the_move(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"))
        ana.post(f"/games/{game}/start")
        said = {"number": ana.game(game)["number"]}
        refusal = ana.refused(422, f"/games/{game}/moves", move="cR1", **said)
        assert (refusal["code"], refusal["field"]) == ("illegal-move", "move")
        assert refusal["message"].startswith("cR1: there ")
        refusal = ana.refused(422, f"/games/{game}/moves", move="R1c", **said)
        assert (refusal["code"], refusal["field"]) == ("notation", "move")


def test_an_event_that_has_not_happened_cannot_be_answered(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"))
        ana.post(f"/games/{game}/start")
        move = ana.game(game)["legal"][0]
        refusal = ana.refused(409, f"/games/{game}/moves", number=999, move=move)
        assert (refusal["field"], refusal["message"]) == ("number", "there is no event 999 yet")


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_effects_tell_every_change_of_score(database: str, wall: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"), wall=wall)
        ana.post(f"/games/{game}/start")
        play_out(game, ana, seed=4)
        updates = ana.get(f"/games/{game}/updates")["updates"]
        assert [update["number"] for update in updates] == list(range(1, len(updates) + 1))
        scores = [0, 0]
        for update in updates:
            done = update["effects"]
            if done is None:
                continue
            for tile in done["tiled"]:
                scores[tile["player"]] += tile["points"]
            for penalty in done["penalties"]:
                scores[penalty["player"]] -= penalty["paid"]
            for bonus in done["bonuses"]:
                scores[bonus["player"]] += bonus["points"]
            assert scores == done["scores"]
            assert scores == [b["score"] for b in update["game"]["position"]["boards"]]
