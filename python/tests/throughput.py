"""The cost of a cluster: Dask compared with native threads, for several block sizes.

``python python/tests/throughput.py --games 100000 --figure docs/cluster.svg`` plays the same study with ``quandary run
--threads 2`` and on Dask with 8 worker processes, prints games per second of wall and CPU time for each block size,
what a task costs the scheduler, and what that means for 1,000 workers; and draws it. On a machine that others use, the
figures of CPU time are the ones to trust.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
import quandary
import quandary.cluster


@dataclass
class Cost:
    """The cost of a run."""

    wall: float
    cpu: float
    #: CPU seconds of the client and the scheduler alone.
    scheduler: float = 0.0


def native(study: quandary.Study, out: Path, threads: int) -> Cost:
    wall, cpu = time.perf_counter(), _own()
    quandary.run(study, out, threads=threads)
    return Cost(time.perf_counter() - wall, _own() - cpu)


def dask(study: quandary.Study, out: Path, client: object, pids: list[int]) -> Cost:
    workers = [psutil.Process(pid) for pid in pids]
    wall, own, theirs = time.perf_counter(), _own(), sum(map(_cpu, workers))
    quandary.cluster.run(study, client, out)
    took, own = time.perf_counter() - wall, _own() - own
    return Cost(took, own + sum(map(_cpu, workers)) - theirs, own)


def _own() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def study(games: int, block: int) -> quandary.Study:
    return quandary.Study(
        f"puzzle = 'minesweeper'\ngames = {games}\nblock = {block}\n[settings]\nboard = 'beginner'\n"
    )


def main() -> None:
    from distributed import Client, LocalCluster

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--blocks", type=int, nargs="+", default=[200, 500, 1000, 2000, 5000])
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2, help="of the native run")
    parser.add_argument("--figure", type=Path)
    given = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as near, LocalCluster(
        n_workers=given.workers, threads_per_worker=1, dashboard_address=None
    ) as local, Client(local) as client:
        pids = [nanny.pid for nanny in local.workers.values()]
        # Once before it counts: imports, and the first connection of each worker.
        quandary.cluster.run(study(2000, 50), client, Path(near) / "warm")
        print("block   native games/s wall, CPU   Dask games/s wall, CPU   Dask/native wall, CPU   scheduler ms/task")
        for block in given.blocks:
            plan = study(given.games, block)
            ours = native(plan, Path(near) / f"native-{block}", given.threads)
            theirs = dask(plan, Path(near) / f"dask-{block}", client, pids)
            tasks = len(plan.blocks)
            each = theirs.scheduler / tasks
            rates = [given.games / it for it in (ours.wall, ours.cpu, theirs.wall, theirs.cpu)]
            lines.append((block, *rates, each, ours.cpu / tasks))
            print(
                f"{block:5}   {rates[0]:10,.0f} {rates[1]:10,.0f}   {rates[2]:13,.0f} {rates[3]:10,.0f}   "
                f"{rates[2] / rates[0]:10.3f} {rates[3] / rates[1]:10.3f}   {1000 * each:8.2f}"
            )
    # The scheduler's time has a part per run (merging) and a part per task: two block sizes separate them.
    first, last = lines[0], lines[-1]
    tasks = [given.games / line[0] for line in (first, last)]
    if tasks[0] > tasks[1]:
        each = (first[5] * tasks[0] - last[5] * tasks[1]) / (tasks[0] - tasks[1])
        print(f"{1000 * each:.2f} ms of the scheduler a task: 1,000 workers are busy when a block takes {1000 * each:.1f} s")
    if given.figure:
        draw(lines, given.figure)


def draw(lines: list[tuple[float, ...]], figure: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    # The same figure gives the same bytes.
    matplotlib.rcParams["svg.hashsalt"] = "quandary"
    import matplotlib.pyplot as plt

    blocks = [line[0] for line in lines]
    plt.figure(figsize=(6, 3.6))
    plt.plot(blocks, [line[2] for line in lines], "o-", label="native")
    plt.plot(blocks, [line[4] for line in lines], "s-", label="Dask")
    plt.xscale("log")
    plt.ylim(bottom=0)
    plt.xlabel("games in a block")
    plt.ylabel("games per CPU second")
    plt.legend()
    plt.tight_layout()
    plt.savefig(figure, metadata={"Date": None})


if __name__ == "__main__":
    main()
