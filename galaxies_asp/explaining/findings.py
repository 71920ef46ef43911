"""What is found on a position, which notebooks draw."""

from dataclasses import dataclass, field

from galaxies_asp.board.puzzle import Position


@dataclass(frozen=True)
class OnBoard:
    """Something found on a position.

    Attributes
    ----------
    position
        The board on which it was found, for drawings; None if nobody asked for it.
    """

    position: Position | None = field(
        default=None, compare=False, repr=False, kw_only=True
    )

    def _repr_html_(self) -> str | None:
        from galaxies_asp.explaining.figures import figure  # needed in notebooks only

        if self.position is None:
            return None
        return figure(self.position, self)._repr_html_()  # type: ignore[arg-type]
