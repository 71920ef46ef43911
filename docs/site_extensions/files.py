"""The directive `{file} NAME`: a file that the commands of a page use.

`docs/outputs.py` writes these files and runs the commands.
"""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

LANGUAGES = {".lp": "prolog", ".py": "python", ".json": "json"}


class File(SphinxDirective):
    """A file, shown under its name."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the caption and the content."""
        name = self.arguments[0]
        text = "\n".join(self.content) + "\n"
        language = LANGUAGES.get(Path(name).suffix, "text")
        code = nodes.literal_block(text, text, language=language)
        caption = nodes.caption("", "", nodes.literal(name, name))
        classes = ["literal-block-wrapper"]
        return [nodes.container("", caption, code, literal_block=True, classes=classes)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("file", File)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
