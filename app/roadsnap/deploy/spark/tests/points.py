# SPDX-License-Identifier: MIT
"""Makes trips from recorded or synthetic ones: copies with other names."""

from __future__ import annotations

import glob
import gzip
import json
import os
import xml.etree.ElementTree as ET
from datetime import datetime, timezone
from typing import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

SCHEMA = pa.schema([
    ("trip_id", pa.string()), ("n", pa.int64()), ("ts", pa.timestamp("us", "UTC")), ("lat", pa.float64()), ("lon", pa.float64()),
    ("note", pa.string()),
])
CHUNK = 1_000  # trips that are made together
DAY = 86_400_000_000  # (microseconds)
VEHICLE = "zz-vehicle"  # the trip of the one that drives a share of all points
# Base64 of Spark breaks the longer one into lines.
NOTES = pa.array([None, "a\tb\\n\n", "a\tb\\n\n" * 12])


def originals(data: "str | None", root: str) -> "list[np.ndarray]":
    """Return trips as rows of latitude, longitude and time (microseconds): those of the
    synthetic set, or without data the samples of the repository."""
    trips = []
    if data:
        with gzip.open(os.path.join(data, "synthetic", "hcmc.jsonl.gz"), "rt") as lines:
            for line in lines:
                trips.append([(p[0], p[1], int(p[2] * 1_000_000)) for p in json.loads(line)["points"]])
        return [np.array(t) for t in trips]
    space = {"g": "http://www.topografix.com/GPX/1/1"}
    for path in sorted(glob.glob(os.path.join(root, "data", "trips", "*.gpx"))):
        points = []
        for p in ET.parse(path).getroot().iterfind(".//g:trkpt", space):
            at = p.findtext("g:time", namespaces=space) or ""
            t = datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(timezone.utc)
            points.append((float(p.get("lat", "")), float(p.get("lon", "")), int(t.timestamp() * 1_000_000)))
        trips.extend(points[i:i + 100] for i in range(0, len(points) - 1, 100))
    return [np.array(t) for t in trips]


def chunks(base: "list[np.ndarray]", trips: int, seed: int, *, noise: float = 0.0, broken: float = 0.0, skew: float = 0.0) -> Iterator[pa.Table]:
    """Yield tables of whole trips, in the order of their names and times. noise (metres, standard
    deviation) is added to each coordinate. A share of rows is broken. If skew is set, the last trip
    is that of a vehicle with this share of all points, in chunks, too."""
    draw = np.random.default_rng(seed)
    first = 0  # number of the next row
    for begin in range(0, trips, CHUNK):
        which = range(begin, min(begin + CHUNK, trips))
        parts = [base[i % len(base)] for i in which]
        yield table([f"trip-{i:07d}" for i in which], parts, first, draw, noise, broken)
        first += sum(map(len, parts))
    left, day = int(first * skew / (1 - skew)), 0
    while left > 0:
        parts = []
        while left > 0 and len(parts) < CHUNK:  # it drives a trip a day
            part = base[day % len(base)][:left].copy()
            part[:, 2] += day * DAY + base[0][0, 2] - part[0, 2]
            parts.append(part)
            left, day = left - len(part), day + 1
        yield table([VEHICLE] * len(parts), parts, first, draw, noise, broken)
        first += sum(map(len, parts))


def table(names: "list[str]", trips: "list[np.ndarray]", first: int, draw: np.random.Generator, noise: float, broken: float) -> pa.Table:
    """Return the rows of trips, numbered from first."""
    points = np.concatenate(trips)
    n = np.arange(first, first + len(points))
    places = points[:, :2] + draw.normal(0, noise / 111_000, (len(points), 2))
    kind = np.where(draw.random(len(points)) < broken, draw.integers(0, 3, len(points)), -1)
    lat = np.where(kind == 2, 95.0, places[:, 0])
    keys = pa.array(names).take(pa.array(np.repeat(np.arange(len(names)), [len(t) for t in trips])))
    return pa.table([
        pc.if_else(pa.array(kind == 0), None, keys), pa.array(n), pa.array(points[:, 2].astype(np.int64), pa.timestamp("us", "UTC")),
        pa.array(lat, mask=kind == 1), pa.array(places[:, 1]), NOTES.take(pa.array((n % 5 == 0) + (n % 10 == 0).astype(int))),
    ], SCHEMA)
