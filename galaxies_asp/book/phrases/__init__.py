"""The phrases of a book in a language: one that is shipped, or a file of a user.

A file is TOML: tables of texts with the keys of `english.toml`. Names in braces, such
as `{count}`, stand for what the program fills in.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

from galaxies_asp.core.board.errors import InputError, OptionError, did_you_mean
from galaxies_asp.core.board.variants import MEANING
from galaxies_asp.families.registry import families, family_named, folders
from galaxies_asp.processes.files import read_file

OPEN_TABLES = ("variant", "family", "name", "caption", "reason")
"""The tables whose keys are names of variants and families, texts below boards, and
headings of rules, also those of a user."""
_PLACE = files(__name__)
_LARGEST = 1_000_000
"""The largest file of phrases, in bytes."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a language by their keys, such as `count.puzzles`."""

    texts: Mapping[str, str]
    missing: dict[str, None] = field(default_factory=dict, compare=False)
    """Collects the keys of phrases that were needed, and are printed in English."""

    def __call__(self, key: str, english: str = "", **values: object) -> str:
        """Return a phrase with its values; a missing one in English.

        `english`: the English text of a key that `english.toml` does not have.
        """
        text = self.texts.get(key)
        if text is None:
            if self.texts is not _shipped("english"):
                self.missing[key] = None
            text = _shipped("english").get(key, english)
        return text.format(**values) if values else text

    def caption(self, text: str) -> str:
        """Return a text below a board; in keys of texts each number is `#`."""
        if text in MEANING:
            return self.name(text)
        numbers = iter(re.findall("[0-9]+", text))
        key = re.sub("[0-9]+", "#", text)
        return re.sub("#", lambda _: next(numbers, ""), self(f"caption.{key}", key))

    def name(self, key: str, english: str = "") -> str:
        """Return the name of a variant or family; without a phrase, its own name."""
        return self(f"name.{key}", english or key)


def shipped() -> list[str]:
    """Return the names of the languages that come with the package."""
    names = (Path(str(place)).name for place in _PLACE.iterdir())
    return sorted(name[:-5] for name in names if name.endswith(".toml"))


def phrases_of(language: str = "english") -> Phrases:
    """Return the phrases of a language: its name, or the name of a file.

    Raises `OptionError` if the file cannot be read, a key is not known, or a phrase has
    other values in braces than the English one.
    """
    if language in shipped():
        return Phrases(_shipped(language))
    if not language.endswith(".toml"):
        known = ", ".join(shipped())
        raise OptionError(
            f"there is no language {language!r}; shipped: {known}; or a file (.toml)"
        )
    try:
        texts = _flat(read_file(Path(language), _LARGEST).decode("utf-8-sig"))
    except (InputError, ValueError) as error:
        raise OptionError(f"{language}: {error}") from None
    for key, text in texts.items():
        if reason := _fault(key, text):
            raise OptionError(f"{language}: {key}: {reason}")
    return Phrases(texts)


def template() -> str:
    """Return the file of all English phrases, to be translated."""
    known = {name: family_named(name) for name in folders()}
    tables: dict[str, Mapping[str, str]] = {
        "variant": {str(v): text for v, text in MEANING.items()},
        "family": {name: one.rules_in_words() for name, one in known.items()},
        "name": {name: one.heading() for name, one in known.items()},
    }
    lines = [_PLACE.joinpath("english.toml").read_text(encoding="utf-8").rstrip()]
    for table, texts in tables.items():
        lines += ["", f"[{table}]", *(f'{key} = "{texts[key]}"' for key in texts)]
    return "\n".join(lines) + "\n"


def _fault(key: str, text: str) -> str:
    """Return what is wrong with a phrase; empty if nothing is."""
    if key not in _shipped("english"):
        is_open = key.partition(".")[0] in OPEN_TABLES
        known = _shipped("english")
        return "" if is_open else f"no such phrase{did_you_mean(key, known)}"
    english = _values(_shipped("english")[key])
    try:
        unknown = _values(text) - english - {name.partition(":")[0] for name in english}
    except ValueError as error:
        return f"{error} in {text!r}; a brace is written twice"
    return f"no value {{{min(unknown)}}} in the English phrase" if unknown else ""


def _values(text: str) -> set[str]:
    """Return the values in braces, each with its format, such as `count:,`."""
    parts = Formatter().parse(text)
    return {
        f"{name}:{form}".rstrip(":") for _, name, form, _ in parts if name is not None
    }


def _flat(text: str) -> dict[str, str]:
    phrases: dict[str, str] = {}
    for name, table in tomllib.loads(text).items():
        texts = table.values() if isinstance(table, dict) else [table, None]
        if not all(isinstance(phrase, str) for phrase in texts):
            raise ValueError(f"{name}: expected a table of texts")
        phrases |= {f"{name}.{key}": phrase for key, phrase in table.items()}
    return phrases


@cache
def _shipped(language: str) -> Mapping[str, str]:
    """Return the phrases of a language, with those in the folders of families."""
    text = _PLACE.joinpath(f"{language}.toml").read_text(encoding="utf-8")
    found = _flat(text)
    for file in sorted(families().rglob(f"{language}.toml")):
        found |= _flat(file.read_text(encoding="utf-8"))
    return found
