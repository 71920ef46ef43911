"""Count the symmetric loops through all colors on an empty board; exact, no solver.

A loop is counted once, however many symmetries it has. For a group H of symmetries let
f(H) be the number of loops that all of H maps to themselves. A loop with the group G of
symmetries is in f(H) for each subgroup H of G, and by the definition of the Moebius
function mu of the lattice of subgroups the sum of mu(H) over the subgroups of G other
than the trivial one is -1, or 0 if G is trivial. So the number wanted is the sum of
-mu(H) f(H) over all non-trivial groups H.
"""

from galaxies_asp.families.fences.groups import moebius, symmetry_groups, up_to_rotation
from galaxies_asp.families.fences.invariant_loops import count_invariant_loops
from galaxies_asp.families.fences.lattice import HEXAGONAL, Lattice
from galaxies_asp.processes.progress import Report, silent


def count_symmetric_loops(
    side: int,
    lattice: Lattice = HEXAGONAL,
    report: Report = silent,
) -> int:
    """Return how many symmetric loops visit all colors of an empty board."""
    groups = up_to_rotation(list(symmetry_groups(lattice, side)), lattice)
    total = 0
    for done, (group, copies) in enumerate(groups.items()):
        report("groups of symmetries", done, len(groups))
        if weight := -moebius(group):
            total += weight * copies * count_invariant_loops(lattice, side, group)
    return total
