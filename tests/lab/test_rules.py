"""Rules left out one by one, and encodings as one page."""

from pathlib import Path

from support.commands import lab
from support.puzzles import IDP_5X5

from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.source import page
from galaxies_asp.solving.search import solve

GALAXIES = compared_family("galaxies")


def test_a_mix_as_a_page_is_the_same_encoding(tmp_path: Path) -> None:
    path = tmp_path / "page.lp"
    assert lab("show", "choice+pair+level", "-o", str(path))[0] == 0
    text = path.read_text(encoding="utf-8")
    assert text == page(GALAXIES, "choice+pair+level")
    for part in ("interface.lp", "parts/symmetry/pair.lp", "parts/connected/level.lp"):
        assert f"% {part} ==" in text
    assert "#include" not in text
    assert solve(IDP_5X5, rules=str(path)).solutions == solve(IDP_5X5).solutions


def test_an_included_file_comes_first_on_a_page() -> None:
    text = page(GALAXIES, "grow")
    assert text.index("% interface.lp ==") < text.index("% grow.lp ==")
    header = text.index("Galaxies by growth: a region grows")
    assert text.index("% grow.lp ==") < header < text.index("{ pair(|K+S|,D) }")
