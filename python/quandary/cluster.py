"""Studies on a cluster: the blocks of a study as tasks of Dask, or of any ``concurrent.futures`` executor.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from tempfile import TemporaryDirectory
>>> study = "puzzle = 'minesweeper'\\ngames = 20\\nblock = 5\\n[settings]\\nboard = '4x4/2'"
>>> with TemporaryDirectory() as out, ThreadPoolExecutor(2) as executor:
...     run(study, executor, out)["rows"]
20

A block is played on any free worker, and stored under the hash of its content; one that is lost with its worker is
played again by another. So the merged rows are the same to the last byte as those of ``quandary run`` on one machine.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import lru_cache
from pathlib import Path
from typing import Any

import quandary

from ._answers import Answer
from ._native import InputError
from ._studies import Study, merge

__all__ = ["run"]

#: The most tasks that wait at a scheduler: enough to keep a thousand workers busy, few enough to be cancelled quickly.
WAITING = 4000


def run(
    study: str | os.PathLike[str] | Study,
    client: Any,
    out: str | os.PathLike[str],
    *,
    retries: int = 10,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
    storage_options: dict[str, Any] | None = None,
) -> Answer:
    """Plays the missing blocks of a study on the workers of a cluster, and merges them.

    ``client`` is a Dask client or any ``concurrent.futures.Executor``. ``out`` is a folder that every worker sees, or the
    address of a store that fsspec knows (``s3://bucket/study``, with ``storage_options``). A block that fails is given
    out again up to ``retries`` times. ``threads`` are those of one task. ``progress`` is called with the games that are
    done and their number. Gives what :func:`quandary.merge` does.

    Where the study has a stop rule, every block is played and the superfluous ones are left out of the rows.
    """
    study = Study(study)
    store = _store(out, storage_options)
    store.open(study)
    executor: Executor = client.get_executor(pure=False) if hasattr(client, "get_executor") else client
    there = store.blocks()
    games = {(cell, number): count for cell, number, count in study.blocks}
    todo = deque(block for block in games if block not in there)
    total = sum(games.values())
    done = total - sum(games[block] for block in todo)
    failures: Counter[tuple[int, int]] = Counter()
    running: dict[Future[None], tuple[int, int]] = {}
    try:
        while todo or running:
            if progress is not None:
                progress(done, total)
            while todo and len(running) < WAITING:
                block = todo.popleft()
                task = executor.submit(_play, quandary.__build__, study.text, *block, out, storage_options, threads)
                running[task] = block
            for task in wait(running, return_when=FIRST_COMPLETED).done:
                block = running.pop(task)
                error = task.exception()
                if error is None:
                    done += games[block]
                    continue
                failures[block] += 1
                # Errors in the study or in a worker's program do not go away by trying again.
                if isinstance(error, InputError) or failures[block] > retries:
                    raise error
                todo.append(block)
    finally:
        for task in running:
            task.cancel()
    if progress is not None:
        progress(done, total)
    return store.merge(study)


def _play(
    program: str,
    text: str,
    cell: int,
    number: int,
    out: str | os.PathLike[str],
    storage_options: dict[str, Any] | None,
    threads: int,
) -> None:
    """On a worker: plays a block and stores it."""
    if program != quandary.__build__:
        raise InputError(
            f"the worker {os.getpid()} on {socket.gethostname()} has the build {quandary.__build__} of quandary, "
            f"the study is run by {program}; expected the same build everywhere"
        )
    study = _read(text)
    store = _store(out, storage_options)
    for path, content in study.play(cell, number, threads=threads):
        store.put(study, path, content)


@lru_cache(maxsize=4)
def _read(text: str) -> Study:
    """Reads a study and trains its players, once per process."""
    return Study(text if "\n" in text else text + "\n")


class _Folder:
    """A folder that every worker can access."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self, study: Study) -> None:
        study.open(self._path)

    def blocks(self) -> set[tuple[int, int]]:
        return _blocks(os.listdir(self._path / "blocks"))

    def put(self, study: Study, path: str, content: bytes) -> None:
        study.store(self._path, path, content)

    def merge(self, study: Study) -> Answer:
        return merge(self._path)


class _Remote:
    """A store that fsspec supports. Objects appear completely or not at all, and a name contains the hash of its content."""

    #: The files of a study besides its blocks; the manifest last, so that the rows it names exist once it does.
    MERGED = ("rows.parquet", "steps.parquet", "summary.json", "manifest.json")

    def __init__(self, address: str, options: dict[str, Any] | None) -> None:
        import fsspec

        self._address = address.rstrip("/")
        self._files, root = fsspec.core.url_to_fs(self._address, **(options or {}))
        self._root = root.rstrip("/")

    def open(self, study: Study) -> None:
        """The program itself makes the label, or compares it with the study, in a local folder."""
        with tempfile.TemporaryDirectory() as near:
            label = f"{self._root}/study.json"
            known = self._exists(label)
            if known:
                self._files.get_file(label, f"{near}/study.json")
            self._renamed(near, lambda: study.open(near))
            if not known:
                self._files.makedirs(f"{self._root}/blocks", exist_ok=True)
                self._files.put_file(f"{near}/study.json", label)

    def blocks(self) -> set[tuple[int, int]]:
        return _blocks(name.rsplit("/", 1)[-1] for name in self._names("blocks"))

    def put(self, study: Study, path: str, content: bytes) -> None:
        self._files.pipe_file(f"{self._root}/{path}", content)

    def merge(self, study: Study) -> Answer:
        """Fetches the blocks, lets the program verify and merge them here, and puts back what it wrote."""
        with tempfile.TemporaryDirectory() as near:
            self._files.get_file(f"{self._root}/study.json", f"{near}/study.json")
            for folder in ("blocks", "steps"):
                os.makedirs(f"{near}/{folder}", exist_ok=True)
                for name in self._names(folder):
                    self._files.get_file(name, f"{near}/{folder}/{name.rsplit('/', 1)[-1]}")
            merged = self._renamed(near, lambda: merge(near))
            for name in self.MERGED:
                if os.path.exists(f"{near}/{name}"):
                    self._files.put_file(f"{near}/{name}", f"{self._root}/{name}")
        return merged

    def _exists(self, path: str) -> bool:
        self._files.invalidate_cache()
        return bool(self._files.exists(path))

    def _names(self, folder: str) -> list[str]:
        self._files.invalidate_cache()
        try:
            return [str(name) for name in self._files.ls(f"{self._root}/{folder}", detail=False)]
        except FileNotFoundError:
            return []

    def _renamed(self, near: str, work: Callable[[], Any]) -> Any:
        """Errors name the store, not the local folder."""
        try:
            return work()
        except InputError as error:
            raise InputError(str(error).replace(near, self._address)) from None


def _store(out: str | os.PathLike[str], options: dict[str, Any] | None) -> _Folder | _Remote:
    place = os.fspath(out)
    if "://" not in place:
        return _Folder(Path(place).absolute())
    if place.startswith("file://"):
        return _Folder(Path(place.removeprefix("file://")))
    return _Remote(place, options)


_NAME = re.compile(r"(\d+)-(\d+)-[0-9a-f]{32}\.parquet")


def _blocks(names: Any) -> set[tuple[int, int]]:
    """The existing blocks, by the names of their files."""
    found = (_NAME.fullmatch(name) for name in names)
    return {(int(name[1]), int(name[2])) for name in found if name}
