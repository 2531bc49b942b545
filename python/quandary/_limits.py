"""The limits of some work, and the callback for its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: Called with what is counted, how many are done, and of how many. A note comes with 0 and 0.
Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Limits:
    """The limits of the command line, with the same names."""

    nodes: int | None = None
    time: float | None = None
    memory: int | None = None
    threads: int = 1
    cache: bool = True
    clock: bool = True
    progress: Progress | None = None

    @property
    def seconds(self) -> float | None:
        return self.time

    @property
    def bytes(self) -> int | None:
        return None if self.memory is None else self.memory << 20


#: The names of the limits: no option of a verb has one of them.
NAMES = frozenset(Limits.__dataclass_fields__)


def apart(given: dict[str, object]) -> tuple[Limits, dict[str, object]]:
    """Splits keywords into limits and the rest."""
    limits = {name: value for name, value in given.items() if name in NAMES}
    return Limits(**limits), {name: value for name, value in given.items() if name not in NAMES}  # type: ignore[arg-type]
