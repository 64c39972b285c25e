# SPDX-License-Identifier: MIT
"""Runs roadsnap_spark on a standalone cluster of one master and two workers, and compares its
results with those of one process. Usage: cluster.py ROADSNAP PACK [DATA]

TRIPS is the number of trips (default 2,000): match and the killed worker take all of them, the
rest 20,000 at most. Memory does not grow with them. POINTS divides the trips that they are made
from into trips of so many points. FIGURES=1 measures the speed instead, and VALHALLA=FOLDER
compares it with Valhalla's, on the tiles in a folder.
"""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, Iterable

import numpy as np
import psutil
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pyspark
from pyspark.sql import DataFrame, SparkSession, functions as F

import figures
import odd
import points
import roadsnap_spark

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../../.."))
SEED = 20260101
QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # of virtual machines that have little to do
FEW = 20  # chunks of points.CHUNK trips, for what does not take all trips


class Cluster:
    """A standalone cluster. Each daemon is a process of its own, with a group that ends with it."""

    def __init__(self, folder: str) -> None:
        self.home = os.path.dirname(pyspark.__file__)
        self.folder = folder
        self.processes: "list[subprocess.Popen]" = []
        master = self.start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        while not (found := re.search(r"Starting Spark master at (\S+)", self.log(0))):
            assert master.poll() is None, f"the master has ended: {self.log(0)}"
            time.sleep(0.1)
        self.url = found.group(1)
        self.workers = [self.worker(i) for i in range(2)]

    def worker(self, i: int) -> "subprocess.Popen":
        return self.start("worker.Worker", "--host", "127.0.0.1", "-c", "1", "-m", "1g", "-d", os.path.join(self.folder, f"worker{i}-{len(self.processes)}"), "--webui-port", "0", self.url)

    def start(self, name: str, *args: str) -> "subprocess.Popen":
        log = open(os.path.join(self.folder, f"log-{len(self.processes)}"), "wb")
        environment = dict(os.environ, SPARK_LOCAL_IP="127.0.0.1", SPARK_LOCAL_DIRS=self.folder, SPARK_DAEMON_MEMORY="256m", SPARK_DAEMON_JAVA_OPTS=QUICK_START, PYSPARK_PYTHON=sys.executable)
        p = subprocess.Popen([os.path.join(self.home, "bin", "spark-class"), "org.apache.spark.deploy." + name, *args], stdout=log, stderr=subprocess.STDOUT, start_new_session=True, env=environment)
        self.processes.append(p)
        return p

    def log(self, i: int) -> str:
        with open(os.path.join(self.folder, f"log-{i}"), encoding="utf-8", errors="replace") as f:
            return f.read()

    def kill(self, p: "subprocess.Popen") -> None:
        if p.poll() is None:
            os.killpg(p.pid, signal.SIGKILL)
        p.wait()

    def stop(self) -> None:
        for p in self.processes:
            self.kill(p)


def single(roadsnap: str, pack: str, tables: Iterable[pa.Table], path: str, *args: str) -> str:
    """Write the result of one process as Parquet, and return the path."""
    child = subprocess.Popen([roadsnap, "rows", *args, "--pack", pack], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed() -> None:
        with child.stdin as pipe, pa.ipc.new_stream(pipe, points.SCHEMA) as writer:
            for table in tables:
                writer.write_table(table, max_chunksize=10_000)

    feeder = threading.Thread(target=feed)
    feeder.start()
    with child.stdout as pipe, pa.ipc.open_stream(pipe) as reader, pq.ParquetWriter(path, reader.schema) as writer:
        while batches := list(itertools.islice(reader, 32)):
            writer.write_table(pa.Table.from_batches(batches))
    feeder.join()
    assert child.wait() == 0, f"{args}: one process failed"
    return path


def scatter(tables: Iterable[pa.Table], path: str) -> int:
    """Write rows of a trip to several Parquet files, in no order, and return their number."""
    os.mkdir(path)
    draw, rows = np.random.default_rng(SEED), 0
    writers = [pq.ParquetWriter(os.path.join(path, f"{i}.parquet"), points.SCHEMA) for i in range(4)]
    for table in tables:
        rows += table.num_rows
        order, file = draw.permutation(table.num_rows), draw.integers(0, len(writers), table.num_rows)
        for i, writer in enumerate(writers):
            writer.write_table(table.take(order[file == i]))
    for writer in writers:
        writer.close()
    return rows


def same(what: str, got: DataFrame, want: DataFrame, keys: "list[str]") -> None:
    """Fail unless two frames have the same rows, in any order. Spark counts those that differ, by
    hashes of 64 bits of all columns, so that nothing is collected."""
    began = time.monotonic()
    columns = {f.name: f.dataType for f in want.schema}
    assert columns == {f.name: f.dataType for f in got.schema}, f"{what}: {got.schema}, want {want.schema}"

    def hashed(df: DataFrame, name: str) -> DataFrame:  # a hash skips nulls
        return df.select(*keys, F.xxhash64(*(x for c in columns for x in (F.col(c), F.col(c).isNull()))).alias(name))

    joined = hashed(got, "got").join(hashed(want, "want"), keys, "full")
    numbers = joined.agg(F.count("got"), F.count("want"), F.count_if(~F.col("got").eqNullSafe(F.col("want")))).first()
    if numbers[0] != numbers[1] or numbers[2]:
        example = [{k: row[k] for k in keys} for row in joined.where(~F.col("got").eqNullSafe(F.col("want"))).limit(3).collect()]
        for df in (got, want):
            df.join(df.sparkSession.createDataFrame(example, df.select(*keys).schema), keys).select(*columns).show(truncate=False)
        raise AssertionError(f"{what}: {numbers[0]} rows, want {numbers[1]}; {numbers[2]} differ, such as {example}")
    print(f"ok   {what}: {numbers[1]} rows ({time.monotonic() - began:.0f} s)", flush=True)


def main() -> None:
    roadsnap, pack = (os.path.abspath(p) for p in sys.argv[1:3])
    base = points.originals(sys.argv[3] if len(sys.argv) > 3 else None, ROOT)
    trips, size = int(os.environ.get("TRIPS", "2000")), int(os.environ.get("POINTS", "1000000"))
    base = [t[i:i + size] for t in base for i in range(0, len(t), size)]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    print(f"seed {SEED}, {trips} trips of at most {max(map(len, base))} points, pyspark {pyspark.__version__}")
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        try:
            run(cluster, roadsnap, pack, base, trips, folder)
        finally:
            cluster.stop()


def run(cluster: Cluster, roadsnap: str, pack: str, base: list, trips: int, folder: str) -> None:
    began = time.monotonic()
    quick = QUICK_START if trips <= 2000 and not os.environ.get("FIGURES") else ""
    spark = (
        SparkSession.builder.master(cluster.url).appName("roadsnap").config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false").config("spark.driver.memory", "512m").config("spark.executor.memory", "640m").config("spark.sql.shuffle.partitions", "8")
        .config("spark.sql.session.timeZone", "UTC").config("spark.sql.execution.arrow.pyspark.enabled", "true")
        .config("spark.python.worker.reuse", "true").config("spark.task.maxFailures", "2").config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.extraJavaOptions", QUICK_START).config("spark.executor.extraJavaOptions", quick).getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    print(f"     session: {time.monotonic() - began:.1f} s")
    try:
        if os.environ.get("FIGURES"):
            figures.run(spark, [w.pid for w in cluster.workers], roadsnap, pack, base, folder)
        else:
            compare(cluster, spark, roadsnap, pack, base, trips, folder)
        print(f"     memory of the driver: {driver_memory() / 1e6:.0f} MB at most")
    finally:
        spark.stop()


def driver_memory() -> int:
    """Return the greatest resident memory of this process and of its virtual machine (bytes)."""
    peak = 0
    for p in [psutil.Process(), *(c for c in psutil.Process().children() if "SparkSubmit" in " ".join(c.cmdline()))]:
        with open(f"/proc/{p.pid}/status", encoding="ascii", errors="replace") as f:
            peak += next(int(line.split()[1]) * 1024 for line in f if line.startswith("VmHWM"))
    return peak


def compare(cluster: Cluster, spark: SparkSession, roadsnap: str, pack: str, base: list, trips: int, folder: str) -> None:
    def made(most: "int | None" = None) -> Iterable[pa.Table]:
        return itertools.islice(points.chunks(base, trips, SEED, noise=2, broken=0.1, skew=0.1), most)

    def reference(tables: Iterable[pa.Table], name: str, *args: str) -> DataFrame:
        return spark.read.parquet(single(roadsnap, pack, tables, os.path.join(folder, name), *args))

    began = time.monotonic()
    rows = scatter(made(), os.path.join(folder, "points"))
    df = spark.read.parquet(os.path.join(folder, "points"))
    want = reference(made(), "match", "match")
    print(f"     {rows} rows made and matched by one process ({time.monotonic() - began:.0f} s)", flush=True)
    partitions = max(8, trips // 5000)
    options = dict(pack=pack, binary=roadsnap)
    measured, peak = measure(roadsnap, folder)
    same("match", roadsnap_spark.match(df, partitions=partitions, pack=pack, binary=measured), want, ["n"])

    # One vehicle has a tenth of all points: memory stays below 150 MB beyond the map.
    limit = os.path.getsize(pack) + 150_000_000
    assert peak() < limit, f"a process took {peak()} bytes, {limit} at most are stated"
    counts = want.groupBy(F.col("trip_id").eqNullSafe(points.VEHICLE), F.when(F.col("state") == "invalid", F.col("reason"))).count().collect()
    longest = sum(n for vehicle, _, n in counts if vehicle)
    print(f"ok   skewed key of {longest} rows: at most {peak() / 1e6:.0f} MB per process, of which up to {os.path.getsize(pack) / 1e6:.0f} MB are the shared map")

    # 10 % broken rows arrived as rows with reasons.
    reasons = {why: sum(n for _, r, n in counts if r == why) for _, why, _ in counts if why}
    assert set(reasons) == {"null_key", "null_position", "bad_position"} and 0.08 < sum(reasons.values()) / rows < 0.12, reasons
    print(f"ok   broken rows: {reasons}")

    killed(cluster, df, partitions, options, folder, want)

    few = sum(t.num_rows for t in made(FEW))
    df, want = df.where(F.col("n") < few), want.where(F.col("n") < few)
    usable = df.where("trip_id IS NOT NULL AND lat < 90")

    def good() -> Iterable[pa.Table]:
        return (t.filter(pc.and_(pc.is_valid(t["trip_id"]), pc.fill_null(pc.less(t["lat"], 90), False))) for t in made(FEW))

    same("per_trip", roadsnap_spark.per_trip(usable, **options), reference(good(), "trips", "match", "--per", "trip"), ["trip_id"])
    same("per_way", roadsnap_spark.per_way(usable, **options), reference(good(), "ways", "match", "--per", "way"), ["trip_id", "seq"])
    same("locate", roadsnap_spark.locate(df, **options), reference(made(FEW), "located", "locate"), ["n"])
    transform(spark, df, roadsnap, pack, want)
    odd.run(spark, df, options, folder)


def measure(roadsnap: str, folder: str) -> "tuple[str, Callable[[], int]]":
    """Return a program that runs roadsnap, and a function that gives the greatest resident
    memory of its processes (bytes)."""
    wrapper, peaks = os.path.join(folder, "roadsnap-measured"), os.path.join(folder, "peaks")
    os.mkdir(peaks)
    with open(wrapper, "w", encoding="utf-8") as f:
        f.write(f"#!{sys.executable}\nimport os, resource, subprocess, sys\ncode = subprocess.call([{roadsnap!r}, *sys.argv[1:]])\n"
                f"open(os.path.join({peaks!r}, str(os.getpid())), 'w').write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))\nsys.exit(code)\n")
    os.chmod(wrapper, 0o755)
    return wrapper, lambda: max(int(open(os.path.join(peaks, p)).read()) for p in os.listdir(peaks)) * 1024


def transform(spark: SparkSession, df: DataFrame, roadsnap: str, pack: str, want: DataFrame) -> None:
    """Runs the query of the README: extra columns travel as base64."""
    df.createOrReplaceTempView("points")
    with open(os.path.join(ROOT, "app/roadsnap/deploy/spark/README.md"), encoding="utf-8") as f:
        query = re.search(r"```sql\n(.*?)```", f.read(), re.S).group(1)
    query = query.replace("roadsnap rows", f"{roadsnap} rows").replace("/maps/vietnam.rsp", pack)
    names = ["n", "note", "state", "reason", "way_id", "snapped_lat", "snapped_lon", "confidence", "matched_m"]
    # Rows without a trip are not distributed to one place in order; each has its own result.
    same("TRANSFORM", spark.sql(query).select(names), want.select(names), ["n"])
    odd.expect("TRANSFORM without a column", "there is no column lat", lambda: spark.sql(query.replace("time,lat", "time,north")).collect())
    odd.expect("TRANSFORM without the program", "No such file", lambda: spark.sql(query.replace(roadsnap, "/no/roadsnap")).collect())


def killed(cluster: Cluster, df: DataFrame, partitions: int, options: dict, folder: str, want: DataFrame) -> None:
    """Kills a worker while it runs a task, when a quarter of the tasks have ended. The tasks that
    have begun then wait, so that none can end before."""
    wrapper, begun, go = (os.path.join(folder, name) for name in ("roadsnap-waits", "begun", "go"))
    os.mkdir(begun)
    with open(wrapper, "w", encoding="utf-8") as f:
        f.write(f"#!{sys.executable}\nimport itertools, os, sys, time\nfor n in itertools.count():\n try:\n  open(os.path.join({begun!r}, str(n)), 'x').close()\n  break\n"
                f" except FileExistsError: pass\nwhile n >= {partitions // 4} and not os.path.exists({go!r}): time.sleep(0.01)\n"
                f"os.execv({options['binary']!r}, [{options['binary']!r}, *sys.argv[1:]])\n")
    os.chmod(wrapper, 0o755)
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(same, "match with a killed worker", roadsnap_spark.match(df, partitions=partitions, **dict(options, binary=wrapper)), want, ["n"])
        while len(os.listdir(begun)) < partitions // 4 + len(cluster.workers):
            assert not job.done(), job.result()
            time.sleep(0.01)
        cluster.kill(cluster.workers[0])
        open(go, "w", encoding="utf-8").close()
        job.result()
    cluster.workers[0] = cluster.worker(0)


if __name__ == "__main__":
    main()
