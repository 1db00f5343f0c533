"""What every value at a table has in common: strict, closed, never changed."""

import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from azulejos.errors import OptionError

MAX_NAME: Final = 32
_NEVER: Final = '<>&"\\'


class Value(BaseModel):
    """A strict value: no conversions, no unknown fields, no changes."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def clean_name(text: str) -> str:
    """Return a name fit to be shown anywhere: one line, nothing invisible, no markup."""
    plain = unicodedata.normalize("NFC", text)
    plain = "".join(" " if c.isspace() else c for c in plain)
    if any(unicodedata.category(c).startswith("C") for c in plain):
        raise OptionError("a name has no control characters", "name")
    if any(c in _NEVER for c in plain):
        raise OptionError(f"a name has none of {_NEVER}", "name")
    plain = " ".join(plain.split())
    if not 1 <= len(plain) <= MAX_NAME:
        raise OptionError(f"a name has 1 to {MAX_NAME} letters", "name")
    return plain


Name = Annotated[str, StringConstraints(max_length=4 * MAX_NAME), AfterValidator(clean_name)]
"""The name of a person."""

Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A seat's share in the seed of the game: 64 hexadecimal digits in small letters."""
