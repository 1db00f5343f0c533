"""A player for an Azulejos server in plain Python: takes seats at public tables and plays.

Run it as ``python examples/bot.py http://127.0.0.1:8017 Robo``; your own player goes to `choose`.
"""

import json
import secrets
import sys
import time
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

API = f"{sys.argv[1].rstrip('/')}/api/v1"
HEADERS = {"Content-Type": "application/json"}


def choose(game: Any) -> str:
    """Return one of the legal moves: the first that does not go to the floor, if there is one."""
    return min(map(str, game["legal"]), key=lambda move: move.endswith("-"))


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    """Send a request to the server and return its answer."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(API + path, data, HEADERS), timeout=60) as answer:
        return json.load(answer)


def play(game_id: str) -> None:
    """Follow a game and move when it is our turn; a stream that breaks is opened again."""
    game: Any = {"status": "open"}
    while game["status"] in ("open", "playing"):
        try:
            request = Request(f"{API}/games/{game_id}/events", None, HEADERS)
            for line in urlopen(request, timeout=60):
                if line.startswith(b"data: "):
                    game = json.loads(line[6:])["game"]
                    if game["legal"]:
                        move = {"number": game["number"], "move": choose(game)}
                        ask(f"/games/{game_id}/moves", move)
                    elif game["status"] in ("over", "closed"):
                        break
        except OSError:  # the server restarts, or the game has moved on: look again
            time.sleep(1)
    print(game_id, game["result"], flush=True)


me = ask("/guests", {"name": sys.argv[2], "bearer": True})
HEADERS["Authorization"] = f"Bearer {me['token']}"
while True:
    time.sleep(1)
    for table in ask("/lobby")["games"]:
        try:
            if any(seat["kind"] == "open" for seat in table["seats"]):
                if ask(f"/games/{table['id']}/join", {"nonce": secrets.token_hex(32)})["updates"]:
                    Thread(target=play, args=(table["id"],), daemon=True).start()
        except OSError:  # somebody else was faster
            continue
