"""A group of commands whose help text lists complete summaries."""

import click


class Group(click.Group):
    """A group of commands; summaries are wrapped, not truncated."""

    def summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Return the names of the commands and the first sentence of their help."""
        return [
            (name, command.get_short_help_str(1000))
            for name, command in sorted(self.commands.items())
        ]

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(self.summaries(ctx))
