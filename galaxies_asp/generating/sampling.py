"""Generate puzzles under any rules, from the encoding itself.

The dots of the encoding are opened: its models are boards with their dots, sampled at
random. On large boards dots lie on some of the points only, drawn at random, as rules
about pairs of regions have as many ground instances as there are pairs of points. If
the dots of a sample have a second solution, the regions in which the two differ are
sampled again, and the others are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.clues import legal, opened
from galaxies_asp.core.asp.encodings import AUTO, base_of, bundled, text
from galaxies_asp.core.asp.program import TASTE, Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import points_of, shown_atoms, symbol_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import Clue, clues_of, declared
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import EncodingError, OptionError
from galaxies_asp.core.board.grid import Point, in_reading_order, sides
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.board.regions import pairs_of
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.family import projected_to
from galaxies_asp.generating.made import Made, made_of
from galaxies_asp.generating.recipe import BLACK, DOT, WHITE, Recipe, Style
from galaxies_asp.solving.search import solve

_REPAIRS = 40
"""Number of times to sample parts of a board again."""
_CONFLICTS, _QUICK = 3000, 100
"""Conflicts of the searches for a sample, and for another solution of it."""
_DOT_SHARES = (5.0, 3.0)
"""The mean sizes of regions between which the number of dots lies by default."""

_PLACES = 64
"""Number of points where dots of a sample may lie; on larger boards one per cell.

In every second attempt, and where dots are hidden, they may lie on all points.
"""

_PIXELS = {"black": BLACK, "white": WHITE, "dot": DOT}
"""The names of the pixels that `sample.lp` knows."""

_ALSO_CHANGED = 0.15
"""The share of the other regions that are sampled again, too."""

Pairs = list[tuple[Point, Point]]
"""Cells, each with the dot of its region."""


def sampled(recipe: Recipe, rng: Random, attempt: int, report: Report) -> Made | None:
    """Sample boards until the dots of one have exactly one solution.

    Return None if the attempt with this number fails.

    Raises `OptionError` if the recipe asks for what only the standard rules have.
    Raises `EncodingError` if clingo refuses the encoding with open dots, or warns of
    it: it reads a predicate that nothing derives or declares.
    """
    is_standard = recipe.has_standard_rules
    if (recipe.opening or recipe.techniques or recipe.rated) and not is_standard:
        raise OptionError("techniques and openings need the standard rules")
    if recipe.style != Style(recipe.style.mean_size):
        needed = "standard rules"
        if is_standard:
            needed = "compiled library; `galaxies doctor` says why there is none"
        raise OptionError(f"the style of regions needs the {needed}")
    sampler = _Sampler(recipe, rng, is_anywhere=attempt % 2 == 1)
    kept: Pairs = []
    for number in range(1, _REPAIRS + 1):
        report("boards of this attempt", number, _REPAIRS)
        sample = sampler.sample(kept)
        if sample is None:
            return None
        puzzle, regions = sample
        if not (changed := sampler.differing(puzzle, regions)):
            result = solve(puzzle, rules=recipe.rules)
            if result.status == "unique":
                return made_of(puzzle, result.solutions[0])
            if result.status != "multiple":
                return None
            changed = _differing(*result.solutions)
        # The other regions are kept, but for some of them.
        replaced = {regions[cell] for cell in changed if cell in regions}
        others = sorted(set(regions.values()) - replaced)
        replaced.update(dot for dot in others if rng.random() < _ALSO_CHANGED)
        kept = [(c, dot) for c, dot in regions.items() if dot not in replaced]
    return None


def _differing(one: Solution, other: Solution) -> set[Point]:
    """Return the cells in which two solutions differ, or at which their walls do."""
    walls = one.loose ^ other.loose
    at_walls = {cell for wall in walls for cell in sides(wall)}
    pairs = {*pairs_of(one)} ^ {*pairs_of(other)}
    return {cell for cell, _ in pairs} | at_walls


class _Sampler:
    """Draws boards of an encoding with open dots."""

    def __init__(self, recipe: Recipe, rng: Random, *, is_anywhere: bool) -> None:
        self._recipe, self._rng, self._is_anywhere = recipe, rng, is_anywhere
        width, height, lattice = recipe.width, recipe.height, recipe.lattice
        board = Puzzle(width, height, holes=recipe.missing(rng), lattice=lattice)
        self._board = recipe.rules.puzzle(board)
        encoding = _sampled(recipe.rules, self._board)
        source = text(encoding)
        self._program = Program(
            [
                *("1", "--project=project", "--sign-def=rnd"),
                *("--rand-freq=0.05", f"--solve-limit={_CONFLICTS}"),
            ],
            source,
            name=f"the encoding {encoding}",
            short_searches=True,
        )
        self._program.add(projected_to(facts.outputs(self._board.variants)))
        self._program.add(bundled("galaxies/questions/sample.lp").text)
        if RuleVariant.LOOSE_WALLS in self._board.variants:
            # A square of cells in a region leaves room for a loose wall.
            self._program.add(bundled("galaxies/parts/variants/thin.lp").text)
        self._clues = clues_of(declared(source.text))
        given = [facts.program(self._board), *self._facts()]
        numbers: dict[str, list[Clue]] = {}
        for clue in legal(source, self._clues, given[0], is_usual=True):
            if clue.point() is None:
                numbers.setdefault(clue.name, []).append(clue)
        self._numbers = [rng.choice(values) for values in numbers.values()]
        self._placed = [one for one in self._clues if one.name not in numbers]
        self._program.add(opened(self._placed, is_usual=True))
        for one in self._placed:
            self._program.add(f"#show {one.signature}.")
        given += (f"{clue}." for clue in self._numbers)
        self._program.add("\n".join(given))
        self._program.ground()
        self._program.ground((TASTE, ()))
        for message in self._program.warnings:
            said = " ".join(message.split())
            raise EncodingError(f"{said}; a rule that reads it may have no effect")

    def _facts(self) -> Iterator[str]:
        """Yield where dots may lie, and the limits of the samples."""
        cells = sum(1 for _ in self._board.cells())
        places = list(self._board.places())
        number = max(_PLACES, cells)
        is_large = len(places) > number and not self._is_anywhere
        if is_large and RuleVariant.HIDDEN_DOTS not in self._board.variants:
            places = self._rng.sample(places, number)
        yield from facts.point_lines("place", places)
        least, most = (round(cells / share) for share in _DOT_SHARES)
        if self._recipe.dots:
            least, most = self._recipe.dots
            yield f"wanted({least},{most})."
        yield f"usual({least},{most},{max(6, cells // 4)})."
        if self._recipe.picture is not None:
            for name, color in _PIXELS.items():
                for cell in self._pixels(color):
                    yield f"pixel({cell},{name})."

    def _pixels(self, color: int) -> frozenset[Point]:
        """Return the cells at which the picture has a color."""
        pixels = known(self._recipe.picture)
        return frozenset(cell for cell, one in pixels if one == color)

    def sample(self, kept: Pairs) -> tuple[Puzzle, dict[Point, Point]] | None:
        """Return a random puzzle with these regions and all dots, or None."""
        self._program.solver.seed = self._rng.randrange(2**31)
        assumed = [(symbol_of(Atom(facts.GALAXY, pair)), True) for pair in kept]
        for limited in (True, False):
            limits = (clingo.Function("limited"), limited)
            for model in self._program.models([*assumed, limits]):
                return self._read(shown_atoms(model))
        return None

    def differing(self, puzzle: Puzzle, regions: dict[Point, Point]) -> set[Point]:
        """Return the cells at which another solution of a sample differs.

        None are returned if a short search finds no other solution, or dots are hidden.
        """
        if RuleVariant.HIDDEN_DOTS in puzzle.variants:
            return set()
        chosen = {*puzzle.clues, *(f"{facts.CENTER}({dot})" for dot in puzzle.centers)}
        names = ("center/1", "limited/0", *(one.signature for one in self._placed))
        assumed = [
            (symbol_of(one), str(one) in chosen)
            for one in sorted(self._program.atoms(names), key=str)
        ]
        settings = self._program.settings
        settings.models, settings.solve_limit = 2, str(_QUICK)
        others = [
            {points_of(one) for one in shown_atoms(model) if _is_galaxy(one)}
            for model in self._program.models(assumed)
        ]
        settings.models, settings.solve_limit = 1, _CONFLICTS
        return {cell for other in others for cell, _ in other ^ regions.items()}

    def _read(
        self, symbols: Sequence[clingo.Symbol]
    ) -> tuple[Puzzle, dict[Point, Point]]:
        points: dict[str, set[Point]] = {facts.CENTER: set(), facts.HIDDEN: set()}
        regions, clues = {}, list(self._numbers)
        names = {one.name for one in self._placed}
        for symbol in symbols:
            if _is_galaxy(symbol):
                cell, dot = points_of(symbol)
                regions[cell] = dot
            elif symbol.name in names:
                clues.append(Clue(symbol))
            elif symbol.name in points:
                points[symbol.name].update(points_of(symbol))
        centers = in_reading_order(points[facts.CENTER] - points[facts.HIDDEN])
        if self._recipe.picture is None:
            share, draw = self._recipe.black, self._rng.random
            black = [dot for dot in centers if share and draw() < share]
        else:
            shown = self._pixels(DOT) | {*map(regions.get, self._pixels(BLACK))}
            black = [dot for dot in centers if dot in shown]
        puzzle = replace(
            self._board,
            centers=tuple(centers),
            black=frozenset(black),
            clues=tuple(clues),
            declarations=tuple(self._clues),
        )
        return puzzle, regions


def _is_galaxy(symbol: clingo.Symbol) -> bool:
    return symbol.match(facts.GALAXY, 2)


def _sampled(rules: Rules, board: Puzzle) -> str:
    """Return the encoding to sample.

    Toroidal boards are too hard to sample, so each region of a sample contains its dot.
    The proof of uniqueness has the rules of the puzzle.
    """
    rest = sorted(board.variants - {RuleVariant.TOROIDAL})
    if len(rest) < len(board.variants) and rules.encoding.startswith(AUTO):
        return "+".join([base_of(frozenset(rest)), *rest])
    return rules.entry(board)
