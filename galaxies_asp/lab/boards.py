"""Sets of boards: the program that chooses a board, and the boards one by one.

The rules that choose a board stand beside an encoding in one program. They have
predicates of their own, from which the facts follow that the encoding reads: the board
is what these rules choose, whatever the encoding derives.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from galaxies_asp.core.asp import clingo, sources, syntax
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.symbols import atom_of, signature_of
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.apart import Constants, Renaming, atom_with_variables
from galaxies_asp.lab.instances import Instance, program_of
from galaxies_asp.lab.source import fingerprint, read

_BOARD = "board"
PREFIX = Renaming(_BOARD, {}).prefix
"""How the names of the predicates begin that choose a board."""


def inputs_on(family: AnyFamily, board: Instance) -> frozenset[str]:
    """Return the signatures of the facts that the boards of a set may have."""
    given = (fact.signature for fact in facts_of(board.facts))
    return frozenset((*family.inputs, *family.clues, *given))


def choice(family: AnyFamily, board: Instance) -> str:
    """Return the rules that choose a board of a set, and what they define."""
    encoding = next(iter(family.encodings), None)
    if encoding is None:
        return program_of(family, board)
    key = fingerprint(family, encoding)
    return program_of(family, board) + _definitions(family, encoding, board, key)


def private_choice(family: AnyFamily, board: Instance) -> str:
    """Return the rules that choose a board by predicates of their own."""
    text = sources.Text(choice(family, board), ())
    parsed = statements(text, f"the choice of {board.name}")
    renaming = Renaming(_BOARD, {})
    atoms = map(atom_with_variables, sorted(inputs_on(family, board)))
    facts = [f"{atom} :- {PREFIX}{atom}." for atom in atoms]
    facts += [f"#defined {name}." for name in private_inputs(family, board)]
    rules = [one for statement in parsed for one in statement.unpool()]
    return "\n".join([*map(str, map(renaming.visit, rules)), *facts, ""])


def private_facts(
    family: AnyFamily, board: Instance, program: Program
) -> list[tuple[int, Atom]]:
    """Return the facts that may be chosen, each with the literal that chooses it."""
    given = {*facts_of(board.facts)}
    atoms = program.occurring(*private_inputs(family, board))
    facts = ((one.literal, atom_of(one.symbol)) for one in atoms)
    named = ((n, Atom(f.name.removeprefix(PREFIX), f.arguments)) for n, f in facts)
    return [(literal, fact) for literal, fact in named if fact not in given]


def private_inputs(family: AnyFamily, board: Instance) -> list[str]:
    """Return the signatures of the predicates of their own that choose the facts."""
    return [f"{PREFIX}{name}" for name in sorted(inputs_on(family, board))]


def each(family: AnyFamily, board: Instance) -> Iterator[Instance]:
    """Yield the boards of a set."""
    inputs = inputs_on(family, board)
    program = Program(["0", "--project=project"], name=board.name, short_searches=True)
    program.add(choice(family, board) + projected_to(sorted(inputs)))
    program.ground()
    for model in program.models():
        yield chosen(board, model, inputs)


def chosen(board: Instance, model: clingo.Model, inputs: Collection[str]) -> Instance:
    """Return the board that a model chooses from a set."""
    return replace(board, facts=joined(texts_of(true(model, inputs))), choices="")


def true(model: clingo.Model, names: Collection[str]) -> Atoms:
    """Return the atoms with some signatures that are true in a model."""
    symbols = model.symbols(atoms=True)
    return frozenset(atom_of(atom) for atom in symbols if signature_of(atom) in names)


def constants_on(family: AnyFamily, board: Instance) -> dict[str, clingo.Symbol]:
    """Return the constants that a board sets, such as the number of stars."""
    text = f"{family.adjusted(board.facts)}{board.constants}{board.choices}"
    return {
        statement.name: statement.value.symbol
        for statement in statements(sources.Text(text, ()), "the board")
        if statement.ast_type == ast.ASTType.Definition
    }


@lru_cache(maxsize=64)
def _definitions(family: AnyFamily, encoding: str, board: Instance, _key: str) -> str:
    """Return the rules of the family's encoding for what the choice of boards uses.

    `_key` differs where the text of this encoding has changed.
    """
    parsed = statements(sources.Text(board.choices, ()), f"the choice of {board.name}")
    source = read(family, encoding)
    constants = Constants({**source.constants, **constants_on(family, board)})
    needed = {name for statement in parsed for name in syntax.signatures(statement)}
    for statement in parsed:
        needed.difference_update(syntax.heads(statement))
    rules = [
        (set(syntax.signatures(statement.head)), statement)
        for statement in map(constants.visit, syntax.grounded(source.statements))
        if getattr(statement, "head", statement).ast_type == ast.ASTType.Literal
    ]
    uses: defaultdict[str, set[str]] = defaultdict(set)
    for names, rule in rules:
        for name in names:
            uses[name].update(syntax.signatures(rule))
    needed = syntax.reachable(needed - inputs_on(family, board), uses)
    return "".join(f"{rule}\n" for names, rule in rules if names & needed)
