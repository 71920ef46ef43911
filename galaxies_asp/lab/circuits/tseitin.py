"""Formulas that are hard for a search: parities at the vertices of a random graph.

Source: G. Tseitin, "On the complexity of derivation in propositional calculus" (1968).
There is a variable for each edge. At every vertex an even number of edges is true; in a
formula without solutions, at one vertex an odd number is.
"""

from random import Random

from galaxies_asp.board.errors import OptionError
from galaxies_asp.lab.circuits.formula import Formula

_DEGREE = 3


def tseitin(vertices: int, seed: int, *, odd: bool) -> Formula:
    """Return the formula of a random graph whose vertices have three edges each.

    A connected graph has 2 ** (vertices / 2 + 1) solutions, or none if `odd`.

    Parameters
    ----------
    vertices
        An even number, at least 4.

    Raises
    ------
    OptionError
        If there is no such graph.
    """
    if vertices < _DEGREE + 1 or vertices % 2:
        raise OptionError(
            f"no graph has {vertices} vertices with {_DEGREE} edges each; give an even "
            "number from 4 on"
        )
    edges = _edges(vertices, Random(seed))
    parts = []
    for vertex in range(vertices):
        names = [f"e{n}" for n, edge in enumerate(edges, 1) if vertex in edge]
        parity = Formula("^", tuple(map(Formula, names)))
        parts.append(parity if odd and vertex == 0 else Formula("~", (parity,)))
    return Formula("&", tuple(parts))


def _edges(vertices: int, rng: Random) -> list[tuple[int, ...]]:
    """Draw edges until no two are equal and none is a loop."""
    ends = [vertex for vertex in range(vertices) for _ in range(_DEGREE)]
    while True:
        rng.shuffle(ends)
        pairs = (ends[n : n + 2] for n in range(0, len(ends), 2))
        edges = [tuple(sorted(pair)) for pair in pairs]
        if len(set(edges)) == len(edges) and all(a != b for a, b in edges):
            return edges
