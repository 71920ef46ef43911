"""A plugin of pytest: run only the tests that a file lists, in its order."""

import os
from pathlib import Path

import pytest

LIST = "GALAXIES_TESTS"
"""The variable that names the file."""


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Sort and select the tests."""
    listed = Path(os.environ[LIST]).read_text(encoding="utf-8").splitlines()
    order = {name: number for number, name in enumerate(listed)}
    chosen = [item for item in items if item.nodeid in order]
    items[:] = sorted(chosen, key=lambda item: order[item.nodeid])
