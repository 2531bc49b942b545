"""However a study is run, its merged rows are the same bytes.

``python python/tests/identical.py --games 1000000`` plays beginner Minesweeper with 1 and 2 threads, in 1, 7 and 100
parts, under 20 random ``kill -9``, and on Dask with 3 worker processes of which some are killed while it runs; it prints
the BLAKE3 hash of every way, and fails when two differ. The tests run it with few games.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import quandary
import quandary.cluster


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=20, help="of the running program, and of Dask's workers a quarter")
    parser.add_argument("--seed", type=int, default=1, help="what decides when to kill")
    parser.add_argument("--program", default=os.environ.get("QUANDARY") or shutil.which("quandary"))
    parser.add_argument("--folder", type=Path, help="where the studies stay; a temporary one else")
    given = parser.parse_args()
    if given.program is None:
        parser.error("there is no quandary on the path; --program names one")
    with tempfile.TemporaryDirectory() as near:
        found = hashes(given.program, given.folder or Path(near), given.games, given.kills, given.seed, tell=print)
    same = len(set(found.values())) == 1
    print("all the same" if same else "THEY DIFFER")
    return 0 if same else 1


def hashes(
    program: str, folder: Path, games: int, kills: int, seed: int, tell: Any = lambda _: None
) -> dict[str, str]:
    """The hash of the merged rows for every way to run the study."""
    # Enough blocks for every part, and for a kill to hit one.
    text = f"puzzle = 'minesweeper'\ngames = {games}\nblock = {max(1, games // 200)}\n[settings]\nboard = 'beginner'\n"
    study = folder / "study.toml"
    study.write_text(text)
    found: dict[str, str] = {}

    def note(way: str, hash: str, began: float, more: str = "") -> None:
        found[way] = hash
        tell(f"{hash}  {way}{more}  ({time.monotonic() - began:.0f} s)")

    def run(*words: str) -> dict[str, Any]:
        done = subprocess.run([program, *words, "--json", "--quiet"], capture_output=True, text=True, check=True)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    for threads in (1, 2):
        began = time.monotonic()
        out = str(folder / f"threads-{threads}")
        note(f"{threads} threads", run("run", str(study), "--out", out, "--threads", str(threads))["merged"]["hash"], began)
    for parts in (7, 100):
        began = time.monotonic()
        out = str(folder / f"parts-{parts}")
        for part in range(parts, 0, -1):
            run("run", str(study), "--out", out, "--chunk", f"{part}/{parts}", "--threads", "2")
        note(f"{parts} parts", run("merge", out)["hash"], began)
    began = time.monotonic()
    done = killed(program, study, folder / "killed", kills, random.Random(seed))
    last = run("run", str(study), "--out", str(folder / "killed"), "--threads", "2")
    note(f"{kills} kills", last["merged"]["hash"], began, f", {done} while it ran")
    assert done == kills, f"only {done} of {kills} kills met a running program"
    leftovers = [path for path in (folder / "killed").rglob("*.part")]
    assert not leftovers, leftovers
    began = time.monotonic()
    hash, done = dask(study, folder / "dask", max(3, kills // 4), random.Random(seed + 1))
    note("3 Dask workers", hash, began, f", {done} killed while it ran")
    return found


def killed(program: str, study: Path, out: Path, kills: int, draw: random.Random) -> int:
    """Runs a study and kills it at random moments; gives how many kills met it while it ran."""
    done = 0
    for kill in range(kills):
        blocks = _blocks(out)
        run = subprocess.Popen([program, "run", str(study), "--out", str(out), "--quiet"], stdout=subprocess.DEVNULL)
        # At some point within the next few blocks, so that some are left for the last kill.
        until = blocks + draw.uniform(0, 1.8 * (200 - blocks) / (kills - kill + 1))
        while run.poll() is None and _blocks(out) < until:
            time.sleep(0.002)
        time.sleep(draw.uniform(0, 0.02))
        run.send_signal(signal.SIGKILL)
        done += run.wait() == -signal.SIGKILL
    return done


def _blocks(out: Path) -> int:
    return len(list((out / "blocks").glob("*.parquet")))


def dask(study: Path, out: Path, kills: int, draw: random.Random) -> tuple[str, int]:
    """Runs a study on three worker processes and kills some of them; gives the hash and how many were killed."""
    from distributed import Client, LocalCluster

    cluster = LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    )
    killed = 0
    over = threading.Event()

    def kill() -> None:
        nonlocal killed
        while killed < kills and not over.is_set():
            # Spread over the run: a share of the blocks between two kills.
            until = 200 * (killed + draw.random()) / (kills + 1)
            while _blocks(out) < until and not over.is_set():
                time.sleep(0.005)
            # The processes that play; Dask's nanny starts a new one when one is gone.
            pids = [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
            if over.is_set() or not pids:
                time.sleep(0.05)
                continue
            try:
                os.kill(draw.choice(pids), signal.SIGKILL)
            except ProcessLookupError:
                continue
            killed += 1

    with cluster, Client(cluster) as client:
        killer = threading.Thread(target=kill)
        killer.start()
        try:
            merged = quandary.cluster.run(study, client, out)
        finally:
            over.set()
            killer.join()
    assert killed == kills, f"only {killed} of {kills} kills met a running worker"
    hash: str = merged["hash"]
    return hash, killed


if __name__ == "__main__":
    sys.exit(main())
