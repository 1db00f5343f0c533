"""A server that is killed again and again while people and computer players play.

What it said has happened has happened: every move it acknowledged and every event it sent is
in the log afterwards, and every game goes on by itself or as soon as a person moves.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from threading import Event, Lock, Thread
from time import sleep
from typing import Any

import httpx
import pytest

from tests.processes import wait_until
from tests.server.processes import ServerProcess, forked_server
from tests.server.serving import Client
from tests.server.tables import GREEDY, HOST, OPEN

RANDOM = {"kind": "level", "level": "random"}
TABLES: tuple[tuple[tuple[dict[str, str], ...], str], ...] = (
    ((HOST, OPEN), "gray"),
    ((HOST, GREEDY, RANDOM), "coloured"),
    ((HOST, OPEN, GREEDY), "gray"),
    ((RANDOM, HOST, GREEDY, OPEN), "coloured"),
)
BREATH = 0.02


class Promises:
    """What the server has said has happened, by game and event number."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._said: dict[str, dict[int, Any]] = {}
        self.num_moves = 0

    def add(self, game: str, update: dict[str, Any], *, moved: bool = False) -> None:
        """Note an event; a second word on it must be the same."""
        event = update["event"]
        with self._lock:
            self.num_moves += moved
            said = self._said.setdefault(game, {})
            assert said.setdefault(update["number"], event) == event

    def of(self, game: str) -> dict[int, Any]:
        """Return what was said of a game so far."""
        with self._lock:
            return dict(self._said.get(game, {}))


class Troupe:
    """Two people at several tables, who play on whatever happens to the server."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self._server = server
        self._rng = Random(seed)
        self._stop = Event()
        self._failures: list[BaseException] = []
        self.promises = Promises()
        self.games: list[str] = []
        self.ended: list[str] = []
        with server.site.guest("Ana") as ana, server.site.guest("Bea") as bea:
            self._tokens = [
                person.http.headers["Authorization"].split()[1] for person in (ana, bea)
            ]
            for number in range(len(TABLES)):
                self.games.append(self._open(number, ana, bea))

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Play in the background, with a spectator at each table; ends with the server."""
        threads = [Thread(target=self._guarded, args=(self._play, token)) for token in self._tokens]
        threads += [Thread(target=self._guarded, args=(self._watch, n)) for n in range(len(TABLES))]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stop.set()
            self._server.kill()  # once more: it ends the streams of those who watch
            for thread in threads:
                thread.join()
        self.check_health()

    def check_health(self) -> None:
        """Raise what went wrong in the background."""
        if self._failures:
            raise self._failures[0]

    def renew(self) -> None:
        """Open a new table wherever a game is over."""
        with ExitStack() as stack:
            ana, bea = (stack.enter_context(self._server.site.client(t)) for t in self._tokens)
            for number, game in enumerate(self.games):
                if ana.game(game)["status"] == "over":
                    self.ended.append(game)
                    self.games[number] = self._open(number, ana, bea)

    def _open(self, number: int, ana: Client, bea: Client) -> str:
        seats, wall = TABLES[number]
        game = ana.open(*seats, public=True, wall=wall)
        if OPEN in seats:
            bea.post(f"/games/{game}/join")
        ana.post(f"/games/{game}/start")
        return game

    def _guarded(self, work: Any, *args: Any) -> None:
        try:
            work(*args)
        except BaseException as failure:  # noqa: BLE001  # the main thread raises it
            self._failures.append(failure)

    def _play(self, token: str) -> None:
        """Move wherever it is this person's turn; ask again when no answer came."""
        rng = Random(token)
        with self._server.site.client(token) as person:
            while not self._stop.is_set():
                sleep(BREATH)
                game = rng.choice(self.games)
                try:
                    now = person.game(game)
                except httpx.TransportError:
                    continue
                if now["legal"]:
                    self._move(person, game, now["number"], rng.choice(now["legal"]))

    def _move(self, person: Client, game: str, number: int, move: str) -> None:
        while not self._stop.is_set():
            try:
                answer = person.ask("POST", f"/games/{game}/moves", number=number, move=move)
            except httpx.TransportError:
                sleep(BREATH)  # whether it was done or not, the same request again is right
                continue
            assert answer.status_code == 200, answer.text
            updates = answer.json()["updates"]
            assert updates[0]["number"] == number + 1 and updates[0]["event"]["move"] == move
            for update in updates:
                self.promises.add(game, update, moved=update is updates[0])
            return

    def _watch(self, table: int) -> None:
        """Follow a table, and resume after the last event seen whenever the stream breaks."""
        game, last = "", 0
        with self._server.site.client() as watcher:
            while not self._stop.is_set():
                if game != self.games[table]:
                    game, last = self.games[table], 0
                try:
                    with watcher.follow(f"/games/{game}/events", last=last) as stream:
                        for number, update in stream:
                            assert number == last + 1
                            last = number
                            self.promises.add(game, update)
                            if self._stop.is_set() or update["game"]["status"] == "over":
                                break
                except httpx.TransportError:
                    pass
                sleep(BREATH)


def check_log(watcher: Client, promises: Promises, game: str) -> None:
    """See that a game's log has no gap and holds everything that was said of it."""
    said = promises.of(game)
    log = watcher.get(f"/games/{game}/updates")["updates"]
    assert [update["number"] for update in log] == list(range(1, len(log) + 1))
    events = {update["number"]: update["event"] for update in log}
    assert said.items() <= events.items()


def goes_on(watcher: Client, game: str, since: int) -> bool:
    """Return whether a game is over or has moved on since an event."""
    now = watcher.game(game)
    return bool(now["status"] == "over" or now["number"] > since)


def kill_often(database: str, kills: int, seed: int) -> None:
    rng = Random(seed)
    with forked_server(database) as server:
        troupe = Troupe(server, seed)
        with troupe.playing(), server.site.client() as watcher:
            for _ in range(kills):
                sleep(rng.uniform(0, 0.6))
                server.kill()
                if rng.random() < 0.1:  # and once more while it begins
                    server.launch()
                    sleep(rng.uniform(0, 0.3))
                    server.kill()
                server.start()
                stood = {game: watcher.game(game)["number"] for game in troupe.games}
                for game, number in stood.items():
                    check_log(watcher, troupe.promises, game)
                    wait_until(partial(goes_on, watcher, game, number), "games go on")
                troupe.check_health()
                troupe.renew()
        server.start()
        with server.site.client() as watcher:
            for game in (*troupe.games, *troupe.ended):
                check_log(watcher, troupe.promises, game)
        ended, moves = len(troupe.ended), troupe.promises.num_moves
        print(f"{kills} kills, {moves} moves acknowledged, {ended} games to their end")
        assert moves >= kills
        # A player's process that is being started when its server is killed may complain.
        assert "ERROR" not in server.errors, server.errors


def test_a_server_killed_on_sqlite_forgets_nothing(tmp_path: Any) -> None:
    kill_often(str(tmp_path / "games.sqlite"), 5, seed=1)


def test_a_server_killed_on_postgresql_forgets_nothing(postgres: Any) -> None:
    kill_often(postgres.new_database(), 3, seed=2)


@pytest.mark.slow
def test_a_server_killed_200_times_forgets_nothing(database: str) -> None:
    kill_often(database, 200, seed=3)
