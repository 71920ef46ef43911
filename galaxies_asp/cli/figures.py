"""Print hints, steps and reasons: sentences, and boards with marks."""

from collections.abc import Iterator

from galaxies_asp.explaining.pictures import Figure


def printed(shown: Figure, *, boards: bool, color: bool) -> str:
    """Return a figure as text: what follows, the board, why, and the what-ifs."""
    return "".join(_parts(shown, boards, color))


def _parts(shown: Figure, boards: bool, color: bool) -> Iterator[str]:
    head, *bullets = shown.lines()
    yield f"{head}\n"
    if boards:
        yield shown.text(color=color)
    if not boards:
        yield "".join(f"{line}\n" for line in bullets)
        return
    for sentence in shown.sentences:
        yield f"  - {sentence}\n"
    for what_if in shown.what_ifs:
        yield "".join(f"  {line}\n" for line in what_if.deductions("- "))
        yield "".join(
            f"    {line}\n" for line in what_if.text(color=color).splitlines()
        )
    for sentence in shown.follows:
        yield f"  > {sentence}\n"
