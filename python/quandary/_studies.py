"""Studies: many games over many settings, always with the same rows to the last byte."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import _native
from ._answers import Answer
from ._limits import Limits


class Study:
    """A study, from a path to its file or from its text.

    >>> Study("puzzle = 'minesweeper'\\ngames = 25\\nblock = 10").blocks
    [(0, 0, 10), (0, 1, 10), (0, 2, 5)]
    """

    def __init__(self, study: str | os.PathLike[str] | Study) -> None:
        source = None
        if isinstance(study, Study):
            text, source = study.text, study.source
        elif isinstance(study, str) and "=" in study and "\n" in study:
            text = study
        else:
            source = os.fspath(study)
            try:
                text = Path(source).read_text()
            except OSError as error:
                raise _native.InputError(f"`{source}` cannot be read: {error.strerror}") from error
        #: The file that it was read from, if there was one.
        self.source = source
        self._native = _native.Study(text, source)

    @property
    def text(self) -> str:
        """The file as it was read."""
        return self._native.text()

    @property
    def hash(self) -> str:
        """The BLAKE3 hash of everything that decides the rows."""
        return self._native.hash()

    @property
    def cells(self) -> list[dict[str, str]]:
        """The settings of every cell."""
        return [dict(cell) for cell in self._native.cells()]

    @property
    def blocks(self) -> list[tuple[int, int, int]]:
        """Every block: its cell, its number within the cell, and its games."""
        return self._native.blocks()

    def play(self, cell: int, number: int, **limits: Any) -> list[tuple[str, bytes]]:
        """Plays one block; returns the paths and contents of its files, in the order in which to store them."""
        return self._native.play(cell, number, Limits(**limits))

    def open(self, out: str | os.PathLike[str]) -> None:
        """Makes the folder of this study; a folder with other content is refused."""
        self._native.open(out)

    def store(self, out: str | os.PathLike[str], path: str, content: bytes) -> None:
        """Stores a file of a block in the folder: complete, synced, and only once."""
        self._native.store(out, path, content)

    def __reduce__(self) -> tuple[type[Study], tuple[str]]:
        return (Study, (self.text if "\n" in self.text else self.text + "\n",))


def _said(said: tuple[str, str]) -> Answer:
    answer, text = said
    return Answer(json.loads(answer), text)


def estimate(study: str | os.PathLike[str] | Study, /, **limits: Any) -> Answer:
    """Estimates the cost of a study from a few of its games."""
    return _said(Study(study)._native.run(None, "1/1", Limits(**limits)))


def run(
    study: str | os.PathLike[str] | Study,
    out: str | os.PathLike[str],
    *,
    chunk: str = "1/1",
    **limits: Any,
) -> Answer:
    """Plays a study into a folder and merges it; after an interruption it continues where it stopped.

    ``chunk="3/100"`` plays one part of a hundred; :func:`merge` when all are done.
    """
    return _said(Study(study)._native.run(out, chunk, Limits(**limits)))


def merge(out: str | os.PathLike[str], /, **limits: Any) -> Answer:
    """Verifies that every block of a study is there, once, and writes its rows and its summary."""
    return _said(_native.merge(out, Limits(**limits)))


def table(out: str | os.PathLike[str], layout: str = "text", /, **limits: Any) -> Answer:
    """Summarise the rows of a study: win rates, v, m, E_p, GR, class and zone, with intervals.

    ``str`` of it is laid out as ``text``, ``markdown``, ``latex`` or ``csv``.
    """
    return _said(_native.table(out, layout, Limits(**limits)))


def chart(
    out: str | os.PathLike[str], *, x: str | None = None, y: str = "win_rate", **limits: Any
) -> dict[str, Any]:
    """A measure of a study over one of its settings, as data to draw: labels, and series of points with intervals."""
    drawn: dict[str, Any] = json.loads(_native.chart(out, x, y, Limits(**limits)))
    return drawn


def rows(out: str | os.PathLike[str], /, **limits: Any) -> _native.Rows:
    """The merged rows of a study, compared with its manifest: give it to ``polars.DataFrame`` or ``pyarrow.table``."""
    return _native.rows(out, Limits(**limits))
