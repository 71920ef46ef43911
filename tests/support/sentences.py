"""Sentences about boards, parsed, and compared with the board cell by cell.

Nothing here uses the propagation or the words of the package.
"""

import re
from collections.abc import Callable, Collection, Iterable

from galaxies_asp.core.board.grid import (
    Point,
    adjacent_cells,
    dot_name,
    mirror,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position

CELL = r"c(\d+)r(\d+)"


def cells(text: str) -> list[Point]:
    return [Point(2 * int(x) - 1, 2 * int(y) - 1) for x, y in re.findall(CELL, text)]


class Board:
    """What is drawn on a position."""

    def __init__(self, position: Position) -> None:
        self.puzzle = position.puzzle
        self.walls = position.inner_walls()
        self.owner = {
            cell: dot
            for dot, center in enumerate(self.puzzle.centers)
            for cell in touched_cells(center)
        }
        self.labels: dict[Point, int] = {}
        for y, row in enumerate(position.rows() or ()):
            for x, dot in enumerate(row):
                if dot != NO_DOT:
                    self.labels[Point(2 * x + 1, 2 * y + 1)] = dot
        self.owner |= self.labels

    def dots(self, text: str) -> list[int]:
        names = {dot_name(n): n for n in range(len(self.puzzle.centers))}
        (list_of_names,) = re.findall(r"^dots? ((?:[A-Z]+(?:, | and )?)+)", text)
        return [names[name] for name in re.split(r", | and ", list_of_names)]

    def reach(self, dot: int, may_enter: Callable[[Point, Point], bool]) -> set[Point]:
        return self.flood(set(touched_cells(self.puzzle.centers[dot])), may_enter)

    def flood(
        self, start: set[Point], may_enter: Callable[[Point, Point], bool]
    ) -> set[Point]:
        reached = set(start)
        waiting = list(reached)
        while waiting:
            cell = waiting.pop()
            for beside in adjacent_cells(cell):
                if beside in reached or not self.puzzle.has_cell(beside):
                    continue
                if may_enter(cell, beside):
                    reached.add(beside)
                    waiting.append(beside)
        return reached

    def is_walled(self, one: Point, other: Point) -> bool:
        return Point((one.x + other.x) // 2, (one.y + other.y) // 2) in self.walls

    def is_complete(self, dot: int) -> bool:
        own = {cell for cell, owner in self.labels.items() if owner == dot}
        return own.issuperset(touched_cells(self.puzzle.centers[dot])) and all(
            beside in own
            or not self.puzzle.has_cell(beside)
            or self.is_walled(c, beside)
            for c in own
            for beside in adjacent_cells(c)
        )

    def is_shut_off(self, dot: int, places: Iterable[Point]) -> bool:
        reached = self.reach(dot, lambda one, other: not self.is_walled(one, other))
        return reached.isdisjoint(places)

    def open_to(
        self, dot: int, start: set[Point], without: Collection[Point] = ()
    ) -> set[Point]:
        """Return the cells connected to some by cells that a dot could have.

        `without`: cells that no way may take.
        """
        center = self.puzzle.centers[dot]

        def may_enter(one: Point, cell: Point) -> bool:
            owners = (
                self.owner.get(cell, dot),
                self.owner.get(mirror(center, cell), dot),
            )
            if not self.puzzle.has_cell(mirror(center, cell)) or owners != (dot, dot):
                return False
            if cell in without:
                return False
            images = mirror(center, one), mirror(center, cell)
            return not self.is_walled(one, cell) and not self.is_walled(*images)

        return self.flood(start, may_enter)

    def could_reach(self, dot: int) -> set[Point]:
        """Return the cells that a dot could reach if only the dots were known."""
        center = self.puzzle.centers[dot]
        touched = {c for other in self.puzzle.centers for c in touched_cells(other)}

        def is_free(_: Point, cell: Point) -> bool:
            image = mirror(center, cell)
            is_on = self.puzzle.has_cell(image)
            return is_on and cell not in touched and image not in touched

        return self.reach(dot, is_free)


def way(one: Point, other: Point) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def check(board: Board, line: str, targets: list[Point], kinds: set[str]) -> list[int]:
    """Check a sentence about rivals; return the dots that it names as rivals."""
    if match := re.fullmatch(
        r"(dots? .*) would need (.*), the partners? of (.*), but (?:that belongs|"
        r"these belong) to dot ([A-Z]+)",
        line,
    ):
        who = board.dots(match[1])
        owner = board.dots(f"dot {match[4]}")[0]
        for dot in who:
            center = board.puzzle.centers[dot]
            images = [mirror(center, cell) for cell in cells(match[3])]
            assert images == cells(match[2]), line
            assert all(board.owner[image] == owner for image in images), line
        assert set(cells(match[3])) <= set(targets)
        kinds.add("image")
        return who
    if match := re.fullmatch(
        r"the partners? of (.*) about (dots? .*) lies? off the board", line
    ):
        who = board.dots(match[2])
        for dot in who:
            for cell in cells(match[1]):
                image = mirror(board.puzzle.centers[dot], cell)
                assert not board.puzzle.has_cell(image), line
        kinds.add("off the board")
        return who
    if match := re.fullmatch(
        r"(dots? .*) would need (.*), the partners? of (.*), but cannot get to "
        r"(?:it|them)( past .*)",
        line,
    ):
        who = board.dots(match[1])
        for dot in who:
            center = board.puzzle.centers[dot]
            images = [mirror(center, cell) for cell in cells(match[3])]
            assert images == cells(match[2]), line
            check_blockers(board, dot, images, match[4])
        assert set(cells(match[3])) <= set(targets)
        kinds.add("blockers of images")
        return who
    if match := re.fullmatch(r"(dots? .*) cannot get to (.*), only to (.*)", line):
        who = board.dots(match[1])
        for dot in who:
            own = {cell for cell, owner in board.owner.items() if owner == dot}
            assert board.open_to(dot, own) - own == set(cells(match[3])), line
            assert board.open_to(dot, own).isdisjoint(cells(match[2])), line
        kinds.add("reach")
        return who
    if match := re.fullmatch(
        r"(dots? .*) cannot get to (.*)(?:, only as near as (.*)|: no other cell .*)",
        line,
    ):
        who, far = board.dots(match[1]), cells(match[2])
        for dot in who:
            own = {cell for cell, owner in board.owner.items() if owner == dot}
            reached = board.open_to(dot, own)
            assert reached.isdisjoint(far), line
            assert (reached > own) == bool(match[3]), line
            if match[3]:
                (near,) = cells(match[3])
                ways = {at: min(way(at, cell) for cell in far) for at in reached}
                assert ways[near] == min(ways.values()), line
        kinds.add("nearest")
        return who
    if match := re.fullmatch(
        r"(dots? .*) cannot get to (.*): among the cells that (?:it|they) could have, "
        "only (.*) (?:is|are) connected with .*",
        line,
    ):
        who = board.dots(match[1])
        for dot in who:
            own = {cell for cell, owner in board.owner.items() if owner == dot}
            joined = board.open_to(dot, set(cells(match[2])))
            assert joined == set(cells(match[2] + match[3])), line
            assert joined.isdisjoint(own), line
        kinds.add("pocket")
        return who
    if match := re.fullmatch(r"(dots? .*) cannot get to (.*?)( past .*)", line):
        who = board.dots(match[1])
        for dot in who:
            check_blockers(board, dot, cells(match[2]), match[3])
        kinds.add("blockers")
        return who
    if match := re.fullmatch(
        r"without (.*), (dot [A-Z]+) cannot get to its cell (\S+?)"
        r"( past .*)",
        line,
    ):
        (dot,) = board.dots(match[2])
        assert board.owner[cells(match[3])[0]] == dot, line
        for cell in cells(match[1]):
            image = mirror(board.puzzle.centers[dot], cell)
            check_blockers(board, dot, cells(match[3]), match[4], {cell, image})
        kinds.add("needed")
    return []


def check_blockers(
    board: Board, dot: int, far: list[Point], past: str, without: Iterable[Point] = ()
) -> None:
    center = board.puzzle.centers[dot]
    blocked = set(without)
    edges: set[tuple[Point, ...]] = set()
    leaves_board, off = "cells like " in past, set[Point]()
    listed = (
        r"((?:c\d+r\d+(?:, | and )?)+) \((?:its|their) partners? (?:is|are) off.*?\)"
    )
    for named in re.findall(listed, past):
        off.update(cells(named))
    assert not any(board.puzzle.has_cell(mirror(center, cell)) for cell in off), past
    past = re.sub(listed, "", past)
    for through, one, other in re.findall(
        r"the edge between (\S+ and \S+) \(its partner is the wall between (\S+) "
        r"and (\S+?)\)",
        past,
    ):
        source = cells(f"{one} {other}")
        assert board.is_walled(*source)
        assert {mirror(center, cell) for cell in source} == set(cells(through))
        edges.add(tuple(sorted(cells(through))))
    past = re.sub(r"the edge between .*?\)", "", past)
    for one, other in re.findall(r"the wall between (\S+) and (c\d+r\d+)", past):
        assert board.is_walled(*cells(f"{one} {other}"))
        edges.add(tuple(sorted(cells(f"{one} {other}"))))
    past = re.sub(r"the wall between \S+ and c\d+r\d+", "", past)
    for cell, image, owner in re.findall(
        r"(\S+) \(its partner (\S+) belongs to dot ([A-Z]+)\)", past
    ):
        (at,), (image_at,) = cells(cell), cells(image)
        assert mirror(center, at) == image_at
        assert board.owner[image_at] == board.dots(f"dot {owner}")[0]
        blocked.add(at)
    past = re.sub(r"\S+ \(its partner .*?\)", "", past)
    for cell in cells(past):
        assert board.owner[cell] != dot
        blocked.add(cell)
    assert len(blocked.difference(without)) + len(edges) <= 4, past

    def is_way(one: Point, other: Point) -> bool:
        if leaves_board and not board.puzzle.has_cell(mirror(center, other)):
            return False
        return other not in blocked | off and tuple(sorted((one, other))) not in edges

    assert board.reach(dot, is_way).isdisjoint(far), past
