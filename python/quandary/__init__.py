"""A laboratory for puzzles: it solves them, proves its answers, and measures how they feel to play.

>>> import quandary
>>> quandary.solve("sliding", "8 6 7 2 5 4 3 0 1")["length"]
31
>>> game = quandary.Session("lights-out", "board=3x3", seed=1)
>>> game.play(game.hint()["decision"]["move"]).played == game.seen()["played"]
True

Every answer is what the command line prints with ``--json``, and ``str(answer)`` is what it prints without. Options are
those of the command line with ``_`` for ``-``; every function takes its limits, too: ``nodes``, ``time`` (seconds),
``memory`` (MiB), ``threads``, ``cache``, ``clock``, and ``progress``, which is called with (what, done, total).
"""

from ._answers import Answer, Progress, ask, bench, check, explain, generate, measure, puzzles, simulate, solve
from ._native import BUILD as __build__
from ._native import VERSION as __version__
from ._native import Exhausted, InputError, Rows
from ._session import Session
from ._studies import Study, chart, estimate, merge, rows, run, table

__all__ = [
    "Answer",
    "Exhausted",
    "InputError",
    "Progress",
    "Rows",
    "Session",
    "Study",
    "__build__",
    "__version__",
    "ask",
    "bench",
    "chart",
    "check",
    "estimate",
    "explain",
    "generate",
    "measure",
    "merge",
    "puzzles",
    "rows",
    "run",
    "simulate",
    "solve",
    "table",
]
