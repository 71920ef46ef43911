"""Find, list and mix encodings: the built-in ones and files of the user.

An encoding is an entry file. The built-in ones lie in `encodings/galaxies/` of a
checkout or inside the installed package; which of their files are entries is listed
here, as the others are parts that the entries include.

A mix is an entry of `#include` lines only, some of whose parts may be exchanged:
`choice+pair+level` takes `choice.lp` with the parts `symmetry/pair.lp` and
`connected/level.lp` instead of the ones in the same folders, and `choice+no-symmetry`
takes it without its part in the folder `symmetry`. Parts in the folder `variants`
change the rules of the puzzle; they take the place of those that say otherwise.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from galaxies_asp.core.asp import sources
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.declarations import MadeSoon, made_in
from galaxies_asp.core.board.errors import EncodingError, did_you_mean
from galaxies_asp.core.board.grid import SQUARE, Lattice
from galaxies_asp.core.board.variants import PUZZLE, RuleVariant, Variants

GROW = "grow"
"""The name of the default encoding."""

BUILT_IN = (GROW, "assign", "idp")
"""The names of the encodings on one page."""

MIXES = ("choice", "growth", "walls")
"""The names of the encodings whose parts can be exchanged."""

FAST = "fast"
"""The name of the grounder for `grow.lp` that propagates first; see `fast`."""

AUTO = "auto"
"""The name that stands for the encoding that `rules` chooses."""

KNOWN = (AUTO, FAST, *BUILT_IN, *MIXES)
"""The names of all encodings that are no files of the user."""

CHOSEN = ("candidates", "cells")
"""The folders of which a mix has exactly one part."""

OPTIONAL = ("symmetry", "connected")
"""The folders of which a mix has at most one part."""

SETS = ("rules", "redundant")
"""The folders of which a mix may have any parts."""

VARIED = "variants"
"""The folder of the variants of the rules; see `galaxies_asp.core.board.variants`."""

ON_SQUARES = frozenset({"idp", "crossing", "dead-end"})
"""The encodings and parts that state rules of square cells only."""

INSTEAD: dict[RuleVariant, tuple[str, ...]] = {
    RuleVariant.TOROIDAL: ("rules/own-dot", "candidates/", "connected/"),
    RuleVariant.BLACK_HOLES: ("rules/one-dot",),
    RuleVariant.LOOSE_WALLS: ("rules/loose-wall", "redundant/dead-end", "given"),
}
"""The parts that a variant replaces."""

KEPT = "candidates/any.lp"
"""A part that the variant which replaces its folder includes itself."""

NEEDED: dict[str, tuple[str, ...]] = {
    RuleVariant.TOROIDAL: ("cells/cell-choice",),
    RuleVariant.LOOSE_WALLS: ("cells/cell-walls", "symmetry/mirror"),
    "dead-end": ("cells/cell-walls",),
    "loose-wall": ("cells/cell-walls",),
}
"""The parts that a variant or a part needs. All other combinations are legal."""

_BASES = {RuleVariant.TOROIDAL: "choice", RuleVariant.LOOSE_WALLS: "walls"}
"""The mixes that state some variants; `growth` states the others."""


class Name(NamedTuple):
    """The name of an encoding: a base and its changes, joined by `+`."""

    base: str
    """A name or a path."""
    changes: list[str]
    """Parts, variants, and files of the user."""
    is_file: bool
    """Whether the base is a file of the user; no name of a built-in encoding is one."""

    @classmethod
    def of(cls, encoding: str) -> "Name":
        """Return the parts of a name."""
        if encoding not in KNOWN and Path(encoding).is_file():
            return cls(encoding, [], True)
        base, *changes = encoding.split("+")
        return cls(base, changes, base not in KNOWN and Path(base).is_file())

    @property
    def added(self) -> tuple[Path, ...]:
        """The files of the user whose rules are added, as in `grow+mine.lp`."""
        paths = map(Path, self.changes)
        return tuple(path for path in paths if path.suffix == ".lp" and path.is_file())

    @property
    def variants(self) -> Variants:
        """The variants of the rules.

        A file of the user can be named with variants, as in `mine.lp+toroidal`: nothing
        is added to it, but its answers are verified by these rules.
        """
        if not self.is_file and self.base not in (AUTO, *MIXES):
            return PUZZLE
        return frozenset(variant for variant in RuleVariant if variant in self.changes)


def variants(encoding: str) -> Variants:
    """Return the variants of the rules that an encoding has; see `Name.variants`."""
    return Name.of(encoding).variants


def entry(encoding: str, variants: Variants, lattice: Lattice) -> str:
    """Return the name of the encoding to ground for a puzzle.

    `variants`, `lattice`: those of the puzzle. Raises `EncodingError` if the encoding
    does not state one of these variants, or the lattice.
    """
    name = Name.of(encoding)
    base, changes = name.base, name.changes
    if lattice != SQUARE and (of_squares := {base, *changes} & ON_SQUARES):
        raise EncodingError(
            f"{min(of_squares)!r} states rules of square cells, and the lattice of "
            f"the puzzle is {lattice.name}"
        )
    if name.is_file or base not in KNOWN:
        return encoding
    variants |= name.variants
    missing = sorted(variants - set(changes))
    if base in (FAST, *BUILT_IN) and missing:
        raise EncodingError(
            f"the puzzle has the variant {str(missing[0])!r}, and {base!r} states "
            f"the standard rules; name a mix ({', '.join(MIXES)}) or {AUTO!r}"
        )
    if base in (AUTO, FAST) and not missing and len(name.added) == len(changes):
        base = GROW
    elif base == AUTO:
        base = base_of(variants)
    return "+".join([base, *changes, *missing])


def base_of(variants: Variants) -> str:
    """Return the mix that states these variants, or raise `EncodingError`."""
    bases = sorted({_BASES[variant] for variant in variants if variant in _BASES})
    if len(bases) > 1:
        named = ", ".join(sorted(variants & _BASES.keys()))
        raise EncodingError(f"no encoding states the variants {named} together")
    return bases[0] if bases else "growth"


def find(encoding: str) -> Path:
    """Return the entry file of an encoding, by name or path, or `EncodingError`."""
    if encoding in BUILT_IN:
        return _folder() / f"{encoding}.lp"
    if encoding in MIXES:
        return _folder() / "mixes" / f"{encoding}.lp"
    path = Path(encoding)
    if path.is_file():
        return path
    raise EncodingError(
        f"no encoding {encoding!r}: neither a file nor one of the built-in ones "
        f"({', '.join(KNOWN)}){did_you_mean(encoding, KNOWN)}"
    )


def files(encoding: str) -> tuple[Path, ...]:
    """Return the files to load for an encoding: its entry, or the parts of a mix.

    Raises `EncodingError` if there is no such encoding, or no such part.
    """
    name = Name.of(encoding)
    base, added = name.base, name.added
    changes = [change for change in name.changes if Path(change) not in added]
    if name.is_file and name.variants != set(changes):
        raise EncodingError(
            f"{base!r} is a file: it can be named with variants of the rules "
            f"({', '.join(RuleVariant)}), and takes no parts"
        )
    if changes and base in (FAST, *BUILT_IN):
        raise EncodingError(
            f"{base!r} is one page; parts can be added to {', '.join(MIXES)}"
        )
    if name.is_file or base not in MIXES:
        return find(base if name.is_file else "+".join([base, *changes])), *added
    return *_parts(encoding, name, changes), *added


def _parts(encoding: str, name: Name, changes: list[str]) -> Iterator[Path]:
    """Yield the parts of a mix, some of them changed."""
    known = part_names()
    # Parts are named `folder/name.lp`, other included files by their name alone.
    include = r'(?m)^#include "\.\./(?:parts/)?([^"]+)"\.$'
    text = find(name.base).read_text(encoding="utf-8")
    parts: list[str] = re.findall(include, text)
    for change in changes:
        if change.startswith("no-"):
            parts = _without(parts, change.removeprefix("no-"), encoding)
        elif change not in known:
            raise EncodingError(
                f"no part {change!r}; there are {', '.join(sorted(known))}"
                + did_you_mean(change, known)
            )
        elif (part := known[change]) not in parts:
            folder, _ = _names(part)
            same = [] if folder in SETS else _of_folder(parts, folder)
            if same:
                parts = [part if old in same else old for old in parts]
            elif folder != VARIED:
                parts.append(part)
    for variant in sorted(name.variants):
        instead = INSTEAD.get(variant, ())
        parts = [part for part in parts if not part.startswith(instead)]
        parts.append(f"{VARIED}/{variant}.lp")
    named = dict.fromkeys(known[change] for change in changes if change in known)
    _check_combination(encoding, name.variants, list(named), parts)
    folder_of_all = _folder()
    for part in parts:
        yield folder_of_all / ("parts" if "/" in part else "") / part


def _without(parts: list[str], name: str, encoding: str) -> list[str]:
    """Remove the part or the folder of this name."""
    rules = _of_folder(parts, *OPTIONAL, *SETS)
    removed = [part for part in rules if name in _names(part)]
    if not removed:
        raise EncodingError(
            f"{encoding!r} leaves out {name!r}, which is no rule of it; its rules are "
            + ", ".join(_names(part)[1] for part in rules)
        )
    return [part for part in parts if part not in removed]


def _check_combination(
    encoding: str, variants: Variants, named: list[str], parts: list[str]
) -> None:
    """Refuse named parts that exclude or lack each other."""
    for part in named:
        folder, name = _names(part)
        for needed in NEEDED.get(name, ()):
            if f"{needed}.lp" not in parts:
                what = "variant" if folder == VARIED else "part"
                raise EncodingError(
                    f"the {what} {name!r} makes sense with {needed}.lp only"
                )
        same = _of_folder(named, folder)
        if folder in (*CHOSEN, *OPTIONAL) and len(same) > 1:
            both = " and ".join(repr(_names(other)[1]) for other in same)
            raise EncodingError(
                f"{encoding!r} names {both}; a mix has one part of {folder}"
            )
    for variant in sorted(variants):
        for part in named:
            if part.startswith(INSTEAD.get(variant, ())) and part != KEPT:
                _, name = _names(part)
                raise EncodingError(
                    f"the variant {str(variant)!r} replaces the part {name!r}"
                )


def _names(part: str) -> tuple[str, str]:
    """Return the folder of a part, and its name."""
    folder, _, name = part.removesuffix(".lp").rpartition("/")
    return folder, name


def _of_folder(parts: list[str], *folders: str) -> list[str]:
    """Return the parts that lie in one of these folders."""
    return [part for part in parts if _names(part)[0] in folders]


def made_soon(variants: Variants) -> MadeSoon | None:
    """Return which puzzles of one variant are made soon; None of several or none."""
    files = [_folder() / "parts" / VARIED / f"{one}.lp" for one in variants]
    return made_in(files[0].read_text("utf-8")) if len(files) == 1 else None


def part_names() -> dict[str, str]:
    """Return the name of every part, with its path in the folder of encodings."""
    return {
        path.stem: f"{folder}/{path.name}"
        for folder in (*CHOSEN, *OPTIONAL, *SETS, VARIED)
        for path in sorted((_folder() / "parts" / folder).glob("*.lp"))
        if folder != "cells"  # these make the mixes, and are named like them
    }


def removable(encoding: str) -> tuple[str, ...]:
    """Return the names of the parts of a mix that can be left out: its rules.

    Raises `EncodingError` if the encoding is no mix.
    """
    if encoding.split("+")[0] not in MIXES:
        raise EncodingError(
            f"{encoding!r} has no parts to leave out; {', '.join(MIXES)} have"
        )
    return tuple(
        path.stem for path in files(encoding) if path.parent.name in (*OPTIONAL, *SETS)
    )


def mixed(encoding: str, parts: Iterable[str]) -> str:
    """Return the name of an encoding with parts added; no-RULE removes one."""
    return "+".join([encoding, *parts])


def text(encoding: str) -> sources.Text:
    """Return the program of an encoding.

    Raises `EncodingError` if there is none, or it may not be read; see `sources.read`.
    """
    return text_of(*files(encoding))


def bundled(*names: str) -> sources.Text:
    """Return the program in files of the folder of encodings, such as `strips/x.lp`."""
    return text_of(*(data_folder("encodings") / name for name in names))


def text_of(*paths: Path, family: str = "galaxies") -> sources.Text:
    """Return the program in files.

    `family`: the folder of encodings whose files may be included by their name alone.
    Raises `EncodingError` if one may not be read; see `sources.read`.
    """
    return sources.read(paths, data_folder("encodings"), family)


def title_of(encoding: str) -> str:
    """Return the first comment in a file of the user; empty for other encodings."""
    path = Path(encoding.split("+")[0])
    if not path.is_file() or path.name in KNOWN:
        return ""
    comment = re.match(r"\s*%[*!]*[ \t]*\n?(.*)", path.read_text(encoding="utf-8"))
    return comment[1].strip() if comment else ""


_DECLARED = r"[ \t]*(Address|Alias|Game|Lattice|Legup|Made|Reads):"
"""How lines of a header begin that are for programs."""


def header_of(path: Path) -> str:
    """Return the rules below the title of a file; empty if it has no header.

    A line such as `Address: GENRE, numbers(number).` is left out.
    """
    text = path.read_text(encoding="utf-8")
    header = re.match(r"\s*%\*(?!!)(.*?)\*%", text, re.DOTALL)
    paragraphs = header[1].strip().split("\n\n") if header else []
    lines = paragraphs[1].splitlines() if len(paragraphs) > 1 else []
    told = (line for line in lines if not re.match(_DECLARED, line))
    return " ".join(" ".join(told).split())


def _folder() -> Path:
    return data_folder("encodings") / "galaxies"
