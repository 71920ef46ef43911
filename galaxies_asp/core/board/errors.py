"""Errors in the user's input; each message is one line."""

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")

LONGEST_MESSAGE = 2000


def printable(text: str) -> str:
    """Return the text with control characters but line ends escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def one_line(text: str) -> str:
    """Return the text without ends of lines, and otherwise as `printable` does."""
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is no text")
    return text if text.isprintable() else printable(" ".join(text.split()))


def counted(number: int, noun: str) -> str:
    """Return a number and a noun, in the plural if there is not one."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of a message: the known name that was probably meant, if any."""
    from difflib import get_close_matches

    names = sorted(set(known))
    folded = {name.casefold(): name for name in reversed(names)}
    word = name.casefold()
    close = get_close_matches(word, folded, 1)
    if not close and len(word) > 1:
        close = [name for name in folded if name.startswith(word)]
    return f"; did you mean {folded[close[0]]!r}?" if close else ""


def check_collection(name: str, value: Iterable[Item]) -> Iterable[Item]:
    """Return what a constructor is given; raise `TypeError` if it is no collection."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{name} is {value!r}; pass a list, [] for none")
    return value


class GalaxiesError(ValueError):
    """Base of all errors that the user's input can cause.

    The message quotes input: it is bounded, and has no control characters.
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            message = message[: LONGEST_MESSAGE - 3] + "..."
        super().__init__(printable(message))


class PuzzleError(GalaxiesError):
    """The puzzle cannot exist: for instance, a dot lies outside the board."""


class AtomError(GalaxiesError):
    """A fact of a puzzle is wrong; the fact is empty if it is missing."""

    def __init__(self, fact: str, message: str) -> None:
        self.fact = fact
        super().__init__(f"{fact}: {message}" if fact else message)


class NotationError(GalaxiesError):
    """The text is invalid in its notation, maybe at `line` and `column` (from 1)."""

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(self.located())

    def located(self) -> str:
        """Return the message with its place in front."""
        if self.line is None:
            return self.message
        if self.column is None:
            return f"line {self.line}: {self.message}"
        return f"line {self.line}, column {self.column}: {self.message}"


class EncodingError(GalaxiesError):
    """An encoding is missing, does not parse, or does not keep the contract."""


class DeclarationError(EncodingError):
    """A declaration in the comments of an encoding means nothing.

    `line`: where it begins in the text, from 1.
    """

    def __init__(self, fault: str, line: int) -> None:
        super().__init__(fault)
        self.line = line


class DisagreementError(EncodingError):
    """Two encodings of this package disagree, which is a fault of the package."""


class OptionError(GalaxiesError):
    """An invalid option."""


class LimitError(GalaxiesError):
    """The work would exceed a limit, or has reached it."""


class StripError(GalaxiesError):
    """The strip does not exist: for instance, more stars than rows."""


class InputError(GalaxiesError):
    """A file cannot be read."""


class OutputError(GalaxiesError):
    """A file cannot be written."""


class MissingLibraryError(GalaxiesError):
    """A required optional library is not installed."""
