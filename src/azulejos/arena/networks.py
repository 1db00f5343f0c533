"""Networks that contestants bring along."""

from collections.abc import Sequence

from azulejos.arena.contestant import CHECKSUM, Contestant, checksum_of
from azulejos.errors import OptionError
from azulejos.rules import Wall


def check_networks(contestants: Sequence[Contestant], players: int, wall: Wall) -> None:
    """Refuse games in which somebody would play with a file that holds no network for them."""
    for contestant in contestants:
        if contestant.network is None:
            continue
        from azulejos.neural import Mode, load_network  # noqa: PLC0415  # brings NumPy

        try:
            load_network(Mode(players, wall), contestant.network)
        except OptionError as error:
            raise OptionError(error.message, contestant.name) from error
        except ValueError as error:  # not every size can be played with
            raise OptionError(f"{contestant.network}: {error}", contestant.name) from error
        if checksum_of(contestant.network) != dict(contestant.options).get(CHECKSUM):
            raise OptionError(
                f"{contestant.network} is another network than at the beginning", contestant.name
            )
