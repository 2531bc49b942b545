"""Every exported function gives the same answer as the command line."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
import quandary

BOARD = "8 6 7 2 5 4 3 0 1"
STILL = {"clock": False}


def solve(cli: Any, study: Path) -> None:
    ours = quandary.solve("sliding", BOARD, **STILL)
    assert ours == cli.json("solve", "sliding", BOARD) and ours["length"] == 31
    assert str(ours) == cli("solve", "sliding", BOARD).stdout.rstrip("\n")


def explain(cli: Any, study: Path) -> None:
    position = "2x3/1 1?? 1??"
    assert quandary.explain("minesweeper", position, **STILL) == cli.json("explain", "minesweeper", position)


def generate(cli: Any, study: Path) -> None:
    ours = quandary.generate("minesweeper", board="6x6/6", no_guess=True, seed=5, **STILL)
    assert ours == cli.json("generate", "minesweeper", "--board", "6x6/6", "--no-guess", "--seed", "5")


def simulate(cli: Any, study: Path) -> None:
    ours = quandary.simulate("sliding", skill=0.9, within=100, games=30, threads=2, rows=True, **STILL)
    assert ours == cli.json("simulate", "sliding", "--skill", "0.9", "--within", "100", "--games", "30")
    assert ours.rows is not None and len(ours.rows) == 30


def measure(cli: Any, study: Path) -> None:
    words = ("measure", "minesweeper", "--board", "5x5/4", "--games", "40")
    assert quandary.measure("minesweeper", board="5x5/4", games=40, **STILL) == cli.json(*words)


def bench(cli: Any, study: Path) -> None:
    assert quandary.bench("pgame", **STILL) == cli.json("bench", "pgame")


def ask(cli: Any, study: Path) -> None:
    ours = quandary.ask("connect-four", "perft", depth=5, **STILL)
    assert ours == cli.json("perft", "connect-four", "--depth", "5")
    # A file is a path.
    file = study.with_name("board.txt")
    file.write_text(f"{BOARD}\n")
    assert quandary.ask("sliding", "solve", file, **STILL) == cli.json("solve", "sliding", file)


def check(cli: Any, study: Path) -> None:
    answer = quandary.solve("sliding", BOARD)
    file = study.with_name("answer.json")
    file.write_text(json.dumps(answer))
    theirs = cli.json("check", file)
    assert theirs["verified"]
    for what in (answer, json.dumps(answer), file):
        assert quandary.check(what, **STILL) == theirs
    # A bare certificate says nothing beyond what it proves.
    assert theirs["certificates"][0].pop("not_proved") == ["method", "nodes"]
    assert quandary.check(answer["certificate"], **STILL) == theirs
    assert str(quandary.check(answer)) == cli("check", file).stdout.rstrip("\n")
    answer["length"] = 30
    assert not quandary.check(answer)["verified"]


def puzzles(cli: Any, study: Path) -> None:
    for puzzle in quandary.puzzles():
        for verb in puzzle["verbs"]:
            options = cli("schema", verb["name"], puzzle["name"], "--options")
            assert json.loads(options.stdout)["options"] == verb["options"]


def estimate(cli: Any, study: Path) -> None:
    ours, theirs = quandary.estimate(study, **STILL), cli.json("run", study, "--estimate")
    for answer in (ours, theirs):
        assert answer["cost"].pop("cpu_seconds") == 0.0
    assert ours == theirs and ours["cost"]["games"] == 120


def run(cli: Any, study: Path) -> None:
    ours = quandary.run(study, study.with_name("ours"), threads=2, **STILL)
    assert ours == cli.json("run", study, "--out", study.with_name("theirs"))
    part = quandary.run(study, study.with_name("part"), chunk="2/3", **STILL)
    assert part == cli.json("run", study, "--out", study.with_name("their-part"), "--chunk", "2/3")
    with pytest.raises(quandary.InputError, match="12 blocks are missing|8 of 12 blocks are missing"):
        quandary.merge(study.with_name("part"))


def merge(cli: Any, study: Path) -> None:
    out = study.with_name("out")
    for part in ("1/2", "2/2"):
        quandary.run(study, out, chunk=part)
    assert quandary.merge(out, **STILL) == cli.json("merge", out)


def table(cli: Any, study: Path) -> None:
    out = study.with_name("out")
    quandary.run(study, out)
    for layout in ("text", "markdown", "latex", "csv"):
        ours = quandary.table(out, layout, **STILL)
        assert ours == cli.json("table", out, "--as", layout)
        assert str(ours) == cli("table", out, "--as", layout).stdout.rstrip("\n")


def chart(cli: Any, study: Path) -> None:
    out = study.with_name("out")
    quandary.run(study, out)
    drawn = quandary.chart(out, x="board", y="v")
    printed = cli.json("plot", out, "--x", "board", "--y", "v", "--figure", study.with_name("v.svg"))
    points = sum(len(series["points"]) for series in drawn["series"])
    assert (drawn["title"], len(drawn["series"]), points) == (printed["title"], printed["series"], printed["points"])


def rows(cli: Any, study: Path) -> None:
    import polars

    cli("run", study, "--out", study.with_name("out"))
    ours = polars.DataFrame(quandary.rows(study.with_name("out")))
    assert ours.equals(polars.read_parquet(study.with_name("out") / "rows.parquet")) and len(ours) == 120


TESTS = [solve, explain, generate, simulate, measure, bench, ask, check, puzzles]
TESTS += [estimate, run, merge, table, chart, rows]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_a_function_answers_as_the_command_line(test: Any, cli: Any, study: Path) -> None:
    test(cli, study)


def test_no_exported_function_is_left_out() -> None:
    functions = {name for name in quandary.__all__ if inspect.isroutine(getattr(quandary, name))}
    assert functions == {test.__name__ for test in TESTS}
    things = [getattr(quandary, name) for name in quandary.__all__]
    assert all(thing.__doc__ for thing in things if inspect.isroutine(thing) or inspect.isclass(thing))
