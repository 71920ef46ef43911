"""Export of encodings: one file for clingo, or a folder for benchmark-tool."""

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import PurePosixPath
from xml.etree import ElementTree

from galaxies_asp import facts
from galaxies_asp.asp import connectivity
from galaxies_asp.asp.encodings import require_labels
from galaxies_asp.errors import EncodingError
from galaxies_asp.lab.cost import UNIQUENESS
from galaxies_asp.lab.settings import Options, label
from galaxies_asp.lab.source import clingo_version, read
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.worker import import_psutil
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.solve.request import Request

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 80
_MEGABYTE = 1_000_000
_LONG = 3600.0
"""Seconds per run if no limit is given; the tool requires one."""


def export(encoding: str, puzzle: Puzzle, options: Options = ()) -> str:
    """Return facts and encoding in one text, with how to run it at the top.

    Raises `EncodingError` as `source.read`; or if plain clingo would answer something
    else.
    """
    # Other choices than that of the regions must not multiply the solutions.
    command = shlex.join(["clingo", "board.lp", "0", "--project=project", *options])
    return (
        f"% The encoding {encoding} on a puzzle, in one file; to run as\n"
        f"%     {command}\n"
        f"% Written for clingo {clingo_version()}.\n\n"
        f"{facts.program(puzzle).rstrip()}\n\n"
        f"{_program(encoding)}"
    )


def _program(encoding: str) -> str:
    """Return the encoding without includes, projected to what it is asked for."""
    require_labels(encoding)
    text = read(encoding).text()
    if connectivity.asks(text):
        raise EncodingError(
            f"{encoding} leaves connectivity to this program, which watches clingo "
            "search; no file can say that: export it with 'reach' instead of 'lazy'"
        )
    return f"#project {facts.GALAXY}/2.\n\n{text.strip()}\n"


def benchmark_folder(
    encodings: Sequence[str],
    puzzles: Sequence[Puzzle],
    variants: Sequence[Options],
    seeds: Sequence[int],
    limits: Limits,
) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the files, by their paths, of a benchmark for Potassco's benchmark-tool.

    These are the encodings, the puzzles as facts, and a runscript in which every
    encoding with all options and seeds is a setting of clingo.

    Raises `EncodingError` as `source.read`.
    """
    entries = dict(zip(encodings, _unique(map(_name, encodings)), strict=True))
    for encoding, name in entries.items():
        yield PurePosixPath("encodings", f"{name}.lp"), _program(encoding)
    instances = _unique(_name(puzzle.name) for puzzle in puzzles)
    for puzzle, name in zip(puzzles, instances, strict=True):
        yield PurePosixPath("instances", f"{name}.lp"), facts.program(puzzle)
    script = _runscript(limits, instances)
    system = script.find("system")
    assert system is not None
    rows = list(product(encodings, variants))
    settings = _unique(_name(label(*row)) for row in rows)
    for (encoding, options), setting in zip(rows, settings, strict=True):
        for seed in seeds:
            added = _add(system, "setting", name=f"{setting}-{seed}", tag="galaxies")
            added.set("cmdline", _command_line(puzzles[0], encoding, options, seed))
            _add(added, "encoding", file=f"encodings/{entries[encoding]}.lp")
    ElementTree.indent(script)
    text = ElementTree.tostring(script, encoding="unicode")
    yield PurePosixPath("runscript.xml"), f"{text}\n"


def _command_line(puzzle: Puzzle, encoding: str, options: Options, seed: int) -> str:
    """Return the options with which the lab measures, and for clingo's statistics."""
    request = Request(puzzle, UNIQUENESS, encoding, seed=seed, options=options)
    models, *others = request.clingo_options()
    return shlex.join(
        [f"--models={models}", *others, "--project=project", "--stats", "--quiet=1"]
    )


def _runscript(limits: Limits, instances: Sequence[str]) -> ElementTree.Element:
    """Return a runscript without settings."""
    script = ElementTree.Element("runscript", output="output")

    memory = import_psutil().virtual_memory().total // 10**9
    _add(
        script,
        "machine",
        name="machine",
        cpu=f"{os.cpu_count() or 1} processors",
        memory=f"{memory}GB",
    )
    _add(script, "config", name="sequential", template="templates/seq-generic.sh")
    system = {"name": "clingo", "version": "latest", "measures": "clasp"}
    _add(script, "system", **system, config="sequential")
    seconds = max(1, round(limits.seconds or _LONG))
    job = _add(script, "seqjob", name="job", timeout=f"{seconds}s", runs="1")
    job.set("parallel", "1")
    if limits.memory is not None:
        job.set("memout", str(max(1, limits.memory // _MEGABYTE)))
    benchmark = _add(script, "benchmark", name="galaxies")
    files = _add(benchmark, "files", path="instances")
    for name in instances:
        _add(files, "add", file=f"{name}.lp")
    project = _add(script, "project", name="galaxies", job="job")
    _add(project, "runtag", machine="machine", benchmark="galaxies", tag="galaxies")
    return script


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
    found: dict[str, None] = {}
    for name in names:
        candidate, number = name, 1
        while candidate in found:
            number += 1
            candidate = f"{name}-{number}"
        found[candidate] = None
    return list(found)
