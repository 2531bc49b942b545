"""Rows: every tool can read them, and none of them copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import quandary


def test_polars_pyarrow_and_pandas_take_the_rows_of_simulate(cli: Any, tmp_path: Path) -> None:
    rows = quandary.simulate("minesweeper", board="5x5/4", games=50, rows=True).rows
    assert rows is not None
    cli("simulate", "minesweeper", "--board", "5x5/4", "--games", "50", "--rows", tmp_path / "rows.csv")
    theirs = polars.read_csv(tmp_path / "rows.csv")
    frame = polars.DataFrame(rows)
    assert frame.columns == theirs.columns and frame.rows() == theirs.rows()
    table = pyarrow.table(rows)
    assert table.num_rows == 50 and table.schema.field("length").type == pyarrow.uint64()
    assert table.schema.field("length").metadata[b"about"] == b"D: decisions of the game"
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert dict(rows.columns)["length"] == "D: decisions of the game" and "50 rows" in repr(rows)


def test_nothing_is_copied(study: Path) -> None:
    quandary.run(study, study.with_name("out"))
    rows = quandary.rows(study.with_name("out"))

    def places() -> list[int]:
        table = pyarrow.table(rows)
        return [column.chunk(0).buffers()[-1].address for column in table.columns]

    # Two tables made of the same rows share the same memory.
    assert places() == places() and pyarrow.table(rows).num_rows == 120


def test_rows_outlive_the_answer_that_made_them() -> None:
    table = pyarrow.table(quandary.simulate("minesweeper", board="4x4/3", games=20, rows=True).rows)
    assert sum(table.column("game").to_pylist()) == sum(range(20))
