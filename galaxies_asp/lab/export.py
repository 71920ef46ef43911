"""Export of encodings: one file for clingo, or a folder for benchmark-tool."""

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, product
from pathlib import PurePosixPath
from xml.etree import ElementTree

import clingo

from galaxies_asp.asp import connectivity
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.families.family import Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.cost import Job, Options, short
from galaxies_asp.lab.record import Plan
from galaxies_asp.lab.source import read, shuffled
from galaxies_asp.processes.pool import Limits

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 80
_MEGABYTE = 1_000_000
_SYSTEM = {"name": "clingo", "version": "latest"}
PROGRAM = PurePosixPath("programs", "-".join(_SYSTEM.values()))
"""The script that runs clingo, by the name that benchmark-tool expects."""

_LONG = 3600.0
"""Seconds per run if no limit is given; the tool requires one."""


def export(family: Family, encoding: str, board: Board, options: Options = ()) -> str:
    """Return facts and encoding in one text, with how to run it at the top.

    Raises
    ------
    EncodingError
        If the encoding may not be read, or plain clingo would answer something else.
    """
    # Auxiliary choices must not multiply the solutions.
    command = shlex.join(
        ["python", "-m", "clingo", "board.lp", "0", "--project=project", *options]
    )
    return (
        f"% The encoding {encoding} on {board.name}, in one file; to run as\n"
        f"%     {command}\n"
        f"% Written for clingo {clingo.__version__} (pip install clingo).\n\n"
        f"{family.program(board).strip()}\n\n"
        f"{_program(family, encoding)}"
    )


def _program(family: Family, encoding: str, seed: int = 0) -> str:
    """Return the encoding without includes, projected to the output."""
    text = read(family, encoding).text()
    if connectivity.asks(text):
        raise EncodingError(
            f"{encoding} needs a propagator of this program, which a file cannot hold; "
            "export it with 'reach' instead of 'lazy'"
        )
    if seed:
        text = shuffled(text, seed)
    projection = "".join(f"#project {signature}.\n" for signature in family.outputs)
    return f"{projection}\n{text.strip()}\n"


def benchmark_folder(
    plan: Plan, encodings: Sequence[str]
) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the files, by their paths, of a benchmark for Potassco's benchmark-tool.

    These are the encodings, the instances as facts, a script that runs clingo, and a
    runscript in which every encoding with all options and seeds is a setting of clingo.
    If statements are shuffled, each seed has its own file of the encoding.

    Raises
    ------
    EncodingError
        If an encoding may not be read.
    """
    family = family_named(plan.family)
    shuffles = plan.perturbation == "shuffle"
    entries = dict(zip(encodings, _unique(map(_name, encodings)), strict=True))

    def file(encoding: str, seed: int) -> PurePosixPath:
        added = f"-shuffled-{seed}" if seed and shuffles else ""
        return PurePosixPath("encodings", f"{entries[encoding]}{added}.lp")

    for encoding, seed in product(encodings, plan.seeds if shuffles else (0,)):
        yield file(encoding, seed), _program(family, encoding, seed)
    instances = _unique(_name(board.name) for board in plan.boards)
    for board, name in zip(plan.boards, instances, strict=True):
        yield PurePosixPath("instances", f"{name}.lp"), family.program(board)
    # The package of clingo on PyPI has no command `clingo`.
    yield PROGRAM, '#!/bin/sh\nexec python3 -m clingo "$@"\n'
    script, system = _runscript(plan.limits, instances)
    rows = list(product(encodings, plan.variants))
    settings = _unique(_name(f"{name} {short(options)}") for name, options in rows)
    for (encoding, options), setting in zip(rows, settings, strict=True):
        for seed in plan.seeds:
            job = Job(
                *(plan.family, encoding, plan.boards[0], seed, options),
                *(plan.task, plan.perturbation),
            )
            models, *others = job.clingo_options()
            command = [f"--models={models}", *others, "--stats", "--quiet=1"]
            added = _add(system, "setting", name=f"{setting}-{seed}", tag="lab")
            added.set("cmdline", shlex.join(command))
            _add(added, "encoding", file=str(file(encoding, seed)))
    ElementTree.indent(script)
    text = ElementTree.tostring(script, encoding="unicode")
    yield PurePosixPath("runscript.xml"), f"{text}\n"


def _runscript(
    limits: Limits, instances: Sequence[str]
) -> tuple[ElementTree.Element, ElementTree.Element]:
    """Return a runscript without settings, and the element to add them to."""
    import psutil  # loads slowly

    script = ElementTree.Element("runscript", output="output")
    memory = f"{psutil.virtual_memory().total // 10**9}GB"
    cpu = f"{os.cpu_count() or 1} processors"
    _add(script, "machine", name="machine", cpu=cpu, memory=memory)
    _add(script, "config", name="sequential", template="templates/seq-generic.sh")
    system = _add(script, "system", **_SYSTEM, measures="clasp", config="sequential")
    seconds = max(1, round(limits.seconds or _LONG))
    job = _add(script, "seqjob", name="job", timeout=f"{seconds}s", runs="1")
    job.set("parallel", "1")
    if limits.memory is not None:
        job.set("memout", str(max(1, limits.memory // _MEGABYTE)))
    files = _add(_add(script, "benchmark", name="lab"), "files", path="instances")
    for name in instances:
        _add(files, "add", file=f"{name}.lp")
    project = _add(script, "project", name="lab", job="job")
    _add(project, "runtag", machine="machine", benchmark="lab", tag="lab")
    return script, system


def _add(
    parent: ElementTree.Element, tag: str, /, **fields: str
) -> ElementTree.Element:
    return ElementTree.SubElement(parent, tag, fields)


def _name(text: str) -> str:
    """Return a text as a name for benchmark-tool: letters, digits, - and _."""
    stem = PurePosixPath(text).name.removesuffix(".lp")
    return _NO_NAME.sub("-", stem).strip("-")[:_LONGEST_NAME] or "unnamed"


def _unique(names: Iterable[str]) -> list[str]:
    """Return the names with a number behind those that occur before."""
    unique: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}-{number}" for number in count(2))
        free = (one for one in chain([name], numbered) if one not in unique)
        unique[next(free)] = None
    return list(unique)
