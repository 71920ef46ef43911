"""The encodings of boards and the counts without clingo, held against each other."""

import declared_boards as witness
import numpy as np
import pytest
from counterexamples import all_walls, no_partitions
from support.marks import nightly_if

from galaxies_asp.counting.boards import counting
from galaxies_asp.counting.boards.matrices import (
    Walls,
    centroid,
    labels_of,
    regions_of,
)

SIZES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)]


@pytest.mark.parametrize("kind", witness.ENCODINGS)
@pytest.mark.parametrize("size", SIZES)
def test_all_models(kind: str, size: tuple[int, int]) -> None:
    found = witness.enumerate_models(kind, *size)
    assert found.confirms(counting.count(kind, *size))


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    nightly_if(lambda kind: not kind.startswith("galaxies"), witness.ENCODINGS),
)
def test_all_models_of_3x4(kind: str) -> None:
    found = witness.enumerate_models(kind, 3, 4)
    assert found.confirms(counting.count(kind, 3, 4))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["partitions", "galaxies", "galaxies-toroidal"])
def test_samples(kind: str) -> None:
    assert witness.sample_models(kind, 5, 4, 5, seed=1) == 5
    assert witness.declare_samples(kind, 5, 4, 5, seed=1) == 5


def test_arrangements_are_witnessed_by_partitions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They have no symmetric regions in general, as the other boards have."""
    seen = []
    declares = witness.Declared.declares

    def declared(self: witness.Declared, walls: Walls) -> bool:
        seen.append(labels_of(walls))
        return declares(self, walls)

    monkeypatch.setattr(witness.Declared, "declares", declared)
    assert witness.declare_samples("arrangements", 4, 4, 10, seed=1) == 10
    regions = [region for labels in seen for region in regions_of(labels)]
    assert None in map(centroid, regions)


@pytest.mark.parametrize("kind", witness.ENCODINGS)
def test_numpy_and_clingo_judge_alike(kind: str) -> None:
    declared = witness.Declared(kind, 2, 3)
    for walls in all_walls(2, 3):
        assert declared.declares(walls) == witness.is_board(kind, walls)


@pytest.mark.slow
def test_counterexamples_are_arrangements_alone() -> None:
    for walls in no_partitions(3, 3):
        assert witness.Declared("arrangements", 3, 3).declares(walls)
        assert not witness.Declared("partitions", 3, 3).declares(walls)


def test_random_models_differ() -> None:
    declared = witness.Declared("galaxies", 4, 4)
    models = [declared.model_at_random(seed) for seed in range(6)]
    texts = {np.concatenate([part.ravel() for part in m]).tobytes() for m in models}
    assert len(texts) > 1


def test_disagreement_is_seen() -> None:
    assert not witness.ModelCheck(8, 8, 0).confirms(9)
    assert not witness.ModelCheck(8, 7, 0).confirms(8)
    assert not witness.ModelCheck(8, 8, 1).confirms(8)
