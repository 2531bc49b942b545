"""Sessions: the same games as `quandary play` and the same hints as `quandary explain`."""

from __future__ import annotations

from typing import Any

import pytest
import quandary

NAMES = [puzzle["name"] for puzzle in quandary.puzzles()]


def test_a_game_is_the_one_of_the_command_line(cli: Any) -> None:
    game = quandary.Session("lights-out", "board=3x3", seed=4)
    texts = [str(game)]
    for _ in range(2):
        hint = game.hint()
        assert hint is not None
        texts.append(str(game.play(hint["decision"]["move"])))
    lines = "\n".join(game.played) + "\nquit\n"
    printed = cli("play", "lights-out", "--board", "3x3", "--plain", "--seed", "4", stdin=lines).stdout
    assert all(text in printed for text in texts), printed


def test_a_hint_is_the_explanation_of_the_position(cli: Any) -> None:
    game = quandary.Session("lights-out", seed=2)
    printed = cli.json("explain", "lights-out", str(game))
    hint = game.hint()
    assert hint is not None and hint["decision"] == printed["decision"] and hint["alternatives"] == printed["alternatives"]


@pytest.mark.parametrize("name", NAMES)
def test_undo_redo_goto_save_and_touch(name: str) -> None:
    game = quandary.Session(name, seed=5)
    start = game.seen()
    assert start["moves"] == game.moves and start["text"] == str(game) and start["setup"] == game.setup
    game.play(game.moves[0])
    after = game.seen()
    assert game.played == after["played"] and len(game.played) >= 1
    assert game.undo().seen()["view"] == start["view"]
    assert game.redo().seen()["view"] == after["view"]
    loaded = quandary.Session(name, saved=game.save())
    assert loaded.seen() == game.seen()
    assert game.goto(0).seen()["view"] == start["view"]
    assert (game.outcome, game.score) == (start["outcome"], start["score"])


def test_touches_mean_moves() -> None:
    mines = quandary.Session("minesweeper", {"board": "5x5/3", "first_click": "safe"}, seed=1)
    assert mines.mark(0, 4).played == ["flag 1,5"] and mines.press(0, 0).played == ["flag 1,5", "open 1,1"]
    tiles = quandary.Session("2048", seed=1)
    assert tiles.arrow(tiles.moves[0]).played == [quandary.Session("2048", seed=1).moves[0]]


def test_a_finished_game_has_a_summary_and_a_line() -> None:
    game = quandary.Session("lights-out", "board=3x3", seed=4)
    while game.outcome is None:
        hint = game.hint()
        assert hint is not None
        game.play(hint["decision"]["move"])
    assert game.outcome == "won" and game.hint() is None
    line = game.line(nodes=10_000)
    assert line["status"] == "answered" and len(line["points"]) == len(game.played) + 1
    summary = game.summary()
    assert summary is None or summary
