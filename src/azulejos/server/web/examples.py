"""Examples for the documentation of the API."""

from typing import Final

from fastapi.openapi.models import Example

TABLES: Final[dict[str, Example]] = {
    "against a computer player": {
        "value": {"seats": [{"kind": "host"}, {"kind": "level", "level": "greedy"}]},
    },
    "a public table for three with a clock": {
        "value": {
            "seats": [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}],
            "public": True,
            "clock": {"kind": "bank", "seconds": 600, "increment": 10},
            "begins": "when-full",
            "stand_in": {"level": "greedy", "after_seconds": 120},
        },
    },
    "pass and play on the gray side": {
        "value": {
            "seats": [{"kind": "host"}, {"kind": "local", "name": "Bea"}],
            "wall": "gray",
            "start": 0,
        },
    },
}
