"""Each test of this folder runs with the compiled kernel and without it."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from support.kernels import without_kernel

from galaxies_asp.compiled.library import missing


@pytest.fixture(autouse=True, params=["kernel", "python"])
def _engine(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.param == "kernel" and missing():
        pytest.skip(missing())
    with without_kernel() if request.param == "python" else nullcontext():
        yield
