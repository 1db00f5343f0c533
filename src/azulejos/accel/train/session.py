"""One sitting with a run: begin it or go on with it, watched, until it is done or stopped."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from azulejos.accel.train.interrupt import Interrupt
from azulejos.accel.train.loop import Run
from azulejos.accel.train.settings import Settings
from azulejos.accel.train.watch import Watcher


class Ending(NamedTuple):
    """Why a sitting ended; the time was over if neither."""

    is_done: bool
    was_interrupted: bool


def go(
    settings: Settings, folder: Path, say: Callable[[str], None], seconds: float = math.inf
) -> Ending:
    """Let a run go on for so long, and save it."""
    with Interrupt() as interrupt:
        run = Run(settings, folder, Watcher(settings.run, say, seconds))
        run.go(seconds, interrupt)
    return Ending(run.done >= 1, interrupt.asked)
