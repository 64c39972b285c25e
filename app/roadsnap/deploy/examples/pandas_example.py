# SPDX-License-Identifier: MIT
"""Points by ward, with pandas. Usage: pandas_example.py ROADSNAP PACK POINTS.parquet"""
import subprocess, sys, pandas as pd, pyarrow as pa
roadsnap, pack, path = sys.argv[1:]
points = pd.read_parquet(path)
table = pa.Table.from_pandas(points, preserve_index=False)
stream = pa.BufferOutputStream()
with pa.ipc.new_stream(stream, table.schema) as writer:
    writer.write_table(table)
run = subprocess.run([roadsnap, "rows", "locate", "--pack", pack], input=stream.getvalue(), stdout=subprocess.PIPE, check=True)
located = pa.ipc.open_stream(run.stdout).read_all().to_pandas()
joined = points.join(located[["ward_code", "ward_name", "reason"]])
print(joined.groupby(["ward_code", "ward_name"], dropna=False).size().sort_values(ascending=False).head(5).to_dict())
