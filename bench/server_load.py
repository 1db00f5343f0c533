"""Measure a real server under load: many live games, two clients each, on this machine only.

Every client follows its game over an event stream. Moves are sent at a fixed rate in all, and
each is timed from its sending until both clients have seen it. At the end every acknowledged
move has to be in its game's log. It stops by itself.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

API: Final = "/api/v1"
WRITERS: Final = 16
"""Connections over which requests are sent."""
PATIENCE: Final = 30.0
"""Seconds until something that does not happen counts as failed."""


@dataclass
class Game:
    """One table as its two clients know it."""

    id: str
    tokens: list[str]
    seen: list[int] = field(default_factory=lambda: [0, 0])
    ready: tuple[int, int, list[str]] | None = None
    """Who is to move, the event it answers, and the legal moves."""
    sent: tuple[int, float] | None = None
    """The event that a move will be, and when it was sent."""
    acknowledged: dict[int, str] = field(default_factory=dict)


class Connection:
    """A plain HTTP connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, token: str | None = None, body: dict[str, Any] | None = None
    ) -> tuple[int, Any]:
        """Send a request and return the status and the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        reader, writer = self._streams
        writer.write(request(method, path, token, body))
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        length = next(
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        )
        return status, json.loads(await reader.readexactly(length))

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()


def request(
    method: str, path: str, token: str | None = None, body: dict[str, Any] | None = None
) -> bytes:
    """Return a request as it is sent."""
    content = b"" if method == "GET" else json.dumps(body or {}).encode()
    lines = [f"{method} {API}{path} HTTP/1.1", "Host: 127.0.0.1"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if method != "GET":
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


class Load:
    """All games and what was measured of them."""

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self._rng = Random(seed)  # noqa: S311  # any move will do
        self._writers: asyncio.Queue[Connection] = asyncio.Queue()
        for _ in range(WRITERS):
            self._writers.put_nowait(Connection(port))
        self.games: list[Game] = []
        self.latencies: list[float] = []
        self.waiting: deque[Game] = deque()
        self.failures: list[str] = []
        self.num_unseen = 0

    @asynccontextmanager
    async def _writer(self) -> AsyncIterator[Connection]:
        writer = await self._writers.get()
        try:
            yield writer
        finally:
            self._writers.put_nowait(writer)

    async def ask(self, method: str, path: str, token: str | None = None, **body: Any) -> Any:  # noqa: ANN401
        """Send a request that has to be accepted."""
        async with self._writer() as writer:
            status, answer = await writer.ask(method, path, token, body)
        if status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer

    async def open_game(self) -> None:
        """Seat two new people at a new table and begin."""
        names = ("Ana", "Bea")
        tokens = [
            (await self.ask("POST", "/guests", name=name, bearer=True))["token"] for name in names
        ]
        seats = [{"kind": "host"}, {"kind": "open"}]
        opened = await self.ask("POST", "/games", tokens[0], seats=seats, public=True)
        game = Game(opened["game"]["id"], tokens)
        await self.ask("POST", f"/games/{game.id}/join", tokens[1])
        await self.ask("POST", f"/games/{game.id}/start", tokens[0])
        self.games.append(game)

    async def follow(self, game: Game, client: int) -> None:
        """Follow a game as one of its clients until the end of the measurement."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        try:
            writer.write(request("GET", f"/games/{game.id}/events", game.tokens[client]))
            async for line in reader:
                if line.startswith(b"data: "):
                    self._see(game, client, json.loads(line[6:]))
        finally:
            writer.close()

    def _see(self, game: Game, client: int, update: dict[str, Any]) -> None:
        number = update["number"]
        game.seen[client] = number
        if game.sent is not None and min(game.seen) >= game.sent[0]:
            self.latencies.append(perf_counter() - game.sent[1])
            game.sent = None
        if update["game"]["legal"]:
            game.ready = (client, number, update["game"]["legal"])
            self.waiting.append(game)

    async def move(self, game: Game) -> None:
        """Make a move for whoever is to move."""
        assert game.ready is not None
        client, number, legal = game.ready
        game.ready = None
        move = self._rng.choice(legal)
        game.sent = (number + 1, perf_counter())
        try:
            path = f"/games/{game.id}/moves"
            answer = await self.ask("POST", path, game.tokens[client], number=number, move=move)
            game.acknowledged[number + 1] = answer["updates"][0]["event"]["move"]
        except (RuntimeError, OSError) as error:
            self.failures.append(str(error))

    def next_game(self) -> Game | None:
        """Return a game in which somebody can move and both have seen the last move."""
        for _ in range(len(self.waiting)):
            game = self.waiting.popleft()
            if game.ready is not None and game.sent is None:
                return game
            if game.ready is not None:
                self.waiting.append(game)
        return None

    async def play(self, rate: float, seconds: float) -> int:
        """Send moves at a rate for some time; return how many were sent."""
        began, sent = perf_counter(), 0
        moves: set[asyncio.Task[None]] = set()
        while (now := perf_counter() - began) < seconds:
            while sent < now * rate:
                game = self.next_game()
                if game is None:
                    break
                task = asyncio.create_task(self.move(game))
                moves.add(task)
                task.add_done_callback(moves.discard)
                sent += 1
            await asyncio.sleep(0.002)
        if moves:
            await asyncio.wait(moves, timeout=PATIENCE)
        deadline = perf_counter() + PATIENCE
        while any(game.sent for game in self.games) and perf_counter() < deadline:
            await asyncio.sleep(0.01)
        self.num_unseen = sum(game.sent is not None for game in self.games)
        return sent

    async def count_lost(self) -> int:
        """Return how many acknowledged moves are not in the logs."""
        lost = 0
        for game in self.games:
            if not game.acknowledged:
                continue
            answer = await self.ask("GET", f"/games/{game.id}/updates")
            log = {update["number"]: update["event"]["move"] for update in answer["updates"]}
            lost += sum(log.get(number) != move for number, move in game.acknowledged.items())
        return lost


async def in_batches(work: list[Any], size: int) -> None:
    """Await many things, some at a time."""
    for first in range(0, len(work), size):
        await asyncio.gather(*work[first : first + size])


def memory_of(process_id: int) -> int:
    """Return how many bytes a process holds in memory."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def processor_time_of(process_id: int) -> float:
    """Return how many seconds of processor time a process has used."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    """Return the value that a share of all values does not exceed, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


@asynccontextmanager
async def running_server(database: str) -> AsyncIterator[tuple[int, int]]:
    """Start a server; yields its port and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "azulejos", "serve", "--port", str(port)),
        *("--database", database, "--workers", "1", "--no-rate-limits"),
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        for _ in range(int(PATIENCE / 0.1)):
            try:
                await Connection(port).ask("GET", "/levels")
                break
            except OSError:
                await asyncio.sleep(0.1)
        yield port, server.pid
    finally:
        if server.returncode is None:
            server.send_signal(signal.SIGTERM)
        await server.wait()


async def measure(options: argparse.Namespace, database: str) -> bool:
    """Run the whole measurement and print what came of it; return whether nothing was lost."""
    async with running_server(database) as (port, process_id):
        load = Load(port, options.seed)
        await load.open_game()
        empty, began = memory_of(process_id), perf_counter()
        await in_batches([load.open_game() for _ in range(options.games - 1)], WRITERS)
        opened = memory_of(process_id)
        print(f"games       {options.games} opened in {perf_counter() - began:.1f} s")
        streams = [
            asyncio.create_task(load.follow(game, client))
            for game in load.games
            for client in (0, 1)
        ]
        deadline = perf_counter() + PATIENCE * 4
        while not all(min(game.seen) for game in load.games) and perf_counter() < deadline:
            await asyncio.sleep(0.05)
        used, began = processor_time_of(process_id), perf_counter()
        sent = await load.play(options.rate, options.seconds)
        took, used = perf_counter() - began, processor_time_of(process_id) - used
        full = memory_of(process_id)
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        lost = await load.count_lost()
    done = len(load.latencies)
    print(f"moves       {sent} sent, {done} seen by both clients, {done / took:.1f} a second")
    if load.latencies:
        middle, high, worst = (percentile(load.latencies, share) for share in (0.5, 0.99, 1))
        print(f"latency     p50 {middle:.1f} ms, p99 {high:.1f} ms, worst {worst:.1f} ms")
    games = max(1, options.games - 1)
    print(f"memory      {empty / 1e6:.0f} MB empty, {full / 1e6:.0f} MB with everybody there")
    print(f"            {(opened - empty) / games / 1e3:.1f} kB a game,", end=" ")
    print(f"{(full - empty) / games / 1e3:.1f} kB with two streams and its moves")
    print(f"processor   {used / took:.0%} of one core for the server")
    print(f"load        {' '.join(f'{number:.1f}' for number in os.getloadavg())}")
    print(f"lost        {lost} of {sum(len(game.acknowledged) for game in load.games)} moves")
    for failure in load.failures[:5]:
        print(f"failed      {failure}")
    return not (lost or load.failures or load.num_unseen)


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, choices=range(1, 5001), metavar="N")
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--database", help="an address; an SQLite file that is deleted if not said")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.seconds = min(options.seconds, 300.0)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        well = asyncio.run(measure(options, options.database or f"{folder}/games.sqlite"))
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
