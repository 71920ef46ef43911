"""Puzzles inside other text, as they are in a clipboard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import galaxies

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.families.reading import sheets
from galaxies_asp.notation import NOTATIONS, parse, write

ID = "7x7:cghsppedzzaccdtce"
ADDRESS = "https://puzz.link/p?tentaisho/7/7/hceeqenen86ezzi446er48e"
ENCODED = "https%3A%2F%2Fpuzz.link%2Fp%3Ftentaisho%2F7%2F7%2Fhceeqenen86ezzi446er48e"
PUZZLE = parse(ID)
DRAWING = write(PUZZLE, "drawing")
LINK = write(PUZZLE, "penpa").strip()
EDITOR = "https://swaroopg92.github.io/penpa-edit/"

FORMS = {
    "as it is": ID,
    "double quotes": f'"{ID}"',
    "single quotes": f"'{ID}'",
    "printed quotes": f"\u201c{ID}\u201d",
    "code": f"`{ID}`",
    "angle brackets": f"<{ADDRESS}>",
    "parentheses": f"({ADDRESS})",
    "Markdown link": f"[hard]({ADDRESS})",
    "Markdown link of itself": f"[{ADDRESS}]({ADDRESS})",
    "Markdown link to Penpa+": f"[x]({LINK})",
    "HTML link": f'<a href="{ADDRESS}">{ADDRESS}</a>',
    "bold": f"**{ID}**",
    "hyphen": f"- {ID}",
    "star": f"* {ADDRESS}",
    "number": f"1. {ID}",
    "number and bracket": f"12) {ADDRESS}",
    "quotation": f"> {ID}",
    "quotation of a quotation": f"> > {ADDRESS}",
    "quoted drawing": "".join(f"> {line}\n" for line in DRAWING.splitlines()),
    "fence": f"```\n{ID}\n```",
    "fenced drawing": f"```text\n{DRAWING}```",
    "page of Markdown": f"# Title\n\nSome text.\n\n```\n{DRAWING}```\n\nMore.",
    "label": f"Game ID: {ID}",
    "label without a blank": f"ID:{ID}",
    "assignment": f"puzzle={ID}",
    "comment": f"{ID} # hard",
    "remark": f"{ID}  (hard)",
    "full stop": f"{ID}.",
    "full stop behind an address": f"{ADDRESS}.",
    "full stop behind a link": f"{LINK}.",
    "sentence": f"See {ADDRESS}, it is hard!",
    "sentence with hyphen": f"Puzzle of 8 May: {ID} - enjoy",
    "colors": f"\x1b[1m{ID}\x1b[0m",
    "colored drawing": DRAWING.replace("o", "\x1b[1mo\x1b[0m"),
    "zero-width spaces": f"\u200b{ID}\u200b",
    "no-break spaces": f"\u00a0{ID}\u00a0",
    "drawing of no-break spaces": DRAWING.replace(" ", "\u00a0"),
    "capital X": ID.replace("x", "X", 1),
    "sign of multiplication": ID.replace("x", "×", 1),
    "percent-encoded": ENCODED,
    "partly percent-encoded": ADDRESS.replace("?", "%3F"),
    "where it was found": f"{ADDRESS}&utm_source=mail",
    "fragment": f"{ADDRESS}#top",
    "address in an address": f"{EDITOR}?p={ADDRESS}",
    "encoded address in an address": f"{EDITOR}?p={ENCODED}",
    "address of the collection": f"https://example.org/js/galaxies.html#{ID}",
    "CSV": f"name,id\nfirst,{ID}\n",
    "semicolons": f"{ID};hard;3",
    "table": f"| first | {ID} | 5 |",
    "command": f"$ galaxies solve {ID}",
    "mail": f"Hi Bob,\n\nhere is one: {ADDRESS}\n\nCheers,\nAnn",
    "answer to a mail": "On Monday, Bob wrote:\n"
    + "".join(f"> {line}\n" for line in DRAWING.splitlines()),
    "drawing below a line": f"Here is one:\n{DRAWING}",
    "file below a line": f"Here is one:\n{write(PUZZLE, 'pzprv3')}",
    "quoted grid": "".join(
        f"> {line}\n" for line in write(PUZZLE, "grid").splitlines()
    ),
    "HTML of a drawing": f"<pre class='x'>\n{DRAWING}</pre>",
    "HTML of an ID": f"<p><code>{ID}</code></p>",
    "HTML of an address": f"<a href='{ADDRESS}&amp;x=1'>hard</a>",
    "wide colon": ID.replace(":", "\uff1a"),
    "address in capitals": ADDRESS.replace("https", "HTTPS"),
    "blank behind the colon": ID.replace(":", ": "),
    "blanks in the size": ID.replace("x", " x ", 1),
    "tabs": f"1\t{ID}\thard",
    "ends of lines of Windows": DRAWING.replace("\n", "\r\n"),
    "list in a program": f"puzzles = ['{ID}', '{ID}']",
    "link of a forum": f"[url={ADDRESS}]hard[/url]",
    "link of a wiki": f"[[{ADDRESS}][hard]]",
    "link of a chat": f"<{ADDRESS}|hard>",
    "link of LaTeX": f"\\url{{{ADDRESS}}}",
    "link behind a redirection": f"https://example.org/url?q={ENCODED}&sa=D",
    "spoiler": f"||{ID}||",
    "checkbox": f"- [ ] {ID}",
    "YAML": f"puzzle: {ID}\nlevel: 3\n",
    "fenced facts": f"```asp\n{write(PUZZLE, 'facts')}```",
    "fenced JSON": f"Text.\n\n```json\n{write(PUZZLE, 'json')}```\n",
    "fenced file": f"Text.\n\n```\n{write(PUZZLE, 'pzprv3')}```\n",
    "own output": f"{ID}: exactly 1 solution, verified",
    "mail with a drawing": f"Hi Bob,\n\nhere is one:\n\n{DRAWING}\nCheers,\nAnn",
}


@pytest.mark.parametrize("name", FORMS)
def test_the_puzzle_is_read(name: str) -> None:
    (item,) = NOTATIONS.parse_each(FORMS[name])
    assert isinstance(item, Position)
    assert set(item.puzzle.centers) == set(PUZZLE.centers)


def test_all_puzzles_are_read_and_what_was_taken_is_said() -> None:
    text = f"Two:\n\n1. {ID}\n2. 3x1:ad, 3x1:c\nThat was all at 10:30.\n"
    notes: list[str] = []
    found = [*NOTATIONS.parse_each(text, note=notes.append)]
    assert [item.puzzle.width for item in found if isinstance(item, Position)] == [
        *(7, 3, 3)
    ]
    assert notes == [
        f"line 3: taken out of other text: {ID}",
        "line 4: taken out of other text: 3x1:ad",
        "line 4: taken out of other text: 3x1:c",
        "lines without a puzzle are passed over: 2",
    ]
    done = galaxies("convert", "-f", "tatham", "-", stdin=text)
    assert done.returncode == 0
    assert done.stdout.split() == [ID.encode(), b"3x1:ad", b"3x1:c"]
    assert done.stderr.decode().splitlines() == [
        *(f"galaxies: stdin: {note}" for note in notes),
        "galaxies: 2 puzzles: Simon Tatham's program refuses boards under 3x3",
    ]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (f"{ID[:7]} {ID[7:]}", 8, "' ' stands for nothing here"),
        (f"see {ID[:7]}!{ID[7:]}", 12, "'!' stands for nothing here"),
        (f"{ID[:7]}{{{ID[7:]}", 8, "'{' stands for nothing here"),
        (f"[x]({ADDRESS[:-8]})", 54, "it seems to be cut off"),
        (f"{ADDRESS}\u2026x", 58, "'\u2026' stands for nothing here"),
        ("* https://puzz.link/p?slither/7/7/abc", 23, "the genre 'slither'"),
    ],
)
def test_a_damaged_puzzle_is_never_shortened(
    text: str, column: int, message: str
) -> None:
    items = [*NOTATIONS.parse_each(f"{ID}\n{text}")]
    assert isinstance(items[0], Position)
    (error,) = items[1:]
    assert isinstance(error, NotationError)
    assert (error.line, error.column) == (2, column)
    assert message in error.message


def test_errors_in_fences_name_their_lines() -> None:
    text = f"Text.\n\n```\n{DRAWING}```\n\n```\n+-+-+\n|x  |\n+-+-+\n```\n"
    items = [*NOTATIONS.parse_each(text)]
    (error,) = (item for item in items if isinstance(item, NotationError))
    assert len(items) == 2
    assert text.splitlines()[(error.line or 0) - 1] == "|x  |"


@given(st.text(alphabet="`>~ \n7x:cg#*[](ohttps/%2F\u200b\x1b[m", max_size=60))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        items = [*NOTATIONS.parse_each(text)]
    except NotationError as error:
        items = [error]
    assert items


def test_lines_of_games_and_of_objects_are_read_in_order() -> None:
    ids = ["7x7:cghsppedzzaccdtce", "3x3:m"]
    objects = ['{"width": 1, "height": 1, "centers": [[1, 1]]}', '{"width": 1,']
    lines = ["Two games:", ids[0], *objects, ids[1], objects[0]]
    first, one, fault, other, last = NOTATIONS.parse_each("\n".join(lines))
    assert [first, other] == [*map(Position, map(parse, ids))]
    assert one == last == Position(parse(objects[0]))
    assert isinstance(fault, NotationError)
    assert fault.line == 4


@pytest.mark.parametrize("text", ["[]", " [ ]\n"])
def test_a_list_without_a_puzzle_is_named(text: str) -> None:
    (fault,) = sheets(text)
    assert "this list has no puzzle" in str(fault)
