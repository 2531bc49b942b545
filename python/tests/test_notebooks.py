"""The notebooks run, and give the output that is stored in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

BOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def shown(book: Any) -> list[str]:
    """What each cell printed and gave; pictures are not compared.

    In one piece, since a busy machine may deliver in two pieces what was printed at once.
    """
    cells = (cell.outputs for cell in book.cells if cell.cell_type == "code")
    texts = ("".join(map(text, outputs)) for outputs in cells)
    return [said for said in texts if said]


def text(output: Any) -> str:
    """An output as text; a picture has none."""
    if output.output_type == "stream":
        return output.text
    return "" if "image/png" in output.data else output.data.get("text/plain", "")


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_says(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    before = shown(book)
    assert len(before) >= 4 and all(text.strip() for text in before)
    NotebookClient(book, timeout=300, kernel_name="python3").execute()
    assert shown(book) == before


def test_there_is_a_notebook_for_each_kind_of_user() -> None:
    assert [path.stem for path in BOOKS] == ["engineer", "maker", "player", "researcher"]
