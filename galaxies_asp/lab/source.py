"""The text of an encoding: its files, its statements with their places; its export."""

import hashlib
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

import galaxies_asp
from galaxies_asp.core.asp import clingo, sources, syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.program import TASTE, Program, statements
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.instances import Instance, program_of

_PAGE_WIDTH = 88
_BLANK_LINES = re.compile(r"\n{3,}")
_KINDS = ast.ASTType
_NO_RULES = (_KINDS.Comment, _KINDS.Program)

Found = tuple[ast.AST, str, str]
"""A statement, the rule of `lint` that finds it, and a message."""


@dataclass(frozen=True)
class EncodingSource:
    """The text of an encoding."""

    name: str
    """The name of the encoding."""
    program: sources.Text
    """The program, with everything that it includes."""
    statements: tuple[ast.AST, ...]
    """All its statements, each with its place in the files, but for those of `taste`.
    """
    lines: tuple[int, ...]
    """The line of the program (from 1) at which each begins."""
    constants: Mapping[str, clingo.Symbol]
    """The values of its constants."""
    taste: tuple[ast.AST, ...] = ()
    """The statements of its part `taste`."""

    def origins(self) -> Iterator[tuple[str, tuple[str, int]]]:
        """Yield each line of the program, with its file and its number there."""
        lines = self.program.text.split("\n")
        for line, (path, number) in zip(lines, self.program.origin, strict=True):
            yield line, (str(path), number)


def read(family: AnyFamily, encoding: str) -> EncodingSource:
    """Read an encoding, given by its name, its mix or its file.

    Raises `EncodingError` if clingo refuses it on every instance, or it may not be
    read; see `sources.read`.
    """
    if encoding in family.native:
        raise EncodingError(f"{encoding!r} is a program in Python, not a text")
    return _read(encoding, family.source(encoding))


@lru_cache(maxsize=32)
def _read(encoding: str, text: sources.Text) -> EncodingSource:
    name = f"the encoding {encoding}"
    parsed = statements(text, name)
    if all(statement.ast_type in _NO_RULES for statement in parsed):
        need = "an encoding needs some, and an instance facts such as width(3)"
        raise EncodingError(f"{encoding} has no rules: {need}")
    program = Program((), text, name=name)
    # Before any part, clingo checks the variables of all rules.
    program.ground(("no part", ()), is_short=True)
    constants = {
        statement.name: value
        for statement in parsed
        if statement.ast_type == _KINDS.Definition
        and (value := program.control.get_const(statement.name)) is not None
    }
    statements_ = tuple(placed(parsed, text))
    lines = tuple(statement.location.begin.line for statement in parsed)
    taste = tuple(placed(statements(text, name, TASTE), text))
    return EncodingSource(encoding, text, statements_, lines, constants, taste)


def comparable(family: AnyFamily, encoding: str) -> EncodingSource:
    """Read an encoding whose models can be compared with those of others.

    Raises `EncodingError` if it may not be read, see `read`, optimizes, gives an
    external two values, or derives no output.
    """
    source = read(family, encoding)
    derived: set[str] = set()
    values: dict[str, str] = {}
    for statement in syntax.grounded(source.statements):
        if statement.ast_type == _KINDS.Minimize:
            what = "optimization removes solutions, so they cannot be compared"
            raise EncodingError(f"{place(statement)}: {what}")
        derived.update(syntax.heads(statement))
        if statement.ast_type == _KINDS.External:  # it may be true without a rule
            derived.update(names := [*syntax.signatures(statement.atom)])
            value = external_value(statement, source)
            for name in names:
                if values.setdefault(name, value) != value:
                    what = f"externals of {name} are {values[name]} and {value}"
                    why = "the order of grounding decides which one counts"
                    raise EncodingError(f"{place(statement)}: {what}: {why}")
    if derived.isdisjoint(family.outputs):
        output = f"{' or '.join(family.outputs)}, which is the output of {family.name}"
        raise EncodingError(f"no rule of the encoding {encoding} derives {output}")
    return source


def external_value(external: ast.AST, source: EncodingSource) -> str:
    """Return the value of an external: true, false or free."""
    symbol = external.external_type.symbol
    return str(source.constants.get(str(symbol), symbol))


def inputs_read(source: EncodingSource) -> set[str]:
    """Return the signatures of the predicates in the bodies of its statements."""
    return {
        signature
        for statement in syntax.grounded(source.statements)
        for literal in (
            *getattr(statement, "body", ()),
            *(one for _, condition in syntax.heads_of(statement) for one in condition),
        )
        for signature in syntax.signatures(literal)
    }


def page(family: AnyFamily, encoding: str) -> str:
    """Return an encoding as one text without includes, itself an encoding.

    Each file follows a line with its name, and the files that it includes.

    Raises `EncodingError` if it does not parse, or may not be read; see `source.read`.
    """
    texts: dict[str, list[str]] = {}
    for line, (path, _) in read(family, encoding).origins():
        # A file ends after those that it includes.
        texts[path] = [*texts.pop(path, []), line]
    sections = [
        f"{f'% {short(path)} '.ljust(_PAGE_WIDTH, '=')}\n\n{text}"
        for path, lines in texts.items()
        if (text := "\n".join(lines).strip())
    ]
    joined = "\n\n".join([f"% The encoding {encoding} on one page", *sections])
    return _BLANK_LINES.sub("\n\n", joined) + "\n"


def export(
    family: AnyFamily,
    encoding: str,
    board: Instance,
    options: Sequence[str] = (),
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
        f"{program_of(family, board).strip()}\n\n"
        f"{_program(family, encoding, is_plain=is_plain)}"
    )


def _program(family: AnyFamily, encoding: str, *, is_plain: bool = False) -> str:
    """Return the encoding without includes, projected to the output."""
    text = comparable(family, encoding).program.text
    if is_plain:
        text = "\n".join(uncommented(text))
    return f"{projected_to(family.outputs)}\n{text.strip()}\n"


def fingerprint(family: AnyFamily, encoding: str) -> str:
    """Return a hash of the text of an encoding and of the family."""
    texts = [family.name]
    if Path(family.name).is_file():
        texts.append(Path(family.name).read_text(encoding="utf-8"))
    if encoding in family.native:
        folder = Path(galaxies_asp.__file__).parent / encoding
        texts += [path.read_text("utf-8") for path in sorted(folder.glob("*.py"))]
    else:
        texts.append(family.source(encoding).text)
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def shuffled(text: str, seed: int) -> str:
    """Return a program with its statements in random order."""
    texts = uncommented(text)
    Random(seed).shuffle(texts)
    return "\n".join(texts) + "\n"


def uncommented(text: str) -> list[str]:
    """Return the statements of a program that count, one a line, without comments."""
    parsed = statements(sources.Text(text, ()), "the program")
    kept = (s for s in syntax.grounded(parsed) if s.ast_type != _KINDS.Comment)
    return list(map(str, kept))


@dataclass(frozen=True)
class Constraint:
    """An integrity constraint, or the bounds of a choice."""

    number: int
    """The number of the statement in its encoding."""
    place: str
    """The file with the number of the line."""
    heading: str
    """The comment above it, without its marks; empty if there is none."""
    text: str
    """The rule, as clingo prints it."""

    def __str__(self) -> str:
        said = self.heading.partition(":")[2].strip() or self.heading or self.text
        return f"{said} ({self.place})"


def constraints(source: EncodingSource) -> list[Constraint]:
    """Return the constraints of an encoding in the order of its text."""
    return [
        Constraint(
            number,
            place(statement),
            source.program.heading(source.lines[number]),
            str(statement),
        )
        for number, statement in enumerate(source.statements)
        if statement.ast_type is _KINDS.Rule
        and (syntax.is_false(statement.head) or syntax.is_bounded(statement.head))
    ]


def without(source: EncodingSource, omitted: Iterable[Constraint]) -> str:
    """Return the text of an encoding without some of its constraints."""
    numbers = {constraint.number for constraint in omitted}
    kept = []
    for number, statement in enumerate(source.statements):
        if number not in numbers:
            kept.append(str(statement))
        elif syntax.is_bounded(statement.head):
            kept.append(str(statement.update(head=syntax.unbounded(statement.head))))
    return "\n".join(kept) + "\n"


def place(statement: ast.AST) -> str:
    """Return `file:line` of a statement."""
    begin = statement.location.begin
    return f"{short(begin.filename)}:{begin.line}"


def is_bundled(filename: str) -> bool:
    """Tell whether a file is one of the encodings that this program comes with."""
    return Path(filename).resolve().is_relative_to(data_folder("encodings").resolve())


def short(filename: str) -> str:
    """Return a file name relative to the folder of its encodings, or unchanged."""
    if not is_bundled(filename):
        return filename
    name = Path(filename).resolve().relative_to(data_folder("encodings").resolve())
    return str(name.relative_to("galaxies") if name.parts[0] == "galaxies" else name)


def placed(parsed: Iterable[ast.AST], program: sources.Text) -> Iterator[ast.AST]:
    """Yield statements with their places in the files, not in the text."""
    for statement in parsed:
        location = statement.location
        begin, end = map(program.position, (location.begin.line, location.end.line))
        yield statement.update(
            location=ast.Location(
                ast.Position(*begin, location.begin.column),
                ast.Position(*end, location.end.column),
            )
        )
