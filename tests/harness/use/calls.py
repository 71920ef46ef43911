"""The command lines: each command with its options, and a puzzle if it takes one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import click

from galaxies_asp.cli import galaxies
from galaxies_asp.cli.helping import texts
from galaxies_asp.core.board.variants import RuleVariant
from tests.harness.use.subjects import Subject

UNTRIED = ("play",)
"""Commands that do not end, or take what another one has written."""
SLOW = {
    "lab mutants": ("--sample", "2", "--boards", "prove=1x1,random=1"),
    "lab rules": ("--boards", "random=1,cells=6,prove=no"),
}
"""What makes commands quick."""
EXTRAS = {
    "play": ("starlette", "uvicorn", "h11"),
    "exact": ("flint",),
    "png": ("resvg_py",),
    "pdf": ("typst",),
    "picture": ("PIL", "pypdfium2"),
}
EXTRAS["all"] = tuple(chain.from_iterable(EXTRAS.values()))
"""The extras of the package, with the modules that they install."""
ON_SHAPES = ("picture", "cover")
"""Commands that would take minutes for their examples."""
PUZZLES = ("inputs", "arguments", "encoding")
"""Arguments that are puzzles, or encodings of their type."""
_ALL = 99

VALUES = {
    "--at": ("c1r1", "c2r2", "shaded((1,1))"),
    "--by": ("dots", "walls", "clues"),
    "--weight": ("draw=3", "write=2"),
    "--keep": ("all", "A"),
    "--count": ("0", "1", "2"),
    "--output": ("out.txt", "out.svg", "out.png", "out.pdf", "out.json", "out.jsonl"),
    "--time-limit": ("60", "0.001"),
    "--memory-limit": ("4000",),
    "--cpu-limit": ("20", "0.001"),
    "--jobs": ("2", "0"),
    "--size": ("3", "4x3"),
    "--seed": ("1",),
    "--shape": ("../shape.txt",),
    "--unlike": ("../galaxies.json",),
    "--difficulty": ("easy", "moderate", "1-3"),
    "--require": (
        *("effort=1-9", "clues=2-9", "opening=c1r1", "technique=touched:1"),
        *("dots=2-9", "pattern=half-turn", "black=0.3", "holes=2"),
    ),
    "--regions": ("mean=3,winding=0", "spread=0.3,weights=2,2,1", "bar=4,singles=1"),
    "--image": ("width=4", "invert", "height=5,dots", "threshold=99,margin=9"),
    "--instructions": ("../shape.txt",),
    "--language": ("english", "german"),
    "--layout": (
        *("paper=letter,per-page=1", "paper=a5", "font=none of all"),
        *("large-print", "in-color"),
    ),
    "--date": ("2026",),
    "--fewest": ("shaded", "wall"),
    "--most": ("shaded", "wall"),
    "--options": ("--configuration=tweety",),
    "--clingo": ("--configuration=tweety",),
    "--style": ("letters,no-rulers", "no-inner-lines,rulers", "no-letters"),
    "--confirm": ("idp", "grow"),
    "--width": ("100",),
    "--boards": (
        *("exhaustive=2x1", "random=2,cells=6,seed=1", "prove=2x1", "kind=all"),
        *("prove=no", "lattice=square"),
    ),
    "--engine": ("chain:1", "uniform"),
    "--store": ("store",),
    "--const": ("n=2",),
    "--domain": ("galaxies",),
    "--dot": ("A",),
    "--key": ("1,1",),
    "--threads": ("2",),
    "--seeds": ("2",),
    "--sample": ("2",),
    "--more-than": ("1",),
    "--perturb": ("shuffle", "seed"),
}
"""Values of the options whose type does not list them."""


@dataclass(frozen=True)
class Use:
    """An option with a value; without a name: no option."""

    name: str
    words: tuple[str, ...]
    parameter: str = ""
    """The name of the parameter."""


@dataclass(frozen=True)
class Field:
    """A command with a type, and the uses of options that are tried together."""

    name: str
    command: click.Command
    subject: Subject | None
    """None if the command takes no puzzle."""
    uses: tuple[tuple[Use, ...], ...]

    @property
    def row(self) -> str:
        """The name of the type."""
        return self.subject.name if self.subject else "no puzzle"


def plan(subjects: Sequence[Subject], most: int) -> Iterator[Field]:
    """Yield each command with each type: each option alone, with up to `most` values.

    Of more values other ones are taken for each type. Commands that take no puzzle are
    tried once, with all values.
    """
    for name, command in commands():
        if not takes_puzzles(command):
            found = uses(command, subjects[0], 0, _ALL)
            yield Field(name, command, None, ((), *((use,) for use in found)))
            continue
        for turn, subject in enumerate(subjects):
            found = uses(command, subject, turn, most)
            yield Field(name, command, subject, ((), *((use,) for use in found)))


def short_plan(subjects: Sequence[Subject], most: int) -> Iterator[Field]:
    """Yield runs with several options, so that each option occurs with each type.

    Of the commands that have an option, each type takes another one; the commands of
    the lab, which measure for seconds, are left out.
    """
    known = [
        (name, one)
        for name, one in commands()
        if takes_puzzles(one) and not name.startswith("lab")
    ]
    names = dict.fromkeys(o for _, command in known for o in option_names(command))
    for turn, subject in enumerate(subjects):
        wanted: dict[int, list[str]] = {}
        for option in names:
            having = [
                at for at, (_, one) in enumerate(known) if option in option_names(one)
            ]
            wanted.setdefault(having[turn % len(having)], []).append(option)
        for at, options in wanted.items():
            name, command = known[at]
            found = {use.name: use for use in uses(command, subject, turn, 1)}
            chosen = [found[option] for option in options if option in found]
            yield Field(name, command, subject, tuple(_packed(chosen, most)))


def _packed(uses: Sequence[Use], most: int) -> Iterator[tuple[Use, ...]]:
    """Yield up to `most` options at a time, no two of them for one parameter."""
    while uses:
        first = {use.parameter: use for use in reversed(uses)}
        pack = [*reversed(first.values())][:most]
        yield tuple(pack)
        uses = [use for use in uses if use not in pack]


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield the commands by their names."""
    every = _all(galaxies, click.Context(galaxies), ())
    yield from ((name, one) for name, one in every if name not in UNTRIED)


def _all(
    group: click.Group, context: click.Context, words: tuple[str, ...]
) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _all(command, context, (*words, name))
        elif command is not None:
            yield " ".join((*words, name)), command


def takes_puzzles(command: click.Command) -> bool:
    """Tell whether a command takes a puzzle, or makes one of a type."""
    arguments = [one.name for one in command.params if isinstance(one, click.Argument)]
    options = [one.name for one in command.params if isinstance(one, click.Option)]
    is_maker = not arguments and "family" in options
    return is_maker or any(name in PUZZLES for name in arguments)


def line(name: str, command: click.Command, subject: Subject | None) -> list[str]:
    """Return a command with its puzzle or its encodings, or else its first example."""
    words = name.split()
    if subject is None and name in ON_SHAPES:
        return [*words, "../shape.txt"]
    if subject is None:
        for example in texts().examples:
            if example.split()[1 : len(words) + 1] == words:
                return [f"../{w}" if w in files() else w for w in example.split()[1:]]
        return words
    encoding = subject.encodings[-1] if not subject.is_galaxies else "grow"
    if name == "lab prove":
        words += [encoding, subject.encodings[0]]
    elif name == "lab explain-difference":
        words += [encoding, subject.encodings[0], subject.facts]
    else:
        for argument in command.params:
            if isinstance(argument, click.Argument):
                words += {
                    "encoding": [encoding],
                    "inputs": [subject.solved if name == "check" else subject.puzzle],
                    "arguments": [encoding, subject.encodings[0], subject.puzzle],
                }.get(argument.name or "", [])
    options = {option.opts[-1] for option in command.params}
    is_named = subject.family.startswith("..") or name == "generate"
    if "--family" in options and (is_named or name.startswith("lab")):
        words += ["--family", subject.family]
    elif "--domain" in options:
        words += ["--domain", subject.family]
    if name == "generate":
        lattice = ["--lattice", "hexagonal"] * subject.name.startswith("hexagonal gal")
        variant = ["--with", subject.name] * (subject.name in [*RuleVariant])
        words += ["--size", "3" if lattice else "4", "--seed", "1", *lattice, *variant]
    if name == "book":
        words += ["-o", "book.pdf"]
    return [*words, *SLOW.get(name, ())]


def uses(
    command: click.Command, subject: Subject, turn: int, most: int
) -> Iterator[Use]:
    """Yield each option of a command with its values.

    Of more than `most` values some are taken, others in each turn.
    """
    for option in command.params:
        if not isinstance(option, click.Option):
            continue
        for name in dict.fromkeys((option.opts[-1], *option.secondary_opts[-1:])):
            if option.is_flag:
                yield Use(name, (name,), option.name or "")
                continue
            values = [*_values(name, option, subject)]
            number = min(most, len(values))
            for at in range(turn * number, (turn + 1) * number):
                value = values[at % len(values)]
                yield Use(name, (name, value), option.name or "")


def _values(name: str, option: click.Option, subject: Subject) -> Iterator[str]:
    """Yield the values of an option: all that its type lists, or some."""
    of_subject = {
        "--family": (subject.family,),
        "--domain": (subject.family,),
        "--encoding": subject.encodings,
        "--of": (*subject.parts, "nothing"),
        "--with": (*RuleVariant, "../more.lp", "no-symmetry", "no-verifier"),
    }
    kind = option.type
    if isinstance(kind, click.Choice):
        yield from map(str, kind.choices)
    elif name in of_subject:
        yield from of_subject[name]
    elif name in VALUES:
        yield from VALUES[name]
    elif isinstance(kind, click.IntRange | click.FloatRange):
        least = kind.min or 0
        yield from (str(least), str(least + 1))
    else:
        yield "x"


def files(missing: Sequence[str] = ()) -> dict[str, str]:
    """Return the files that values name, and what takes libraries away from workers."""
    removed = "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
    return {
        "shape.txt": "####\n####\n####\n",
        "edges.txt": "a b\nb c\n",
        "more.lp": "% no more rules\n",
        "sitecustomize.py": f"import sys\n{removed}",
    }


def option_names(command: click.Command) -> list[str]:
    """Return the names of the options of a command, as they are typed."""
    options = [one for one in command.params if isinstance(one, click.Option)]
    return [name for o in options for name in (o.opts[-1], *o.secondary_opts[-1:])]
