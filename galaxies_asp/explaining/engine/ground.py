"""Ground rules as clauses and counters, each with the rule and the place it is from.

An observer reads the ground program. Its completion gives clauses: a body holds if and
only if its literals do, and an atom if and only if one of its bodies does. Aggregates
become counters. Atoms without a name, which the grounder adds, take the label of the
rule that uses them. What the completion leaves out, disjunction and theories among it,
only makes some consequences invisible; searches with clingo find them.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.ground_rules import GroundRule, RuleRecorder
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import points_among
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.ground_rules import (
    Counter,
    dependent_parts,
    groups_of,
    net_of,
)
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.labels import Labeled


class Ground(Labeled):
    """The clauses and counters of an encoding that is grounded for a puzzle.

    Lists by literal have the entry of a negative literal at their end: the index is the
    literal.

    `names`, `signatures`: the symbols and the signatures of atoms, those of switched
    tests apart. `facts`: the atoms that hold in any case. `size`: the number of atoms
    and of bodies. `units`: literals that hold by themselves; `unit_labels` has the
    tests among them. `pairs`: by literal: the literals that it implies, with the
    labels. `clauses`,
    `clause_labels`: longer clauses. `supports`: with a label, parts of which one
    holds: that an atom does not, or the literals of one of its bodies; `guards` has for
    each literal the parts that fail with it. `counters`: see `Counter`; `counted` has
    those of a literal, with the weights that it adds to what is sure, and takes from
    what is possible; `limits` has their literals, bounds and greatest weights.
    `nets_at`: the nets that a literal changes. `tests`: the literals of the tests that
    are not broken, each with its label. `single`: the nets of which
    at most one seed can hold, whatever tests do; None if this has not been asked.

    `free`: the signatures whose definitions cost nothing. `exclusive`: by signature:
    the arguments in which no two atoms differ alone that hold.
    """

    def __init__(
        self,
        source: Text,
        more: str,
        name: str,
        free: Collection[str] = (),
        exclusive: Mapping[str, Collection[int]] | None = None,
        noted: Collection[str] = (),
    ) -> None:
        observer, self.free = RuleRecorder(), free
        super().__init__(source, more, name, noted, observer)
        self.names: dict[int, clingo.Symbol] = {}
        self.signatures: dict[int, str] = {}
        for literal, symbol, signature in self.named_atoms():
            self.names[literal], self.signatures[literal] = symbol, signature
        self._groups = groups_of(self.named(exclusive or ()), exclusive or {})
        self._broken = {-n: instance for instance, n in self.switches}
        rules = [rule for rule in observer.rules if rule.head or not rule.is_choice]
        used = (n for rule in rules for n in (*rule.head, *map(abs, rule.literals)))
        self._atoms = self.size = max([0, *self.names, *used])
        self._seen: set[tuple[tuple[int, ...], int]] = set()
        self.units: list[int] = []
        self.unit_labels: dict[int, int] = {}
        self._clauses: list[tuple[tuple[int, ...], int]] = []
        self.supports: list[tuple[Sequence[Sequence[int]], int]] = []
        self.counters: list[Counter] = []
        self.counters_of: dict[int, list[Counter]] = defaultdict(list)
        self.tests: dict[int, int] = {}
        self.bodies: dict[int, list[tuple[int, GroundRule]]] = defaultdict(list)
        self.facts: set[int] = set()
        self._heads = {atom for rule in rules for atom in rule.head}
        self._parts = dependent_parts(
            r for r in rules if not self._broken.keys() & r.head
        )
        self._inner = {atom for part in self._parts for atom in part}
        self._part_of = {n: k for k, part in enumerate(self._parts) for n in part}
        self.single: set[int] | None = None
        self._labeled = self._labels_of_atoms(rules)
        self._add_rules(rules)
        self._add_support()
        self._index()

    # Labels

    def _excluding(self, literals: Iterable[int], label: int) -> int:
        """Return the label of what excludes all atoms but one; free if declared."""
        # The grounder writes true elements as negative literals of atoms without rules.
        open_ = (n for n in literals if n > 0 or -n in self._heads)
        groups = {self._groups.get(literal) for literal in open_}
        instance = self.labels[label].instance
        if len(groups) > 1 or None in groups or instance is None:
            return label
        return self.number(How.ONE, label, bits=0, instance=instance)

    def _labels_of_atoms(self, rules: Sequence[GroundRule]) -> dict[int, int]:
        """Return the labels of atoms: of their rule, or of the rule that uses them."""
        users: dict[int, set[int]] = defaultdict(set)
        for rule in rules:
            for literal in rule.literals:
                if abs(literal) not in self.names:
                    users[abs(literal)].update(rule.head or (0,))
        known: dict[int, int] = {0: 0}

        def label(atom: int, seen: tuple[int, ...]) -> int:
            if atom in known:
                return known[atom]
            if atom in self._broken:
                found = self.rule_label(self._broken[atom])
            elif atom in self.names:
                is_free = atom in self._inner or self.signatures[atom] in self.free
                found = 0 if is_free else self.number(How.LEFT, atom, atom=atom)
            elif atom in seen or len(seen) > 100:
                return 0
            else:
                several = {label(user, (*seen, atom)) for user in users[atom]}
                found = several.pop() if len(several) == 1 else 0
            known[atom] = found
            return found

        for rule in rules:
            for atom in rule.head:
                label(atom, ())
        return known

    # Clauses

    def _clause(self, literals: Iterable[int], label: int) -> None:
        some = tuple(dict.fromkeys(literals))
        if any(-n in some for n in some) or (some, label) in self._seen:
            return
        self._seen.add((some, label))
        if len(some) == 1:
            self.units.append(some[0])
            self.unit_labels.setdefault(some[0], label)
        else:
            self._clauses.append((some, label))

    def _add_rules(self, rules: Sequence[GroundRule]) -> None:
        """Add the clauses of bodies, and that a rule whose body holds holds."""
        used = Counts(atom for rule in rules for atom in rule.head)
        self._defined = {
            rule.head[0]
            for rule in rules
            if len(rule.head) == 1 and used[rule.head[0]] == 1 and not rule.is_choice
        } - {*self._inner, *self._broken}
        self._apart = {*self._inner, *self._broken, *self._defined}
        bodies: dict[tuple[object, ...], int] = {}
        for rule in rules:
            is_plain = rule.bound is None and not rule.is_choice
            if not rule.literals and is_plain and len(rule.head) == 1:
                self.units.append(rule.head[0])
                self.facts.add(rule.head[0])
                if rule.head[0] in self._broken:  # whatever is chosen
                    self.unit_labels[rule.head[0]] = self._labeled[rule.head[0]]
                continue
            first = rule.head[0] if rule.head else 0
            label = self._labeled[first]
            is_test = not first or first in self._broken
            if rule.bound is None and is_test:
                self._add_test(first, rule, label)
                continue
            label = 0 if first in self._inner else label
            if self._is_within(rule):
                for atom in rule.head:
                    self.bodies[atom].append((atom, rule))
                if not rule.is_choice:
                    self._clause([first, *(-n for n in rule.literals)], label)
                continue
            body = self._body(rule, label, first, bodies)
            if is_test:
                self.tests[-first] = label
                self.units.append(-body)
                continue
            for atom in rule.head:
                self.bodies[atom].append((body, rule))
            if not rule.is_choice and body:
                self._clause([-body, *rule.head], 0)
            elif not rule.is_choice:
                self._clause(rule.head, 0)

    def _is_within(self, rule: GroundRule) -> bool:
        """Tell whether a body needs no literal: it is only a part of supports."""
        is_plain = rule.bound is None and len(rule.literals) > 1
        is_one = len(rule.head) == 1 or (rule.is_choice and rule.head[0] in self.names)
        return is_plain and is_one and self._apart.isdisjoint(rule.head)

    def _add_test(self, first: int, rule: GroundRule, label: int) -> None:
        """Add that a body does not hold, unless its test is switched off."""
        literals = rule.literals
        # That a true atom grows from others, as in `:- loop(E), not reached(E).`
        grown = [n for n in literals if -n in self._inner]
        is_within = self._inner.issuperset(map(abs, literals))
        if len(literals) == 2 and grown and not is_within:
            label = 0
        if first:
            is_plain = len(literals) < 2 and all(abs(n) in self.names for n in literals)
            is_free = is_plain or self.tests.get(-first, label) != label
            self.tests[-first] = 0 if is_free else label
        if len(literals) == 2:
            label = self._excluding(literals, label)
        self._clause([-n for n in literals], label)

    def _body(
        self,
        rule: GroundRule,
        label: int,
        first: int,
        bodies: dict[tuple[object, ...], int],
    ) -> int:
        """Return the literal of a body, 0 if it is true; add its clauses once."""
        if rule.bound is None and len(rule.literals) < 2:
            return rule.literals[0] if rule.literals else 0
        key = rule.literals, rule.weights, rule.bound, label
        if key in bodies:
            return bodies[key]
        is_new = first not in self._defined
        self.size += is_new
        bodies[key] = body = self.size if is_new else first
        if rule.bound is None:
            of_parts = 0 if first in self.names else label
            for literal in rule.literals:
                self._clause([-body, literal], of_parts)
            self._clause([body, *(-n for n in rule.literals)], label)
        else:
            heaviest = max(rule.weights, default=0)
            is_pair = rule.bound == 2 and heaviest == 1
            over = self._excluding(rule.literals, label) if is_pair else label
            counter = Counter(body, rule.bound, rule.body, label, heaviest, over)
            self.counters.append(counter)
            self.counters_of[label].append(counter)
        return body

    def _add_support(self) -> None:
        """Add that an atom that holds has a body that holds."""
        for atom in range(1, self._atoms + 1):
            if atom in self._broken:
                if atom in self.facts:  # a test that nothing meets
                    self.units.append(-atom)
                continue
            bodies = self.bodies[atom]
            literals = [body for body, _ in bodies]
            if atom in self.facts or 0 in literals:
                continue
            if atom in self._defined and literals == [atom]:
                continue
            label = 0
            if len(bodies) > 1:
                sets = [set(rule.literals) for _, rule in bodies if rule.bound is None]
                if len(sets) == len(bodies):
                    for literal in set.intersection(*sets):
                        self._clause([-atom, literal], 0)
                label = self._labeled.get(atom, 0)
                if atom in self._inner:
                    label = self.look(How.ALONE, self._part_of[atom], atom, atom=atom)
            parts = [rule.literals if n == atom else (n,) for n, rule in bodies]
            if len(bodies) > 1 and any(len(part) > 1 for part in parts):
                self.supports.append((((-atom,), *parts), label))
                continue
            for some in zip(*parts, strict=True) if parts else [()]:
                self._clause([-atom, *some], label)

    def _index(self) -> None:
        """Index clauses and counters by their literals, and find the nets."""
        places = range(2 * self.size + 1)
        self.pairs: list[list[tuple[int, int]]] = [[] for _ in places]
        self.counted: list[list[tuple[int, int, int]]] = [[] for _ in places]
        self.occurrences: list[list[int]] = [[] for _ in places]
        self.clauses: list[tuple[int, ...]] = []
        self.clause_labels: list[int] = []
        for literals, label in self._clauses:
            if len(literals) == 2:
                one, other = literals
                self.pairs[-one].append((other, label))
                self.pairs[-other].append((one, label))
                continue
            for literal in literals:
                self.occurrences[-literal].append(len(self.clauses))
            self.clauses.append(literals)
            self.clause_labels.append(label)
        self.guards: list[list[tuple[int, int]]] = [[] for _ in places]
        for number, (parts, _) in enumerate(self.supports):
            for place, part in enumerate(parts):
                for literal in part:
                    self.guards[-literal].append((number, place))
        self.limits = [(c.literal, c.bound, c.heaviest) for c in self.counters]
        for number, counter in enumerate(self.counters):
            for literal in (counter.literal, -counter.literal):
                self.counted[literal].append((number, 0, 0))
            for literal, weight in counter.body:
                self.counted[literal].append((number, weight, 0))
                self.counted[-literal].append((number, 0, weight))
        self.nets = tuple(
            net_of(frozenset(part), self.bodies, self.facts, self._counting(part))
            for part in self._parts
        )
        self.nets_at: list[list[int]] = [[] for _ in places]
        for number, net in enumerate(self.nets):
            ways = (-body for some in net.ins.values() for _, body in some)
            seeds = (-body for _, body in net.seeds)
            caps = (-counter.literal for counter in net.caps)
            out = (-node for node in net.nodes)
            for literal in {*net.nodes, *out, *ways, *seeds, *caps} - {0}:
                self.nets_at[literal].append(number)
        self.closing: list[list[tuple[int, int, int]]] = [[] for _ in places]
        self.bodies_of: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        self.node_of: list[tuple[int, int] | None] = [None] * len(places)
        for number, net in enumerate(self.nets):
            for body, one, other in net.ways():
                self.bodies_of[number, one, other].append(body)
                if body:
                    self.closing[-body].append((number, one, other))
            for place, atom in enumerate(net.order):
                self.node_of[atom] = self.node_of[-atom] = number, 1 << place

    def _counting(self, part: Collection[int]) -> Iterator[Counter]:
        """Yield the counters that count each of some atoms once."""
        for number, weight, _ in self.counted[min(part)]:
            counter = self.counters[number]
            is_plain = weight and counter.heaviest == 1
            if is_plain and {*part} <= {literal for literal, _ in counter.body}:
                yield counter

    # Questions

    def named(self, signatures: Collection[str]) -> Iterator[tuple[int, clingo.Symbol]]:
        """Yield the literals and symbols of the atoms with some signatures."""
        for literal, signature in self.signatures.items():
            if signature in signatures:
                yield literal, self.names[literal]

    def repeated(self, alike: Iterable[tuple[str, str]]) -> Iterator[int]:
        """Yield the outputs that a rule takes from a clue: a given edge is drawn.

        `alike`: the signatures of clues and outputs that look the same.
        """
        for clue, output in alike:
            clues = {tuple(symbol.arguments) for _, symbol in self.named([clue])}
            for literal, symbol in self.named([output]):
                if literal in self.unit_labels and tuple(symbol.arguments) in clues:
                    yield literal

    @cached_property
    def places(self) -> dict[int, Point]:
        """The first point in each atom that has one."""
        found = ((n, points_among([symbol])) for n, symbol in self.names.items())
        return {atom: points[0] for atom, points in found if points}

    @cached_property
    def rivals(self) -> dict[int, tuple[int, ...]]:
        """For each atom the atoms of which at most one holds, as declared."""
        groups: dict[object, list[int]] = defaultdict(list)
        for literal, group in self._groups.items():
            groups[group].append(literal)
        return {n: tuple(some) for some in groups.values() for n in some}

    @cached_property
    def optional(self) -> int:
        """The labels of rules and definitions, as bits."""
        bits = 0
        for label, bit in zip(self.labels, self.bits, strict=True):
            if label.how in (How.RULE, How.LEFT):
                bits |= bit
        return bits

    def at_most_one(self, literals: Sequence[int]) -> bool:
        """Tell whether no two of some bodies hold together, whatever tests do."""
        with self._program.control.backend() as backend:
            two = backend.add_atom()
            some = [(self._as_atom(backend, literal), 1) for literal in literals]
            backend.add_weight_rule([two], 2, some)
        return not self.is_possible([two])

    def _as_atom(self, backend: clingo.Backend, literal: int) -> int:
        if abs(literal) <= self._atoms:
            return literal
        atom = backend.add_atom()
        backend.add_rule([atom], self._rules_of[literal].literals)
        return atom

    @cached_property
    def _rules_of(self) -> dict[int, GroundRule]:
        return {body: rule for some in self.bodies.values() for body, rule in some}
