"""Texts that differ from a game ID or an address by one letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import galaxies

from galaxies_asp.notation import parse
from galaxies_asp.repairing.typing_errors import corrected, typed_in
from galaxies_asp.solving.search import is_unique

ID = "7x7:cghsppedzzaccdtce"
ADDRESS = "https://puzz.link/p?tentaisho/7/7/hceeqenen86ezzi446er48e"


@pytest.mark.slow
@pytest.mark.parametrize(
    "typed",
    [
        ID[:-1] + "f",
        ID.replace("pp", "p"),
        ID.replace("ped", "pde"),
        ID.replace("zz", "zzz"),
        ID.replace("7x7", "7x8"),
        "galaxies:6" + ID[1:],
        pytest.param(ID.replace("7x7:", "7 x 8: "), marks=pytest.mark.slow),
    ],
)
def test_the_text_that_was_meant_is_found(typed: str) -> None:
    meant = f"galaxies:{ID}" if typed.startswith("g") else ID
    meant = ID.replace("7x7:", "7 x 7: ") if " " in typed else meant
    found = [other for other in corrected(typed) if other]
    assert meant in found
    assert all(is_unique(parse(other)) for other in found)


@pytest.mark.slow
def test_addresses_are_corrected() -> None:
    typed = ADDRESS.replace("eqene", "eqnee")
    assert ADDRESS in [*corrected(typed)]


@pytest.mark.slow
@given(st.integers(0, 20), st.sampled_from("abcdefgh"))
def test_every_replaced_letter_is_found(at: int, letter: str) -> None:
    body = ID[4:]
    typed = ID[:4] + body[:at] + letter + body[at + 1 :]
    assert typed == ID or ID in [*corrected(typed)]


def test_other_texts_are_not_typed() -> None:
    for text in ("idp-5x5", "7x7:" + "a" * 101, "o . .\n. . o", f"{ID}\n{ID}"):
        assert typed_in(text) == []
    assert [*corrected("o . .\n. . o")] == []


@pytest.mark.parametrize("form", ["{}", '"{}"', "Game ID: {}.", "1. [hard]({}) # x"])
def test_what_surrounds_the_text_is_left_out(form: str) -> None:
    for typed in (ID, ADDRESS):
        assert typed_in(form.format(typed)) == [typed]


@pytest.mark.slow
def test_the_command_corrects_what_is_pasted() -> None:
    lines = galaxies("repair", "-q", f"Game ID: {ID[:-1]}f.").stdout.splitlines()
    assert lines[1] == b"  " + ID.encode()


@pytest.mark.nightly
def test_the_command_names_them_first() -> None:
    typed = ID.replace("pp", "p")
    lines = galaxies("repair", "-q", typed).stdout.decode().splitlines()
    assert lines[0] == f"{typed}: exactly 1 solution if one letter differs:"
    assert lines[1] == f"  {ID}"
    unread = ID.replace("7x7", "7x6")
    done = galaxies("repair", "-q", unread)
    assert done.returncode == 65  # it is no board itself
    assert f"  {ID}" in done.stdout.decode().splitlines()
    assert b"differs" not in galaxies("repair", "-q", ID).stdout
