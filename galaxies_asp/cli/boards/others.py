"""`galaxies boards graph`, `symmetric-loops`, `growth` and `witness`."""

from dataclasses import dataclass
from typing import Annotated

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardsAnswer,
    CostLimits,
    Size,
)
from galaxies_asp.cli.commands import Argument, command
from galaxies_asp.cli.inputs import source_text
from galaxies_asp.cli.output import (
    print_answer,
)
from galaxies_asp.cli.values import Choice
from galaxies_asp.core.board.answer import (
    Answer,
    Natural,
    Positive,
    Width,
)
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.counting import graphs
from galaxies_asp.counting.boards import counting, partitions
from galaxies_asp.counting.boards.costs import (
    Estimate,
    estimate_graph,
    estimate_growth,
    estimate_loops,
)
from galaxies_asp.counting.boards.frontier import MAX_WIDTH, number_of_states
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.families.fences.lattice import LATTICES, by_name
from galaxies_asp.families.fences.puzzle import MAX_SIDE as MAX_SIDE_OF_LOOPS

MOST_VERTICES = 1000


@dataclass(frozen=True)
class GraphAnswer(Answer):
    """Answer of galaxies boards graph --json."""

    vertices: Annotated[Natural, "Number of vertices."]
    count: Annotated[Natural, "Exact number of divisions."]


@command("graph")
def graph_command(
    file: Annotated[str, Argument(metavar="FILE")],
    as_json: options.Json,
    limits: CostLimits,
) -> int:
    """Count the divisions of the vertices of a graph into connected parts.

    A line of the file names two neighbors, or one vertex; # begins a comment.
    """
    _, text = source_text(file)
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    edges = [tuple(names) for names in lines if names]
    if wrong := [names for names in edges if len(names) > 2]:
        raise NotationError(
            f"{file}: {' '.join(wrong[0])!r} is not one vertex, or two neighbors"
        )
    graph = graphs.neighbors_of(edges)
    if len(graph) > MOST_VERTICES:
        raise NotationError(f"{file}: more than {MOST_VERTICES} vertices")
    watch = limits.checked(f"{len(graph)} vertices", estimate_graph(graph))
    answer = GraphAnswer(len(graph), graphs.count_partitions(graph, watch))
    return print_answer(answer, f"{answer.count}\n", as_json)


@dataclass(frozen=True)
class SymmetricLoopsAnswer(Answer):
    """Answer of galaxies boards symmetric-loops --json."""

    lattice: Annotated[str, "Shape of the cells."]
    side: Annotated[Positive, "Steps from the middle of the board to its border."]
    symmetric_loops: Annotated[Natural, "Number of symmetric loops."]


@command("symmetric-loops")
def loops_command(
    *,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Shape of the cells."
    ] = "hexagonal",
    side: Annotated[int, Argument(), Range(1, MAX_SIDE_OF_LOOPS)],
    as_json: options.Json,
    limits: CostLimits,
) -> int:
    """Count the symmetric loops through all colors on an empty board of fences.

    SIDE is the number of steps from the middle of the board to its border.
    """
    from galaxies_asp.families.fences.count import count_symmetric_loops

    watch = limits.checked(f"{lattice} {side}", estimate_loops(side, lattice))
    count = count_symmetric_loops(side, by_name(lattice), watch)
    return print_answer(
        SymmetricLoopsAnswer(lattice, side, count), f"{count}\n", as_json
    )


@dataclass(frozen=True)
class PartitionGrowthAnswer(Answer):
    """Answer of galaxies boards growth --json."""

    width: Width
    states: Annotated[Natural, "Number of states between rows."]
    growth: Annotated[float, "Growth factor per row, in floating point."]


@command("growth")
def growth_command(
    width: Annotated[int, Argument(metavar="W"), Range(1, MAX_WIDTH)],
    as_json: options.Json,
    limits: CostLimits,
) -> int:
    """Print the growth factor of partitions per row of W cells, and the states."""
    limits.checked(f"growth {width}", estimate_growth(width))
    states, growth = number_of_states(width), partitions.growth(width)
    answer = PartitionGrowthAnswer(width, states, growth)
    return print_answer(answer, f"states {states}\ngrowth {growth:.12g}\n", as_json)


@dataclass(frozen=True)
class WitnessAnswer(BoardsAnswer):
    """Answer of galaxies boards witness --json."""

    agrees: Annotated[bool, "Whether models and counted boards agree."]
    counted: Annotated[Natural, "Boards that were counted, or sampled by counting."]
    models: Annotated[Natural, "Models of the encoding that were judged."]
    distinct: Annotated[Natural | None, "How many different boards they are."] = None
    invalid: Annotated[Natural, "How many of them are no boards."] = 0
    declared: Annotated[Natural | None, "Sampled boards that are models."] = None


@command("witness")
def witness_command(
    kind: Annotated[str, Argument(), Choice((*DRAWABLE, "arrangements"))],
    size: Size,
    count: Annotated[
        int | None,
        options.COUNT,
        "Cross-check N random boards in each direction, instead of all.",
    ],
    seed: options.Seed,
    as_json: options.Json,
    limits: CostLimits,
) -> int:
    """Compare the count with the models of the encoding of the same boards."""
    from galaxies_asp.counting.boards import witness

    width, height = size
    board = kind, height, width
    if count is None:
        watch = limits.watch(kind, BoardShape(height, width))
        counted = counting.count(*board, report=watch)
        # Some 20,000 models are judged in a second.
        limits.checked(f"{counted:,} models", Estimate(counted / 20_000, 0))
        found = witness.enumerate_models(*board, watch)
        agrees = found.confirms(counted)
        answer = WitnessAnswer(
            kind, width, height, agrees=agrees, counted=counted, **vars(found)
        )
        details = (
            f"counted {counted}; {found.models} models, {found.distinct} different, "
            f"{found.invalid} invalid"
        )
    else:
        shape = BoardShape(height, width)
        watch = limits.watch(witness.sampled(kind), shape, is_sampled=True)
        accepted = witness.sample_models(*board, count, seed)
        declared = witness.declare_samples(*board, count, seed, watch)
        answer = WitnessAnswer(
            kind,
            width,
            height,
            agrees=accepted == declared == count,
            counted=count,
            models=count,
            invalid=count - accepted,
            declared=declared,
        )
        details = (
            f"of {count} models sampled by clingo {accepted} are boards; of {count} "
            f"boards sampled by counting {declared} are models"
        )
    verdict = "agreed" if answer.agrees else "DISAGREED"
    text = f"{kind} {width}x{height}: {verdict}: {details}\n"
    print_answer(answer, text, as_json)
    return exits.ANSWERED if answer.agrees else exits.NEGATIVE
