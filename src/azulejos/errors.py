"""Every error this project raises on purpose, in one tree.

    AzulejosError
    ├── NotationError        the text does not have the right form
    ├── PositionError        well formed, but no game can reach it
    ├── IllegalMoveError     the rules do not allow this move here
    ├── IllegalDealError     the bag cannot produce this deal here
    ├── RecordError          a game record contradicts the rules or itself
    ├── FairnessError        a record's deals do not follow from its seeds
    ├── OptionError          an unknown player, option or value
    ├── IdentityError        nobody knows who is asking
    ├── ForbiddenError       this caller may not do this
    ├── MissingError         there is no such thing, or not for this caller
    ├── ConflictError        the table has moved on, or is not at that point
    ├── LimitError           too much, or too often
    └── StorageError         the database cannot be used

Each class has a stable ``code`` for programs; each error has a message a person
can act on and, where there is one, the ``field`` at fault.
"""

from typing import ClassVar


class AzulejosError(Exception):
    """Something the caller can correct: a message, and the field at fault if there is one."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message, field)
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return self.message if self.field is None else f"{self.field}: {self.message}"


class NotationError(AzulejosError, ValueError):
    """A text that does not have the form it should have."""

    code = "notation"


class PositionError(AzulejosError, ValueError):
    """A well-formed position that no game can reach."""

    code = "position"


class IllegalMoveError(AzulejosError, ValueError):
    """A move the rules do not allow in this state."""

    code = "illegal-move"


class IllegalDealError(AzulejosError, ValueError):
    """A deal that the bag cannot produce in this state."""

    code = "illegal-deal"


class RecordError(AzulejosError, ValueError):
    """A game record that contradicts the rules or itself.

    ``round`` is the number of the round at fault and ``move`` the number of the move
    within it, both from 1, or None where the fault lies outside of them.
    """

    code = "record"

    def __init__(
        self,
        message: str,
        field: str | None = None,
        *,
        round: int | None = None,
        move: int | None = None,
    ) -> None:
        super().__init__(message, field)
        self.round = round
        self.move = move


class FairnessError(AzulejosError, ValueError):
    """A record whose deals do not follow from its seeds."""

    code = "fairness"


class OptionError(AzulejosError, ValueError):
    """An unknown player or option, or a value it cannot have."""

    code = "option"


class IdentityError(AzulejosError):
    """A request that needs to know who is asking, and does not."""

    code = "identity"


class ForbiddenError(AzulejosError):
    """Something this caller may not do."""

    code = "forbidden"


class MissingError(AzulejosError, LookupError):
    """Something that does not exist, or that this caller must not know of."""

    code = "missing"


class ConflictError(AzulejosError):
    """A command that does not fit the table as it stands now."""

    code = "conflict"


class LimitError(AzulejosError):
    """A request that is too large, or one too many; ``retry_after`` is in seconds."""

    code = "limit"

    def __init__(
        self, message: str, field: str | None = None, *, retry_after: int | None = None
    ) -> None:
        super().__init__(message, field)
        self.retry_after = retry_after


class StorageError(AzulejosError):
    """A database that cannot be opened or used."""

    code = "storage"
