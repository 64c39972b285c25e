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


def run(spark: SparkSession, df: DataFrame, options: dict, folder: str) -> None:
    """df are the points of some trips."""
    few = df.where("trip_id < 'trip-0000003' AND lat < 90").cache()
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

    host = os.uname().nodename
    cases = {
        "no pack": ("does not exist", dict(pack="/no/such.rsp")),
        "a pack that is none": ("make one with roadsnap import", dict(pack=points.__file__)),
        "no program": ("install it on every worker", dict(binary="/no/roadsnap")),
        "a program for another machine": ("install it on every worker", dict(binary=program("\x7fELF"))),
        "a killed program": ("spark.executor.memoryOverhead", dict(binary=program("#!/bin/sh\nkill -9 $$\n"))),
        "a program that breaks off": (f"{host}: no disk", dict(binary=program(f"#!/bin/sh\n{options['binary']} \"$@\" | head -c 2000\necho no disk >&2; exit 1\n"))),
    }
    for what, (says, change) in cases.items():
        expect(what, says, lambda: roadsnap_spark.locate(df, **dict(options, **change)).collect())
    expect("a type that is none", "cast it", lambda: roadsnap_spark.match(df.withColumn("lat", F.col("lat").cast("string")), **options).collect())


def early_end(df: DataFrame, options: dict) -> None:
    """limit stops early and leaves no process; no rows and empty partitions are no faults."""
    assert len(roadsnap_spark.locate(df, **options).limit(3).collect()) == 3
    deadline = time.monotonic() + 30
    while running(options["binary"]):
        assert time.monotonic() < deadline, "a process stays after an early end"
        time.sleep(0.1)
    print("ok   an early end leaves no process")
    none = df.where("false")
    assert roadsnap_spark.per_way(none, **options).count() == 0
    some = df.where("trip_id < 'trip-0000002'")
    assert roadsnap_spark.match(some, partitions=9, **options).count() == some.count()
    print("ok   no rows, and empty partitions")


def types(df: DataFrame, options: dict) -> None:
    """Columns of all types pass through, and positions may be decimals; names may be odd."""
    more = df.withColumns({
        "nested": F.struct(F.col("n").alias("a"), F.array(F.lit("x\ty\n"), F.lit(None)).alias("b")), "map": F.create_map(F.lit("k"), "n"),
        "price": F.col("n").cast("decimal(38,9)"), "day": F.to_date("ts"), "bytes": F.col("note").cast("binary"), "nothing": F.lit(None),
        "two words": F.lit("a\r\nb\t\\N"), "small": F.lit(1).cast("tinyint"), "local": F.col("ts").cast("timestamp_ntz"),
    }).withColumns({"lat": F.col("lat").cast("decimal(9,6)"), "lon": F.col("lon").cast("decimal(9,6)")}).withColumnsRenamed({"trip_id": "Fahrt=1", "ts": "the time"})
    got = roadsnap_spark.match(more, trip="fahrt=1", time="THE TIME", prefix="rs_", partitions=2, **options)
    # exceptAll knows no maps.
    columns = ["to_json(map) AS map", *(f"`{c}`" for c in more.columns if c != "map")]
    assert got.selectExpr(*columns).exceptAll(more.selectExpr(*columns)).count() == 0 and got.count() == more.count()
    assert got.where("rs_way_id IS NOT NULL").count() > 0
    print("ok   columns of all types, decimal positions, and odd names")


def times(spark: SparkSession, df: DataFrame, options: dict) -> None:
    """Times are the same in any zone of the session; null times are unknown ones."""
    zone = spark.conf.get("spark.sql.session.timeZone")
    want = df.groupBy("trip_id").agg(F.min("ts").alias("start"), F.max("ts").alias("end"))
    try:
        for other in (zone, "Asia/Ho_Chi_Minh"):
            spark.conf.set("spark.sql.session.timeZone", other)
            got = roadsnap_spark.per_trip(df, **options).select("trip_id", "start", "end")
            assert got.exceptAll(want).count() == 0 and got.count() == want.count(), got.collect()
            local = df.withColumn("ts", F.col("ts").cast("timestamp_ntz"))
            ways = roadsnap_spark.per_way(df, **options).select("trip_id", "seq", "way_id", "length_m")
            assert roadsnap_spark.per_way(local, **options).select(*ways.columns).exceptAll(ways).count() == 0
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
    assert got.exceptAll(want).count() == 0 and got.count() == want.count()
    print("ok   the program and the map as added files, without a shuffle")
