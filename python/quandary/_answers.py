"""Verbs: from a puzzle, an input and options to an answer."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

from . import _native
from ._limits import Limits, Progress, apart

__all__ = ["Answer", "Progress", "ask", "bench", "check", "explain", "generate", "measure", "puzzles", "simulate", "solve"]


class Answer(dict):  # type: ignore[type-arg]
    """An answer as ``--json`` prints it. ``str(answer)`` is what the command line prints for people."""

    #: What the command line prints without ``--json``.
    text: str
    #: The games, if they were requested: give it to ``polars.DataFrame`` or ``pyarrow.table``.
    rows: _native.Rows | None
    #: A chart of the answer, as data: a title, labels, and series of points.
    figure: dict[str, Any] | None

    def __init__(
        self,
        answer: dict[str, Any],
        text: str = "",
        rows: _native.Rows | None = None,
        figure: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(answer)
        self.text, self.rows, self.figure = text, rows, figure

    def __str__(self) -> str:
        return self.text

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Answer(...)" if cycle else self.text)


def _asked(request: dict[str, Any], limits: Limits) -> Answer:
    answer, text, figure, rows = _native.ask(json.dumps(request), limits)
    return Answer(json.loads(answer), text or "", rows, figure and json.loads(figure))


def _word(value: object) -> str:
    """An option's value as on the command line; a file is replaced by its text."""
    if value is True:
        return ""
    return value.read_text() if isinstance(value, Path) else str(value)


def _input(given: str | os.PathLike[str]) -> object:
    if isinstance(given, str):
        return given
    path = Path(given)
    return {"name": str(path), "base64": base64.b64encode(path.read_bytes()).decode()}


def ask(
    puzzle: str,
    verb: str,
    input: str | os.PathLike[str] | None = None,
    /,
    *,
    rows: bool = False,
    **options: Any,
) -> Answer:
    """The answer of a verb of a puzzle.

    ``input`` is the text itself, or a ``pathlib.Path`` to a file, which need not be text. ``rows=True`` returns the
    games of a verb that plays many as ``answer.rows``. ``quandary.puzzles()`` lists everything.

    >>> ask("minesweeper", "simulate", board="4x4/3", games=10, seed=1)["games"]
    10
    """
    limits, words = apart(options)
    given = {name.replace("_", "-"): _word(value) for name, value in words.items() if value not in (None, False)}
    request: dict[str, Any] = {"ask": "run", "puzzle": puzzle, "verb": verb, "options": given, "rows": rows, "text": True}
    if input is not None:
        request["input"] = _input(input)
    return _asked(request, limits)


def solve(puzzle: str, input: str | os.PathLike[str] | None = None, /, **options: Any) -> Answer:
    """Solves an instance or a position, with a certificate that :func:`check` verifies.

    >>> solve("sliding", "1 2 3 4 5 6 7 0 8")["length"]
    1
    """
    return ask(puzzle, "solve", input, **options)


def explain(puzzle: str, input: str | os.PathLike[str] | None = None, /, **options: Any) -> Answer:
    """The next move and why.

    >>> explain("minesweeper", "2x3/1 1?? 1??")["decision"]["certain"]
    True
    """
    return ask(puzzle, "explain", input, **options)


def generate(puzzle: str, /, **options: Any) -> Answer:
    """Makes puzzles."""
    return ask(puzzle, "generate", **options)


def simulate(puzzle: str, /, **options: Any) -> Answer:
    """Plays many seeded games of a strategy; ``rows=True`` keeps them as ``answer.rows``.

    >>> len(simulate("minesweeper", board="4x4/3", games=10, rows=True).rows)
    10
    """
    return ask(puzzle, "simulate", **options)


def measure(puzzle: str, input: str | os.PathLike[str] | None = None, /, **options: Any) -> Answer:
    """Measures a puzzle: how hard, how engaging."""
    return ask(puzzle, "measure", input, **options)


def bench(puzzle: str, /, **options: Any) -> Answer:
    """A fixed amount of work: one signature, node counts and CPU seconds."""
    return ask(puzzle, "bench", **options)


def check(what: dict[str, Any] | str | os.PathLike[str], /, **limits: Any) -> Answer:
    """Verifies certificates with code that shares nothing with the solvers.

    ``what`` is an answer, a bare certificate, their JSON text (one, or one per line), or a ``pathlib.Path`` to a file.

    >>> check(solve("sliding", "1 2 3 4 5 6 7 0 8"))["verified"]
    True
    """
    used, rest = apart(limits)
    if rest:
        raise TypeError(f"check() has no option {', '.join(rest)}")
    if isinstance(what, dict):
        text = json.dumps(what)
    else:
        text = what if isinstance(what, str) else Path(what).read_text()
    return _asked({"ask": "check", "text": text}, used)


def puzzles() -> list[dict[str, Any]]:
    """Every puzzle with its settings, presets, verbs and their options.

    >>> "minesweeper" in [puzzle["name"] for puzzle in puzzles()]
    True
    """
    found: list[dict[str, Any]] = _asked({"ask": "catalogue"}, Limits())["puzzles"]
    return found
