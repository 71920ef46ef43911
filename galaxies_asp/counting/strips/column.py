"""Explore a declarative column: from an encoding to its automaton, by clingo.

The encoding is grounded once for each height. The state before a column is a set of
external atoms, so that one program, solved again and again, answers for every state.
What an encoding says is stated in `encodings/strips/interface.lp`.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from galaxies_asp.core.asp import clingo, syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import text_of
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import symbol_of, value_of
from galaxies_asp.core.board.atoms import unquoted
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.counting.strips.automaton import Automaton, explore_columns
from galaxies_asp.counting.strips.sweep import BLANK, CHARACTERS, NAMES

State = frozenset[clingo.Symbol]
Picture = tuple[frozenset[str], ...]
"""What each cell of a column shows."""

_REQUIRED = {
    "picture/2": "picture(R,P)",
    "after/1": "after(T)",
    "accepting/0": "accepting",
}
"""What an encoding must have rules for, by signature."""


def find_column(name: str) -> Path:
    """Return the file of a column, by name or path, or raise `EncodingError`."""
    for path in (data_folder("encodings") / "strips" / f"{name}.lp", Path(name)):
        if path.is_file():
            return path
    raise EncodingError(f"no encoding {name!r}: neither a file nor in encodings/strips")


def explore_encoding(
    path: Path,
    rows: int,
    constants: Mapping[str, int] = MappingProxyType({}),
    facts: str = "",
    report: Report = silent,
) -> Automaton:
    """Return the automaton of an encoding for a height.

    It gets values for its constants, besides `rows`, and facts.

    Raises `EncodingError` if clingo refuses the encoding, or it is no step from state
    to state. Raises `LimitError` if there are too many steps.
    """
    column = _Column(path, {"rows": rows, **constants}, facts, report)
    empty = column.counts_empty
    return explore_columns(rows, column.start, empty, column.step, _name)


class _Column:
    """A ground encoding of a column, to be asked about state after state."""

    def __init__(
        self, path: Path, constants: Mapping[str, int], facts: str, report: Report
    ) -> None:
        self._path, self._rows, self._report = path, constants["rows"], report
        values = (f"--const={name}={value}" for name, value in constants.items())
        source, name = text_of(path, family="strips"), f"the encoding {path}"
        self._program = Program(
            ["0", "--project=show", *values], source, name=name, short_searches=True
        )
        self._read(statements(source, name), source)
        for constant in constants.keys() - self._defined:
            raise EncodingError(
                f"{path}: there is no constant {constant}; `#const {constant} = 0.` "
                "makes one"
            )
        self._program.add(facts)
        self._program.ground()
        if messages := self._program.messages:
            raise EncodingError(f"clingo warns about {path}:\n" + "\n".join(messages))
        atoms = self._program.control.symbolic_atoms
        names = "before", "possible", "start"
        before, possible, start = (list(atoms.by_signature(n, 1)) for n in names)
        for atom in (*possible, *start):
            if not atom.is_fact:
                raise EncodingError(
                    f"{path}: {atom.symbol} depends on the column; what states are "
                    "made of, and the start, must not"
                )
        self._before = {atom.symbol.arguments[0]: atom.symbol for atom in before}
        self.start: State = frozenset(atom.symbol.arguments[0] for atom in start)
        self.counts_empty = symbol_of("empty") in atoms
        self._current: State = frozenset()
        self._asked = 0
        self._ends: dict[State, bool] = {}
        self._require_possible(self.start, "the start")
        for signature, form in _REQUIRED.items():
            if signature not in self._places:
                raise EncodingError(f"{path}: no rule derives {form}")

    def _read(self, program: Sequence[ast.AST], source: Text) -> None:
        """Note the constants, and where the rules for each predicate are."""
        self._defined: set[str] = set()
        self._places: dict[str, list[str]] = {}
        for statement in program:
            if statement.ast_type is ast.ASTType.Definition:
                self._defined.add(statement.name)
            elif statement.ast_type is ast.ASTType.Rule:
                file, line = source.position(statement.location.begin.line)
                for signature in syntax.heads(statement):
                    places = self._places.setdefault(signature, [])
                    places.append(f"{Path(file).name}:{line}")

    def step(self, state: State) -> Iterator[tuple[str, State, bool]]:
        """Yield the columns that can follow a state; each must lead to one state."""
        self._asked += 1
        self._report("states", self._asked, None)
        for term in self._current ^ state:
            self._program.control.assign_external(self._before[term], term in state)
        self._current = state
        seen: dict[Picture, State] = {}
        for model in self._program.models():
            shown = model.symbols(shown=True)
            after = frozenset(
                atom.arguments[0] for atom in shown if atom.match("after", 1)
            )
            picture = self._picture(state, shown)
            symbol = "".join(map(_glyph, picture))
            ends = any(atom.match("accepting", 0) for atom in shown)
            origin = f"from the state {_name(state)} the column {symbol}"
            self._require_possible(after, origin)
            if seen.setdefault(picture, after) != after:
                both = f"several states: {_name(seen[picture])} and {_name(after)}"
                raise self._error(f"{origin} leads to {both}", "after/1")
            if self._ends.setdefault(after, ends) != ends:
                raise self._error(
                    f"{origin} leads to {_name(after)}, where a board may end after "
                    "some columns and not after others",
                    "accepting/0",
                )
            yield symbol, after, ends

    def _require_possible(self, state: State, origin: str) -> None:
        for term in state:
            if term not in self._before:
                raise self._error(
                    f"{origin} leads to {_name(state)}, but possible({term}) does not "
                    "hold, so that no column could follow",
                    "after/1",
                )

    def _picture(self, state: State, shown: Sequence[clingo.Symbol]) -> Picture:
        """Return the picture of a column."""
        parts: list[set[str]] = [set() for _ in range(self._rows)]
        for atom in shown:
            if not atom.match("picture", 2):
                continue
            row, part = map(value_of, atom.arguments)
            if not isinstance(row, int) or not 1 <= row <= self._rows:
                raise self._error(
                    f"from the state {_name(state)} a column shows {atom}, but the "
                    f"rows are 1 to {self._rows}",
                    "picture/2",
                )
            parts[row - 1].add(unquoted(part))
        return tuple(map(frozenset, parts))

    def _error(self, message: str, signature: str) -> EncodingError:
        """Return a fault, with the places of the rules for a predicate."""
        name, places = signature.partition("/")[0], ", ".join(self._places[signature])
        return EncodingError(
            f"{self._path}: {message}; see the rules for {name} at {places}"
        )


def _glyph(parts: frozenset[str]) -> str:
    """Return one character for what a cell shows."""
    if parts and parts <= NAMES.keys():
        return CHARACTERS[sum(NAMES[part] for part in parts)]
    word = "+".join(sorted(parts))
    return {"star": "★", "empty": BLANK}.get(word, word[:1] or " ")


def _name(state: State) -> str:
    return "{" + ", ".join(map(str, sorted(state))) + "}"
