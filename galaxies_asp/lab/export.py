"""Encodings for other programs: clingo and benchmark-tool."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import chain, count, product
from pathlib import PurePosixPath
from xml.sax.saxutils import quoteattr

from galaxies_asp.core.asp import clingo, connectivity
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.family import projected_to
from galaxies_asp.lab.asking import ground
from galaxies_asp.lab.cost import Options, short
from galaxies_asp.lab.record import Plan
from galaxies_asp.lab.source import comparable, shuffled, uncommented
from galaxies_asp.lab.subject import Instance, Subject
from galaxies_asp.lab.subjects import subject_named
from galaxies_asp.processes.pool import RequestLimits

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 80
_MEGABYTE = 1_000_000

PROGRAM = PurePosixPath("programs", "clingo-latest")
"""The script that runs clingo, by the name that benchmark-tool expects."""

_LONG = 3600.0
"""Seconds per run if no limit is given; the tool requires one."""

_MOST_MODELS = 100

_SETTING = """\
    <setting name="{name}" tag="lab" cmdline={command}>
      <encoding file="{file}" />
    </setting>
"""


def export(
    family: Subject,
    encoding: str,
    board: Instance,
    options: Options = (),
    *,
    is_plain: bool = False,
) -> str:
    """Return facts and encoding in one text, with how to run it at the top.

    A plain text has no documentation and no block comments, which not all tools read.

    Raises `EncodingError` if the encoding may not be read, or plain clingo would answer
    something else.
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
        f"{_program(family, encoding, is_plain=is_plain)}"
    )


def ground_lines(text: str) -> str:
    """Return the ground program of a text in the format of solvers, aspif.

    Raises `EncodingError` if clingo refuses the text.
    """
    # Only the command writes it. -I: nothing is imported from the current folder.
    command = [sys.executable, "-I", "-m", "clingo", "--mode=gringo", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    # Its exit code is 0 also where it refuses a program.
    if not (done.stdout.startswith("asp ") and done.stdout.endswith("\n0\n")):
        raise EncodingError(f"clingo refuses the program:\n{done.stderr.strip()}")
    return done.stdout


def clintest(family: Subject, encoding: str, board: Instance, file: str) -> str:
    """Return a test for clintest: the models of a file, and atoms that none has.

    Raises `EncodingError` if there are more than `_MOST_MODELS` models.
    """
    comparable(family, encoding)  # refuses what is no text
    options = [str(_MOST_MODELS + 1), "--project=project"]
    grounded = ground(family, encoding, board, options)
    models = sorted(texts_of(grounded.read(m).atoms) for m in grounded.program.models())
    if len(models) > _MOST_MODELS:
        raise EncodingError(f"{board.name} has more than {_MOST_MODELS} solutions")
    assert isinstance(grounded.program, Program)
    known = texts_of(grounded.program.atoms(family.outputs))
    forbidden = sorted(set(known).difference(*models))
    return _template("clintest.txt").format(
        file=file, models=models, forbidden=forbidden
    )


def _program(
    family: Subject, encoding: str, seed: int = 0, *, is_plain: bool = False
) -> str:
    """Return the encoding without includes, projected to the output."""
    text = comparable(family, encoding).program.text
    if connectivity.asks(text):
        raise EncodingError(
            f"{encoding} needs a propagator of this program, which a file cannot hold; "
            "export it with 'reach' instead of 'lazy'"
        )
    if seed:
        text = shuffled(text, seed)
    elif is_plain:
        text = "\n".join(uncommented(text))
    return f"{projected_to(family.outputs)}\n{text.strip()}\n"


def benchmark_folder(
    plan: Plan, encodings: Sequence[str]
) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the files, by their paths, of a benchmark for Potassco's benchmark-tool.

    These are the encodings, the instances as facts, a script that runs clingo, and a
    runscript in which every encoding with all options and seeds is a setting of clingo.
    If statements are shuffled, each seed has its own file of the encoding.

    Raises `EncodingError` if an encoding may not be read.
    """
    family = subject_named(plan.family)
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
    rows = list(product(encodings, plan.variants))
    names = _unique(_name(f"{name} {short(options)}") for name, options in rows)
    settings = ""
    for ((encoding, options), name), seed in product(
        zip(rows, names, strict=True), plan.seeds
    ):
        job = plan.job(seed, plan.boards[0], encoding, options)
        models, *others = job.clingo_options()
        command = [f"--models={models}", *others, "--stats", "--quiet=1"]
        settings += _SETTING.format(
            name=f"{name}-{seed}",
            command=quoteattr(shlex.join(command)),
            file=file(encoding, seed),
        )
    yield PurePosixPath("runscript.xml"), _runscript(plan.limits, settings, instances)


def _runscript(limits: RequestLimits, settings: str, instances: Sequence[str]) -> str:
    import psutil  # loads slowly

    memory = "" if limits.memory is None else max(1, limits.memory // _MEGABYTE)
    return _template("runscript.xml").format(
        processors=os.cpu_count() or 1,
        gigabytes=psutil.virtual_memory().total // 10**9,
        settings=settings,
        seconds=max(1, round(limits.seconds or _LONG)),
        memory=memory and f' memout="{memory}"',
        instances="".join(f'      <add file="{name}.lp" />\n' for name in instances),
    )


def _template(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _name(text: str) -> str:
    """Return a text as a name for benchmark-tool: letters, digits, - and _."""
    stem = PurePosixPath(text).name.removesuffix(".lp")
    return _NO_NAME.sub("-", stem).strip("-")[:_LONGEST_NAME] or "unnamed"


def _unique(names: Iterable[str]) -> list[str]:
    """Return the names with a number behind those that occur before."""
    unique: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}-{number}" for number in count(2))
        unique[next(n for n in chain([name], numbered) if n not in unique)] = None
    return list(unique)
