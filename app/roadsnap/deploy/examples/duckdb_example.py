# SPDX-License-Identifier: MIT
"""Kilometres on roads by hour, with DuckDB. Usage: duckdb_example.py ROADSNAP PACK POINTS.parquet"""
import subprocess, sys, duckdb, pyarrow as pa
roadsnap, pack, points = sys.argv[1:]
db = duckdb.connect()
table = db.sql(f"SELECT * FROM '{points}' ORDER BY trip_id, ts").to_arrow_table()
stream = pa.BufferOutputStream()
with pa.ipc.new_stream(stream, table.schema) as writer:
    writer.write_table(table)
run = subprocess.run([roadsnap, "rows", "match", "--pack", pack], input=stream.getvalue(), stdout=subprocess.PIPE, check=True)
matched = pa.ipc.open_stream(run.stdout).read_all()
print(db.sql("SELECT hour(ts) AS h, count(*) AS n, round(sum(matched_m) / 1000, 3) AS km FROM matched GROUP BY h ORDER BY h").to_arrow_table().to_pylist())
