"""Connectivity on demand: a propagator that adds the cuts that a search violates.

A program asks for it by three predicates (see `connected/lazy.lp`): the nodes of each
group have to be connected to one of its roots, along edges, through nodes of the group.

Nothing about paths is grounded. When nodes have left a group, others may have lost all
paths to a root that could still be in the group; they must leave it, too. The reason is
the cut around them. Let K be a connected set of such nodes, and B the nodes beside it,
which have left: each node of K is not in the group, or some node of B is, or some node
of K is a root. This holds whatever the search tries, and is added as a clause.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import clingo

from galaxies_asp.board.errors import EncodingError

NODE, ROOT, EDGE = "lazy_node", "lazy_root", "lazy_edge"
"""The predicates, with two arguments each."""

PREDICATES = frozenset(f"{name}/2" for name in (NODE, ROOT, EDGE))


def asks(text: str) -> bool:
    """Tell whether the text of a program needs the propagator."""
    return NODE in text


def register(control: clingo.Control) -> None:
    """Add the propagator to a control that is grounded, if its program asks for it.

    Raises `EncodingError` if it depends on the model what is joined.
    """
    atoms = control.symbolic_atoms
    if next(iter(atoms.by_signature(NODE, 2)), None) is None:
        return
    for atom in atoms.by_signature(EDGE, 2):
        if not atom.is_fact:
            raise EncodingError(
                f"{atom.symbol} is no fact; which nodes are joined must not depend on "
                "what is searched for"
            )
    # The types of clingo ask for methods that a propagator may leave out.
    control.register_propagator(Connectivity())  # type: ignore[arg-type]


class _Group(NamedTuple):
    """The possible nodes of a group, by number.

    Attributes
    ----------
    nodes
        The solver's literal for each node.
    roots
        The literals that make the node a root: one, or none.
    beside
        The nodes beside each node.
    """

    nodes: tuple[int, ...]
    roots: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]

    def spread(self, start: Iterable[int], open_: Sequence[bool]) -> set[int]:
        """Return the open nodes that paths of open nodes lead to."""
        reached = set(start)
        pending = list(reached)
        while pending:
            for node in self.beside[pending.pop()]:
                if open_[node] and node not in reached:
                    reached.add(node)
                    pending.append(node)
        return reached


class Connectivity:
    """The propagator: it keeps no state of the search, so that nothing is undone."""

    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._groups_of: dict[int, set[int]] = {}

    def init(self, init: clingo.PropagateInit) -> None:
        """Read the groups, and watch the literals of nodes that leave them."""
        self._groups = list(_groups(init))
        self._groups_of = {}
        for number, group in enumerate(self._groups):
            for literal in (*group.nodes, *(r for root in group.roots for r in root)):
                self._groups_of.setdefault(-literal, set()).add(number)
        for literal in self._groups_of:
            init.add_watch(literal)

    def propagate(
        self, control: clingo.PropagateControl, changes: Sequence[int]
    ) -> None:
        """Add the cuts of the groups that changed."""
        self._add_cuts(
            sorted(
                {group for literal in changes for group in self._groups_of[literal]}
            ),
            control,
        )

    def check(self, control: clingo.PropagateControl) -> None:
        """Examine all groups before a model is accepted."""
        self._add_cuts(range(len(self._groups)), control)

    def _add_cuts(
        self, numbers: Iterable[int], control: clingo.PropagateControl
    ) -> None:
        for number in numbers:
            for clause in _cuts(self._groups[number], control.assignment):
                if not control.add_clause(clause) or not control.propagate():
                    return


def _cuts(group: _Group, assignment: clingo.Assignment) -> Iterator[list[int]]:
    """Yield the clauses, violated or about to be, about nodes that are cut off."""
    open_ = [not assignment.is_false(node) for node in group.nodes]
    roots = [
        node
        for node, literals in enumerate(group.roots)
        if open_[node] and not all(map(assignment.is_false, literals))
    ]
    reached = group.spread(roots, open_)
    lost = {node for node, is_open in enumerate(open_) if is_open} - reached
    while lost:
        part = group.spread([min(lost)], open_)
        lost -= part
        around = {other for node in part for other in group.beside[node]} - part
        cut = [group.nodes[node] for node in sorted(around)]
        cut += [literal for node in sorted(part) for literal in group.roots[node]]
        for node in sorted(part):
            yield [-group.nodes[node], *cut]


def _groups(init: clingo.PropagateInit) -> Iterator[_Group]:
    def pairs(name: str) -> Iterator[tuple[clingo.Symbol, clingo.Symbol, int]]:
        for atom in init.symbolic_atoms.by_signature(name, 2):
            first, second = atom.symbol.arguments
            yield first, second, init.solver_literal(atom.literal)

    joined: dict[clingo.Symbol, set[clingo.Symbol]] = {}
    for first, second, _ in pairs(EDGE):
        joined.setdefault(first, set()).add(second)
        joined.setdefault(second, set()).add(first)
    nodes: dict[clingo.Symbol, dict[clingo.Symbol, int]] = {}
    for node, group, literal in pairs(NODE):
        nodes.setdefault(group, {})[node] = literal
    roots = {(node, group): literal for node, group, literal in pairs(ROOT)}
    for group, literals in nodes.items():
        number = {node: index for index, node in enumerate(literals)}
        yield _Group(
            tuple(literals.values()),
            tuple(
                (roots[node, group],) if (node, group) in roots else ()
                for node in literals
            ),
            tuple(
                tuple(
                    number[other] for other in joined.get(node, ()) if other in number
                )
                for node in literals
            ),
        )
