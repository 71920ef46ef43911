"""Programs reduced while two ways to answer them differ, by delta debugging.

The parts of a program are its statements and the facts of an instance. Parts are left
out in groups, then one by one, then literals of bodies, until each one is needed. What
only one of two encodings has stays: without it, another difference would be found.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.core.asp import parser, syntax
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.symbols import atom_of, signature_of
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance, program_of
from galaxies_asp.lab.source import read
from galaxies_asp.lab.versions import of_clingo6

MODELS = 200
"""The largest number of answers to compare."""

_NO_PARTS = {
    ast.ASTType.Comment,
    ast.ASTType.Program,
    ast.ASTType.ProjectAtom,
    ast.ASTType.ProjectSignature,
}


@dataclass(frozen=True, slots=True)
class Way:
    """A way to answer: an encoding, under options and a version of clingo."""

    name: str
    encoding: str
    options: tuple[str, ...] = ()
    version: str = "5"


@dataclass(frozen=True, slots=True)
class ProgramPart:
    """A statement or a fact, and the numbers of the ways that read it."""

    text: str
    ways: tuple[int, ...] = (0, 1)
    is_fact: bool = False

    @property
    def is_common(self) -> bool:
        """Whether both ways read it, so that it can be left out of both."""
        return len(self.ways) == 2


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers of one way; or the messages if it refuses the program."""

    found: frozenset[Atoms] = frozenset()
    complete: bool = True
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Contest:
    """The answers of two ways to one program."""

    first: Answered
    second: Answered

    @property
    def kind(self) -> str:
        """In what the ways differ; empty if they do not, or it is not known."""
        if self.first.refused or self.second.refused:
            both = self.first.refused and self.second.refused
            return "" if both else f"refused {int(not self.first.refused)}"
        if not (self.first.complete and self.second.complete):
            return ""
        if self.first.found - self.second.found:
            return "more 0"
        return "more 1" if self.second.found - self.first.found else ""

    @property
    def same(self) -> str:
        """Why no difference is known, in words."""
        if self.first.refused:
            return "refuse the program"
        if self.first.complete and self.second.complete:
            return "have the same answers"
        return f"have over {MODELS} answers"


@dataclass(frozen=True, slots=True)
class ContestRequest:
    """A request for the answers of two ways to a program."""

    family: str
    ways: tuple[Way, Way]
    parts: tuple[ProgramPart, ...]

    def answer(self) -> Iterator[Contest]:
        """Yield the answers, which a worker process does."""
        yield Contest(*map(self._answered, (0, 1)))

    def _answered(self, number: int) -> Answered:
        family, way = compared_family(self.family), self.ways[number]
        texts = [part.text for part in self.parts if number in part.ways]
        text = "\n".join([projected_to(family.outputs), *texts, ""])
        if way.version == "6":
            ((models, complete, refused),) = of_clingo6([text], family.outputs)
            read_ = (frozenset(atom_of(parser.term(a)) for a in m) for m, _ in models)
            return Answered(frozenset(read_), complete, refused)
        options = str(MODELS), "--project=project", *way.options
        program = Program(options, name=way.name, short_searches=True)
        try:
            program.add(text)
            program.ground()
        except EncodingError as error:
            return Answered(refused=str(error))
        found = frozenset(
            frozenset(
                atom_of(symbol)
                for symbol in model.symbols(shown=True)
                if signature_of(symbol) in family.outputs
            )
            for model in program.models()
        )
        return Answered(found, program.exhausted)


def parts_of(
    family: AnyFamily, ways: tuple[Way, Way], board: Instance
) -> list[ProgramPart]:
    """Return the facts, the statements that both ways read, and those of one.

    Raises `EncodingError` if an encoding is no text.
    """
    texts: list[list[str]] = []
    for way in ways:
        source = read(family, way.encoding)
        kept = syntax.grounded(source.statements)
        texts.append([str(one) for one in kept if one.ast_type not in _NO_PARTS])
    numbers = {
        text: tuple(number for number in (0, 1) if text in texts[number])
        for text in dict.fromkeys((*texts[0], *texts[1]))
    }
    facts = facts_of(program_of(family, board))
    return [
        *(ProgramPart(f"{fact}.", is_fact=True) for fact in facts),
        *(ProgramPart(text, ways) for text, ways in numbers.items()),
    ]


def reductions(
    parts: Sequence[ProgramPart], differ: Callable[[Sequence[ProgramPart]], bool]
) -> Iterator[list[ProgramPart]]:
    """Yield smaller and smaller lists of parts for which `differ` holds.

    No part of the last one can be left out, nor a literal of a body.
    """
    now, size = [*parts], len(parts)
    while size:
        first, before = 0, len(now)
        while first < len(now):
            rest = now[:first] + now[first + size :]
            if differ(rest):
                yield (now := rest)
            else:
                first += size
        size = min(size // 2 or len(now) < before, len(now))
    for index, part in enumerate(now):
        for shorter in _shorter(part):
            rest = [*now[:index], shorter, *now[index + 1 :]]
            if differ(rest):
                yield rest
                yield from reductions(rest, differ)
                return


def _shorter(part: ProgramPart) -> Iterator[ProgramPart]:
    """Yield a rule without one literal of its body."""
    for statement in parser.statements(part.text, lambda _: None):
        for index in range(len(getattr(statement, "body", ()))):
            body = [*statement.body[:index], *statement.body[index + 1 :]]
            yield replace(part, text=str(statement.update(body=body)))
