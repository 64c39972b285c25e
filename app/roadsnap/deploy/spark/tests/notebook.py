# SPDX-License-Identifier: MIT
"""Runs the notebook without a browser. Usage: notebook.py ROADSNAP PACK POINTS.parquet OUT.png"""

import os
import sys

import nbformat
from nbclient import NotebookClient

names = ("ROADSNAP", "PACK", "POINTS", "PICTURE")
os.environ.update(zip(names, map(os.path.abspath, sys.argv[1:])))
os.environ["PYSPARK_PYTHON"] = sys.executable
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "road_usage.ipynb")
notebook = nbformat.read(path, as_version=4)
NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
size = os.path.getsize(sys.argv[4])
assert size > 10_000, f"the picture has {size} bytes"
print(f"ok   notebook: a picture of {size} bytes")
