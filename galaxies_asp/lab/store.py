"""A cache of answers, measured runs and trials of mutants."""

import hashlib
import json
import platform
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from galaxies_asp.board.errors import InputError
from galaxies_asp.families.family import Answer
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.asking import Answers, MissingAnswers, Question
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.mutants import Trial, TrialRequest
from galaxies_asp.lab.source import clingo_version, fingerprint
from galaxies_asp.processes.database import Database
from galaxies_asp.processes.pool import Limits

_TABLES = {
    "runs": """
        key text primary key,
        encoding text not null,
        puzzle text not null,
        seed integer,
        options text not null,
        time_limit real,
        memory_limit integer,
        run blob not null
    """,
    "answers": """
        key text primary key,
        encoding text not null,
        board text not null,
        time_limit real,
        memory_limit integer,
        answers blob not null
    """,
    "trials": """
        key text primary key,
        encoding text not null,
        fault text not null,
        trial blob not null
    """,
}

_MOST_BYTES = 10_000_000
"""Larger answers are not stored."""


class Store:
    """A cache in SQLite, keyed by encoding text, puzzle, seed, options and versions.

    Each entry is durable as soon as it is stored (see `processes.database`).

    Parameters
    ----------
    path
        The file, created if missing; None for a cache in memory.

    Raises
    ------
    InputError, OutputError
        See `Database`. A damaged entry is an `InputError`, too.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._fingerprints: dict[tuple[str, str], str] = {}
        self._database = Database(path, _TABLES)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def get(self, job: Job, limits: Limits) -> Run | None:
        """Return the run of a job; None if it is not stored.

        A run that a limit stopped counts only where the limit is not higher now.
        """
        row = self._row("select time_limit, memory_limit, run from runs", self.key(job))
        if row is None:
            return None
        with self._decoding():
            run = Run(**_decompressed(row[2]))
        return run if _still_true(run.status, row, limits) else None

    def put(self, job: Job, run: Run, limits: Limits) -> None:
        """Store a run, unless its process was killed; replace an earlier one."""
        if run.status == "died":
            return
        self._write(
            "runs",
            *(self.key(job), job.encoding, job.board.name, job.seed),
            *(json.dumps(job.options), limits.seconds, limits.memory),
            _compressed(asdict(run)),
        )

    def answers(
        self, question: Question, limits: Limits
    ) -> Answers | MissingAnswers | None:
        """Return the answers to a question; None if they are not stored."""
        row = self._row(
            "select time_limit, memory_limit, answers from answers",
            self.key(question),
        )
        if row is None:
            return None
        with self._decoding():
            known = _unpacked(_decompressed(row[2]))
        if isinstance(known, MissingAnswers) and not _still_true(
            known.why, row, limits
        ):
            return None
        return known

    def put_answers(
        self, question: Question, known: Answers | MissingAnswers, limits: Limits
    ) -> None:
        """Store the answers to a question, unless its process was killed."""
        if isinstance(known, MissingAnswers) and known.why == "died":
            return
        packed = _compressed(_packed(known))
        if len(packed) <= _MOST_BYTES:
            self._write(
                "answers",
                *(self.key(question), question.encoding, question.board.name),
                *(limits.seconds, limits.memory, packed),
            )

    def trial(self, request: TrialRequest) -> Trial | None:
        """Return the trial of a mutant; None if it is not stored."""
        row = self._row("select trial from trials", self.key(request))
        if row is None:
            return None
        with self._decoding():
            return Trial(request.mutant, **_decompressed(row[0]))

    def put_trial(self, request: TrialRequest, trial: Trial) -> None:
        """Store the trial of a mutant."""
        entry = {"found_on": trial.found_on, "reason": trial.reason}
        named = request.encoding, request.mutant.fault
        self._write("trials", self.key(request), *named, _compressed(entry))

    def key(self, what: Job | Question | TrialRequest) -> str:
        """Return the key of a request."""
        named = what.family, what.encoding
        if named not in self._fingerprints:
            self._fingerprints[named] = fingerprint(family_named(named[0]), named[1])
        parts: list[object] = [self._fingerprints[named], versions()]
        if isinstance(what, TrialRequest):
            parts += [what.mutant.text]
            parts += [(board.facts, board.choices) for board in what.boards]
            return _hash(parts)
        parts += [what.board.facts, what.board.choices]
        if isinstance(what, Job):
            parts += [what.seed, what.options, what.task]
            parts.append(what.perturbation if what.seed else "")
        else:
            parts.append(what.models)
        return _hash(parts)

    def _row(self, query: str, key: str) -> tuple[Any, ...] | None:
        return self._database.row(f"{query} where key = ?", key)

    def _write(self, table: str, *values: object) -> None:
        marks = ", ".join("?" * len(values))
        self._database.write(
            f"insert or replace into {table} values ({marks})", *values
        )

    @contextmanager
    def _decoding(self) -> Iterator[None]:
        """Report an entry that is not as it was written."""
        try:
            yield
        except (ValueError, TypeError, LookupError, RecursionError, zlib.error):
            raise InputError(
                f"{self._path}: an entry is damaged; remove the file to measure anew"
            ) from None


def _hash(parts: list[object]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def versions() -> dict[str, str]:
    """Return the versions that a measurement depends on."""
    return {
        "galaxies-asp": version("galaxies-asp"),
        "clingo": clingo_version(),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def _still_true(why: str, row: tuple[Any, ...], limits: Limits) -> bool:
    """Tell whether a censored result also holds for the current limits."""
    if why == "time":
        return _covers(row[0], limits.seconds)
    return why != "memory" or _covers(row[1], limits.memory)


def _covers(before: float | None, now: float | None) -> bool:
    """Tell whether a limit that was reached is at least the current one."""
    return before is not None and now is not None and now <= before


def _compressed(data: dict[str, Any]) -> bytes:
    """Return compressed JSON, with a checksum."""
    return zlib.compress(json.dumps(data).encode(), 1)


def _decompressed(packed: bytes) -> dict[str, Any]:
    return dict(json.loads(zlib.decompress(packed)))


def _packed(known: Answers | MissingAnswers) -> dict[str, Any]:
    """Return answers for JSON; each atom is stored once."""
    if isinstance(known, MissingAnswers):
        return asdict(known)
    numbers: dict[str, int] = {}

    def packed(answer: Answer) -> list[list[int]]:
        return [
            [numbers.setdefault(atom, len(numbers)) for atom in sorted(atoms)]
            for atoms in (answer.atoms, answer.given)
        ]

    return {
        "answers": [packed(answer) for answer in known.found],
        "wrong": None if known.wrong is None else packed(known.wrong),
        "complete": known.complete,
        "models": known.models,
        "messages": known.messages,
        "atoms": list(numbers),
    }


def _unpacked(data: dict[str, Any]) -> Answers | MissingAnswers:
    if "why" in data:
        return MissingAnswers(**data)
    atoms = data["atoms"]

    def unpacked(row: list[list[int]]) -> Answer:
        return Answer(*(frozenset(atoms[number] for number in part) for part in row))

    return Answers(
        frozenset(map(unpacked, data["answers"])),
        data["complete"],
        data["models"],
        None if data["wrong"] is None else unpacked(data["wrong"]),
        tuple(data["messages"]),
    )
