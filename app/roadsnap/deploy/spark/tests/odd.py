# SPDX-License-Identifier: MIT
"""Gives the module what tables of real life have: other types, zones, names, and faults."""

from __future__ import annotations

import os
import time
from typing import Callable

import psutil
from pyspark.sql import DataFrame, SparkSession, functions as F

import points
import roadsnap_spark
from roadsnap_spark._stream import Stream


def run(spark: SparkSession, df: DataFrame, options: dict, folder: str) -> None:
    """df are the points of some trips."""
    few = df.where("trip_id < 'trip-0000003' AND lat < 90").coalesce(1).cache()
    refused(few, options)
    failed(few, options, folder)
    early_end(df, options)
    types(few, options)
    times(spark, few, options)
    placed(spark, few, options)
    few.unpersist()


def running(binary: str) -> bool:
    """Report whether a process of the program runs."""
    return any((p.info["cmdline"] or [])[:2] == [binary, "rows"] for p in psutil.process_iter(["cmdline"]))


def expect(what: str, says: str, work: Callable[[], object]) -> None:
    """Fail unless work raises an error that says something."""
    try:
        work()
    except Exception as error:
        assert says in str(error), f"{what}: {error}"
    else:
        raise AssertionError(f"{what}: no error")
    print(f"ok   error of {what} reaches the driver: {says}")


def refused(df: DataFrame, options: dict) -> None:
    """The call itself raises an error: nothing has run."""
    expect("no column", "name one with trip=", lambda: roadsnap_spark.match(df, trip="vehicle", **options))
    expect("a nested column", "take nested ones out", lambda: roadsnap_spark.match(df.withColumn("at", F.struct("lat")), lat="at.lat", **options))
    expect("a column twice", "several columns", lambda: roadsnap_spark.per_way(df.select("*", "lat"), **options))
    expect("a column that is added", "prefix=", lambda: roadsnap_spark.locate(df.withColumn("Reason", F.lit("x")), **options))
    expect("times as texts", "to_timestamp", lambda: roadsnap_spark.per_trip(df.withColumn("ts", F.col("ts").cast("string")), **options))
    expect("an address as the pack", "file system of the workers", lambda: roadsnap_spark.locate(df, **dict(options, pack="s3://maps/vietnam.rsp")))


def failed(df: DataFrame, options: dict, folder: str) -> None:
    """The program fails, and its text comes with the name of the host."""
    def program(text: str) -> str:
        path = os.path.join(folder, f"program-{len(os.listdir(folder))}")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, 0o755)
        return path

    expect("no pack", "does not exist", lambda: roadsnap_spark.locate(df, **dict(options, pack="/no/such.rsp")).collect())
    # The rest needs no tasks, which cost a second each.
    batches, host, roadsnap, pack = df.toArrow().to_batches(), os.uname().nodename, options["binary"], options["pack"]
    for what, says, binary, file in (
        ("a pack that is none", "make one with roadsnap import", roadsnap, points.__file__),
        ("no program", "install it on every worker", "/no/roadsnap", pack),
        ("a program for another machine", "install it on every worker", program("\x7fELF"), pack),
        ("a killed program", "spark.executor.memoryOverhead", program("#!/bin/sh\nkill -9 $$\n"), pack),
        ("a program that breaks off", f"{host}: no disk", program(f"#!/bin/sh\n{roadsnap} \"$@\" | head -c 2000\necho no disk >&2; exit 1\n"), pack),
    ):
        expect(what, says, lambda: list(Stream([binary, "rows", "locate"], file)(iter(batches))))
    texts = [b.set_column(3, "lat", b["lat"].cast("string")) for b in batches]
    expect("a type that is none", "cast it", lambda: list(Stream([roadsnap, "rows", "match"], pack)(iter(texts))))


def early_end(df: DataFrame, options: dict) -> None:
    """limit stops early and leaves no process; no rows and empty partitions are no faults."""
    assert len(roadsnap_spark.locate(df, **options).limit(3).collect()) == 3
    deadline = time.monotonic() + 300
    while running(options["binary"]):
        assert time.monotonic() < deadline, "a process stays after an early end"
        time.sleep(0.1)
    print("ok   an early end leaves no process")
    some = df.where("trip_id = 'trip-0000001'")
    counts = roadsnap_spark.match(some, partitions=9, **options).count(), roadsnap_spark.per_way(some.where("false"), **options).count()
    assert counts[0] > 0 and counts[1] == 0, counts
    print("ok   no rows, and empty partitions")


def types(df: DataFrame, options: dict) -> None:
    """Columns of all types pass through, and positions may be decimals; names may be odd."""
    more = df.withColumns({
        "nested": F.struct(F.col("n").alias("a"), F.array(F.lit("x\ty\n"), F.lit(None)).alias("b")), "map": F.create_map(F.lit("k"), "n"),
        "price": F.col("n").cast("decimal(38,9)"), "day": F.to_date("ts"), "bytes": F.col("note").cast("binary"), "nothing": F.lit(None),
        "two words": F.lit("a\r\nb\t\\N"), "small": F.lit(1).cast("tinyint"), "local": F.col("ts").cast("timestamp_ntz"),
    }).withColumns({"lat": F.col("lat").cast("decimal(9,6)"), "lon": F.col("lon").cast("decimal(9,6)")}).withColumnsRenamed({"trip_id": "Fahrt=1", "ts": "the time"})
    got = roadsnap_spark.match(more, trip="fahrt=1", time="THE TIME", prefix="rs_", partitions=2, **options)
    rows = got.sort("n").toArrow()
    assert rows.select(more.columns).equals(more.sort("n").toArrow())
    assert rows["rs_way_id"].null_count < rows.num_rows
    print("ok   columns of all types, decimal positions, and odd names")


def times(spark: SparkSession, df: DataFrame, options: dict) -> None:
    """Times are the same in any zone of the session; null times are unknown ones."""
    def ways(df: DataFrame) -> list:
        return roadsnap_spark.per_way(df, **options).select("trip_id", "seq", "way_id", "length_m").sort("trip_id", "seq").collect()

    zone = spark.conf.get("spark.sql.session.timeZone")
    try:
        spark.conf.set("spark.sql.session.timeZone", "Asia/Ho_Chi_Minh")
        got = roadsnap_spark.per_trip(df, **options).select("trip_id", "start", "end").sort("trip_id").collect()
        want = df.groupBy("trip_id").agg(F.min("ts").alias("start"), F.max("ts").alias("end")).sort("trip_id").collect()
        assert got == want, (got, want)
        assert ways(df) == ways(df.withColumn("ts", F.col("ts").cast("timestamp_ntz")))
    finally:
        spark.conf.set("spark.sql.session.timeZone", zone)
    got = roadsnap_spark.match(df.withColumn("ts", F.when(F.col("n") % 7 > 0, F.col("ts"))), **options)
    assert got.count() == df.count()
    print("ok   time zones, times without one, and null times")


def placed(spark: SparkSession, df: DataFrame, options: dict) -> None:
    """The program and the map may be added files; rows that are together need no shuffle."""
    for file in options.values():
        spark.sparkContext.addFile(file)
    added = {k: "addfile:" + os.path.basename(v) for k, v in options.items()}
    want = roadsnap_spark.match(df, **options)
    got = roadsnap_spark.match(df.repartition(2, "trip_id").sortWithinPartitions("trip_id", "ts"), shuffle=False, **added)
    plan = got._jdf.queryExecution().toString().split("== Physical Plan ==")[1]
    assert plan.count("Exchange") == plan.count("Sort ") == 1, plan
    assert got.sort("n").toArrow().equals(want.sort("n").toArrow())
    print("ok   the program and the map as added files, without a shuffle")
