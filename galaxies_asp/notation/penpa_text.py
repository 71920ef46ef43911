"""The text inside a Penpa+ link: packing, unpacking, and the parts that never change.

What the lines of the text say about a puzzle is in `penpa`. Here is what is needed so
that the editor opens a link at all: lines of settings, as version 3.2.4 writes them.
"""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.notation.json_lines import DECODER

MAX_TEXT = 20_000_000
"""Longer texts are rejected: a few bytes can unpack to very many."""

_WORDS = """
qa=9 pu_q=Q pu_a=A grid=G edit_mode=M surface=S line=L lineE=E wall=W cage=C
number=N symbol=Y special=P board=B command_redo=R command_undo=U
command_replay=8 numberS=1 freeline=F freelineE=2 thermo=T arrows=3 direction=D
squareframe=0 polygon=5 deletelineE=4 killercages=6 nobulbthermo=7 __a=_
"""
"""The words of the editor, each with the letter behind its `z`."""

# The order matters: a real z is marked before the others bring new ones in.
_SHORT_FOR = [
    ("z", "zZ"),
    *((f'"{pair[:-2]}"', f"z{pair[-1]}") for pair in _WORDS.split()),
    ("null", "zO"),
]

_EMPTY: Fields = json.loads(
    '{"command_redo":{"__a":[]},"command_undo":{"__a":[]},"command_replay":{"__a":[]},'
    '"surface":{},"number":{},"numberS":{},"symbol":{},"thermo":[],"arrows":[],'
    '"direction":[],"squareframe":[],"polygon":[],"line":{},"lineE":{},"wall":{},'
    '"cage":{},"deletelineE":{},"killercages":[],"nobulbthermo":[],"freeline":{},'
    '"freelineE":{}}'
)

_TOOLS = (
    '"surface":["",1],"multicolor":["",1],"line":["1",3],"lineE":["1",3],"wall":["",3],'
    '"cage":["1",10],"number":["1",1],"symbol":["circle_SS",1],"special":["thermo",""],'
    '"board":["",""],"move":["1",""],"combi":["edgesub",3],"sudoku":["1",1]'
)
MODE = (
    f'{{"qa":"pu_a","grid":["2","2","1"],"pu_q":{{"edit_mode":"symbol",{_TOOLS}}},'
    f'"pu_a":{{"edit_mode":"combi",{_TOOLS}}}}}'
)
"""The third line: which tools are selected."""


def unpack(packed: str) -> list[str]:
    """Return the lines of the text, in full words."""
    packed = unquote(packed).rstrip("=")
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = b64decode(packed + "=" * (-len(packed) % 4), validate=True)
        raw = stream.decompress(data, MAX_TEXT + 1)
    except ValueError:
        raise NotationError("the parameter p is not base64; is it cut off?") from None
    except zlib.error:
        raise NotationError("the parameter p does not unpack; is it damaged?") from None
    if len(raw) > MAX_TEXT:
        raise NotationError(f"the link unpacks to more than {MAX_TEXT} bytes")
    if not stream.eof:
        raise NotationError("the link ends too early; it seems to be cut off")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise NotationError("the parameter p unpacks, but not to a text") from None
    for word, short in reversed(_SHORT_FOR):
        text = text.replace(short, word)
    return text.split("\n")


def pack(lines: list[str]) -> str:
    """Return the parameter p for a text."""
    text = "\n".join(lines)
    for word, short in _SHORT_FOR:
        text = text.replace(word, short)
    data = zlib.compress(text.encode("utf-8", "replace"), 9, -zlib.MAX_WBITS)
    return b64encode(data).decode()


def to_json(value: object) -> str:
    """Return JSON as the editor writes it, without blanks."""
    return json.dumps(value, separators=(",", ":"))


def from_json(text: str, number: int) -> Any:
    """Return the value that a line holds; `number` counts from 1."""
    try:
        return DECODER.decode(text)
    except (ValueError, RecursionError):
        message = f"line {number} of the text inside the link is not JSON"
        raise NotationError(message) from None


def object_in(text: str, number: int) -> Fields:
    """Return the object that a line holds; the line may be empty."""
    value = from_json(text or "{}", number)
    if not isinstance(value, dict):
        fault = f"line {number} of the text inside the link is not an object"
        raise NotationError(fault)
    return value


def layer(contents: Mapping[str, object]) -> str:
    """Return what is given, or drawn: empty but for the objects passed."""
    return to_json({**_EMPTY, **contents})


def header(fields: list[object], name: str, source: str) -> str:
    """Return the first line, which begins with the fields of the grid."""
    link = source if re.fullmatch(r"https?://[^\s,]+", source) else ""
    title = " ".join(name.split()).replace(",", "%2C")
    fields = [*fields, f"Title: {title}", "Author: ", link, "", "ON", "false", ""]
    return ",".join(map(str, fields))


def names(header: list[str]) -> tuple[str, str]:
    """Return title and source; links of old versions have neither."""
    title, _, source = [*header[15:18], "", "", ""][:3]
    return title.removeprefix("Title: ").replace("%2C", ",").strip(), source.strip()


def settings(genres: str = '["spiralgalaxies"]') -> list[str]:
    """Return the lines behind the sixth: answer checks, version, tools, colors."""
    lines = ['["Surface","Composite"]', "{}", '"x"', '"x"', "[3,2,4]", MODE, '"x"', "0"]
    return [*lines, layer({}), layer({}), "{}", genres, ""]
