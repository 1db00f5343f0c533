"""Whole games in every mode, played by people whose connections keep breaking.

Everybody ends with the same log: nothing missing, nothing twice.
"""

from contextlib import ExitStack
from itertools import islice
from random import Random
from threading import Thread
from typing import Any

import pytest

from tests.server.serving import Client, Site, serving, wander
from tests.server.tables import HOST, OPEN

MODES = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "gray")]
NAMES = ("Ana", "Bea", "Cid", "Dan")


class Wanderer(Thread):
    """A player who follows the game in bits, and moves when the last bit says so."""

    def __init__(self, client: Client, game: str, seed: int) -> None:
        super().__init__()
        self._client = client
        self._path = f"/games/{game}"
        self._rng = Random(seed)
        self._last = 0
        self._over = False
        self.log: list[Any] = []
        self.num_connections = 0

    def run(self) -> None:
        while not self._over:
            self._follow_a_bit()

    def _follow_a_bit(self) -> None:
        """Come back after the last event seen, by header, by query or with one request."""
        self.num_connections += 1
        way, patience = self._rng.randrange(3), self._rng.randrange(1, 16)
        if way == 0:
            for update in self._client.get(f"{self._path}/updates?after={self._last}")["updates"]:
                self._take(update["number"], update)
            return
        query, last = (f"?after={self._last}", None) if way == 1 else ("", self._last)
        with self._client.follow(f"{self._path}/events{query}", last=last) as stream:
            for number, update in islice(stream, patience):
                self._take(number, update)
                if self._over:
                    return

    def _take(self, number: int, update: Any) -> None:
        assert number == update["number"] == self._last + 1
        self._last = number
        self._over = update["game"]["status"] == "over"
        self.log.append(update)
        if update["game"]["legal"]:
            # An old update may come after the move it asked for, so this may come too late.
            wish = {"number": number, "move": wander(update["game"], self._rng)}
            answer = self._client.ask("POST", f"{self._path}/moves", **wish)
            assert answer.status_code in (200, 409), answer.text


def begin(site: Site, stack: ExitStack, mode: tuple[int, str], seed: int) -> list[Wanderer]:
    """Open a table in a mode and return its players."""
    players, wall = mode
    clients = [stack.enter_context(site.guest(name)) for name in NAMES[:players]]
    game = clients[0].open(HOST, *[OPEN] * (players - 1), public=True, wall=wall)
    for client in clients[1:]:
        client.post(f"/games/{game}/join")
    clients[0].post(f"/games/{game}/start")
    return [Wanderer(client, game, seed + n) for n, client in enumerate(clients)]


def shown_to_all(update: Any) -> Any:
    """Return an update without what only its receiver sees."""
    own = ("legal", "choices", "can", "is_host")
    game = {k: v for k, v in update["game"].items() if k not in own}
    game["seats"] = [{k: v for k, v in seat.items() if k != "you"} for seat in game["seats"]]
    return {**update, "game": game}


def play_all_modes(database: str, seed: int) -> None:
    with serving(database) as site, ExitStack() as stack:
        tables = [begin(site, stack, mode, seed + 10 * n) for n, mode in enumerate(MODES)]
        for wanderers in tables:
            for wanderer in wanderers:
                wanderer.start()
        for wanderers in tables:
            for wanderer in wanderers:
                wanderer.join()
        for wanderers in tables:
            logs = [[shown_to_all(update) for update in wanderer.log] for wanderer in wanderers]
            assert logs[0][-1]["event"]["kind"] == "finished"
            assert all(log == logs[0] for log in logs)
            assert all(wanderer.num_connections > 3 for wanderer in wanderers)
            first = wanderers[0]
            assert first._client.get(f"{first._path}/updates")["updates"] == first.log


def test_people_who_come_and_go_end_with_the_same_log(database: str) -> None:
    play_all_modes(database, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 1100, 100))
def test_people_who_come_and_go_often_end_with_the_same_log(database: str, seed: int) -> None:
    play_all_modes(database, seed)
