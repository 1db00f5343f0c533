"""Whatever runs them, jobs come back: each once, failed or not, and stopping leaves nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

from azulejos.compute import Backend, InProcess, Job, LocalPool
from azulejos.errors import OptionError
from tests.compute import work
from tests.processes import is_running, wait_for_the_end_of, wait_until

ROOT = Path(__file__).parents[2]
BACKENDS = [InProcess(), LocalPool(2)]
either = pytest.mark.parametrize("backend", BACKENDS, ids=["here", "pool"])


def jobs(number: int) -> list[Job[int]]:
    return [Job(f"job {i}", i) for i in range(number)]


@either
def test_every_job_comes_back_once(backend: Backend) -> None:
    outcomes = list(backend.run(work.square, jobs(20)))
    assert {o.id: o.unwrap() for o in outcomes} == {f"job {i}": i * i for i in range(20)}
    assert len(outcomes) == 20


@either
def test_no_jobs_no_outcomes(backend: Backend) -> None:
    assert list(backend.run(work.square, [])) == []


@either
def test_a_job_that_fails_says_why_and_the_others_go_on(backend: Backend) -> None:
    outcomes = {o.id: o for o in backend.run(work.square_unless_three, jobs(6))}
    assert len(outcomes) == 6
    failed = outcomes["job 3"]
    assert failed.failure is not None
    assert "ValueError: three is too many" in failed.failure
    assert "square_unless_three" in failed.failure
    assert all(o.failure is None for o in outcomes.values() if o is not failed)
    with pytest.raises(RuntimeError, match="job 3 failed"):
        failed.unwrap()


@pytest.mark.parametrize(
    ("function", "code"), [(work.die_over_three, "-9"), (work.leave_over_three, "7")]
)
def test_a_worker_that_dies_takes_only_its_job_along(function: object, code: str) -> None:
    assert callable(function)
    outcomes = {o.id: o for o in LocalPool(2).run(function, jobs(8))}
    assert len(outcomes) == 8
    failure = outcomes.pop("job 3").failure
    assert failure == f"the worker process died with exit code {code}"
    assert all(outcome.failure is None for outcome in outcomes.values())


def test_what_cannot_travel_is_a_failure_of_its_job() -> None:
    results = {o.id: o for o in LocalPool(1).run(work.unspeakable, jobs(2))}
    assert results["job 0"].unwrap() == 0
    assert results["job 1"].failure is not None
    stubborn: list[Job[object]] = [Job("lambda", lambda: 0), Job("plain", 1)]
    sent = {o.id: o for o in LocalPool(1).run(work.process_id, stubborn)}  # type: ignore[arg-type]
    assert "cannot be sent" in (sent["lambda"].failure or "")
    assert sent["plain"].failure is None


def test_workers_are_other_processes_and_are_kept() -> None:
    found = {outcome.unwrap() for outcome in LocalPool(2).run(work.process_id, jobs(10))}
    assert 1 <= len(found) <= 2
    assert os.getpid() not in found
    assert not any(map(is_running, found))


@either
def test_endless_jobs_end_when_told(backend: Backend) -> None:
    seen: list[int] = []
    endless = (Job(f"job {i}", i) for i in count())
    for outcome in backend.run(work.square, endless, stop=lambda: len(seen) >= 5):
        seen.append(outcome.unwrap())
    assert 5 <= len(seen) <= 6


def test_stopping_ends_jobs_that_would_take_long(tmp_path: Path) -> None:
    long = [Job(str(i), str(tmp_path)) for i in range(3)]

    def both_sleep() -> bool:
        return len(list(tmp_path.iterdir())) == 2

    assert list(LocalPool(2).run(work.sleep_after_signing, long, stop=both_sleep)) == []
    assert not any(is_running(int(path.name)) for path in tmp_path.iterdir())


def test_closing_ends_the_workers() -> None:
    endless = (Job(f"job {i}", i) for i in count())
    with closing(LocalPool(2).run(work.process_id, endless)) as outcomes:
        found = {next(outcomes).unwrap() for _ in range(6)}
    assert not any(map(is_running, found))


def test_it_runs_in_any_thread() -> None:
    results: list[int] = []
    pool = LocalPool(1)
    thread = Thread(
        target=lambda: results.extend(o.unwrap() for o in pool.run(work.square, jobs(3)))
    )
    thread.start()
    thread.join()
    assert sorted(results) == [0, 1, 4]


@pytest.mark.parametrize("workers", [0, -1])
def test_a_pool_has_workers(workers: int) -> None:
    with pytest.raises(OptionError, match="workers"):
        LocalPool(workers)


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """A program whose two workers sleep, and the numbers of those workers."""
    program = (
        "from azulejos.compute import Job, LocalPool\n"
        "from tests.compute import work\n"
        "if __name__ == '__main__':\n"
        f"    jobs = [Job(str(i), {str(tmp_path)!r}) for i in range(2)]\n"
        "    list(LocalPool(2).run(work.sleep_after_signing, jobs))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2, "both workers began")
        yield process, [int(path.name) for path in tmp_path.iterdir()]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_a_program_ends_its_workers_end_too(
    busy: tuple["subprocess.Popen[str]", list[int]], number: signal.Signals
) -> None:
    process, workers = busy
    process.send_signal(number)
    _, complaints = process.communicate(timeout=30)
    assert process.returncode != 0
    assert complaints.count("Traceback") == (number == signal.SIGINT)
    wait_for_the_end_of(workers)
