"""A recorded comparison on one page, as Markdown or HTML."""

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.families.registry import family_named
from galaxies_asp.lab import table
from galaxies_asp.lab.cost import short
from galaxies_asp.lab.record import Record
from galaxies_asp.lab.statistics import contrasts, explained

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;font-size:14px;display:block;overflow-x:auto}"
    "td,th{border:1px solid #bbb;padding:.2em .5em;text-align:left}"
    "pre{background:#f4f4f4;padding:.5em;overflow-x:auto}svg{max-width:100%}"
)


@dataclass(frozen=True)
class Section:
    """A part of a page: lines of text, a table with its header, and code."""

    title: str
    lines: Sequence[str] = ()
    rows: Sequence[table.Row] = ()
    code: str = ""


def sections(record: Record, path: str) -> Iterator[Section]:
    """Yield the parts of the page about a record in the file `path`."""
    plan, names = record.plan, [encoding.name for encoding in record.encodings]
    yield Section(
        "Question",
        [
            f"Do {', '.join(names)} have the same solutions of {plan.family}, and what "
            f"do they cost? Task: {plan.task}; seeds: {len(plan.seeds)} "
            f"({plan.perturbation}); limit of each run: {plan.limits.seconds} CPU s."
        ],
    )
    yield Section(
        "Encodings",
        rows=[
            ("encoding", "lines", "SHA-256"),
            *(
                (e.name, str((e.text or "").count("\n") or "?"), e.sha256)
                for e in record.encodings
            ),
        ],
    )
    yield Section("Equality", code="\n".join(record.equality) or "not compared")
    size = family_named(plan.family).size
    yield Section(
        "Instances",
        rows=[
            ("instance", "size"),
            *((board.name, str(size(board.facts))) for board in plan.boards),
        ],
    )
    options = [short(options) for options in plan.variants if options]
    yield Section(
        "Machine and versions",
        [f"Options of clingo: {'; '.join(options)}"] if options else [],
        [("what", "version"), *record.versions.items()],
    )
    if record.runs:
        limit = plan.limits.seconds
        compared = contrasts(record.runs, limit)
        yield Section("Cost", rows=table.cost_rows(record.runs, limit=limit))
        ratios = table.contrast_rows(compared)
        if len(ratios) > 1:
            yield Section("Ratios", [explained(compared).strip()], ratios)
    yield Section("How to repeat it", code=f"galaxies lab repeat {path}")


def markdown(title: str, parts: Sequence[Section], image: str) -> str:
    """Return a page as Markdown; `image` names the file of the plots, or is empty."""
    texts = [f"# {title}"]
    for part in parts:
        texts += [f"## {part.title}", *part.lines]
        texts += [table.piped(part.rows).rstrip()] if len(part.rows) > 1 else []
        texts += [f"```\n{part.code}\n```"] if part.code else []
    if image:
        texts += ["## Plots", f"![Plots of the costs]({image})"]
    return "\n\n".join(texts) + "\n"


def hypertext(title: str, parts: Sequence[Section], svg: str) -> str:
    """Return a page as one file of HTML; `svg` are the plots, or empty."""
    texts = [f"<h1>{html.escape(title)}</h1>"]
    for part in parts:
        texts.append(f"<h2>{html.escape(part.title)}</h2>")
        texts += [f"<p>{html.escape(line)}</p>" for line in part.lines]
        if len(part.rows) > 1:
            tags = ["th", *["td"] * (len(part.rows) - 1)]
            rows = (
                "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in row)
                for tag, row in zip(tags, part.rows, strict=True)
            )
            texts.append(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
        texts += [f"<pre>{html.escape(part.code)}</pre>"] if part.code else []
    if svg:
        texts += ["<h2>Plots</h2>", svg[svg.index("<svg") :]]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body>\n{chr(10).join(texts)}\n</body></html>\n"
    )
