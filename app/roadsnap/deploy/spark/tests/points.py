# SPDX-License-Identifier: MIT
"""Makes trips from recorded or synthetic ones: copies with other names and days."""

from __future__ import annotations

import glob
import gzip
import json
import os
import random
import xml.etree.ElementTree as ET
from datetime import datetime, timezone

import pyarrow as pa

SCHEMA = pa.schema([
    ("trip_id", pa.string()), ("n", pa.int64()), ("ts", pa.timestamp("us", "UTC")), ("lat", pa.float64()), ("lon", pa.float64()),
    ("note", pa.string()),
])


def originals(data: "str | None", root: str) -> "list[list[tuple[float, float, int]]]":
    """Return trips as lists of latitude, longitude and time (microseconds): those of the
    synthetic set, or without data the samples of the repository."""
    trips = []
    if data:
        with gzip.open(os.path.join(data, "synthetic", "hcmc.jsonl.gz"), "rt") as lines:
            for line in lines:
                trips.append([(p[0], p[1], int(p[2] * 1_000_000)) for p in json.loads(line)["points"]])
        return trips
    space = {"g": "http://www.topografix.com/GPX/1/1"}
    for path in sorted(glob.glob(os.path.join(root, "data", "trips", "*.gpx"))):
        points = []
        for p in ET.parse(path).getroot().iterfind(".//g:trkpt", space):
            at = p.findtext("g:time", namespaces=space) or ""
            t = datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(timezone.utc)
            points.append((float(p.get("lat", "")), float(p.get("lon", "")), int(t.timestamp() * 1_000_000)))
        trips.extend(points[i:i + 100] for i in range(0, len(points) - 1, 100))
    return trips


def make(base: "list[list[tuple[float, float, int]]]", trips: int, seed: int, broken: float = 0.0, skew: float = 0.0) -> pa.Table:
    """Return a table of trips in the order of their names. A share of rows is broken; one
    vehicle drives a share of all points if skew is set."""
    draw = random.Random(seed)
    columns: "dict[str, list]" = {name: [] for name in SCHEMA.names}
    day = 86_400_000_000

    def add(key: "str | None", lat: "float | None", lon: float, at: int) -> None:
        n = len(columns["n"])
        note = "a\tb\\n\n" if n % 5 == 0 else None
        if note and n % 10 == 0:
            note *= 12  # base64 of Spark breaks it into lines
        for name, value in zip(SCHEMA.names, (key, n, at, lat, lon, note)):
            columns[name].append(value)

    total = 0
    for i in range(trips):
        points = base[i % len(base)]
        total += len(points)
        for lat, lon, at in points:
            key: "str | None" = f"trip-{i:07d}"
            if broken and draw.random() < broken:
                kind = draw.randrange(3)
                if kind == 0:
                    key = None
                add(key, None if kind == 1 else 95.0 if kind == 2 else lat, lon, at)
            else:
                add(key, lat, lon, at)
    wanted, start = int(total * skew / (1 - skew)) if skew else 0, 0
    while wanted > 0:  # one vehicle that drives all trips, one after another
        for points in base:
            for lat, lon, at in points[:max(wanted, 0)]:
                add("zz-vehicle", lat, lon, points[0][2] + start * day + at - points[0][2])
            start += 1
            wanted -= len(points)
    return pa.table({n: pa.array(columns[n], SCHEMA.field(n).type) for n in SCHEMA.names}, SCHEMA)
