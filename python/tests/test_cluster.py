"""Studies on executors, on Dask, and in stores other than folders."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import quandary
from quandary import cluster


@pytest.fixture
def rows(study: Path) -> bytes:
    """The rows of the study, run on this machine alone."""
    quandary.run(study, study.with_name("alone"))
    return (study.with_name("alone") / "rows.parquet").read_bytes()


class Unlucky(Executor):
    """Loses every third task, as a cluster whose machines come and go."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Any, /, *words: Any, **more: Any) -> Future[Any]:
        self.given += 1
        task: Future[Any] = Future()
        if self.given % 3 == 0:
            task.set_exception(ConnectionError("the worker is gone"))
            return task
        try:
            task.set_result(fn(*words, **more))
        except Exception as error:
            task.set_exception(error)
        return task


def test_any_executor_will_do_and_a_second_run_plays_nothing(study: Path, rows: bytes) -> None:
    reports: list[tuple[int, int]] = []
    out = study.with_name("out")
    with ThreadPoolExecutor(2) as executor:
        merged = cluster.run(study, executor, out, progress=lambda *it: reports.append(it))
        assert (out / "rows.parquet").read_bytes() == rows
        assert reports[0] == (0, 120) and reports[-1] == (120, 120)
        reports.clear()
        assert cluster.run(study, executor, out, progress=lambda *it: reports.append(it))["hash"] == merged["hash"]
        assert reports == [(120, 120)]


def test_lost_blocks_are_played_again_until_they_are_lost_too_often(study: Path, rows: bytes) -> None:
    unlucky = Unlucky()
    cluster.run(study, unlucky, study.with_name("out"))
    assert unlucky.given > 12 and (study.with_name("out") / "rows.parquet").read_bytes() == rows
    with pytest.raises(ConnectionError, match="the worker is gone"):
        cluster.run(study, Unlucky(), study.with_name("again"), retries=0)


def test_steps_are_stored_too(study: Path) -> None:
    study.write_text(study.read_text().replace("seed = 3", "seed = 3\nrecord = 'step'"))
    quandary.run(study, study.with_name("alone"))
    with ThreadPoolExecutor(2) as executor:
        cluster.run(study, executor, study.with_name("out"))
    for name in ("rows.parquet", "steps.parquet", "manifest.json"):
        assert (study.with_name("out") / name).read_bytes() == (study.with_name("alone") / name).read_bytes()


def test_dask_gives_the_same_rows_and_a_worker_of_another_build_refuses_its_task(study: Path, rows: bytes) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as local, Client(local) as client:
        cluster.run(study, client, study.with_name("out"))
        assert (study.with_name("out") / "rows.parquet").read_bytes() == rows

        def grow_old() -> None:
            import quandary

            quandary.__build__ = "0.1.0+0123456789abcdef"

        client.run(grow_old)
        with pytest.raises(quandary.InputError, match=r"the build 0\.1\.0\+0123456789abcdef of quandary") as refused:
            cluster.run(study, client, study.with_name("other"))
        assert quandary.__build__ in str(refused.value)
        assert not list((study.with_name("other") / "blocks").iterdir())


@pytest.fixture(scope="module")
def s3() -> Iterator[dict[str, Any]]:
    """An S3-compatible server on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/moto-api/", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield {"key": "k", "secret": "s", "client_kwargs": {"endpoint_url": address}}
    finally:
        server.kill()
        server.wait()


def test_a_study_lives_in_s3(study: Path, rows: bytes, s3: dict[str, Any]) -> None:
    import fsspec

    files = fsspec.filesystem("s3", **s3)
    files.mkdir("lab")
    with ThreadPoolExecutor(2) as executor:
        merged = cluster.run(study, executor, "s3://lab/study", storage_options=s3)
        assert merged["rows"] == 120 and files.cat_file("lab/study/rows.parquet") == rows
        # A lost block is played again, and only that one.
        blocks = sorted(files.ls("lab/study/blocks", detail=False))
        files.rm(blocks[3])
        reports: list[tuple[int, int]] = []
        cluster.run(study, executor, "s3://lab/study", storage_options=s3, progress=lambda *it: reports.append(it))
        assert reports[0] == (110, 120) and files.cat_file("lab/study/rows.parquet") == rows
        # Another study, and a damaged block, are refused with a message that names the store.
        other = study.with_name("other.toml")
        other.write_text(study.read_text().replace("seed = 3", "seed = 4"))
        with pytest.raises(quandary.InputError, match="s3://lab/study holds another study"):
            cluster.run(other, executor, "s3://lab/study", storage_options=s3)
        files.pipe_file(blocks[0], b"PAR1")
        with pytest.raises(quandary.InputError, match="s3://lab/study/blocks/.* is damaged"):
            cluster.run(study, executor, "s3://lab/study", storage_options=s3)
        assert files.cat_file("lab/study/rows.parquet") == rows


def test_a_store_in_memory_and_an_address_of_a_file(study: Path, rows: bytes) -> None:
    with ThreadPoolExecutor(1) as executor:
        cluster.run(study, executor, "memory://study")
        cluster.run(study, executor, f"file://{study.with_name('out')}")
    import fsspec

    assert fsspec.filesystem("memory").cat_file("/study/rows.parquet") == rows
    assert (study.with_name("out") / "rows.parquet").read_bytes() == rows
