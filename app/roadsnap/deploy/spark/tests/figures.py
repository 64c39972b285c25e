# SPDX-License-Identifier: MIT
"""Measures the speed on the cluster, from sorted cached data to a counted result, compared with
two single processes and with Valhalla on the same trips."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import threading
import time
from typing import Callable

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession, functions as F

import peer
import points
import roadsnap_spark

COPIES = 20  # of every trip, so that the start of a job does not decide
ROUNDS = 5  # in each of which all take turns, but Valhalla in the first three only
COLUMNS = ["trip_id", "ts", "lat", "lon"]


def cpu_of(pids: "list[int]") -> float:
    """Return the CPU time of processes and all that they started (seconds)."""
    total = 0.0
    for pid in pids:
        process = psutil.Process(pid)
        for p in [process, *process.children(recursive=True)]:
            try:
                total += sum(p.cpu_times()[:4])
            except psutil.NoSuchProcess:
                pass
    return total


def singles(roadsnap: str, pack: str, files: "list[str]") -> int:
    """Match each file with a process of its own, all at once, and return the number of rows."""
    rows: "list[int]" = []

    def count(path: str) -> None:
        with open(path, "rb") as file, subprocess.Popen([roadsnap, "rows", "match", "--pack", pack], stdin=file, stdout=subprocess.PIPE) as child:
            rows.append(sum(b.num_rows for b in pa.ipc.open_stream(child.stdout)))

    threads = [threading.Thread(target=count, args=(f,)) for f in files]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return sum(rows)


def run(spark: SparkSession, workers: "list[int]", roadsnap: str, pack: str, base: list, folder: str) -> None:
    tables = [t.select(COLUMNS) for t in points.chunks(base, COPIES * len(base), 1)]
    pq.write_table(pa.concat_tables(tables), os.path.join(folder, "figures.parquet"))
    halves = [os.path.join(folder, f"{i}.arrows") for i in range(2)]
    for i, path in enumerate(halves):
        with pa.ipc.new_stream(path, tables[0].schema) as writer:
            for t in tables[i::2]:
                writer.write_table(t, max_chunksize=10_000)

    ordered = spark.read.parquet(os.path.join(folder, "figures.parquet")).repartition(2, "trip_id").sortWithinPartitions("trip_id", "ts").cache()
    start = time.monotonic()
    n = ordered.count()
    print(f"     shuffle, sort and cache: {time.monotonic() - start:.1f} s for {n} points")
    matched = roadsnap_spark.match(ordered, pack=pack, binary=roadsnap, shuffle=False)

    def own() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    # What counts the rows, and the CPU time that it uses.
    ways: "dict[str, tuple[Callable[[], int], Callable[[], float]]]" = {
        "spark": (matched.count, lambda: cpu_of(workers)),
        "singles": (lambda: singles(roadsnap, pack, halves), own),
    }
    if tiles := os.environ.get("VALHALLA"):
        spark.sparkContext.addPyFile(peer.__file__)
        ways["valhalla"] = (lambda: by_valhalla(ordered, os.path.abspath(tiles)), lambda: cpu_of(workers))
    taken: "dict[str, list[tuple[float, float]]]" = {name: [] for name in ways}
    for attempt in range(ROUNDS + 1):
        for name, (count, cpu) in ways.items():
            if name == "valhalla" and attempt > 3:
                continue
            before, start = cpu(), time.monotonic()
            assert count() == n
            wall, used = time.monotonic() - start, cpu() - before
            print(f"     {'warm-up' if attempt == 0 else f'round {attempt}'}, {name}: {n / wall:.0f} points/s ({wall:.2f} s), {n / used:.0f} per CPU second, load {os.getloadavg()[0]:.1f}", flush=True)
            if attempt > 0:
                taken[name].append((wall, used))
    for name, over, floor in (("singles", "of two single processes", "goal 0.7, floor 0.5"), ("valhalla", "of Valhalla in Spark", "goal 6, floor 3")):
        if name in taken:
            wall, used = ([b[i] / a[i] for a, b in zip(taken["spark"], taken[name])] for i in range(2))
            print(f"     Spark: {statistics.median(wall):.2f} × the points/s {over} ({min(wall):.2f} to {max(wall):.2f}; {floor}), {statistics.median(used):.2f} × those per CPU second")


def by_valhalla(ordered: DataFrame, tiles: str) -> int:
    """Match with Valhalla, print what it refuses, and return the number of points."""
    got = ordered.mapInArrow(peer.Valhalla(tiles), peer.Valhalla.SCHEMA).agg(F.sum("points"), F.sum("matched"), F.count_if(F.col("matched") == 0)).first()
    print(f"     Valhalla: {got[1]} points matched, {got[2]} trips refused")
    return got[0]
