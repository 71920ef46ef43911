"""What version 2 had and version 3 has not is named, with what replaces it.

`tests/golden/surface-2.txt` is the surface of version 2.1.0.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from support.documents import ROOT

from galaxies_asp.cli.helping import replacements

GOLDEN = Path(__file__).parent / "golden"
PAGE = (ROOT / "docs" / "how-to" / "from-2-to-3.md").read_text("utf-8")
_, _, TABLES = PAGE.partition("\n## ")


def surface(name: str) -> dict[str, set[str]]:
    """Return the parts of each thing that a file names; equal names are one thing."""
    found: dict[str, set[str]] = {}
    for line in (GOLDEN / name).read_text("utf-8").splitlines():
        key, _, parts = line.partition(":")
        names = {part.strip().rstrip("?") for part in parts.split(",")} - {""}
        found.setdefault(key, set()).update(names)
    return found


def lost() -> Iterator[tuple[str, str]]:
    """Yield each thing that lost a part, with it; without one if all of it is gone."""
    past, present = surface("surface-2.txt"), surface("surface.txt")
    for thing, parts in past.items():
        if thing in present:
            yield from ((thing, part) for part in sorted(parts - present[thing]))
        elif (whole := thing.rpartition(" ")[0]) not in past or whole in present:
            yield thing, ""


def is_named(thing: str, part: str, words: set[str]) -> bool:
    """Return whether a command or the page says what replaces it."""
    kind, _, name = thing.partition(" ")
    commands, answer = replacements("commands"), name.removeprefix("of ")
    if kind == "galaxies":
        return part in replacements(name) if part else name in commands
    if kind == "JSON" and not part:
        command = answer.replace("-", " ", 1)
        had_json = command in commands or "--json" in replacements(command)
        return had_json or answer.split()[-1] in words
    return (part or re.split("[. ]", thing)[-1]) in words


def test_what_is_gone_is_named_with_what_replaces_it() -> None:
    names = " ".join(re.findall(r"`([^`]+)`", TABLES))
    words = {
        part
        for name in re.findall(r"[\w/.-]+", names)
        for part in (name, name.rpartition(".")[2])
    }
    gone = [*lost()]
    assert ("galaxies solve", "--rulers") in gone
    assert ("JSON of hint", "chain") in gone
    unnamed = [one for one in gone if not is_named(*one, words)]
    assert unnamed == []


def test_documents_name_no_option_that_is_gone() -> None:
    """Lines of other programs, which may have such options, are passed over."""
    left = {part for parts in surface("surface.txt").values() for part in parts}
    gone = {part for _, part in lost() if part.startswith("--")} - left
    assert "--rulers" in gone
    pages = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")}
    pages -= {ROOT / "CHANGELOG.md", ROOT / "docs" / "how-to" / "from-2-to-3.md"}
    named = [
        (page.name, option)
        for page in sorted(pages)
        for line in page.read_text("utf-8").splitlines()
        if not re.search(r"\bpython |--options", line)
        for option in sorted(gone.intersection(re.findall(r"--[a-z-]+", line)))
    ]
    assert named == []
