"""Event streams: nothing missing, nothing twice, whoever comes and goes."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from threading import Thread
from typing import Any

import psycopg

from azulejos.server.game.events import NonceGiven, format_event
from tests.databases import Postgres
from tests.processes import wait_until
from tests.server.serving import Client, play_out, serving
from tests.server.tables import HOST, OPEN, local


def stands_at(client: Client, game: str, number: int) -> bool:
    return bool(client.game(game)["number"] == number)


def numbers(stream: Iterator[tuple[int, Any]], count: int) -> list[int]:
    return [number for number, _ in islice(stream, count)]


def test_a_stream_begins_where_the_game_stands_and_goes_on(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.client() as watcher:
        game = ana.open(HOST, local("Bo"), public=True, start=0)
        with watcher.follow(f"/games/{game}/events") as stream:
            number, first = next(stream)
            assert (number, first["event"], first["game"]["status"]) == (1, None, "open")
            ana.post(f"/games/{game}/start")
            ana.move(game)
            updates = list(islice(stream, 3))
            assert [u["event"]["kind"] for _, u in updates] == ["started", "dealt", "moved"]
            assert [number for number, _ in updates] == [2, 3, 4]
            assert updates[-1][1]["effects"]["taken"]["count"] > 0
            assert updates[-1][1]["game"]["legal"] == []
        with ana.follow(f"/games/{game}/events") as stream:
            assert next(stream)[1]["game"]["legal"]


def test_a_client_resumes_after_the_last_event_it_saw(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"))
        ana.post(f"/games/{game}/start")
        for _ in range(25):
            ana.move(game)
        last = ana.game(game)["number"]
        for seen in (0, 1, 5, last - 1):
            with ana.follow(f"/games/{game}/events", last=seen) as stream:
                assert numbers(stream, last - seen) == list(range(seen + 1, last + 1))
        with ana.follow(f"/games/{game}/events", last=last) as stream:
            ana.move(game)
            assert next(stream)[0] == last + 1
        with ana.follow(f"/games/{game}/events?after=3") as stream:
            assert next(stream)[0] == 4
        with ana.follow(f"/games/{game}/events", last=last + 1000) as stream:
            assert next(stream)[1]["event"] is None


class Follower(Thread):
    """A client that disconnects and comes back at random until the game is over."""

    def __init__(self, client: Client, game_id: str, seed: int) -> None:
        super().__init__()
        self._client = client
        self._game_id = game_id
        self._rng = Random(seed)
        self.seen: list[tuple[int, Any]] = []

    def run(self) -> None:
        last = 0
        while not self.seen or self.seen[-1][1]["game"]["status"] != "over":
            with self._client.follow(f"/games/{self._game_id}/events", last=last) as stream:
                for number, update in islice(stream, self._rng.randrange(1, 12)):
                    self.seen.append((number, update))
                    last = number
                    if update["game"]["status"] == "over":
                        break


def test_clients_that_come_and_go_see_the_same_log(database: str) -> None:
    with (
        serving(database) as site,
        site.guest("Ana") as ana,
        site.guest("Bea") as bea,
        site.client() as watcher,
    ):
        game = ana.open(HOST, OPEN, local("Cy"), public=True, wall="gray")
        bea.post(f"/games/{game}/join")
        with site.client() as other:
            clients = (ana, bea, watcher, other)
            followers = [Follower(client, game, seed) for seed, client in enumerate(clients)]
            for follower in followers:
                follower.start()
            ana.post(f"/games/{game}/start")
            play_out(game, ana, bea)
            for follower in followers:
                follower.join()
        for follower, client in zip(followers, (ana, bea, watcher, watcher), strict=True):
            log = client.get(f"/games/{game}/updates")["updates"]
            assert [number for number, _ in follower.seen] == list(range(1, len(log) + 1))
            assert [update for _, update in follower.seen] == log


def test_a_quiet_stream_shows_signs_of_life(database: str) -> None:
    with serving(database, heartbeat=0.05) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, OPEN)
        with ana.http.stream("GET", f"/api/v1/games/{game}/events") as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            assert sum(line == ": here" for line in islice(response.iter_lines(), 12)) >= 3


def test_the_lobby_stream_shows_tables_come_and_go(database: str) -> None:
    with (
        serving(database) as site,
        site.guest("Ana") as ana,
        site.client() as watcher,
        watcher.follow("/lobby/events") as stream,
    ):
        assert next(stream)[1] == {"games": []}
        ana.open(HOST, OPEN)
        game = ana.open(HOST, OPEN, public=True)
        (listed,) = next(stream)[1]["games"]
        assert listed["id"] == game
        ana.post(f"/games/{game}/leave")
        assert next(stream)[1] == {"games": []}


def test_streams_end_when_the_server_does(database: str) -> None:
    with serving(database, heartbeat=60.0) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, OPEN)
        with ana.follow(f"/games/{game}/events") as stream:
            next(stream)
            assert site.server is not None
            site.server.stop()
            assert list(stream) == []


def test_two_processes_on_one_postgresql_show_the_same(database: str) -> None:
    if not database.startswith("postgresql"):
        return
    with serving(database) as one, serving(database) as two, one.guest("Ana") as ana:
        token = ana.http.headers["Authorization"].removeprefix("Bearer ")
        game = ana.open(HOST, local("Bo"), public=True)
        with two.client(token) as there, two.client() as watcher:
            with (
                watcher.follow(f"/games/{game}/events") as stream,
                watcher.follow("/lobby/events") as lobby,
            ):
                assert next(stream)[0] == 1
                ana.post(f"/games/{game}/start")
                assert numbers(stream, 2) == [2, 3]
                assert any('"playing"' in json.dumps(tables) for _, tables in lobby)
                for number in range(3, 8):
                    mover = (ana, there)[number % 2]
                    wait_until(partial(stands_at, mover, game, number), "both know")
                    mover.move(game)
                    assert next(stream)[0] == number + 1
            wait_until(partial(stands_at, ana, game, 8), "both know the end")
            assert there.game(game) == ana.game(game)


def test_a_change_that_could_not_be_told_is_found(postgres: Postgres) -> None:
    database = postgres.new_database()
    with serving(database, look_around=0.2) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, OPEN, public=True)
        with ana.follow(f"/games/{game}/events") as stream:
            assert next(stream)[0] == 1
            body = format_event(NonceGiven(seat=0, nonce="ab" * 32))
            with psycopg.connect(database) as died_after_its_commit:
                died_after_its_commit.execute(
                    "INSERT INTO events (game_id, number, at, body) VALUES (%s, 2, %s, %s)",
                    (game, site.now(), body),
                )
            number, update = next(stream)
            assert (number, update["event"]["kind"]) == (2, "nonce")


def test_an_address_holds_so_many_streams(database: str) -> None:
    with serving(database, max_streams=2) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, OPEN)
        with ana.follow(f"/games/{game}/events") as one, ana.follow("/lobby/events") as two:
            next(one)
            next(two)
            assert ana.ask("GET", f"/games/{game}/events").status_code == 429
        wait_until(lambda: site.services.streams.num_open == 0, "the streams were closed")
