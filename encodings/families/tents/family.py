"""A verifier of Tents in Python."""

from galaxies_asp.core.board.grid import SQUARE, Point, cell_name
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    trees, tents = board.tree, atoms.tent
    if wrong := tents - (board.cells - trees):
        return [f"a tent is in {cell_name(min(wrong))}, which is no free cell"]
    faults = [
        f"the tents in {cell_name(one)} and {cell_name(other)} touch"
        for one in sorted(tents)
        for other in sorted(tents)
        if one < other and max(abs(one.x - other.x), abs(one.y - other.y)) <= 2
    ]
    for head, number in sorted(board.count):
        axis = 0 if head.y < 0 else 1
        found = sum(tent[axis] == head[axis] for tent in tents)
        if found != number:
            faults.append(f"{cell_name(head)} asks for {number} tents, not {found}")
    owner: dict[Point, Point] = {}  # the tree of each tent

    def has_tent(tree: Point, tried: set[Point]) -> bool:
        """Give a tree a tent, if need be one that another tree can do without."""
        for tent in sorted(tents.intersection(SQUARE.adjacent_cells(tree)) - tried):
            tried.add(tent)
            if tent not in owner or has_tent(owner[tent], tried):
                owner[tent] = tree
                return True
        return False

    for tree in sorted(trees):
        if not has_tent(tree, set()):
            faults.append(f"the tree in {cell_name(tree)} has no tent of its own")
    if more := tents - owner.keys():
        faults.append(f"the tent in {cell_name(min(more))} has no tree of its own")
    return faults
