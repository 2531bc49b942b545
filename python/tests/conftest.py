"""Shared by the tests: the command line, for comparison."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

#: The program that our answers are compared with: `cargo xtask python` builds it and sets its path.
PROGRAM = os.environ.get("QUANDARY") or shutil.which("quandary")


@pytest.fixture(scope="session")
def program() -> str:
    assert PROGRAM, "QUANDARY names no program, and none is on the path"
    return PROGRAM


class CommandLine:
    """Runs the program as a person would."""

    def __init__(self, program: str) -> None:
        self.program = program

    def __call__(self, *words: str | os.PathLike[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
        line = [self.program, *map(os.fspath, words)]
        return subprocess.run(line, input=stdin, capture_output=True, text=True, check=False)

    def json(self, *words: str | os.PathLike[str]) -> dict[str, Any]:
        """Its answer, with all times 0."""
        found: dict[str, Any] = json.loads(self(*words, "--json", "--no-clock", "--quiet").stdout)
        return found


@pytest.fixture(scope="session")
def cli(program: str) -> CommandLine:
    return CommandLine(program)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A small study, in a file."""
    path = tmp_path / "study.toml"
    path.write_text("puzzle = 'minesweeper'\ngames = 60\nblock = 10\nseed = 3\n[settings]\nboard = '5x5/{3..4}'\n")
    return path
