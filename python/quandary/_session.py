"""A game in progress."""

from __future__ import annotations

import json
from typing import Any

from . import _native
from ._answers import Answer, _asked
from ._limits import Limits


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
        self._limits = Limits(**limits)
        self._native = _native.Session(puzzle, setup, seed, position, saved, self._limits)

    def _act(self, action: object) -> Session:
        self._native.act(json.dumps(action), self._limits)
        return self

    def play(self, move: str) -> Session:
        """Plays a move, as :attr:`moves` writes it. An illegal one is refused with a message and changes nothing."""
        return self._act({"play": move})

    def press(self, row: int, column: int) -> Session:
        """Touches a square, counted from 0; without a meaning there it does nothing."""
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
        """Plays again what was taken back, with the same random events."""
        return self._act("redo")

    def goto(self, at: int) -> Session:
        """Goes to the position after this many moves; those behind it can be played again."""
        return self._act({"goto": at})

    def seen(self, *, hint: bool = False, summary: bool = False) -> dict[str, Any]:
        """Everything that can be seen, never the hidden part: view, scene, moves, turn, score, link."""
        seen: dict[str, Any] = json.loads(self._native.seen(hint, summary, self._limits))
        return seen

    def hint(self) -> dict[str, Any] | None:
        """The best move with its reason and the alternatives; None when the game is over."""
        hint: dict[str, Any] | None = self.seen(hint=True)["hint"]
        return hint

    def line(self, **limits: Any) -> Answer:
        """The value of each position of the game."""
        used = Limits(**limits) if limits else self._limits
        nodes = {} if used.nodes is None else {"nodes": used.nodes}
        return _asked({"ask": "line", "puzzle": self.puzzle, "saved": self.save(), **nodes}, used)

    def summary(self) -> str | None:
        """Remarks on a finished game, besides its outcome."""
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
        """``won``, ``lost``, ``drawn`` or ``unfinished``, from the view of the player who began; None while it goes on."""
        return self._native.outcome()

    @property
    def score(self) -> int | None:
        """The points, in games that have them."""
        return self._native.score()

    def save(self) -> str:
        """The whole game, to continue later: moves, what was taken back, and the state of the random stream."""
        return self._native.save()

    def __str__(self) -> str:
        return self._native.text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Session(...)" if cycle else str(self))
