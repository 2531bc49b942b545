"""Bad input raises the command line's message; running work can be stopped."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import quandary


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: quandary.solve("sliding", "1 2 3"), ["solve", "sliding", "1 2 3"]),
        (lambda: quandary.solve("sliding", "1 2 3 4 5 6 7 8 8"), ["solve", "sliding", "1 2 3 4 5 6 7 8 8"]),
        (lambda: quandary.simulate("minesweeper", board="9x9/99"), ["simulate", "minesweeper", "--board", "9x9/99"]),
    ],
)
def test_bad_input_raises_the_command_lines_message(ask: Any, words: list[str], cli: Any) -> None:
    with pytest.raises(quandary.InputError) as raised:
        ask()
    printed = cli(*words)
    assert printed.returncode == 2
    assert str(raised.value) in printed.stderr
    assert raised.value.what in str(raised.value) and isinstance(raised.value, ValueError)


def test_errors_that_only_python_can_make_are_refused_with_a_message() -> None:
    with pytest.raises(quandary.InputError, match="has no option --gmaes; expected one of .*--games"):
        quandary.simulate("minesweeper", gmaes=5)
    with pytest.raises(quandary.InputError, match="no puzzle; expected one of sliding"):
        quandary.solve("slidng", "1")
    with pytest.raises(quandary.InputError, match="no verb of that name; expected one of solve"):
        quandary.ask("sliding", "slove")
    with pytest.raises(quandary.InputError, match="is not a cell of a 5x5 board; expected ROW,COLUMN"):
        quandary.Session("lights-out").play("99,99")
    with pytest.raises(quandary.InputError, match="nothing to take back"):
        quandary.Session("lights-out").undo()
    with pytest.raises(quandary.InputError, match="nowhere.toml` cannot be read"):
        quandary.Study("nowhere.toml")


def test_a_wrong_study_is_refused_and_nothing_is_changed(tmp_path: Path, study: Path, cli: Any) -> None:
    for text, part in [
        ("puzzle = 'minesweeper'\ngames = 5\n[settings]\nbaord = '9x9/10'", "`board`?"),
        ("puzzle = 'minesweeper'\ngames = 5\n[settings]\nboard = '9x9/{9..1}'", "is empty"),
    ]:
        wrong = tmp_path / "wrong.toml"
        wrong.write_text(text)
        with pytest.raises(quandary.InputError, match="expected") as raised:
            quandary.run(wrong, tmp_path / "wrong")
        assert part in str(raised.value) and str(raised.value) in cli("run", wrong, "--out", tmp_path / "wrong").stderr
        assert not (tmp_path / "wrong").exists()
    out = tmp_path / "out"
    quandary.run(study, out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    other = tmp_path / "other.toml"
    other.write_text(study.read_text().replace("60", "61"))
    with pytest.raises(quandary.InputError, match="holds another study; expected a folder of its own"):
        quandary.run(other, out)
    assert before == {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    # A block that was damaged, and rows that are not those of the manifest.
    block = min((out / "blocks").iterdir())
    whole = block.read_bytes()
    block.write_bytes(whole[:-1] + b"?")
    with pytest.raises(quandary.InputError, match="is damaged: its content does not have the hash in its name"):
        quandary.merge(out)
    block.write_bytes(whole)
    manifest = out / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"blake3": "', '"blake3": "0'))
    for look in (quandary.rows, quandary.table):
        with pytest.raises(quandary.InputError, match="do not have the hash in the manifest"):
            look(out)


def test_a_budget_that_ran_out_is_an_answer() -> None:
    answer = quandary.simulate("minesweeper", games=1_000_000, nodes=1000)
    assert (answer["status"], answer["stopped"]) == ("exhausted", "nodes")


def test_the_interpreter_goes_on_meanwhile_and_gets_progress() -> None:
    reports: list[tuple[str, int, int]] = []
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    beside = threading.Thread(target=tick)
    beside.start()
    answer = quandary.simulate("minesweeper", games=1_000_000, time=0.7, progress=lambda *it: reports.append(it))
    done.set()
    beside.join()
    assert answer["status"] == "exhausted" and ticks > 20
    assert reports and all(what == "games" and total == 1_000_000 for what, _, total in reports)


def test_ctrl_c_ends_the_work() -> None:
    # Tests that run in the background may have Ctrl-C ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            quandary.simulate("minesweeper", games=100_000_000, time=60)
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_error_of_the_listener_ends_the_work() -> None:
    def listen(what: str, done: int, total: int) -> None:
        raise OSError("nobody listens")

    with pytest.raises(OSError, match="nobody listens"):
        quandary.simulate("minesweeper", games=100_000_000, progress=listen)
