# SPDX-License-Identifier: MIT
"""Speeds by way, with Polars. Usage: polars_example.py ROADSNAP PACK POINTS.parquet"""
import io, subprocess, sys, polars as pl
roadsnap, pack, path = sys.argv[1:]
points = pl.scan_parquet(path).sort("trip_id", "ts").collect()
stream = io.BytesIO()
points.write_ipc_stream(stream)
run = subprocess.run([roadsnap, "rows", "match", "--per", "way", "--pack", pack], input=stream.getvalue(), stdout=subprocess.PIPE, check=True)
ways = pl.read_ipc_stream(io.BytesIO(run.stdout))
counts = points.group_by("trip_id").len("points")
speed = pl.col("length_m").sum() / (pl.col("left") - pl.col("entered")).sum().dt.total_seconds(fractional=True)
print(ways.join(counts, on="trip_id").group_by("way_id").agg(speed.alias("mps"), pl.col("trip_id").n_unique().alias("trips"), pl.col("points").sum()).sort("trips", "way_id", descending=True).head(5).to_dicts())
