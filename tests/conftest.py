"""Golden files: `pytest --update-golden` writes down what the program draws now."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# On a busy machine, the time of one example says nothing about the program.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("thorough", deadline=None, max_examples=200)
settings.load_profile("quick")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the files in tests/golden instead of comparing with them",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a golden file; blanks at the ends of lines do not count."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8", newline="\n")
        expected = path.read_text(encoding="utf-8").splitlines()
        assert [line.rstrip() for line in text.splitlines()] == [
            line.rstrip() for line in expected
        ]

    return compare
