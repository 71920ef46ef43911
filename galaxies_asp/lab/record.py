"""Plans of comparisons, and records: texts, instances, options, seeds, versions."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import product, starmap
from pathlib import Path

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.cost import Job, Options, Perturbation, Run, Task
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.machine import circumstances, machine, versions
from galaxies_asp.lab.source import fingerprint, read
from galaxies_asp.lab.store import decoded
from galaxies_asp.processes.pool import RequestLimits

SCHEMA = 2


@dataclass(frozen=True)
class Plan:
    """What is compared and measured."""

    family: str
    checked: tuple[Instance, ...]
    """The boards on which solutions are compared."""
    boards: tuple[Instance, ...]
    """The instances on which runs are measured."""
    variants: tuple[Options, ...]
    seeds: tuple[int, ...]
    task: Task
    perturbation: Perturbation
    limits: RequestLimits

    def jobs(self, encodings: Iterable[str]) -> list[Job]:
        """Return every encoding on every instance, with all options and seeds.

        Seeds vary slowest, so that a machine that slows down affects all encodings
        alike.
        """
        every = product(self.seeds, self.boards, encodings, self.variants)
        return list(starmap(self.job, every))

    def job(self, seed: int, board: Instance, encoding: str, options: Options) -> Job:
        """Return one run."""
        how = seed, options, self.task, self.perturbation
        return Job(self.family, encoding, board, *how)


@dataclass(frozen=True)
class RecordedEncoding:
    """An encoding: its name, a hash of its text, and the text, if it has one."""

    name: str
    sha256: str
    text: str | None

    def restored(self, family: AnyFamily, folder: Path) -> str:
        """Return the name of the encoding as recorded, or a file with its text.

        Raises `GalaxiesError` if it has changed and its text is not in the record, or
        is faulty.
        """
        with suppress(GalaxiesError):
            if fingerprint(family, self.name) == self.sha256:
                return self.name
        if self.text is None:
            raise GalaxiesError(
                f"{self.name} has changed since, and its text was not recorded"
            )
        path = folder / f"{hashlib.sha256(self.text.encode()).hexdigest()}.lp"
        path.write_text(self.text, encoding="utf-8")
        read(family, str(path))  # refuses scripts
        return str(path)


@dataclass(frozen=True)
class Record:
    """A comparison: its plan, the encodings, and the measured runs."""

    plan: Plan
    encodings: tuple[RecordedEncoding, ...]
    versions: Mapping[str, str]
    """The machine, and the versions of the programs, that made the record."""
    runs: Mapping[Job, Run]
    """Empty for a comparison that is only described."""


def record(
    plan: Plan, encodings: Iterable[str], runs: Mapping[Job, Run] | None = None
) -> Record:
    """Return the record of a comparison; `EncodingError` if one cannot be read."""
    family = compared_family(plan.family)
    recorded = (
        RecordedEncoding(
            name,
            fingerprint(family, name),
            None if name in family.native else read(family, name).program.text,
        )
        for name in encodings
    )
    made_by = versions() | machine() | circumstances()
    return Record(plan, tuple(recorded), made_by, runs or {})


def to_json(made: Record) -> str:
    """Return a record as JSON; what is not known is null."""
    numbers = {board: number for number, board in enumerate(made.plan.boards)}
    plan = asdict(made.plan)
    data = {
        "schema": SCHEMA,
        "versions": dict(made.versions),
        "plan": {"domain": plan.pop("family"), **plan},
        "encodings": [asdict(encoding) for encoding in made.encodings],
        "runs": [
            {
                "encoding": job.encoding,
                "board": numbers[job.board],
                "seed": job.seed,
                "options": job.options,
                **asdict(run),
            }
            for job, run in made.runs.items()
        ],
    }
    return json.dumps(data | {"digest": _digest(data)}, indent=1) + "\n"


def _digest(data: Fields) -> str:
    """Return a hash of a record without its digest."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def from_json(text: str) -> Record:
    """Read a record.

    Raises `GalaxiesError` if the text is no record, or was changed. Older ones have no
    digest.
    """
    try:
        data = json.loads(text)
        if data["schema"] != SCHEMA:
            raise GalaxiesError(f"schema {data['schema']} is not known")
        if data.pop("digest", None) not in (None, _digest(data)):
            fault = 'was changed; remove its field "digest" to use it nevertheless'
            raise GalaxiesError(f"this record of a comparison {fault}")
        fields = data["plan"]
        plan = decoded(Plan, {"family": fields.pop("domain"), **fields})
        runs = {}
        for entry in data["runs"]:
            seed, board = entry.pop("seed"), plan.boards[entry.pop("board")]
            encoding, options = entry.pop("encoding"), tuple(entry.pop("options"))
            runs[plan.job(seed, board, encoding, options)] = Run(**entry)
        return Record(
            plan,
            tuple(RecordedEncoding(**encoding) for encoding in data["encodings"]),
            dict(data["versions"]),
            runs,
        )
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as why:
        raise GalaxiesError(
            f"this is no record of a comparison ({type(why).__name__}: {why})"
        ) from None
