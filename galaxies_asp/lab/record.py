"""Records of comparisons: texts, puzzles, options, seeds, versions."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from galaxies_asp.asp.encodings import FAST
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.settings import Options
from galaxies_asp.lab.source import fingerprint, read
from galaxies_asp.lab.store import versions
from galaxies_asp.notation import json_lines
from galaxies_asp.processes.pool import Limits
from galaxies_asp.puzzle import Position, Puzzle

SCHEMA = 1


@dataclass(frozen=True)
class RecordedEncoding:
    """An encoding: its name, a hash of its text, and the text, if it has one."""

    name: str
    sha256: str
    text: str | None

    def unchanged(self) -> bool:
        """Tell whether the encoding with this name has the same text now."""
        try:
            return fingerprint(self.name) == self.sha256
        except GalaxiesError:
            return False


@dataclass(frozen=True)
class Record:
    """A comparison: every encoding on every puzzle, with all options and seeds.

    Attributes
    ----------
    runs
        The measured runs; empty for a comparison that is only described.
    versions
        The versions of the programs that made the record.
    """

    encodings: tuple[RecordedEncoding, ...]
    puzzles: tuple[Puzzle, ...]
    variants: tuple[Options, ...]
    seeds: tuple[int, ...]
    limits: Limits
    versions: Mapping[str, str]
    runs: Mapping[Job, Run]

    def jobs(self, encodings: Iterable[str]) -> list[Job]:
        """Return the jobs, with these for the names of the encodings."""
        return jobs(list(encodings), self.puzzles, self.variants, self.seeds)


def jobs(
    encodings: Sequence[str],
    puzzles: Sequence[Puzzle],
    variants: Sequence[Options],
    seeds: Sequence[int],
) -> list[Job]:
    """Return every encoding on every puzzle, with all options and seeds.

    Seeds vary slowest, so that a machine that slows down affects all encodings alike.
    """
    return [
        Job(encoding, puzzle, seed, options)
        for seed in seeds
        for encoding in encodings
        for options in variants
        for puzzle in puzzles
    ]


def record(
    encodings: Sequence[str],
    puzzles: Sequence[Puzzle],
    variants: Sequence[Options],
    seeds: Sequence[int],
    limits: Limits,
    runs: Mapping[Job, Run] | None = None,
) -> Record:
    """Return the record of a comparison.

    Raises `EncodingError` as `source.read`.
    """
    recorded = (
        RecordedEncoding(
            name, fingerprint(name), None if name == FAST else read(name).text()
        )
        for name in encodings
    )
    return Record(
        *(tuple(recorded), tuple(puzzles), tuple(variants), tuple(seeds)),
        *(limits, versions(), runs or {}),
    )


def to_json(made: Record) -> str:
    """Return a record as JSON."""
    numbers = {puzzle: number for number, puzzle in enumerate(made.puzzles)}
    data = {
        "schema": SCHEMA,
        "versions": dict(made.versions),
        "limits": asdict(made.limits),
        "seeds": made.seeds,
        "options": made.variants,
        "encodings": [asdict(encoding) for encoding in made.encodings],
        "puzzles": [
            json.loads(json_lines.write(Position(puzzle))) for puzzle in made.puzzles
        ],
        "runs": [
            {
                "encoding": job.encoding,
                "puzzle": numbers[job.puzzle],
                "seed": job.seed,
                "options": job.options,
                **asdict(run),
            }
            for job, run in made.runs.items()
        ],
    }
    return json.dumps(data, indent=1) + "\n"


def from_json(text: str) -> Record:
    """Read a record.

    Raises `GalaxiesError` if the text is no record.
    """
    try:
        data = json.loads(text)
        if data["schema"] != SCHEMA:
            raise GalaxiesError(f"schema {data['schema']} is not known")
        puzzles = tuple(
            json_lines.read(json.dumps(puzzle))[0].puzzle for puzzle in data["puzzles"]
        )
        return Record(
            tuple(RecordedEncoding(**encoding) for encoding in data["encodings"]),
            puzzles,
            tuple(tuple(map(str, options)) for options in data["options"]),
            tuple(map(int, data["seeds"])),
            _limits(**data["limits"]),
            dict(data["versions"]),
            dict(_run(entry, puzzles) for entry in data["runs"]),
        )
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise GalaxiesError(
            f"this is no record of a comparison ({type(error).__name__}: {error})"
        ) from None


def _limits(seconds: float | None, memory: int | None) -> Limits:
    return Limits(
        None if seconds is None else float(seconds),
        None if memory is None else int(memory),
    )


def _run(entry: dict[str, Any], puzzles: tuple[Puzzle, ...]) -> tuple[Job, Run]:
    fields = dict(entry)
    job = Job(
        fields.pop("encoding"),
        puzzles[fields.pop("puzzle")],
        fields.pop("seed"),
        tuple(fields.pop("options")),
    )
    return job, Run(**fields)


def restored(encoding: RecordedEncoding, folder: Path) -> str:
    """Return the name of an encoding as recorded, or a file with its text.

    Raises `GalaxiesError` if it has changed and its text is not in the record, or is
    faulty.
    """
    if encoding.unchanged():
        return encoding.name
    if encoding.text is None:
        raise GalaxiesError(
            f"{encoding.name} has changed since, and its text was not recorded"
        )
    name = hashlib.sha256(encoding.text.encode()).hexdigest()
    path = folder / f"{name}.lp"
    path.write_text(encoding.text, encoding="utf-8")
    read(str(path))  # refuses scripts
    return str(path)
