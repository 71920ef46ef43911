"""Options that annotations declare."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import click
import pytest
from click.testing import CliRunner

from galaxies_asp.cli.commands import Argument, Group, Option, command
from galaxies_asp.core.board.fields import Range


class Frame(NamedTuple):
    """A group that is a domain record without a word about click."""

    width: Annotated[int, Range(1, 9), "Width of the frame."] = 3
    color: Annotated[Literal["red", "blue"] | None, "Color."] = None
    hidden: bool = False


def _length(metres: Annotated[float, Range(0), "Metres."] = 1.0) -> int:
    return round(100 * metres)


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A command's record."""

    names: Annotated[tuple[str, ...], Argument()]
    frame: Annotated[Frame, Group(Frame, width=Option("-w", "--wide", default=5))]
    centimetres: Annotated[int, Group(_length)]
    loud: Annotated[bool, "Loud."]
    rounded: Annotated[bool, "Rounded."] = True
    gray: Annotated[bool | None, "Gray."]
    tags: Annotated[tuple[int, ...], "Tags."]
    size: Annotated[int, "A required option."]


seen: list[Picture] = []


@command("draw")
def draw_command(run: Picture) -> int:
    """Draw."""
    seen.append(run)
    return 0


def drawn(*arguments: str) -> Picture:
    result = CliRunner().invoke(draw_command, arguments, standalone_mode=False)
    assert result.exception is None, result.exception
    return seen.pop()


def test_values_without_options() -> None:
    assert drawn("--size", "2") == Picture(
        names=(),
        frame=Frame(5),
        centimetres=100,
        loud=False,
        rounded=True,
        gray=None,
        tags=(),
        size=2,
    )


def test_values_of_options() -> None:
    words = "a b -w 9 --color blue --metres 2.5 --loud --no-rounded --no-gray"
    assert drawn(
        *words.split(), "--tags", "1", "--tags", "2", "--size", "0"
    ) == Picture(
        names=("a", "b"),
        frame=Frame(9, "blue"),
        centimetres=250,
        loud=True,
        rounded=False,
        gray=False,
        tags=(1, 2),
        size=0,
    )


@pytest.mark.unknown_option
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "Missing option '--size'"),
        ("--size x", "not a valid integer"),
        ("--size 1 --wide 10", "1<=x<=9"),
        ("--size 1 --metres nan", "not a finite number"),
        ("--size 1 --color reed", "'red'?"),
        ("--size 1 --hidden", "No such option"),
    ],
)
def test_what_is_refused(words: str, message: str) -> None:
    result = CliRunner().invoke(draw_command, words.split())
    assert result.exit_code == 2
    assert message in result.output


def test_help_has_the_texts_defaults_and_ranges_in_order() -> None:
    text = CliRunner().invoke(draw_command, ["--help"]).output
    parts = ("Width of the frame.", "default: 5; 1<=x<=9", "Color.", "default: 1.0")
    assert sorted(parts, key=text.index) == list(parts)
    assert "--rounded / --no-rounded" in text
    assert "--gray / --no-gray" in text
    assert "[NAMES]..." in text


def test_two_help_texts_are_a_mistake() -> None:
    def twice(count: Annotated[int, "One.", "Two."] = 1) -> int:
        return count

    with pytest.raises(TypeError, match="count has several"):
        command("twice")(twice)


def test_json_excludes_a_format() -> None:
    def shown(as_json: Annotated[bool, "."], format_: Annotated[str, "."] = "a") -> int:
        return 0

    with pytest.raises(click.UsageError, match="one of --json and -f"):
        CliRunner().invoke(
            command("shown")(shown),
            ["--as-json", "--format-", "b"],
            standalone_mode=False,
            catch_exceptions=False,
        )
