# SPDX-License-Identifier: MIT
"""Matches the same sorted partitions with Valhalla's Python package, for a comparison of speed."""

from __future__ import annotations

import itertools
import json
from typing import Iterator

import pyarrow as pa
import pyarrow.compute as pc

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
        trips = (self.match(actor, list(rows)) for _, rows in itertools.groupby(self.rows(batches), key=lambda row: row[0]))
        while part := list(itertools.islice(trips, 100)):  # a batch per trip would cost more
            yield pa.RecordBatch.from_arrays([pa.array(column, pa.int64()) for column in zip(*part)], ["points", "matched"])

    @staticmethod
    def match(actor, rows: "list[tuple]") -> "tuple[int, int]":
        shape = [{"lat": lat, "lon": lon, "time": at / 1e6} for _, at, lat, lon in rows]
        request = {"costing": "auto", "shape_match": "map_snap", "shape": shape, "filters": {"action": "include", "attributes": ATTRIBUTES}}
        try:
            answer = json.loads(actor.trace_attributes(json.dumps(request)))
        except RuntimeError:
            return len(shape), 0
        return len(shape), sum(p["type"] != "unmatched" for p in answer["matched_points"])

    @staticmethod
    def rows(batches: Iterator[pa.RecordBatch]) -> "Iterator[tuple]":
        for batch in batches:
            yield from zip(batch["trip_id"].to_pylist(), pc.cast(batch["ts"], pa.int64()).to_pylist(), batch["lat"].to_pylist(), batch["lon"].to_pylist())
