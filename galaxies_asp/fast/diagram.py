"""All solutions of a puzzle as a decision diagram with independent components.

The open pairs after the fixpoint of `fast` split into components: sets of pairs that
share no cell, and of which none needs another set to be connected to its dot. The
solutions are the product of those of the components. In a component, the regions grow
one after the other, along the longer side of the board; each pair beside the region is
taken or not. After propagation, the rest splits into smaller components. Equal
components are decided once, so that the diagram may be far smaller than the set of
solutions. (In knowledge compilation: a deterministic decomposable negation normal
form.)

The diagram gives the exact number of solutions and the solution of any rank, hence all
solutions in order, or uniform samples. It does not use the solver.
"""

import time
from collections import ChainMap, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count as count_from
from math import inf, prod
from typing import TYPE_CHECKING, Any, TypeAlias

from galaxies_asp.core.board.puzzle import Labels, Puzzle
from galaxies_asp.fast.bitboard import places
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.splitting import Branch, Component, Links, mask_of

if TYPE_CHECKING:  # solutions are arrays; a count needs none
    import numpy as np
    from numpy.typing import NDArray

Rows: TypeAlias = "NDArray[np.intp]"
Ranks: TypeAlias = "NDArray[Any]"
"""Machine integers, or Python integers where those are too small."""

TABLE_SOLUTIONS = 4096
"""Components with at most this number of solutions are tabulated, for speed."""

_CLOCK_EVERY = 64


class Diagram:
    """The diagram of a puzzle; built by `expand`, which may be stopped and continued.

    `pairs`: the open pairs after the fixpoint. `possible`: which pairs to consider;
    fewer pairs are faster.

    `base`: the labels that all solutions share, row by row. `roots`: the components of
    the puzzle; None if propagation finds no solution.
    """

    def __init__(
        self, puzzle: Puzzle, pairs: PairLists, possible: Sequence[bool]
    ) -> None:
        self.puzzle = puzzle
        upright = puzzle.height >= puzzle.width
        centers = [center[::-1] if upright else center for center in puzzle.centers]
        order = sorted(range(len(pairs.dots)), key=lambda i: centers[pairs.dots[i]])
        self._pairs = pairs = pairs.part(order)
        self._links = Links(pairs)
        self._branches: dict[Component, list[Branch]] = {}
        self._counts: dict[Component, int] = {}
        self._least: dict[Component, int] = {}
        self._tables: dict[Component, tuple[list[int], Labels]] = {}
        self.base = list(pairs.labels)
        self.roots: tuple[Component, ...] | None = None
        excluded = (new for new, old in enumerate(order) if not possible[old])
        start = self._links.start(mask_of(excluded))
        if start is not None:
            self.roots = start.rest
            for cell, dot in self._drawn(start.taken):
                self.base[cell] = dot

    @cached_property
    def dtype(self) -> "np.dtype[Any]":
        """The smallest type for labels."""
        import numpy as np

        return np.min_scalar_type(-max(1, len(self.puzzle.centers)))

    def expand(
        self, deadline: float | None = None, decisions: int | None = None
    ) -> bool:
        """Decide all components; return whether the diagram is complete.

        `deadline`: the value of `time.monotonic()` at which to stop. `decisions`: the
        number of decisions after which a component of the puzzle is given up.
        """
        complete = True
        for root in self.roots or ():
            most = None if decisions is None else self.size + decisions
            complete &= self._expand(root, deadline, most)
        return complete

    def _expand(
        self, root: Component, deadline: float | None, most: int | None
    ) -> bool:
        todo = [root]
        for step in count_from():
            if not todo:
                return True
            if step % _CLOCK_EVERY == 0 and time.monotonic() > (deadline or inf):
                return False
            component = todo[-1]
            if component in self._counts:
                todo.pop()
                continue
            if most is not None and self.size >= most:
                return False
            if missing := self._undecided(component):
                todo += missing
            else:
                self._counts[component] = self._sum(component, self._counts)
                todo.pop()
        return False

    def _undecided(self, component: Component) -> list[Component]:
        """Decide a component; return the components below it without a count."""
        if component not in self._branches:
            self._branches[component] = self._links.branches(component)
        counts = self._counts
        return [
            child
            for branch in self._branches[component]
            for child in branch.rest
            if child not in counts
        ]

    def divide(self, number: int) -> tuple[Component, ...]:
        """Decide components from the top until this number of them are open.

        Returns these, or fewer if there are not so many. When the counts of all are
        learned, `expand` adds them up.
        """
        todo = deque(self.given_up)
        seen = set(todo)
        while todo and len(todo) < number:
            new = dict.fromkeys(self._undecided(todo.popleft()))
            todo += [child for child in new if child not in seen]
            seen.update(new)
        return tuple(todo)

    @property
    def given_up(self) -> tuple[Component, ...]:
        """The components of the puzzle that are not completely decided."""
        return tuple(root for root in self.roots or () if root not in self._counts)

    def pairs(self, component: Component) -> PairLists:
        """Return the pairs of a component alone."""
        alive, supported = component
        chosen = places(alive)
        near = [bool(supported >> pair & 1) for pair in chosen]
        return self._pairs.part(chosen)._replace(supported=near)

    def learn(self, component: Component, count: int, complete: bool = True) -> None:
        """Set the number of solutions of a component, or a lower bound."""
        known = self._counts if complete else self._least
        known[component] = max(count, known.get(component, 0))

    def learn_table(self, component: Component, labels: Labels) -> None:
        """Set the solutions of a component: (n, k) labels of its cells."""
        cells = self._links.cells_of(component[0])
        self._tables[component] = cells, labels.astype(self.dtype)
        self._counts[component] = len(labels)

    @property
    def size(self) -> int:
        """The number of different components that were decided."""
        return len(self._branches)

    def count(self, component: Component | None = None) -> int:
        """Return the number of solutions, of the puzzle or of a component.

        Before the diagram is complete this is a lower bound.
        """
        if component is not None:
            if component in self._counts:
                return self._counts[component]
            return max(self._least.get(component, 0), self._partial_bound(component))
        return 0 if self.roots is None else prod(map(self.count, self.roots))

    def _sum(self, component: Component, counts: Mapping[Component, int]) -> int:
        """Sum up the branches of a component."""
        branches = self._branches[component]
        return sum(prod(map(counts.__getitem__, branch.rest)) for branch in branches)

    def _partial_bound(self, component: Component) -> int:
        """Return a bound from all decisions below."""
        bounds = ChainMap[Component, int]({}, self._counts)
        todo = [component]
        while todo:
            at = todo[-1]
            branches = self._branches.get(at, ())
            below = [child for branch in branches for child in branch.rest]
            if at in bounds or not branches:
                bounds.setdefault(at, 0)
                todo.pop()
            elif missing := [child for child in below if child not in bounds]:
                todo += missing
            else:
                bounds[at] = self._sum(at, bounds)
        return bounds[component]

    def parts(self) -> Iterator[tuple[frozenset[int], int, int]]:
        """Yield for each component of the puzzle its dots, its count, and its weight.

        The ranks `i * weight`, for i below the count, are the solutions in which this
        component alone differs from the solution of rank 0.
        """
        weight = 1
        for root in self.roots or ():
            dots = frozenset(self._links.dots[pair] for pair in places(root[0]))
            yield dots, self._counts[root], weight
            weight *= self._counts[root]

    @property
    def decided(self) -> int:
        """The product of the counts of the components that are decided."""
        return prod(self._counts.get(root, 1) for root in self.roots or ())

    def solutions(self, ranks: "Sequence[int] | Ranks") -> Labels:
        """Return (n, H, W), `dtype`: the labels of the solutions of these ranks.

        The ranks must be at least 0 and below `decided`. In components that are not
        decided no cell is labelled.
        """
        import numpy as np

        array = integers(ranks, self.decided)
        flat = np.array([self.base], dtype=self.dtype)
        labels = np.repeat(flat, len(array), axis=0)
        rows = np.arange(len(array))
        todo = []
        for root in self.roots or ():
            if root in self._counts:
                count = self._counts[root]
                todo.append((root, rows, integers(array % count, count)))
                array = array // count
        while todo:
            at, mine, rank = todo.pop()
            if at in self._tables or self._counts[at] <= TABLE_SOLUTIONS:
                cells, table = self._table(at)
                labels[mine[:, None], cells] = table[rank]
            else:
                todo += self._step(labels, at, mine, rank)
        return labels.reshape(len(rows), self.puzzle.height, self.puzzle.width)

    def _step(
        self, labels: Labels, component: Component, rows: Rows, ranks: Ranks
    ) -> Iterator[tuple[Component, Rows, Ranks]]:
        """Fill in the branches of the ranks; yield the components that remain."""
        first = 0
        for branch in self._branches[component]:
            last = first + prod(self._counts[child] for child in branch.rest)
            chosen = (ranks >= first) & (ranks < last)
            if chosen.any():
                mine, rest = rows[chosen], ranks[chosen] - first
                for cell, dot in self._drawn(branch.taken):
                    labels[mine, cell] = dot
                for child in branch.rest:
                    size = self._counts[child]
                    yield child, mine, integers(rest % size, size)
                    rest = rest // size
            first = last

    def _table(self, component: Component) -> tuple[list[int], Labels]:
        """Return the cells of a component, and its solutions, (count, k)."""
        if component not in self._tables:
            import numpy as np

            count = self._counts[component]
            labels = np.full((count, len(self.base)), -1, dtype=self.dtype)
            every = np.arange(count)
            for child, rows, ranks in list(self._step(labels, component, every, every)):
                cells, table = self._table(child)
                labels[rows[:, None], cells] = table[ranks]
            cells = self._links.cells_of(component[0])
            self._tables[component] = cells, labels[:, cells]
        return self._tables[component]

    def _drawn(self, taken: int) -> Iterator[tuple[int, int]]:
        """Yield the cells of pairs with their dots."""
        for pair in places(taken):
            for cell in self._links.cells[pair]:
                yield cell, self._links.dots[pair]


def integers(numbers: "Sequence[int] | Ranks", bound: int) -> Ranks:
    """Return numbers below a bound as machine integers, where they fit."""
    import numpy as np

    return np.array(numbers, dtype=np.int64 if bound < 1 << 62 else object)
