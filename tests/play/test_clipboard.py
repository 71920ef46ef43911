"""Puzzles that the real clipboard holds are opened by the keys that paste."""

import io
from base64 import b64encode

import pytest
from support.browser import in_both
from support.page import Page

from galaxies_asp.core.drawing import render
from galaxies_asp.notation import parse

PUZZLE = parse("7x7:cghsppedzzaccdtce")
FIELD = """(text) => {
  const field = document.body.appendChild(document.createElement("textarea"));
  field.id = "copied";
  field.value = text;
  field.select();
}"""
IMAGE = """(data) => {
  const button = document.body.appendChild(document.createElement("button"));
  button.id = "copied";
  button.textContent = "copy";
  button.onclick = async () => {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    const image = new Blob([bytes], { type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
    button.remove();
  };
}"""
EVENT = """(data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const files = [new File([bytes], "image.png", { type: "image/png" })];
  const event = new Event("paste", { bubbles: true });
  event.clipboardData = { files, getData: () => "" };
  document.body.dispatchEvent(event);
}"""

TEXTS = (
    "7x7:cghsppedzzaccdtce",
    "\u201cGame ID: 7x7:cghsppedzzaccdtce\u201d\n",
    "> [hard](https://puzz.link/p?tentaisho/7/7/hceeqenen86ezzi446er48e&x=1)\n",
)


def paste_by_keys(page: Page) -> None:
    page.page.evaluate("document.activeElement?.blur()")
    page.page.keyboard.press("Control+V")


@pytest.mark.slow
@in_both
def test_texts_are_pasted(page: Page) -> None:
    page.open("3x3:i")
    for text in TEXTS:
        page.page.evaluate(FIELD, text)
        page.page.keyboard.press("Control+A")
        page.page.keyboard.press("Control+C")
        page.page.evaluate("document.getElementById('copied').remove()")
        paste_by_keys(page)
        page.until_game("game.names.length === 15")
        page.paste("3x3:i")
        page.until_game("game.names.length === 1")


@pytest.mark.slow
@in_both
def test_a_picture_is_pasted(page: Page) -> None:
    """It is redrawn without the puzzle that our own files hold.

    Without a screen, Firefox has no clipboard for images: there, the event has one.
    """
    from PIL import Image

    plain = io.BytesIO()
    Image.open(io.BytesIO(render(PUZZLE, "png"))).convert("RGB").save(plain, "PNG")
    data = b64encode(plain.getvalue()).decode()
    page.open()
    if page.is_firefox:
        page.page.evaluate(EVENT, data)
    else:
        permissions = ["clipboard-read", "clipboard-write"]
        page.page.context.grant_permissions(permissions)
        page.page.evaluate(IMAGE, data)
        page.page.click("#copied", force=True)
        page.until("!document.getElementById('copied')")
        paste_by_keys(page)
    page.until_game("game.names.length === 15")
    assert "was read from the picture" in page.page.text_content("body")
