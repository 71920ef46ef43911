"""Configuration of the documentation site; `python docs/build.py` builds it."""

import os
import shutil
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

# Notebooks are pages, and pages lie in this folder.
shutil.copytree(HERE.parent / "examples", HERE / "notebooks", dirs_exist_ok=True)

import galaxies_asp  # noqa: E402

project = "galaxies-asp"
author = "The galaxies-asp developers"
version = release = galaxies_asp.__version__
html_title = f"galaxies-asp {release}"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "site_extensions.commands",
    "site_extensions.pages",
    "site_extensions.files",
    "site_extensions.encodings",
    "site_extensions.api",
    "site_extensions.tables",
]
root_doc = "index"
exclude_patterns = ["_build", "site_extensions"]

# Markdown and notebooks
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # a test compares the outputs
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # no scripts from the network

# Docstrings
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
suppress_warnings = ["ref.python"]  # several classes have attributes of one name
python_use_unqualified_type_names = True

# The pages
smartquotes = False  # options start with two hyphens
html_theme = "furo"
html_static_path = ["site_extensions/static"]
html_css_files = ["site.css"]
templates_path = ["site_extensions/templates"]
html_sidebars = {
    "**": [
        *(f"sidebar/{part}.html" for part in ("brand", "search", "scroll-start")),
        *("sidebar/navigation.html", "versions.html", "sidebar/scroll-end.html"),
    ]
}
project_file = (HERE.parent / "pyproject.toml").read_text("utf-8")
address = tomllib.loads(project_file)["project"]["urls"].get("Repository")
if address:
    html_theme_options = {"source_repository": address, "source_branch": "main"}
    html_theme_options["source_directory"] = "docs/"
html_context = {"versions": os.environ.get("GALAXIES_VERSIONS", "").split()}
html_copy_source = False
html_show_sphinx = False
pygments_style = "default"
pygments_dark_style = "monokai"
