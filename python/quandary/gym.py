"""Every puzzle as a Gymnasium environment, with its solver as a teacher.

>>> import gymnasium, quandary.gym
>>> env = gymnasium.make("quandary/lights-out-v0", setup="board=3x3")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(quandary.gym.teacher(env))
>>> bool(info["legal"])
True

What an agent sees is what a player sees, never the hidden part: ``observation["squares"]`` has two layers of numbers, the
meaning of each square's colour (closed, first side, second side, ...; a scale begins at 10) and its content (the
number itself, or the code of a letter); puzzles with numbers beside the board have them under ``above`` and ``left``.
What an agent does is what a player does: each action is a square pressed, a square marked or an arrow, and after them come
the legal moves without a touch, in the order of the puzzle. ``action_masks()`` says which are moves now; another
one changes nothing.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from . import puzzles
from ._session import Session

__all__ = ["PuzzleEnv", "teacher"]

#: The number of actions for moves without a touch: if touches cover every move of the first position, and if not.
FEW, MANY = 8, 128
NUMBERS = numpy.iinfo(numpy.int32)


class PuzzleEnv(gymnasium.Env[dict[str, numpy.ndarray], int]):
    """A puzzle as an environment.

    An episode is a game; its seed decides where it begins and every chance in it, the program's answers included. The
    reward is the points gained, in puzzles for one that have points; otherwise 1 for a game that is won and -1 for one
    that is lost. After ``max_steps`` actions an episode is truncated. ``reset(options={"position": TEXT})`` begins at a
    position; the limits (``nodes``, ``time``, ...) hold for each answer of the program.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        puzzle: str,
        setup: str | dict[str, object] = "",
        *,
        max_steps: int = 10_000,
        render_mode: str | None = None,
        **limits: Any,
    ) -> None:
        self.puzzle, self.render_mode, self.max_steps = puzzle, render_mode, max_steps
        self._setup, self._limits = setup, limits
        #: The game that is played; ``teacher`` and agents of your own may ask it anything.
        self.session = Session(puzzle, setup, seed=0, **limits)
        self._rows, self._columns, _, _ = self.session._native.layers()
        touches = self.session._native.touches(self._rows, self._columns)
        covered = set(touches) >= set(self.session.moves)
        self._steers = self.session.seen()["scene"]["steering"] == "arrows"
        self._touches = 4 if self._steers else len(touches)
        self.action_space = spaces.Discrete(self._touches + (FEW if covered else MANY))
        self._for_points = self.session.score is not None and "side=" not in self.session.setup
        #: Outcomes are given from the view of the player who began.
        self._sign = -1.0 if "side=second" in self.session.setup else 1.0
        above, left = self.session._native.labels()
        self._labels = {}
        if above and left:
            depth = max((self._rows + 1) // 2, *map(len, above))
            width = max((self._columns + 1) // 2, *map(len, left))
            self._labels = {"above": (self._columns, depth), "left": (self._rows, width)}
        shapes = {"squares": (2, self._rows, self._columns), **self._labels}
        self.observation_space = spaces.Dict(
            {
                name: spaces.Box(int(NUMBERS.min), int(NUMBERS.max), shape, numpy.int32)
                for name, shape in shapes.items()
            }
        )
        self._steps = 0
        self._actions: list[str | None] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, numpy.ndarray], dict[str, Any]]:
        """A new game."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(1 << 63))
        position = (options or {}).get("position")
        self.session = Session(self.puzzle, self._setup, seed=drawn, position=position, **self._limits)
        self._steps = 0
        self._look()
        return self._observation(), self._info(True)

    def step(self, action: int) -> tuple[dict[str, numpy.ndarray], float, bool, bool, dict[str, Any]]:
        """Plays the move of an action. An action without a move changes nothing and counts as a step."""
        chosen = self._actions[int(action)]
        before = self.session.score or 0
        if chosen is not None:
            self.session.play(chosen)
            self._look()
        self._steps += 1
        outcome = self.session.outcome
        if self._for_points:
            reward = float((self.session.score or 0) - before)
        else:
            reward = self._sign * {"won": 1.0, "lost": -1.0}.get(outcome or "", 0.0)
        truncated = outcome is None and self._steps >= self.max_steps
        return self._observation(), reward, outcome is not None, truncated, self._info(chosen is not None)

    def action_masks(self) -> numpy.ndarray:
        """Which actions are legal moves now: one flag per action, as maskable agents need it."""
        return numpy.array([chosen is not None for chosen in self._actions], dtype=numpy.int8)

    def action_of(self, move: str) -> int | None:
        """The action for a move, if there is one."""
        return self._actions.index(move) if move in self._actions else None

    def render(self) -> str:
        """The game as text."""
        return str(self.session)

    def _look(self) -> None:
        """Updates the move of each action."""
        touches = self.session._native.touches(self._rows, self._columns)
        touches = touches[-4:] if self._steers else touches
        meant = set(touches)
        others: list[str | None] = [move for move in self.session.moves if move not in meant]
        room = int(self.action_space.n) - self._touches  # type: ignore[attr-defined]
        self._actions = touches + (others + [None] * room)[:room]

    def _observation(self) -> dict[str, numpy.ndarray]:
        rows, columns, tones, texts = self.session._native.layers()
        squares = numpy.zeros((2, self._rows, self._columns), dtype=numpy.int32)
        high, wide = min(rows, self._rows), min(columns, self._columns)
        for layer, values in enumerate((tones, texts)):
            squares[layer, :high, :wide] = numpy.array(values).reshape(rows, columns)[:high, :wide]
        seen = {"squares": squares}
        if self._labels:
            for (name, (lines, room)), labels in zip(self._labels.items(), self.session._native.labels()):
                # Aligned towards the board, as printed.
                seen[name] = numpy.zeros((lines, room), dtype=numpy.int32)
                for line, numbers in zip(seen[name], labels):
                    if numbers:
                        line[-len(numbers[-room:]) :] = numbers[-room:]
        return seen

    def _info(self, legal: bool) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "legal": legal, "outcome": self.session.outcome}


def teacher(env: gymnasium.Env[Any, Any]) -> int | None:
    """The action that the solver's hint recommends; None if the game is over or there is no hint."""
    puzzle = env.unwrapped
    assert isinstance(puzzle, PuzzleEnv), "the teacher knows only the environments of quandary.gym"
    hint = puzzle.session.hint()
    decision = hint and hint["decision"]
    return puzzle.action_of(decision["move"]) if decision else None


for _puzzle in puzzles():
    gymnasium.register(
        id=f"quandary/{_puzzle['name']}-v0",
        entry_point="quandary.gym:PuzzleEnv",
        kwargs={"puzzle": _puzzle["name"]},
    )
