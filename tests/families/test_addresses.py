"""Addresses and files of puzz.link of families, as their encodings declare them."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards_of_families import GENRES, boards
from support.commands import galaxies

from galaxies_asp import count
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import EncodingError, NotationError
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.address_kinds import KINDS
from galaxies_asp.families.addresses import form_in
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.search import solve

SLITHER = "https://puzz.link/p?slither/4/4/i02a63ah"


def board(text: str, family: str | None = None) -> AnySheet:
    (found,) = sheets(text, family=family_named(family) if family else None)
    assert not isinstance(found, NotationError)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", GENRES)
@given(data=st.data())
def test_round_trips(name: str, data: st.DataObject) -> None:
    sheet = data.draw(boards(name))
    for notation in ("puzzlink", "pzprv3"):
        text = sheet.written(notation)
        back = board(text, name)
        drawn = sheet.atoms if notation == "pzprv3" and name != "ring-ring" else None
        assert back.family == sheet.family
        assert sorted(back.facts.split()) == sorted(sheet.facts.split())
        assert (back.atoms or None) == (drawn or None)
        if name != "two-not-touch":  # which has the same addresses as Star Battle
            assert board(text).family == sheet.family


def test_addresses_are_recognized_and_solved() -> None:
    answer = galaxies("solve", "--json", SLITHER)
    assert answer.returncode == 0
    assert b'"unique"' in answer.stdout
    for text in (f"# one\n{SLITHER}", SLITHER.replace("puzz.link/p", "pzv.jp/p.html")):
        assert board(text).facts == board(SLITHER).facts
    converted = galaxies("convert", "-f", "puzzlink", SLITHER)
    assert converted.stdout.decode().strip() == SLITHER


def test_numbers_of_two_digits() -> None:
    form = form_in("Address: hitori, digits(number).")
    assert form is not None
    facts = facts_of(
        "width(3). height(1). number((1,1),16). number((3,1),35). number((5,1),36)."
    )
    text = form.write(facts, "puzzlink")
    assert text == "https://puzz.link/p?hitori/3/1/gz-10\n"
    assert [sorted(atoms) for atoms in form.read(text) or ()] == [sorted(facts)]


def test_a_faulty_line_does_not_stop_the_others() -> None:
    found = [*sheets(f"{SLITHER}\nhttps://puzz.link/p?slither/4/4/i0!\n{SLITHER}")]
    assert [isinstance(each, NotationError) for each in found] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "family", "message"),
    [
        (SLITHER[:-1], None, "after 14 of 16 points"),
        (f"{SLITHER}0", None, "'0' is more than a board of 4x4"),
        (SLITHER, "nurikabe", "the genre 'slither'; the puzzle is 'nurikabe'"),
        ("https://puzz.link/p?starbattle/2/2/x/00", None, "expected a number"),
        (
            "https://puzz.link/p?starbattle/2/2/1/0",
            None,
            "borders start here",
        ),
        ("https://puzz.link/p?nurikabe/2/2/-1", None, "'-' stands for nothing"),
        ("pzprv3/nurikabe/1/2/1 x /", None, "'x' at the point (3,1)"),
        ("https://puzz.link/p?lits/2/2/0", None, "of the genre 'lits'"),
    ],
)
def test_errors_say_what_is_wrong(text: str, family: str | None, message: str) -> None:
    try:
        (found,) = sheets(text, family=family_named(family) if family else None)
    except NotationError as error:
        found = error
    assert message in str(found)


@pytest.mark.parametrize(
    ("family", "facts"),
    [
        ("slitherlink", "width(2). height(1). number((1,1),5)."),
        ("nurikabe", "width(2). height(1). number((1,1),123456)."),
        ("star-battle", "width(3). height(1). region((1,1),1). region((5,1),1)."),
    ],
)
def test_what_an_address_cannot_hold_is_refused(family: str, facts: str) -> None:
    named = family_named(family)
    with pytest.raises(NotationError, match="cannot hold"):
        named.address.write(facts_of(facts), "puzzlink")  # type: ignore[attr-defined]


def test_own_folders_declare_addresses(tmp_path: Path) -> None:
    (tmp_path / "encoding.lp").write_text(
        "%*\nMine\n====\n\nStars.\n\nAddress: mine, cells(black), shaded(star).\n*%\n"
        '#include "cells.lp".\n%*! black(P)\nInput. Domain: cell(P).\n*%\n'
        "#defined black/1.\n%*! star(P)\nOutput. Drawing: symbol *.\n*%\n"
        "#show star/1.\n{ star(P) } :- cell(P), not black(P).\n"
    )
    address = "https://puzz.link/p?mine/3/1/1"
    sheet = board(address, str(tmp_path))
    assert "black((3,1))." in sheet.facts
    assert sheet.written("puzzlink").strip() == address
    assert sheet.written("pzprv3").splitlines()[4:] == ["0 1 0 ", ". . . "]


def test_unknown_kinds_are_named() -> None:
    with pytest.raises(EncodingError, match="no kind 'colors'; known: numbers"):
        form_in("Address: mine, colors(p).")
    for prose in ("Nothing.", "Its Address: mine, cells(p)."):
        assert form_in(prose) is None
    for faulty in (
        "Address: unknown.",
        "Address: mine, cells(p)",
        "Address: mine, cells(p). And more.",
        "%*\n% Address: mine,\n%   cells(p).\n*%",
    ):
        with pytest.raises(EncodingError, match="end with a full stop"):
            form_in(faulty)
    assert form_in("%* Address: mine, cells(p),\n   count(n).\n*%") is not None
    assert set(KINDS) >= {"numbers", "cells", "regions"}


def test_addresses_of_all_families_are_taken_out_of_a_mail() -> None:
    file = board(SLITHER).written("pzprv3").replace("\n", "/").replace(" ", "%20")
    text = (
        f"Hi,\n\ntry {SLITHER}, or with lines:\n1. <https://puzz.link/p?{file}>\n"
        "* https://puzz.link/p?tentaisho/2/2/ce\n\nsee [x](https://puzz.link/p?"
        "slither/4/4/i0!)\nhttps://puzz.link/p?nurikabe/5/5/k3m2m3i\n"
    )
    found = [*sheets(text)]
    assert [
        one.line if isinstance(one, NotationError) else one.family.name for one in found
    ] == ["slitherlink", "slitherlink", "galaxies", 7, "nurikabe"]
    assert isinstance(found[3], NotationError)
    assert found[3].column == 43


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ("number(p)", "there is no kind 'number'; did you mean 'numbers'?"),
        ("pearls(p)", "pearls has 2 predicates, not 1"),
        ("sums(a,b)", "sums has 3 predicates, not 2"),
        ("marks(p)", "marks has 0 predicates, not 1"),
        ("numbers(a,b,c)", "numbers has 1 or 2 predicates, not 3"),
        ("rooms(p)", "rooms stand behind regions"),
        ("rooms(p), regions(q)", "rooms stand behind regions"),
    ],
)
def test_fields_that_cannot_be_are_refused(fields: str, fault: str) -> None:
    with pytest.raises(EncodingError, match=re.escape(f"Address: {fault}")):
        form_in(f"Address: mine, {fields}.")
    assert form_in("Address: mine, regions(q), rooms(p).") is not None


def test_all_names_of_a_genre_are_read() -> None:
    address = "https://puzz.link/p?akari/3/3/5.hag"
    for name in ("akari", "lightup"):
        sheet = board(address.replace("akari", name))
        assert sheet.written("puzzlink").strip() == address
        file = sheet.written("pzprv3")
        assert file.splitlines()[1] == "lightup"
        assert board(file.replace("lightup", name)).facts == sheet.facts


def test_numbers_beside_a_board_and_sums() -> None:
    form = form_in("Address: tents, frame(count,tree,tent), edges.")
    assert form is not None
    facts = facts_of(
        "width(3). height(2). count((1,-1),0). count((5,-1),1). count((-1,3),17)."
        "tree((3,1)). tree((5,3))."
    )
    text = form.write(facts, "puzzlink")
    assert text == "https://puzz.link/p?tents/3/2/0g1g-1113\n"
    assert [sorted(atoms) for atoms in form.read(text) or ()] == [sorted(facts)]
    drawn = [*facts, *facts_of("tent((5,1)).")]
    text = form.write(drawn, "pzprv3")
    assert text.splitlines()[4:7] == [". 0 . 1 ", ". . 1 A ", "17 . . 1 "]
    done = text.replace(" 0 ", " c0 ").replace(". 1 A", "- 1 A")
    assert [sorted(a) for a in form.read(done) or ()] == [sorted(drawn)]
    form = form_in("Address: kakuro, sums(across,down,black).")
    assert form is not None
    facts = facts_of(
        "width(3). height(2). down((1,-1),11). down((3,-1),45). across((-1,1),3)."
        "black((5,1)). across((-1,3),24). down((5,1),9)."
    )
    for notation in ("puzzlink", "pzprv3"):
        text = form.write(facts, notation)
        assert [sorted(atoms) for atoms in form.read(text) or ()] == [sorted(facts)]
    assert "kakuro/3/2/l90mbZ3E" in form.write(facts, "puzzlink")


@pytest.mark.parametrize(
    ("address", "number"),
    [
        ("shikaku/2/1/.g", 1),
        ("shikaku/2/2/....", 1),
        ("shikaku/2/1/..", 1),
        ("slither/2/2/.i", 13),
        ("slither/2/2/....", 13),
        ("slither/1/1/4", 1),
        ("slither/v:/3/2/l", 40),
    ],
)
def test_unknown_numbers_are_clues(address: str, number: int) -> None:
    (sheet,) = sheets(f"https://puzz.link/p?{address}")
    assert count(sheet).total == number
    (again,) = sheets(sheet.written("puzzlink"))
    assert again.facts == sheet.facts


@pytest.mark.parametrize("behind", ["", ".", ", and", ") or", "!"])
def test_dots_at_the_end_of_an_address_in_prose_are_clues(behind: str) -> None:
    (sheet,) = sheets(f"Try (https://puzz.link/p?shikaku/2/2/....{behind}")
    assert sheet.written("puzzlink").endswith("shikaku/2/2/....\n")
    (fault,) = sheets("See https://puzz.link/p?slither/2/2/. and solve it")
    assert "after 1 of 4 points" in str(fault)


def test_addresses_in_prose_with_the_name_of_the_type() -> None:
    text = "1. [easy](https://puzz.link/p?slither/4/4/i02a63ah), and\n"
    assert board(text, "slitherlink").facts == board(SLITHER).facts
    (fault,) = sheets(text, family=family_named("nurikabe"))
    assert "this is a board of slitherlink, not nurikabe" in str(fault)


def test_a_flag_that_a_type_knows_is_a_fact() -> None:
    (sheet,) = sheets("slither/f/3/2/l")
    assert count(sheet).total == 2
    assert sheet.written("puzzlink") == "https://puzz.link/p?slither/f/3/2/l\n"
    solved = sheet.drawn(solve(sheet).solutions[0])
    for text in (solved.text(PLAIN), *map(solved.written, ("rows", "facts", "json"))):
        (again,) = sheets(text, family=sheet.family)
        assert sorted(again.facts.split()) == sorted(sheet.facts.split())
    with pytest.raises(NotationError, match="the notation pzprv3 cannot hold visits"):
        sheet.written("pzprv3")
    with pytest.raises(NotationError, match=r"visits\(some\): it takes all"):
        list(sheet.family.read("width(3). height(2). visits(some)."))


def test_an_unknown_number_of_hitori() -> None:
    (sheet,) = sheets("hitori/3/3/12@221312")
    assert 'number((5,1),"?")' in sheet.facts
    assert count(sheet).total == 5
    assert sheet.written("puzzlink").endswith("hitori/3/3/12@221312\n")


@pytest.mark.parametrize("address", ["slither/g/3/2/l", "tentaisho/g/2/2/ce"])
def test_a_flag_changes_the_rules_and_is_refused(address: str) -> None:
    done = galaxies("count", f"https://puzz.link/p?{address}")
    assert (done.returncode, done.stdout) == (65, b"")
    assert b"changes the rules, and is not known here" in done.stderr
