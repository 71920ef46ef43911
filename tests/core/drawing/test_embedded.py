"""Files of drawings hold their puzzle."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import galaxies
from support.marks import nightly_if

from galaxies_asp.core.drawing.embedded import in_png, in_svg, puzzles_in

FORMATS = ("svg", "png", "pdf")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_what_is_written_is_read(name: str) -> None:
    import json

    line = json.dumps({"id": name})
    assert puzzles_in(f"<svg>{in_svg(line)}</svg>".encode()) == line
    assert puzzles_in(in_png(b"\x89PNG" + bytes(40), line)) == line


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"tEXtPuzzle\0{}",
        b"<metadata>rdf</metadata><metadata>{<a/>}</metadata>",
        b"<metadata>{}</pdf:Keywords>",
    ],
)
def test_other_files_hold_none(data: bytes) -> None:
    assert puzzles_in(data) == ""


@pytest.mark.slow
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    "name",
    nightly_if("js-2024-09".__eq__, ["tatham-normal-7x7#1", "js-2024-09", "heart"]),
)
def test_commands_read_what_was_drawn(tmp_path: Path, format_: str, name: str) -> None:
    drawing = str(tmp_path / f"drawn.{format_}")
    assert galaxies("render", "--solution", name, "-o", drawing).returncode == 0
    checked = galaxies("check", drawing)
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert checked.stdout.endswith(b": correct\n")


def test_a_sheet_holds_all_its_boards(tmp_path: Path) -> None:
    sheet = str(tmp_path / "sheet.svg")
    command = (
        "boards",
        "sample",
        "galaxies",
        "4x4",
        "--count",
        "3",
        "-f",
        "sheet",
        "-o",
        sheet,
    )
    assert galaxies(*command).returncode == 0
    assert galaxies("convert", sheet, "-f", "json").stdout.count(b"\n") == 3
