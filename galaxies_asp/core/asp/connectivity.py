"""Connectivity on demand: a propagator that adds the cuts that a search violates.

A program asks for it by three predicates (see `connected/lazy.lp`): the nodes of each
group have to be connected to one of its roots, along edges, through nodes of the group.

Nothing about paths is grounded. When nodes have left a group, others may have lost all
paths to a root that could still be in the group; they must leave it, too. The reason is
the cut around them. Let K be a connected set of such nodes, and B the nodes beside it,
which have left: each node of K is not in the group, or some node of B is, or some node
of K is a root. This holds whatever the search tries, and is added as a clause.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.grid import reachable

NODE, ROOT, EDGE = "lazy_node", "lazy_root", "lazy_edge"
"""The predicates, with two arguments each."""

PREDICATES = frozenset(f"{name}/2" for name in (NODE, ROOT, EDGE))


def asks(text: str) -> bool:
    """Tell whether the text of a program needs the propagator."""
    return NODE in text


def register(control: clingo.Control) -> bool:
    """Add the propagator to a control that is grounded, if its program asks for it.

    Returns whether it does.

    Raises `EncodingError` if it depends on the model what is joined.
    """
    atoms = control.symbolic_atoms
    if next(iter(atoms.by_signature(NODE, 2)), None) is None:
        return False
    for atom in atoms.by_signature(EDGE, 2):
        if not atom.is_fact:
            raise EncodingError(
                f"{atom.symbol} is no fact; which nodes are joined must not depend on "
                "what is searched for"
            )
    # The types of clingo ask for methods that a propagator may leave out.
    control.register_propagator(Connectivity())  # type: ignore[arg-type]
    return True


class _Group:
    """The possible nodes of a group, by number.

    `nodes`: the solver's literal for each node. `roots`: the literals that make some
    nodes roots. `beside`: the nodes beside each node.
    """

    def __init__(
        self,
        nodes: Mapping[clingo.Symbol, int],
        roots: Mapping[clingo.Symbol, int],
        joined: Mapping[clingo.Symbol, set[clingo.Symbol]],
    ) -> None:
        number = {node: index for index, node in enumerate(nodes)}
        self.nodes = list(nodes.values())
        self.roots = {number[node]: roots[node] for node in nodes if node in roots}
        self.beside = [
            [number[other] for other in joined.get(node, ()) if other in number]
            for node in nodes
        ]

    def cuts(self, assignment: clingo.Assignment) -> Iterator[list[int]]:
        """Yield the clauses, violated or about to be, about nodes that are cut off."""
        is_false, roots = assignment.is_false, self.roots
        lost = {n for n, literal in enumerate(self.nodes) if not is_false(literal)}

        def steps(node: int) -> set[int]:
            return lost.intersection(self.beside[node])

        rooted = {node for node, literal in roots.items() if not is_false(literal)}
        part: set[int] = reachable(rooted & lost, steps)
        while lost := lost - part:
            part = reachable([min(lost)], steps)
            around = {other for node in part for other in self.beside[node]} - part
            cut = [self.nodes[node] for node in sorted(around)]
            cut += [roots[node] for node in sorted(part) if node in roots]
            for node in sorted(part):
                yield [-self.nodes[node], *cut]


class Connectivity:
    """The propagator: it keeps no state of the search, so that nothing is undone."""

    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._groups_of: dict[int, set[int]] = {}

    def init(self, init: clingo.PropagateInit) -> None:
        """Read the groups, and watch the literals of nodes that leave them."""
        joined: dict[clingo.Symbol, set[clingo.Symbol]] = {}
        for atom in init.symbolic_atoms.by_signature(EDGE, 2):
            first, second = atom.symbol.arguments
            joined.setdefault(first, set()).add(second)
            joined.setdefault(second, set()).add(first)
        literals: dict[str, dict[clingo.Symbol, dict[clingo.Symbol, int]]] = {}
        for name in (NODE, ROOT):
            of_group = literals.setdefault(name, {})
            for atom in init.symbolic_atoms.by_signature(name, 2):
                node, group = atom.symbol.arguments
                literal = init.solver_literal(atom.literal)
                of_group.setdefault(group, {})[node] = literal
        self._groups = [
            _Group(nodes, literals[ROOT].get(group, {}), joined)
            for group, nodes in literals[NODE].items()
        ]
        self._groups_of = {}
        for number, members in enumerate(self._groups):
            for literal in (*members.nodes, *members.roots.values()):
                self._groups_of.setdefault(-literal, set()).add(number)
        for literal in self._groups_of:
            init.add_watch(literal)

    def propagate(
        self, control: clingo.PropagateControl, changes: Sequence[int]
    ) -> None:
        """Add the cuts of the groups that changed."""
        numbers = {group for literal in changes for group in self._groups_of[literal]}
        self._add_cuts(sorted(numbers), control)

    def check(self, control: clingo.PropagateControl) -> None:
        """Examine all groups before a model is accepted."""
        self._add_cuts(range(len(self._groups)), control)

    def _add_cuts(
        self, numbers: Iterable[int], control: clingo.PropagateControl
    ) -> None:
        for number in numbers:
            for clause in self._groups[number].cuts(control.assignment):
                if not control.add_clause(clause) or not control.propagate():
                    return
