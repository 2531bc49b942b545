"""The small version of `identical.py`: every way to run a study gives the same bytes."""

from __future__ import annotations

from pathlib import Path

import identical


def test_threads_parts_kills_and_dask_give_the_same_rows(program: str, tmp_path: Path) -> None:
    found = identical.hashes(program, tmp_path, games=4000, kills=8, seed=1)
    assert list(found) == ["1 threads", "2 threads", "7 parts", "100 parts", "8 kills", "3 Dask workers"]
    assert len(set(found.values())) == 1, found
