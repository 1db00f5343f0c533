"""Run many independent jobs, in this process or on a pool of processes, and keep what is done.

A `Backend` runs jobs and hands out each `Outcome` when it is there; `run` adds a journal,
so that work survives an interrupt. A `Crew` stands by for single calls of an event loop.
"""

from azulejos.compute.backend import Backend, Job, Outcome
from azulejos.compute.crew import Crew
from azulejos.compute.inprocess import InProcess
from azulejos.compute.journal import Journal
from azulejos.compute.pool import LocalPool
from azulejos.compute.run import Progress, run

__all__ = [
    "Backend",
    "Crew",
    "InProcess",
    "Job",
    "Journal",
    "LocalPool",
    "Outcome",
    "Progress",
    "run",
]
