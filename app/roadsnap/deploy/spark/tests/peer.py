# SPDX-License-Identifier: MIT
"""Matches the same sorted partitions with Valhalla's Python package, for a comparison of speed."""

from __future__ import annotations

import itertools
import json
from typing import Iterator

import pyarrow as pa

# What roadsnap returns too: ways, the route and the places of the points.
ATTRIBUTES = ["shape", "edge.way_id", "edge.begin_shape_index", "edge.end_shape_index", "matched.point", "matched.type", "matched.edge_index"]


class Valhalla:
    """A function for mapInArrow that gives a row for each trip: its points, and those that Valhalla
    matched, 0 if it refused the trip. tiles is a folder with tiles.tar."""

    SCHEMA = "points bigint, matched bigint"

    def __init__(self, tiles: str) -> None:
        self.tiles = tiles

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from valhalla import Actor, get_config

        config = get_config(tile_extract=f"{self.tiles}/tiles.tar", tile_dir=f"{self.tiles}/tiles", verbose=False)
        config["service_limits"]["trace"].update(max_shape=1_000_000, max_distance=10_000_000)  # more than any trip needs
        actor = Actor(config)
        for _, rows in itertools.groupby(self.rows(batches), key=lambda row: row[0]):
            shape = [{"lat": lat, "lon": lon, "time": at.timestamp()} for _, at, lat, lon in rows]
            request = {"costing": "auto", "shape_match": "map_snap", "shape": shape, "filters": {"action": "include", "attributes": ATTRIBUTES}}
            try:
                answer = json.loads(actor.trace_attributes(json.dumps(request)))
                matched = sum(p["type"] != "unmatched" for p in answer["matched_points"])
            except RuntimeError:
                matched = 0
            yield pa.record_batch({"points": [len(shape)], "matched": [matched]})

    @staticmethod
    def rows(batches: Iterator[pa.RecordBatch]) -> "Iterator[tuple]":
        for batch in batches:
            yield from zip(*(batch.column(name).to_pylist() for name in ("trip_id", "ts", "lat", "lon")))
