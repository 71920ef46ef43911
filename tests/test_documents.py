"""Files, folders and headings that the documents and the encodings mention exist."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath

import page_lengths

ROOT = Path(__file__).parent.parent
FOLDERS = (
    "benchmarks",
    "docs",
    "encodings",
    "findings",
    "galaxies_asp",
    "puzzles",
    "tests",
)
PATHS = [
    path.relative_to(ROOT)
    for place in (ROOT.glob("*"), *((ROOT / name).rglob("*") for name in FOLDERS))
    for path in place
    if "node_modules" not in path.parts
    and path.parent != ROOT / "docs" / "reference" / "commands"  # made with the site
]
PAGES = [ROOT / path for path in PATHS if path.suffix == ".md"]
ENCODINGS = [ROOT / path for path in PATHS if path.suffix == ".lp"]

EXAMPLES = {
    *("mine.lp", "cost.svg", "equal.lp"),
    *("boards.lp", "encoding.lp", "FILE.py", "instances/", "build/man/", "seven/"),
    *("programs/", "FOLDER/", "dist/", "output/lab/machine/start.py", "rings.lp"),
    *("board_test.py", "plain.lp", "viz.lp"),
}
"""Files of the reader and of other projects."""

MENTION = re.compile(
    r"(?<![\w/.?-])(?:[\w*-]+/)*[\w*-]+(?:\.(?:py|lp|md|svg)\b|/(?!\w))"
)
COMMAND = re.compile(r"(?:^ {4}| -o \S+| > \S+)", re.MULTILINE)
EXECUTED = re.compile(r"^```(console|\{file\}) *(\S*)\n.*?^```$", re.MULTILINE | re.S)
"""Commands of the reader, run when the site is built, and files that they take."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


@cache
def is_there(mention: str) -> bool:
    """Tell whether some path ends with the parts of a mention."""
    return any(PurePosixPath(path).match(mention) for path in PATHS)


def test_mentioned_files_exist() -> None:
    missing = {}
    for page in [*PAGES, *ENCODINGS]:
        text = page.read_text(encoding="utf-8")
        written = {name for _, name in EXECUTED.findall(text)}
        text = COMMAND.sub("", EXECUTED.sub("", text))
        mentions = {name for name in MENTION.findall(text) if "NAME" not in name}
        mentions -= EXAMPLES | written
        missing[page] = {mention for mention in mentions if not is_there(mention)}
    assert {page: names for page, names in missing.items() if names} == {}


def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as GitHub names them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_lead_somewhere() -> None:
    known = {page: headings(page) for page in PAGES}
    for page in PAGES:
        for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
            linked = (page.parent / target).resolve() if target else page
            assert linked.exists(), f"{page}: {target}"
            assert not anchor or anchor in known[linked], f"{page}: {target}#{anchor}"


def test_benchmarks_import_what_exists() -> None:
    imported = {
        (node.module, alias.name)
        for path in (ROOT / "benchmarks").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    for name, attribute in sorted(imported):
        if name.partition(".")[0] == "galaxies_asp":
            module = import_module(name)
            if not hasattr(module, attribute):
                import_module(f"{name}.{attribute}")


def test_pages_and_paths_of_readers_are_short() -> None:
    lengths = page_lengths.pages()
    assert list(page_lengths.excesses(lengths, page_lengths.ways_of(lengths))) == []


def test_each_reader_has_one_way_in() -> None:
    paths = page_lengths.paths((ROOT / "README.md").read_text(encoding="utf-8"))
    assert {name: pages[0] for name, pages in paths.items()} == {
        "play": "docs/lessons/play.md",
        "set puzzles": "docs/lessons/make.md",
        "learn or teach ASP": "docs/lessons/encode.md",
        "count, measure, cite": "docs/results.md",
        "change the program": "docs/architecture.md",
    }


def test_words_are_counted_without_the_strokes_of_drawings() -> None:
    assert page_lengths.words("Cell A1 is `in` ┃ ┆ | -- 2 regions.\n") == 6


def test_what_is_too_long_is_named() -> None:
    lengths, ways = {"a.md": page_lengths.PAGE + 1, "b.md": 5}, {"play": 10**6}
    assert [
        text.partition(":")[0] for text in page_lengths.excesses(lengths, ways)
    ] == [
        "page a.md",
        "path play",
    ]
    assert list(page_lengths.excesses({"a.md": 5}, {"play": 5})) == []
