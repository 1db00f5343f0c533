"""A crew of processes: it answers, survives its dead, and does not outlive its owner."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.compute import Crew
from azulejos.errors import OptionError
from tests.compute.work import die_once, square, square_unless_three
from tests.processes import wait_for_the_end_of


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew(1)
    yield crew
    crew.close()


def test_calls_come_back_while_the_loop_goes_on(crew: Crew) -> None:
    async def ask() -> list[int]:
        calls = [asyncio.create_task(crew.call(square, n)) for n in range(5)]
        ticks = 0
        while not all(call.done() for call in calls):
            await asyncio.sleep(0)
            ticks += 1
        assert ticks > 100
        return [call.result() for call in calls]

    assert asyncio.run(ask()) == [0, 1, 4, 9, 16]


def test_an_error_comes_back_as_itself(crew: Crew) -> None:
    with pytest.raises(ValueError, match="three is too many"):
        asyncio.run(crew.call(square_unless_three, 3))


def test_a_dead_worker_is_replaced_and_its_call_made_again(crew: Crew, tmp_path: Path) -> None:
    assert asyncio.run(crew.call(die_once, str(tmp_path / "died"))) == "alive"


def test_nobody_works_for_a_closed_crew() -> None:
    crew = Crew(1)
    crew.close()
    with pytest.raises(RuntimeError, match="gone home"):
        asyncio.run(crew.call(square, 1))


def test_a_crew_has_workers() -> None:
    with pytest.raises(OptionError, match="0 is not a number of workers"):
        Crew(0)


def test_workers_do_not_outlive_a_killed_owner() -> None:
    script = (
        "import asyncio, os\nfrom azulejos.compute import Crew\n"
        "async def main():\n"
        "    print(await Crew(1).call(os.getpid), flush=True)\n    os.kill(os.getpid(), 9)\n"
        "if __name__ == '__main__': asyncio.run(main())\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=os.environ
    )
    wait_for_the_end_of([int(ended.stdout)])
