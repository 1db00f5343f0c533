"""Settings and fixtures shared by all tests.

Examples are whole games, so hypothesis keeps no deadline. Tests that ask for a ``database``
run once on SQLite and once on a real PostgreSQL. JAX compiles fast rather than well, for the
tests play few games, and each process keeps what it has compiled; that is read once, when JAX
is imported.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import Postgres, running_postgres

_compiled = TemporaryDirectory(prefix="azulejos-compiled-")
os.environ |= {
    "XLA_FLAGS": "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true",
    "JAX_COMPILATION_CACHE_DIR": _compiled.name,
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "0",
}

settings.register_profile(
    "azulejos",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("azulejos")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the tests of this process."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
