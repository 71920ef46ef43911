"""Declarations: what the comments of an encoding say about its predicates.

    %*! star(P)
    Input. The cell P contains a star. Domain: cell(P). Drawing: symbol *.
    *%

The text begins with `Input.` or `Output.` if the predicate is one, and with `Board.` if
it follows from the facts and is drawn. The `Domain` is the
condition under which the atom is legal, a body of a rule; `Generate` adds conditions
for the atoms of generated puzzles, such as `Generate: N = 2..5.` The `Drawing` says how
it is shown. The `Words` say that the atom holds, and that it does not, as in
`Words: {P} has a star | {P} has no star.`; reasons do not mention `Words: none.`, nor
that an atom does not hold with `Words: there is a wall at {E} | none.`
`Exclusive: Q.` says that of the atoms that differ in Q alone, at most one holds; a
third text of the `Words` says that none does, as in `no island can reach {P}`, and a
fourth one why most do not where a rule counts those that hold.
`Cut: the loop would close without {E}.` says what would be if the atom were cut off.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from galaxies_asp.core.board.errors import DeclarationError, did_you_mean
from galaxies_asp.core.board.grid import LATTICES, SQUARE, Lattice

# Patterns are compiled when they are first used: most commands need none of them.
_LATTICE = r"(?m)^[ \t%*]*Lattice:\s+(\w+)\.\s*$"
_MADE = r"(?m)^[ \t%*]*Made:\s+(.*)$"
_SIZE = r"([1-9]\d{0,2})(?:x([1-9]\d{0,2}))?"
_MADE_SOON = rf"{_SIZE} to {_SIZE}((?:, [a-z][a-z ]*)*)\.\s*"
_COMMENT = r"(?s)%\*! (\w+)(?:\(((?:[^()\n]|\([^()\n]*\))*)\))?\n(.*?)\*%"
_PLAIN = r"(?m)^%\*[ \t]*(\w+\([^\n]*\))\n(?:Input|Output|Board|Noted)\."
_ARGUMENT = r"(?:[^(),]|\([^()]*\))+"
_POINT = r"\w+\(\((-?\d+),(-?\d+)\)"
_TERM = r"(?:\d+|_*[a-z]\w*)"
_VALUE = rf"(?:{_TERM}|\({_TERM}(?:,{_TERM})+\))"
_CLUE = rf"(?a)_*[a-z]\w*\({_VALUE}(?:,{_VALUE})*\)"
_WORDS = ("Domain", "Generate", "Drawing", "Words", "Exclusive", "Cut")
_HEADER = ("Address", "Lattice", "Game", "Made")
_ROLES = ("Input", "Output", "Noted", "Board")
_BODY = r"(?s)\b%s:\s+(.+?)(?:\.\s|\.?\s*$)"

DRAWINGS = (
    *("color", "shade", "block", "region", "wall", "line"),
    *("dot", "circle", "number", "symbol"),
)
"""How atoms are shown, the lowest first: a cell in the color of the last argument, a
gray cell, a black one with the last argument on it, a border between cells with other
last arguments, a thick side, a line across a side, a small disc, a ring, their last
argument, a text. The first argument is the point."""
CORNERS = ("lower left", "upper right")
"""Where numbers of a cell stand that may have two: at the sides below and right."""
STYLES = {
    "line": ("thin",),
    "circle": ("black",),
    "number": ("circled", *CORNERS),
}
"""What else a drawing may say."""
_TEXTS = r"\S+|\w+=\S+(?:, \w+=\S+)*"
"""The text of a symbol, or that of each value."""


class Declaration(NamedTuple):
    """A documented predicate."""

    name: str
    arguments: tuple[str, ...]
    """The atom, as in `number` and `("P", "N")`."""
    role: str
    """`Input`, `Output`, or the first word of another text."""
    domain: str = ""
    """The body of a rule; empty if it is not stated."""
    usual: str = ""
    """The domain in generated puzzles."""
    drawing: str = ""
    """One of `DRAWINGS`; empty if atoms are not shown."""
    style: str = ""
    """The text that is shown, or those of values (`w=○, b=●`); or one of `STYLES`."""
    text: str = ""
    """The whole comment."""
    words: tuple[str, ...] = ()
    """The atom in words, if it holds and if it does not: two empty texts if reasons do
    not mention it; nothing if it is not stated. Then, that none of those holds that
    exclude each other, and why most do not where a rule counts them."""
    exclusive: tuple[str, ...] = ()
    """The arguments in which no two atoms differ alone that hold."""
    cut: str = ""
    """What would be if the atom were cut off from those that it grows from."""

    @property
    def signature(self) -> str:
        """The signature, such as `number/2`."""
        return f"{self.name}/{len(self.arguments)}"

    @property
    def atom(self) -> str:
        """The atom with variables."""
        return (
            f"{self.name}({','.join(self.arguments)})" if self.arguments else self.name
        )

    @property
    def shown(self) -> tuple[str, str]:
        """The drawing and its style."""
        return self.drawing, self.style

    def text_of(self, value: str) -> str:
        """Return the text of a symbol, which may depend on the last argument."""
        texts = dict(re.findall(r"(\w+)=([^\s,]+)", self.style))
        return texts.get(value, value) if texts else self.style

    @property
    def is_clue(self) -> bool:
        """Whether its facts may be changed: an input with a domain."""
        return self.role == "Input" and bool(self.domain)


class MadeSoon(NamedTuple):
    """Puzzles that are made within seconds, as measured."""

    size: tuple[int, int]
    """The usual columns and rows; a side stands twice."""
    largest: tuple[int, int]
    grades: tuple[str, ...]
    """The grades of puzzles of the usual size."""

    def names(self, size: tuple[int, int], grade: str | None) -> bool:
        """Tell whether puzzles of a size, and of a grade if any, are made soon."""
        is_small = size[0] <= self.largest[0] and size[1] <= self.largest[1]
        return is_small and grade in (None, *self.grades)


class Clue(str):
    """A fact of a puzzle that an encoding declares, such as `number((1,3),2)`."""

    place: tuple[int, int] | None = None
    """The line and the column where it was read; None if it was made."""

    @property
    def name(self) -> str:
        """The predicate."""
        return self.partition("(")[0]

    @property
    def value(self) -> str:
        """Its last argument; empty if that is a point."""
        last = re.search(r"[(,](\w+)\)$", self)
        return last[1] if last else ""

    @property
    def words(self) -> str:
        """Its name and value, as in `number 2`; or as in `2 black cells`."""
        name = self.name.replace("_", " ")
        if self.point() is not None or not self.value:
            return f"{name} {self.value}".rstrip()
        return f"{self.value} {name.removesuffix('s') if self.value == '1' else name}"

    def point(self) -> tuple[int, int] | None:
        """Return the point that its first argument is; None if it is none."""
        point = re.match(_POINT, self)
        return (int(point[1]), int(point[2])) if point else None

    def text(self, declarations: Iterable[Declaration]) -> str:
        """Return its symbol or number, or else the first letter of its name."""
        for declaration in declarations:
            if declaration.name == self.name and declaration.drawing == "symbol":
                return declaration.text_of(self.value)
        return self.value or self.name[0]


def is_clue(value: object) -> bool:
    """Tell whether a value is the text of a fact about numbers, points, or names."""
    return isinstance(value, str) and re.fullmatch(_CLUE, value) is not None


def clues_of(known: Mapping[str, Declaration]) -> list[Declaration]:
    """Return the declared clues: the inputs with a domain."""
    return [declaration for declaration in known.values() if declaration.is_clue]


def declared(text: str, *, once: bool = False) -> dict[str, Declaration]:
    """Return the declarations in the text of an encoding, by signature.

    `once`: a later declaration of a predicate does not replace one before. Raises
    `DeclarationError` if one names a drawing or an argument that does not exist, or
    cannot be meant.
    """
    known: dict[str, Declaration] = {}
    for header in re.finditer(r"(?m)^[ \t%*]*([A-Za-z]\w+):\s", text):
        if header[1] not in _HEADER and (meant := _close_to(header[1])):
            line = text.count("\n", 0, header.start(1)) + 1
            fault = f"{header[1]!r} says nothing; did you mean {meant!r}?"
            raise DeclarationError(fault, line)
    if plain := re.search(_PLAIN, text):
        fault = f"a declaration begins with '%*! {plain[1]}', not with '%*'"
        raise DeclarationError(fault, text.count("\n", 0, plain.start()) + 1)
    for found in re.finditer(_COMMENT, text):
        one = _declaration(*found.groups(""))
        is_again = once and known.get(one.signature, one) != one
        again = "there is another one above" * is_again
        if fault := _misspelled(one.text) or _fault(one) or again:
            line = text.count("\n", 0, found.start()) + 1
            raise DeclarationError(f"the declaration of {one.atom}: {fault}", line)
        known[one.signature] = one
    return known


def lattice_in(text: str) -> Lattice:
    """Return the lattice that a header names, by default that of squares."""
    found = SQUARE.name
    for number, named in enumerate(re.finditer(_LATTICE, text)):
        fault = ""
        if named[1] not in LATTICES:
            known = f"one of {', '.join(LATTICES)}{did_you_mean(named[1], LATTICES)}"
            fault = f"Lattice: {named[1]!r} is no lattice; {known}"
        elif number and named[1] != found:
            fault = f"Lattice: {named[1]}, but a line above says {found}"
        if fault:
            raise DeclarationError(fault, text.count("\n", 0, named.start(1)) + 1)
        found = named[1]
    return LATTICES[found]


def made_in(text: str) -> MadeSoon | None:
    """Return which puzzles a header says are made soon; None if it says nothing."""
    if not (named := re.search(_MADE, text)):
        return None
    if not (said := re.fullmatch(_MADE_SOON, named[1])):
        fault = "Made: has two sizes and grades, such as `Made: 7x7 to 9x9, easy.`"
        raise DeclarationError(fault, text.count("\n", 0, named.start(1)) + 1)
    *sizes, grades = said.groups("")
    width, height, most, highest = sizes
    size = int(width), int(height or width)
    largest = int(most), int(highest or most)
    if size > largest:
        fault = "Made: the usual size comes first, then the largest one"
        raise DeclarationError(fault, text.count("\n", 0, named.start(1)) + 1)
    return MadeSoon(size, largest, tuple(grades.split(", ")[1:]))


def _close_to(word: str) -> str:
    """Return the word of a header that another one resembles closely; maybe empty."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, _HEADER, 1, 0.8)), "")


def _misspelled(said: str) -> str:
    """Return that a word of a declaration is spelled wrong; empty if none is."""
    role = re.match(r"(\w+)\.", said)
    named: list[tuple[str, tuple[str, ...]]] = [(role[1], _ROLES)] if role else []
    named += [(word, _WORDS) for word in re.findall(r"\b([A-Z]\w+):\s", said)]
    for word, known in named:
        if word not in known and (meant := did_you_mean(word, known)):
            return f"{word!r} says nothing{meant}"
    words = [word for word, known in named if known is _WORDS]
    twice = next((word for word in words if words.count(word) > 1), "")
    return f"{twice} stands twice" if twice else ""


def _fault(known: Declaration) -> str:
    """Return what a declaration says that nothing can mean; empty if nothing."""
    if known.drawing not in ("", *DRAWINGS):
        meant = did_you_mean(known.drawing, DRAWINGS)
        return f"'{known.drawing}' is no drawing; one of {', '.join(DRAWINGS)}{meant}"
    if known.drawing == "symbol":
        if not re.fullmatch(_TEXTS, known.style):
            return (
                "symbol has a text, or one for each value: symbol ★. symbol w=○, b=●."
            )
    elif known.style not in ("", *(styles := STYLES.get(known.drawing, ()))):
        said = f"{known.drawing} has {' or '.join(styles) or 'nothing'} behind it"
        return f"{said}, not {known.style!r}{did_you_mean(known.style, styles)}"
    if known.drawing in ("color", "region", "number") and len(known.arguments) < 2:
        return f"{known.drawing} shows the last argument; this has the point alone"
    is_input = known.role == "Input"
    if known.usual and not is_input:
        return f"only an Input has a Domain; this is {known.role or 'none'}"
    if known.usual and not known.domain:
        return "Generate adds to a Domain, and there is none"
    for name in known.arguments if known.domain else ():
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", known.domain):
            return f"the Domain does not say what {name} is"
    is_number = known.drawing in ("number", "block") and len(known.arguments) > 1
    if is_input and is_number and not known.domain:
        value = known.arguments[-1]
        domain = f"Domain: cell({known.arguments[0]}), {value} = 0..9."
        return f"a Domain has to say which numbers are possible, such as {domain}"
    if len(known.words) > 2 + 2 * bool(known.exclusive):
        return "Words are two sentences at most: it holds | it does not"
    said = " ".join([*known.words, known.cut])
    named = re.findall(r"{(\w+)}", said)
    if said.count("{") + said.count("}") != 2 * len(named):
        return "in Words, arguments stand in braces, such as {P}"
    for name in (*named, *known.exclusive):
        if name not in known.arguments:
            return f"{name} is none of its arguments"
    return ""


def _declaration(name: str, arguments: str, said: str) -> Declaration:
    def body(word: str) -> str:
        stated = re.search(_BODY % word, said)
        return " ".join(stated[1].split()) if stated else ""

    domain, usual = body("Domain"), body("Generate")
    role = re.match(r"\w*", said) or ("",)
    drawing, _, style = body("Drawing").partition(" ")
    words = body("Words")
    return Declaration(
        name,
        tuple(part.strip() for part in re.findall(_ARGUMENT, arguments)),
        role[0],
        domain,
        f"{domain}, {usual}".removeprefix(", ") if usual else domain,
        drawing,
        style,
        said,
        ("", "") if words == "none" else _said(words),
        tuple(re.findall(r"\w+", body("Exclusive"))),
        body("Cut"),
    )


def _said(words: str) -> tuple[str, ...]:
    """Return the words of both values of an atom; empty for one without words."""
    return tuple("" if one == "none" else one for one in words.split(" | ") if one)
