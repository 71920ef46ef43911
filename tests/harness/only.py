"""A plugin of pytest: run only the tests that a file lists, in its order.

The first test that fails is written to the file, in the place of the list.
"""

import os
from pathlib import Path

import pytest

LIST = "GALAXIES_TESTS"
"""The variable that names the file."""


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Sort and select the tests, unless the list has whole files or folders."""
    listed = Path(os.environ[LIST]).read_text(encoding="utf-8").splitlines()
    order = {name: number for number, name in enumerate(listed)}
    if any("::" in name for name in listed):
        chosen = [item for item in items if item.nodeid in order]
        items[:] = sorted(chosen, key=lambda item: order[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name the test that fails."""
    if report.failed:
        Path(os.environ[LIST]).write_text(report.nodeid, encoding="utf-8")
