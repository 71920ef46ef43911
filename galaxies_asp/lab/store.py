"""Measured runs that are remembered, so that nothing is measured twice."""

import hashlib
import json
import platform
import sqlite3
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from galaxies_asp.errors import GalaxiesError
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.source import clingo_version, fingerprint
from galaxies_asp.notation import facts

_T = TypeVar("_T")

_TABLE = """
create table if not exists runs (
    key text primary key,
    encoding text not null,
    puzzle text not null,
    seed integer,
    options text not null,
    time_limit real,
    memory_limit integer,
    run text not null
)
"""


class Store:
    """Runs by encoding text, puzzle, seed, options and versions, in an SQLite file.

    Parameters
    ----------
    path
        The file, made when it is not there; None to remember until the end only.

    Raises
    ------
    GalaxiesError
        If the file cannot be used.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._fingerprints: dict[str, str] = {}
        try:
            self._database = sqlite3.connect(path or ":memory:")
            self._database.execute(_TABLE)
            self._database.commit()
        except sqlite3.Error as error:
            raise GalaxiesError(f"{path}: no usable store: {error}") from None

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _value: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._database.close()

    def get(
        self, job: Job, time_limit: float | None, memory_limit: int | None
    ) -> Run | None:
        """Return the run of a job; None if it is to be measured.

        A run that a limit stopped counts only where the limit is not higher now.
        """
        row = self._query(
            lambda: self._database.execute(
                "select time_limit, memory_limit, run from runs where key = ?",
                (self.key(job),),
            ).fetchone()
        )
        if row is None:
            return None
        run = Run(**json.loads(row[2]))
        if run.status == "time" and not _covers(row[0], time_limit):
            return None
        if run.status == "memory" and not _covers(row[1], memory_limit):
            return None
        return run

    def put(
        self, job: Job, run: Run, time_limit: float | None, memory_limit: int | None
    ) -> None:
        """Remember a run, in the place of an earlier one of the same job."""
        values = (
            *(self.key(job), job.encoding, job.puzzle.name, job.seed),
            *(json.dumps(job.options), time_limit, memory_limit),
            json.dumps(asdict(run)),
        )

        def write() -> None:
            marks = ", ".join("?" * len(values))
            self._database.execute(
                f"insert or replace into runs values ({marks})", values
            )
            self._database.commit()

        self._query(write)

    def key(self, job: Job) -> str:
        """Return what tells a job from all others."""
        if job.encoding not in self._fingerprints:
            self._fingerprints[job.encoding] = fingerprint(job.encoding)
        parts = [
            self._fingerprints[job.encoding],
            facts.program(job.puzzle),
            job.seed,
            job.options,
            versions(),
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _query(self, query: Callable[[], _T]) -> _T:
        try:
            return query()
        except sqlite3.Error as error:
            raise GalaxiesError(f"{self._path}: {error}") from None


def versions() -> dict[str, str]:
    """Return what a figure depends on besides the job."""
    return {
        "galaxies-asp": version("galaxies-asp"),
        "clingo": clingo_version(),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def _covers(before: float | None, now: float | None) -> bool:
    """Tell whether a limit that was reached says something about the limit now."""
    return before is not None and now is not None and now <= before
