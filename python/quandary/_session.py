"""A game in progress."""

from __future__ import annotations

import json
from typing import Any

from . import _native
from ._answers import Answer, _asked
from ._means import Means


class Session:
    """A game in progress: play, hint, undo, save.

    The same setting, seed and moves give the same game on every machine. Where the program plays the other side, it
    answers at once.

    >>> game = Session("minesweeper", "board=4x4/3", seed=7)
    >>> game.play("open 1,1").undo().played
    []
    """

    def __init__(
        self,
        puzzle: str,
        setup: str | dict[str, object] = "",
        *,
        seed: int = 0,
        position: str | None = None,
        saved: str | None = None,
        **limits: Any,
    ) -> None:
        """``setup`` is a preset's name, ``name=value`` pairs joined by ``; ``, or a dictionary of them.

        ``position`` begins where the puzzle's text or a link says; ``saved`` goes on with a game that :meth:`save` wrote.
        """
        if isinstance(setup, dict):
            setup = "; ".join(f"{name.replace('_', '-')}={value}" for name, value in setup.items())
        self.puzzle = puzzle
        self._means = Means(**limits)
        self._native = _native.Session(puzzle, setup, seed, position, saved, self._means)

    def _act(self, action: object) -> Session:
        self._native.act(json.dumps(action), self._means)
        return self

    def play(self, move: str) -> Session:
        """Plays a move, as :attr:`moves` writes it. An illegal one is refused in words and changes nothing."""
        return self._act({"play": move})

    def press(self, row: int, column: int) -> Session:
        """Touches a square, counted from 0; what means nothing there does nothing."""
        return self._act({"press": [row, column]})

    def mark(self, row: int, column: int) -> Session:
        """Marks a square, counted from 0: a flag, a cross."""
        return self._act({"mark": [row, column]})

    def arrow(self, way: str) -> Session:
        """``up``, ``down``, ``left`` or ``right``, where arrows are moves."""
        return self._act({"arrow": way})

    def undo(self) -> Session:
        """Takes back the last move, and the program's answer to it."""
        return self._act("undo")

    def redo(self) -> Session:
        """Plays again what was taken back; it meets the same chances."""
        return self._act("redo")

    def goto(self, at: int) -> Session:
        """Goes to the position after this many moves; those behind it can be played again."""
        return self._act({"goto": at})

    def seen(self, *, hint: bool = False, summary: bool = False) -> dict[str, Any]:
        """Everything that can be seen, never the hidden part: view, scene, moves, turn, score, link."""
        seen: dict[str, Any] = json.loads(self._native.seen(hint, summary, self._means))
        return seen

    def hint(self) -> dict[str, Any] | None:
        """The best move and why, with what else there is; nothing when the game is over."""
        hint: dict[str, Any] | None = self.seen(hint=True)["hint"]
        return hint

    def line(self, **limits: Any) -> Answer:
        """What each position of the game was worth."""
        means = Means(**limits) if limits else self._means
        nodes = {} if means.nodes is None else {"nodes": means.nodes}
        return _asked({"ask": "line", "puzzle": self.puzzle, "saved": self.save(), **nodes}, means)

    def summary(self) -> str | None:
        """What there is to say about a game that is over, beyond how it ended."""
        summary: str | None = self.seen(summary=True)["summary"]
        return summary

    @property
    def moves(self) -> list[str]:
        """The legal moves."""
        return self._native.moves()

    @property
    def played(self) -> list[str]:
        """The moves so far."""
        played: list[str] = self.seen()["played"]
        return played

    @property
    def setup(self) -> str:
        """The setting, as text."""
        return self._native.setup()

    @property
    def outcome(self) -> str | None:
        """``won``, ``lost``, ``drawn`` or ``unfinished``, as the player who began sees it; nothing while it goes on."""
        return self._native.outcome()

    @property
    def score(self) -> int | None:
        """The points, in games that have them."""
        return self._native.score()

    def save(self) -> str:
        """Everything, to go on from: moves, what was taken back, and the chances to come."""
        return self._native.save()

    def __str__(self) -> str:
        return self._native.text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Session(...)" if cycle else str(self))
