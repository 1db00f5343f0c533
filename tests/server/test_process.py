"""The server as hosts run it: killed, stopped, started again, and joined by a program."""

import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from threading import Timer

import httpx

from tests.cli.runner import run
from tests.processes import wait_until
from tests.server.processes import server_process
from tests.server.serving import Client
from tests.server.tables import GREEDY, HOST, OPEN

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
NUM_KILLS = 2


def try_to_move(ana: Client, game: str, rng: Random) -> tuple[int, str] | None:
    """Try to make a move; return the event the server said it became, if it said so."""
    try:
        now = ana.game(game)
        if not now["legal"]:
            return None
        move = rng.choice(now["legal"])
        answer = ana.ask("POST", f"/games/{game}/moves", number=now["number"], move=move)
        if answer.status_code == 200:
            update = answer.json()["updates"][0]
            return update["number"], update["event"]["move"]
    except httpx.TransportError:
        pass
    return None


def test_a_killed_server_forgets_no_move_it_acknowledged(database: str) -> None:
    rng = Random(1)
    acknowledged: dict[int, str] = {}
    with server_process(database) as server, server.site.guest("Ana") as ana:
        game = ana.open(HOST, GREEDY, {"kind": "level", "level": "random"}, start=0)
        ana.post(f"/games/{game}/start")
        for _ in range(NUM_KILLS):
            killer = Timer(0.5 + rng.random(), server.kill)
            killer.start()
            while killer.is_alive():
                made = try_to_move(ana, game, rng)
                if made is not None:
                    acknowledged[made[0]] = made[1]
            killer.join()
            server.start()
        wait_until(
            lambda: bool(ana.game(game)["legal"] or ana.game(game)["status"] == "over"),
            "the levels went on by themselves",
        )
        log = ana.get(f"/games/{game}/updates")["updates"]
        assert [update["number"] for update in log] == list(range(1, len(log) + 1))
        moves = {update["number"]: update["event"]["move"] for update in log}
        assert acknowledged
        assert acknowledged.items() <= moves.items()


def test_a_server_ends_in_peace_while_people_watch(tmp_path: Path) -> None:
    with server_process(str(tmp_path / "games.sqlite")) as server, server.site.guest("Ana") as ana:
        game = ana.open(HOST, OPEN)
        with ana.follow(f"/games/{game}/events") as stream:
            next(stream)
            began = time.monotonic()
            assert server.end() == 0
            assert time.monotonic() - began < 5
        assert server.errors == ""


def test_the_example_bot_takes_a_seat_and_plays(tmp_path: Path) -> None:
    with server_process(str(tmp_path / "games.sqlite")) as server, server.site.guest("Ana") as ana:
        bot = subprocess.Popen([sys.executable, BOT, server.site.url, "Robo"])
        try:
            game = ana.open(HOST, OPEN, public=True, begins="when-full")
            ana.post(f"/games/{game}/nonce", nonce="ab" * 32)
            wait_until(lambda: ana.game(game)["status"] == "playing", "the bot sat down")
            rng = Random(2)
            while ana.game(game)["status"] == "playing":
                try_to_move(ana, game, rng)
            over = ana.game(game)
            assert over["seats"][1]["name"] == "Robo"
            assert over["result"]["reason"] == "played"
            assert None not in over["fairness"]["nonces"]
        finally:
            bot.kill()
            bot.wait()
    assert len(BOT.read_text().splitlines()) < 60


def test_an_sqlite_file_is_for_one_server_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    (tmp_path / "same.sqlite").symlink_to(file)
    with server_process(str(file)) as server:
        for name in ("games.sqlite", "same.sqlite"):
            refusal = run("serve", "--port", "0", "--database", str(tmp_path / name)).refusal
            assert refusal == f"database: another server uses this file: {file}"
        server.kill()
        server.start()


def test_serve_refuses_what_it_cannot_serve(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("not a database " * 200)
    assert "cannot be opened" in run("serve", "--database", str(file)).refusal
    assert "neither sqlite" in run("serve", "--database", "mysql://x/y").refusal
    refusal = run("serve", "--public-url", "example.org", "--database", str(tmp_path / "a")).refusal
    assert refusal.startswith("public-url: ")


def test_an_address_that_cannot_be_had_is_refused_by_name(tmp_path: Path) -> None:
    database = "--database", str(tmp_path / "games.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refusal = run("serve", "--port", str(port), *database).refusal
        assert refusal.startswith(f"port: cannot listen on 127.0.0.1, port {port}: ")
    refusal = run("serve", "--port", "0", "--host", "no such machine", *database).refusal
    assert refusal == "host: no machine is known as 'no such machine'"
    refusal = run("serve", "--port", "0", "--host", "192.0.2.1", *database).refusal
    assert refusal.startswith("host: cannot listen on 192.0.2.1")
