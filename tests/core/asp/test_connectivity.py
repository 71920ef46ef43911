"""Connectivity on demand, in programs of the family and in others."""

import clingo
import pytest
from support.collection import positions
from support.lab import board_of

from galaxies_asp.core.asp import connectivity
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.export import export
from galaxies_asp.lab.families import compared_family
from galaxies_asp.solving.search import solve

PATH = """
edge(1,2). edge(2,3). edge(3,4).
{ in(1..4) }.
lazy_node(N,all) :- in(N).
lazy_edge(N,M) :- edge(N,M).
"""


def grounded(program: str) -> clingo.Control:
    control = clingo.Control(["0"])
    control.add("base", [], program)
    control.ground()
    connectivity.register(control)
    return control


def models(program: str) -> list[set[int]]:
    """Return what is in, for each model."""
    control = grounded(program)
    with control.solve(yield_=True) as handle:
        return [
            {
                atom.arguments[0].number
                for atom in model.symbols(atoms=True)
                if atom.match("in", 1)
            }
            for model in handle
        ]


def test_nodes_are_connected_to_the_root() -> None:
    found = models(PATH + "lazy_root(1,all).")
    assert sorted(map(sorted, found)) == [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]


def test_several_roots() -> None:
    found = models(PATH + "lazy_root((1;4),all).")
    assert sorted(map(sorted, found)) == [
        *([], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]),
        *([1, 2, 4], [1, 3, 4], [1, 4], [2, 3, 4], [3, 4], [4]),
    ]


def test_a_root_that_is_searched_for() -> None:
    found = models(PATH + "1 { lazy_root(1..4,all) } 1.")
    intervals = [set(range(i, j + 1)) for i in range(1, 5) for j in range(i, 5)]
    for interval in intervals:
        assert found.count(interval) == len(interval), "each node of it can be the root"
    assert len(found) == sum(map(len, intervals)) + 4, "or nothing is in"


def test_without_a_root_nothing_is_in() -> None:
    assert models(PATH) == [set()]


def test_groups_are_connected_each_by_itself() -> None:
    control = grounded(
        """
        1 { in(g,N); in(h,N) } 1 :- N = 1..4.
        lazy_node(N,G) :- in(G,N).
        lazy_root(1,g). lazy_root(4,h).
        lazy_edge(1,2). lazy_edge(2,3). lazy_edge(3,4).
        """
    )
    with control.solve(yield_=True) as handle:
        assert len(list(handle)) == 5


def test_nodes_are_cut_off_without_a_choice() -> None:
    control = grounded(PATH + "lazy_root(1,all). :- in(2). :- not in(1).")
    assert control.solve().satisfiable
    assert control.statistics["solving"]["solvers"]["choices"] == 0


def test_several_threads() -> None:
    puzzle = positions(data_folder("puzzles") / "random-hard-12x12.txt")[0].puzzle
    result = solve(puzzle, rules="choice+pair+lazy", threads=2)
    assert result.solutions == solve(puzzle).solutions
    assert result.status == "unique"


def test_what_is_joined_must_be_known() -> None:
    with pytest.raises(EncodingError, match=r"lazy_edge\(1,2\) is no fact"):
        grounded(PATH.replace("edge(1,2).", "{ edge(1,2) }."))


def test_no_file_can_say_so() -> None:
    puzzle = positions(data_folder("puzzles") / "idp-5x5.txt")[0].puzzle
    with pytest.raises(EncodingError, match="export it with 'reach'"):
        export(compared_family("galaxies"), "choice+lazy", board_of(puzzle))
