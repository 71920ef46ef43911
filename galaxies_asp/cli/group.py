"""A group of commands whose help text lists complete summaries."""

import click

from galaxies_asp.board.errors import did_you_mean


class Group(click.Group):
    """A group of commands; summaries are wrapped, not truncated."""

    def summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Return the names of the commands and the first sentence of their help."""
        return [
            (name, command.get_short_help_str(1000))
            for name, command in sorted(self.commands.items())
        ]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a message about an unknown one names the closest.

        `help COMMAND` stands for `COMMAND --help`.
        """
        name, known = str(args[0]), self.list_commands(ctx)
        if name == "help":
            return self.resolve_command(ctx, [*args[1:], "--help"])
        if name == "--help":  # `galaxies help`
            click.echo(ctx.get_help())
            ctx.exit()
        if name not in known and not (name.startswith("-") or ctx.resilient_parsing):
            ctx.fail(f"no command {name!r}" + did_you_mean(name, known))
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(self.summaries(ctx))
