# SPDX-License-Identifier: MIT
"""Runs roadsnap_spark on a standalone cluster of one master and two workers, and compares its
results with those of one process. Usage: cluster.py ROADSNAP PACK [DATA]

TRIPS is the number of trips (default 2,000); FIGURES=1 also measures the speed, and
VALHALLA=FOLDER compares it with Valhalla's, on the tiles in a folder.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pyspark
from pyspark.sql import SparkSession, functions as F

import peer
import points
import roadsnap_spark

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../../.."))
SEED = 20260101


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    """A standalone cluster. Each daemon is a process of its own, with a group that ends with it."""

    def __init__(self, folder: str) -> None:
        self.home = os.path.dirname(pyspark.__file__)
        self.folder = folder
        self.port = free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self.processes: "list[subprocess.Popen]" = []
        self.start("master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", str(free_port()))
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        self.workers = [self.worker(i) for i in range(2)]

    def worker(self, i: int) -> "subprocess.Popen":
        return self.start("worker.Worker", "--host", "127.0.0.1", "-c", "1", "-m", "1g", "-d", os.path.join(self.folder, f"worker{i}-{len(self.processes)}"), "--webui-port", str(free_port()), self.url)

    def start(self, name: str, *args: str) -> "subprocess.Popen":
        log = open(os.path.join(self.folder, f"log-{len(self.processes)}"), "wb")
        environment = dict(os.environ, SPARK_LOCAL_IP="127.0.0.1", SPARK_DAEMON_MEMORY="256m", PYSPARK_PYTHON=sys.executable)
        p = subprocess.Popen([os.path.join(self.home, "bin", "spark-class"), "org.apache.spark.deploy." + name, *args], stdout=log, stderr=subprocess.STDOUT, start_new_session=True, env=environment)
        self.processes.append(p)
        return p

    def kill(self, p: "subprocess.Popen") -> None:
        if p.poll() is None:
            os.killpg(p.pid, signal.SIGKILL)
        p.wait()

    def stop(self) -> None:
        for p in self.processes:
            self.kill(p)


def single(roadsnap: str, pack: str, table: pa.Table, *args: str) -> pa.Table:
    """Return the result of one process."""
    stream = pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table, max_chunksize=10_000)
    run = subprocess.run([roadsnap, "rows", *args, "--pack", pack], input=stream.getvalue(), stdout=subprocess.PIPE, check=True)
    return pa.ipc.open_stream(run.stdout).read_all()


def same(what: str, got: pa.Table, want: pa.Table, keys: "list[str]") -> None:
    """Fail unless two tables have the same rows, in any order."""
    order = [(k, "ascending") for k in keys]
    got, want = got.select(want.schema.names).cast(want.schema).sort_by(order).combine_chunks(), want.sort_by(order).combine_chunks()
    assert got.num_rows == want.num_rows, f"{what}: {got.num_rows} rows, want {want.num_rows}"
    for name in want.schema.names:
        assert got.column(name).equals(want.column(name)), f"{what}: column {name} differs"
    print(f"ok   {what}: {want.num_rows} rows")


def main() -> None:
    roadsnap, pack = (os.path.abspath(p) for p in sys.argv[1:3])
    base = points.originals(sys.argv[3] if len(sys.argv) > 3 else None, ROOT)
    trips = int(os.environ.get("TRIPS", "2000"))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    print(f"seed {SEED}, {trips} trips, pyspark {pyspark.__version__}")
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        try:
            run(cluster, roadsnap, pack, base, trips, folder)
        finally:
            cluster.stop()


def run(cluster: Cluster, roadsnap: str, pack: str, base: list, trips: int, folder: str) -> None:
    began = time.monotonic()
    spark = (
        SparkSession.builder.master(cluster.url).appName("roadsnap").config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false").config("spark.executor.memory", "640m").config("spark.sql.shuffle.partitions", "8")
        .config("spark.sql.session.timeZone", "UTC").config("spark.sql.execution.arrow.pyspark.enabled", "true")
        .config("spark.python.worker.reuse", "true").config("spark.task.maxFailures", "2").getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    print(f"     session: {time.monotonic() - began:.1f} s")
    try:
        table = points.make(base, trips, SEED, broken=0.1)
        path = os.path.join(folder, "points")
        os.mkdir(path)
        for i in range(4):  # rows of a trip in several files, in no order
            pq.write_table(table.take(pc.indices_nonzero(pc.equal(pc.bit_wise_and(table["n"], 3), i))), os.path.join(path, f"{i}.parquet"))
        df = spark.read.parquet(path)
        ordered = table.sort_by([("trip_id", "ascending"), ("ts", "ascending"), ("n", "ascending")])
        options = dict(pack=pack, binary=roadsnap)

        # 10 % broken rows arrive as rows with reasons, everything equals one process.
        want = single(roadsnap, pack, ordered, "match")
        result = roadsnap_spark.match(df, partitions=8, **options)
        got = result.toArrow()
        same("match", got, want, ["n"])
        reasons = {r["values"].as_py(): r["counts"].as_py() for r in pc.value_counts(got.filter(pc.equal(got["state"], "invalid"))["reason"])}
        broken = sum(reasons.values())
        assert set(reasons) == {"null_key", "null_position", "bad_position"} and 0.08 < broken / table.num_rows < 0.12, reasons
        print(f"ok   broken rows: {reasons}")
        good = ordered.filter(pc.and_(pc.is_valid(ordered["trip_id"]), pc.fill_null(pc.less(ordered["lat"], 90), False)))
        clean = df.where("trip_id IS NOT NULL AND lat < 90")
        same("per_trip", roadsnap_spark.per_trip(clean, **options).toArrow(), single(roadsnap, pack, good, "match", "--per", "trip"), ["trip_id"])
        same("per_way", roadsnap_spark.per_way(clean, **options).toArrow(), single(roadsnap, pack, good, "match", "--per", "way"), ["trip_id", "seq"])
        same("locate", roadsnap_spark.locate(df, **options).toArrow(), single(roadsnap, pack, table, "locate"), ["n"])
        transform(spark, df, roadsnap, pack, want)
        faults(spark, df, options)
        figures(df, result, table, began)
        killed(cluster, spark, df, options, want)
        skewed(cluster, spark, base, trips, roadsnap, pack, folder)
    finally:
        spark.stop()


def transform(spark: SparkSession, df, roadsnap: str, pack: str, want: pa.Table) -> None:
    """Runs the query of the README: extra columns travel as base64."""
    df.createOrReplaceTempView("points")
    with open(os.path.join(ROOT, "app/roadsnap/deploy/spark/README.md"), encoding="utf-8") as f:
        query = re.search(r"```sql\n(.*?)```", f.read(), re.S).group(1)
    got = spark.sql(query.replace("roadsnap rows", f"{roadsnap} rows").replace("/maps/vietnam.rsp", pack)).toArrow()
    names = ["n", "note", "state", "reason", "way_id", "snapped_lat", "snapped_lon", "confidence", "matched_m"]
    # Rows without a trip are not distributed to one place in order; each has its own result.
    same("TRANSFORM", got.select(names), want.select(names), ["n"])


def faults(spark: SparkSession, df, options: dict) -> None:
    """Errors reach the driver with the program's text, and an early end leaves no process."""
    for what, says, frame in [
        ("no pack", "does not exist", roadsnap_spark.locate(df, **dict(options, pack="/no/such.rsp"))),
        ("no program", "cannot start", roadsnap_spark.locate(df, **dict(options, binary="/no/roadsnap"))),
        ("a column twice", "--prefix", roadsnap_spark.locate(df.withColumn("reason", F.lit("x")).select("*"), **dict(options, prefix=""))),
    ]:
        try:
            frame.toArrow()
        except Exception as error:
            assert says in str(error), f"{what}: {error}"
        else:
            raise AssertionError(f"{what}: no error")
        print(f"ok   error of {what} reaches the driver")
    rows = roadsnap_spark.locate(df, **options).limit(3).toArrow()
    assert rows.num_rows == 3
    deadline = time.monotonic() + 30
    while left := running(options["binary"]):
        assert time.monotonic() < deadline, f"processes stay after an early end: {left}"
        time.sleep(0.1)
    print("ok   an early end leaves no process")


def running(binary: str) -> "list[str]":
    """Return the running processes of the program."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                argv = f.read().split(b"\0")
        except OSError:
            continue
        if argv[:2] == [binary.encode(), b"rows"]:
            found.append(pid)
    return found


def figures(df, result, table: pa.Table, began: float) -> None:
    """Prints points a second, from sorted cached data to a counted result."""
    if not os.environ.get("FIGURES"):
        return
    ordered = df.where("trip_id IS NOT NULL AND lat < 90").repartition(2, "trip_id").sortWithinPartitions("trip_id", "ts").cache()
    start = time.monotonic()
    n = ordered.count()
    print(f"     shuffle, sort and cache: {time.monotonic() - start:.2f} s for {n} points")
    from roadsnap_spark import _stream
    matcher = _stream.Stream([os.path.abspath(sys.argv[1]), "rows", "match"], os.path.abspath(sys.argv[2]))
    for attempt in range(4):
        start = time.monotonic()
        assert ordered.mapInArrow(matcher, result.schema).count() == n
        took = time.monotonic() - start
        print(f"     {'warm-up' if attempt == 0 else 'matched'}: {n / took:.0f} points/s ({took:.2f} s, two workers of one core)")
    if tiles := os.environ.get("VALHALLA"):
        df.sparkSession.sparkContext.addPyFile(peer.__file__)
        for attempt in range(2):
            start = time.monotonic()
            got = ordered.mapInArrow(peer.Valhalla(os.path.abspath(tiles)), peer.Valhalla.SCHEMA).agg(F.sum("points"), F.sum("matched"), F.sum((F.col("matched") == 0).cast("int"))).first()
            took = time.monotonic() - start
            assert got[0] == n
            print(f"     {'warm-up' if attempt == 0 else 'matched'} by Valhalla: {n / took:.0f} points/s ({took:.2f} s), {got[1]} points matched, {got[2]} trips refused")
    # Two single processes with a half each.
    halves = [table.sort_by([("trip_id", "ascending"), ("ts", "ascending")])]
    middle = halves[0]["trip_id"][halves[0].num_rows // 2]
    parts = [halves[0].filter(pc.less(halves[0]["trip_id"], middle)), halves[0].filter(pc.greater_equal(halves[0]["trip_id"], middle))]
    start = time.monotonic()
    threads = [threading.Thread(target=single, args=(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), p, "match")) for p in parts]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    took = time.monotonic() - start
    print(f"     two single processes: {sum(p.num_rows for p in parts) / took:.0f} points/s ({took:.2f} s)")


def killed(cluster: Cluster, spark: SparkSession, df, options: dict, want: pa.Table) -> None:
    """Kills a worker while its task runs."""
    result: list = []
    job = threading.Thread(target=lambda: result.append(roadsnap_spark.match(df, partitions=8, **options).toArrow()))
    job.start()
    while len(running(options["binary"])) < 1 and job.is_alive():
        time.sleep(0.01)
    assert job.is_alive(), "the job ended before a worker could be killed; give more TRIPS"
    cluster.kill(cluster.workers[0])
    job.join()
    assert result, "the job failed"
    same("match with a killed worker", result[0], want, ["n"])
    cluster.workers[0] = cluster.worker(0)


def skewed(cluster: Cluster, spark: SparkSession, base: list, trips: int, roadsnap: str, pack: str, folder: str) -> None:
    """One vehicle has a tenth of all points: memory stays below 150 MB beyond the map."""
    table = points.make(base, trips, SEED, skew=0.1)
    path, peaks = os.path.join(folder, "skewed.parquet"), os.path.join(folder, "peaks")
    pq.write_table(table, path)
    os.mkdir(peaks)
    wrapper = os.path.join(folder, "roadsnap-measured")
    with open(wrapper, "w", encoding="utf-8") as f:
        f.write(f"#!{sys.executable}\nimport os, resource, subprocess, sys\ncode = subprocess.call([{roadsnap!r}, *sys.argv[1:]])\n"
                f"open(os.path.join({peaks!r}, str(os.getpid())), 'w').write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))\nsys.exit(code)\n")
    os.chmod(wrapper, 0o755)
    got = roadsnap_spark.match(spark.read.parquet(path), pack=pack, binary=wrapper, partitions=8).toArrow()
    same("match of a skewed key", got, single(roadsnap, pack, table.sort_by([("trip_id", "ascending"), ("ts", "ascending")]), "match"), ["n"])
    most = max(int(open(os.path.join(peaks, p)).read()) for p in os.listdir(peaks)) * 1024
    limit = os.path.getsize(pack) + 150_000_000
    assert most < limit, f"a process took {most} bytes, {limit} at most are stated"
    print(f"ok   skewed key: at most {most / 1e6:.0f} MB per process, of which up to {os.path.getsize(pack) / 1e6:.0f} MB are the shared map")


if __name__ == "__main__":
    main()
