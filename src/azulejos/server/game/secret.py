"""What a table keeps to itself until its game is over."""

import secrets
from typing import Final

from azulejos.fair import FairDealer, commitment, game_seed, new_seed
from azulejos.rules import Deal
from azulejos.server.game.table import Table
from azulejos.server.game.values import Value

KEY_BYTES: Final = 16


class Secret(Value):
    """The server's seed, and the key in the link to a private table."""

    server_seed: str
    key: str

    @property
    def commitment(self) -> str:
        """What binds the seed and tells nothing of it."""
        return commitment(bytes.fromhex(self.server_seed)).hex()


def new_secret() -> Secret:
    """Return a fresh secret."""
    return Secret(server_seed=new_seed().hex(), key=secrets.token_urlsafe(KEY_BYTES))


def draw_start(table: Table, secret: Secret) -> int:
    """Return the first starting player: the one the table fixed, or the seed draws."""
    return _dealer(table, secret).start


def draw_deal(table: Table, secret: Secret) -> Deal:
    """Draw the deal that is due; the deals before it are drawn again to get there."""
    assert table.state is not None
    dealer = _dealer(table, secret)
    for played in table.rounds:
        dealer.draw(played.before)
    return dealer.draw(table.state)


def _dealer(table: Table, secret: Secret) -> FairDealer:
    nonces = [None if s.nonce is None else bytes.fromhex(s.nonce) for s in table.seats]
    seed = game_seed(bytes.fromhex(secret.server_seed), nonces)
    return FairDealer(seed, table.settings.num_players, table.settings.start)
