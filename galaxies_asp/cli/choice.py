"""Values of options and arguments that are one of several names."""

import click

from galaxies_asp.errors import did_you_mean


class Choice(click.Choice[str]):
    """One of several names; a message about another names the closest."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            meant = did_you_mean(str(value), self.choices)
            self.fail(error.message.rstrip(".") + meant, param, ctx)
