"""Sparse matrices of steps against dense ones, and limits of automata."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.exact import ExactVector
from galaxies_asp.counting.strips import automaton
from galaxies_asp.counting.strips.matrix import Matrix, matrix


def dense(sparse: Matrix) -> np.ndarray:
    full = np.zeros(sparse.shape, dtype=np.int64)
    np.add.at(full, (sparse.sources, sparse.targets), sparse.weights)
    return full


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """Draw a matrix; some of its entries are given in parts."""
    shape = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    places = st.tuples(st.integers(0, shape[0] - 1), st.integers(0, shape[1] - 1))
    entries = draw(st.lists(st.tuples(places, st.integers(1, 3)), max_size=20))
    rows = np.array([row for (row, _), _ in entries], dtype=np.int64)
    columns = np.array([column for (_, column), _ in entries], dtype=np.int64)
    weights = np.array([weight for _, weight in entries], dtype=np.int64)
    return matrix(shape, rows, columns, weights)


@pytest.mark.slow
@settings(max_examples=60)
@given(matrices(), st.data())
def test_operations_are_those_of_dense_matrices(
    sparse: Matrix, data: st.DataObject
) -> None:
    full = dense(sparse)
    assert sparse.greatest_sum == full.sum(axis=0).max()
    assert sparse.transposed().shape == full.T.shape
    assert np.array_equal(dense(sparse.transposed()), full.T)
    vector = data.draw(st.lists(st.integers(0, 9), min_size=sparse.shape[0]))
    limbs = np.array([vector[: sparse.shape[0]]], dtype=np.int64)
    assert np.array_equal(sparse.push(ExactVector(limbs)).limbs, limbs @ full)
    before, after = (
        np.array(sorted(data.draw(st.sets(st.integers(0, size - 1)))), dtype=np.int64)
        for size in sparse.shape
    )
    part = sparse.restricted(before, after)
    assert np.array_equal(dense(part), full[np.ix_(before, after)])


def test_the_steps_of_an_automaton_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(state: int) -> list[tuple[str, int, bool]]:
        assert state < 50, "the limit is not observed"
        return [("a", state + 1, False)]

    monkeypatch.setattr(automaton, "MAX_TRANSITIONS", 10)
    with pytest.raises(LimitError, match=r"over 10 steps .* the first 11 of at least"):
        automaton.explore_columns(3, 0, False, step)
