"""What is stored stays stored, and of two events with one number one is refused."""

import asyncio
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from azulejos.errors import ConflictError, OptionError, StorageError
from azulejos.storage import Change, Entry, Listing, Person, Store, open_store, parse_database
from azulejos.storage.connection import default_database

ANA, BEA = Person("ana", "Ana"), Person("bea", "Bea")


def with_store(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with the store of a database that is opened for it."""

    async def main() -> None:
        async with open_store(database) as store:
            await work(store)

    asyncio.run(main())


def listing(
    *,
    status: str = "open",
    public: bool = True,
    thinking: bool = False,
    due_at: int | None = None,
    people: frozenset[str] | None = None,
) -> Listing:
    return Listing(status, public, thinking, due_at, f'"{status}"', people)


def new_game(game_id: str, at: int = 1, **said: object) -> Change:
    return Change(game_id, [Entry(1, at, "{}")], listing(**said), secret="hush")  # type: ignore[arg-type]


def test_a_game_comes_back_as_it_was_written(database: str) -> None:
    events = [Entry(2, 11, '{"say":"é"}'), Entry(3, 12, "{}")]

    async def write(store: Store) -> None:
        await store.commit(new_game("g"))
        await store.commit(Change("g", events, listing(status="playing")))

    async def read(store: Store) -> None:
        game = await store.load("g")
        assert game is not None
        assert game.secret == "hush"
        assert game.entries == [Entry(1, 1, "{}"), *events]
        assert await store.entries_after("g", 2) == events[1:]
        assert await store.load("h") is None
        assert await store.num_games() == {"playing": 1}

    with_store(database, write)
    with_store(database, read)


def test_a_number_is_used_once(database: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(new_game("g"))
        change = [Change("g", [Entry(2, n, str(n))], listing(status=str(n))) for n in range(8)]
        results = await asyncio.gather(*map(store.commit, change), return_exceptions=True)
        assert [type(result) for result in results].count(ConflictError) == 7
        won = results.index(None)
        assert await store.entries_after("g", 1) == [Entry(2, won, str(won))]
        assert await store.num_games() == {str(won): 1}

    with_store(database, work)


def test_of_many_changes_at_once_each_is_judged_by_itself(database: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(new_game("g0"))
        games = [new_game(f"g{n}") for n in range(30)]
        results = await asyncio.gather(*map(store.commit, games), return_exceptions=True)
        assert isinstance(results[0], ConflictError)
        assert results[1:] == [None] * 29
        assert await store.num_games() == {"open": 30}

    with_store(database, work)


def test_changes_of_several_games_happen_together_or_not_at_all(database: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(new_game("g"))
        taken = Change("g", [Entry(1, 5, "{}")], listing())
        with pytest.raises(ConflictError):
            await store.commit(new_game("h"), taken)
        assert await store.load("h") is None

    with_store(database, work)


def test_the_lobby_shows_public_games_only_and_the_latest_first(database: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(new_game("a", 1, status="open"))
        await store.commit(new_game("b", 3, status="playing"))
        await store.commit(new_game("c", 2, status="open", public=False))
        assert await store.summaries(["open", "playing"], 10) == ['"playing"', '"open"']
        assert await store.summaries(["open", "playing"], 1) == ['"playing"']
        assert await store.summary("a") == '"open"'
        assert await store.summary("c") is None

    with_store(database, work)


def test_people_find_their_games(database: str) -> None:
    async def work(store: Store) -> None:
        for person in (ANA, BEA):
            await store.add_person(person, f"token of {person.id}", 1)
        both = frozenset({"ana", "bea"})
        await store.commit(new_game("g", people=both, public=False))
        assert len(await store.summaries_of("bea", 10)) == 1
        assert await store.num_games_of("bea", ["open"]) == 1
        await store.commit(Change("g", [Entry(2, 2, "{}")], listing(people=frozenset({"ana"}))))
        await store.commit(Change("g", [Entry(3, 3, "{}")], listing(people=None)))
        assert await store.summaries_of("bea", 10) == []
        assert len(await store.summaries_of("ana", 10)) == 1

    with_store(database, work)


def test_games_that_wait_for_the_server_are_found(database: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(new_game("late", due_at=20))
        await store.commit(new_game("later", due_at=30, thinking=True))
        await store.commit(new_game("never"))
        assert await store.due(19, 10) == []
        assert await store.due(40, 10) == ["late", "later"]
        assert await store.due(40, 1) == ["late"]
        assert await store.thinking() == ["later"]
        await store.postpone("late", 50)
        assert await store.due(40, 10) == ["later"]

    with_store(database, work)


def test_a_token_stands_for_a_person_until_it_is_forgotten(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_person(ANA, "hash", 1)
        assert await store.find_person("hash", 5) == ANA
        assert await store.find_person("other", 5) is None
        await store.rename("ana", "Anna")
        assert await store.find_person("hash", 5) == Person("ana", "Anna")
        await store.forget_token("hash")
        assert await store.find_person("hash", 5) is None
        assert await store.num_people() == 1

    with_store(database, work)


def test_a_link_opens_one_device_and_only_in_time(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_person(ANA, "hash", 1)
        await store.add_link("ana", "link", now=1, expires_at=10)
        assert await store.find_person("link", 5) is None
        assert await store.redeem_link("link", "late", 10) is None
        assert await store.redeem_link("link", "new", 9) == ANA
        assert await store.redeem_link("link", "again", 9) is None
        assert await store.find_person("new", 9) == ANA

    with_store(database, work)


def test_who_was_seen_when(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_person(ANA, "hash", 1)
        await store.see(["ana"], 7)
        await store.see(["ana"], 6)
        assert await store.seen_at("ana") == 7
        assert await store.seen_at("nobody") == 0

    with_store(database, work)


def test_the_last_numbers_of_games_are_known(database: str) -> None:
    async def work(store: Store) -> None:
        await store.commit(new_game("g"))
        await store.commit(new_game("h"))
        assert await store.numbers(["g", "h", "nosuch"]) == {"g": 1, "h": 1}
        assert await store.numbers([]) == {}
        many = [f"no{n}" for n in range(2500)]
        assert await store.numbers([*many, "g"]) == {"g": 1}

    with_store(database, work)


def test_other_processes_hear_of_a_change(database: str) -> None:
    async def work(store: Store) -> None:
        notices = store.notices()
        if notices is None:
            assert store.kind == "sqlite"
            return
        assert (await anext(notices)).game_id is None
        async with open_store(database) as other:
            await other.commit(new_game("g"))
        assert await anext(notices) == ("g", 1)
        await notices.aclose()

    with_store(database, work)


def test_an_sqlite_file_keeps_its_secrets_and_its_promises(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "games.sqlite"

    async def work(store: Store) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        async with store._writing() as connection:
            for pragma, value in {"journal_mode": "wal", "synchronous": 2}.items():
                found = (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar()
                assert found == value

    with_store(str(path), work)


def test_a_database_of_a_later_version_is_refused(database: str) -> None:
    async def spoil(store: Store) -> None:
        async with store._writing() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    with_store(database, spoil)
    with pytest.raises(StorageError, match="later version"):
        with_store(database, spoil)


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("no database, just a long enough text " * 100)
    with pytest.raises(StorageError, match="database: cannot be opened: file is not a database"):
        with_store(str(path), lambda store: store.check())


@pytest.mark.parametrize("text", ["", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "://"])
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as refusal:
        parse_database(text)
    assert refusal.value.field == "database"


def test_the_default_is_a_file_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_database() == "/data/azulejos/games.sqlite"
