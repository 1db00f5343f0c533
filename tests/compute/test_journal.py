"""The journal keeps what was done, whatever interrupts it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.compute import InProcess, Job, Journal, LocalPool, Progress, run
from azulejos.errors import NotationError
from tests.compute import work


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def contents(path: Path) -> dict[str, object]:
    with Journal(path) as journal:
        return dict(journal.entries())


def test_what_is_appended_is_there_again(path: Path) -> None:
    with Journal(path) as journal:
        assert len(journal) == 0
        journal.append("a", {"points": [1, 2]})
        journal.append("b", "wörd\n")
        assert "a" in journal and "c" not in journal
    assert path.read_bytes().count(b"\n") == 2
    assert contents(path) == {"a": {"points": [1, 2]}, "b": "wörd\n"}


def test_a_job_is_written_once(path: Path) -> None:
    with Journal(path) as journal:
        journal.append("a", 1)
        with pytest.raises(ValueError, match="already"):
            journal.append("a", 2)
    assert contents(path) == {"a": 1}


@given(data=st.data())
def test_cut_anywhere_it_keeps_the_complete_lines(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "journal.jsonl"
    with Journal(path) as journal:
        for number in range(3):
            journal.append(str(number), "x" * number)
    text = path.read_bytes()
    cut = data.draw(st.integers(0, len(text)))
    path.write_bytes(text[:cut])
    whole = text[:cut].count(b"\n")
    assert list(contents(path)) == [str(number) for number in range(whole)]
    with Journal(path) as journal:
        journal.append("later", None)
    assert list(contents(path)) == [*map(str, range(whole)), "later"]


def test_a_last_line_of_rubbish_is_dropped(path: Path) -> None:
    path.write_bytes(b'{"id":"a","result":1}\n\x00\x00\x00\n')
    assert contents(path) == {"a": 1}


@pytest.mark.parametrize(
    ("middle", "reason"),
    [
        (b"rubbish", "not a line of a journal"),
        (b"[1]", "not a line of a journal"),
        (b'{"id":"b"}', "not a line of a journal"),
        (b'{"id":"a","result":2}', "a second a"),
    ],
)
def test_damage_elsewhere_is_refused_with_its_line(path: Path, middle: bytes, reason: str) -> None:
    text = b'{"id":"a","result":1}\n' + middle + b'\n{"id":"c","result":3}\n'
    path.write_bytes(text)
    with pytest.raises(NotationError, match=f"line 2: {reason}"):
        Journal(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize("backend", [InProcess(), LocalPool(2)], ids=["here", "pool"])
def test_a_second_run_does_only_what_is_missing(path: Path, backend: InProcess | LocalPool) -> None:
    jobs = [Job(f"job {i}", i) for i in range(6)]
    seen: list[Progress] = []
    with Journal(path) as journal:
        first = list(
            run(
                work.square_unless_three,
                jobs,
                backend=backend,
                journal=journal,
                progress=seen.append,
            )
        )
        assert len(first) == 6
        assert seen[-1] == Progress(done=5, failed=1, total=6)
    with Journal(path) as journal:
        second = list(
            run(work.square, jobs, backend=backend, journal=journal, progress=seen.append)
        )
        assert [(o.id, o.result) for o in second] == [("job 3", 9)]
        assert seen[-1] == Progress(done=6, failed=0, total=6)
    assert contents(path) == {f"job {i}": i * i for i in range(6)}


def test_what_is_kept_can_be_chosen(path: Path) -> None:
    with Journal(path) as journal:
        list(run(work.square, [Job("a", 4)], journal=journal, keep=lambda o: [o.unwrap()]))
    assert contents(path) == {"a": [16]}


def test_without_a_journal_jobs_are_just_run() -> None:
    assert [o.unwrap() for o in run(work.square, [Job("a", 2), Job("b", 3)])] == [4, 9]
