# SPDX-License-Identifier: MIT
"""Match points to roads in Spark, with one process of ``roadsnap rows`` per task.

Every function takes a DataFrame of points and returns one of results. Nothing runs before an
action. Only the order within a trip is kept. A row that cannot be used gives a row with a
``reason``; an error of the program fails the task, with its text.

``pack`` is a path that every worker can open, such as one on a volume or in the image: the
file is mapped, and all processes of a host share its memory. ``pack="addfile:NAME"`` is a file
that ``SparkContext.addFile`` distributed, of which every executor gets a copy. Spark Connect
works with a path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence

from pyspark.sql import types as T

from ._stream import RoadsnapError, Stream

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["RoadsnapError", "locate", "match", "per_trip", "per_way", "stops"]
__version__ = "0.1.0"

_MATCH = [
    ("state", T.StringType()), ("reason", T.StringType()), ("snapped_lat", T.DoubleType()), ("snapped_lon", T.DoubleType()),
    ("way_id", T.LongType()), ("distance_m", T.DoubleType()), ("confidence", T.DoubleType()), ("matched_m", T.DoubleType()),
]
_LOCATE = [
    ("reason", T.StringType()), ("province_code", T.StringType()), ("province_name", T.StringType()),
    ("ward_code", T.StringType()), ("ward_name", T.StringType()), ("on_boundary", T.BooleanType()),
]
_TRIP = [
    ("reason", T.StringType()), ("points", T.LongType()), ("start", T.TimestampType()), ("end", T.TimestampType()),
    ("matched_m", T.DoubleType()), ("inferred_m", T.DoubleType()), ("off_road_m", T.DoubleType()), ("raw_m", T.DoubleType()),
    ("verdict", T.StringType()), ("confidence", T.DoubleType()), ("polyline6", T.StringType()),
]
_WAY = [
    ("reason", T.StringType()), ("seq", T.LongType()), ("leg", T.LongType()), ("way_id", T.LongType()), ("forward", T.BooleanType()),
    ("length_m", T.DoubleType()), ("entered", T.TimestampType()), ("left", T.TimestampType()),
]
_STOP = [
    ("reason", T.StringType()), ("seq", T.LongType()), ("arrival", T.TimestampType()), ("departure", T.TimestampType()),
    ("duration_s", T.DoubleType()), ("lat", T.DoubleType()), ("lon", T.DoubleType()), ("points", T.LongType()),
]


def match(
    df: "DataFrame", *, pack: str, trip: str = "trip_id", time: str = "ts", lat: str = "lat", lon: str = "lon",
    accuracy: Optional[str] = None, speed: Optional[str] = None, heading: Optional[str] = None, profile: Optional[str] = None,
    vehicle: str = "motor_vehicle", prefix: str = "", partitions: Optional[int] = None, binary: str = "roadsnap",
) -> "DataFrame":
    """Return every row with its state, reason, place on the road, way, distance and confidence.

    ``accuracy`` (metres), ``speed`` (m/s), ``heading`` (degrees) and ``profile`` name columns, if
    there are any. ``vehicle`` is the profile of trips without one. ``prefix`` is put before the
    names of added columns. ``partitions`` is the number of partitions by trip; Spark's setting
    decides without it. ``binary`` is the program, by its name on the workers' PATH or its path.
    """
    columns = {"accuracy": accuracy, "speed": speed, "heading": heading, "profile": profile}
    added = [T.StructField(prefix + name, kind) for name, kind in _MATCH]
    argv = [binary, "rows", "match", "--prefix=" + prefix, "--profile", vehicle]
    return _by_trip(df, argv, pack, trip, time, lat, lon, columns, partitions, T.StructType(list(df.schema.fields) + added))


def per_trip(df: "DataFrame", *, pack: str, trip: str = "trip_id", time: str = "ts", lat: str = "lat", lon: str = "lon", **options: Any) -> "DataFrame":
    """Return a row per trip: distances by kind, verdict, confidence and line.

    ``options`` are those of :func:`match` except ``prefix``.
    """
    return _table(df, ["match", "--per", "trip"], _TRIP, pack, trip, time, lat, lon, **options)


def per_way(df: "DataFrame", *, pack: str, trip: str = "trip_id", time: str = "ts", lat: str = "lat", lon: str = "lon", **options: Any) -> "DataFrame":
    """Return a row per way that a trip passed: direction, length, times of entering and leaving.

    ``options`` are those of :func:`match` except ``prefix``.
    """
    return _table(df, ["match", "--per", "way"], _WAY, pack, trip, time, lat, lon, **options)


def stops(df: "DataFrame", *, pack: str, trip: str = "trip_id", time: str = "ts", lat: str = "lat", lon: str = "lon", **options: Any) -> "DataFrame":
    """Return a row per stop of at least three minutes.

    ``options`` are ``partitions`` and ``binary``, as in :func:`match`.
    """
    return _table(df, ["stops"], _STOP, pack, trip, time, lat, lon, **options)


def locate(df: "DataFrame", *, pack: str, lat: str = "lat", lon: str = "lon", prefix: str = "", binary: str = "roadsnap") -> "DataFrame":
    """Return every row with the codes and names of its province and ward. Nothing is shuffled."""
    argv = [binary, "rows", "locate", "--prefix=" + prefix, f"--column=lat={lat}", f"--column=lon={lon}"]
    schema = T.StructType(list(df.schema.fields) + [T.StructField(prefix + name, kind) for name, kind in _LOCATE])
    return df.mapInArrow(Stream(argv, pack), schema)


def _table(
    df: "DataFrame", operation: Sequence[str], fields: Sequence[Any], pack: str, trip: str, time: str, lat: str, lon: str, *,
    accuracy: Optional[str] = None, speed: Optional[str] = None, heading: Optional[str] = None, profile: Optional[str] = None,
    vehicle: str = "motor_vehicle", partitions: Optional[int] = None, binary: str = "roadsnap",
) -> "DataFrame":
    schema = T.StructType([T.StructField("trip_id", df.schema[trip].dataType)] + [T.StructField(name, kind) for name, kind in fields])
    columns = {"accuracy": accuracy, "speed": speed, "heading": heading, "profile": profile}
    # Columns without a role need not travel to the program.
    used = [c for c in dict.fromkeys([trip, time, lat, lon, *columns.values()]) if c is not None]
    argv = [binary, "rows", *operation, "--profile", vehicle]
    return _by_trip(df.select(*used), argv, pack, trip, time, lat, lon, columns, partitions, schema)


def _by_trip(
    df: "DataFrame", argv: Sequence[str], pack: str, trip: str, time: str, lat: str, lon: str,
    columns: "dict[str, Optional[str]]", partitions: Optional[int], schema: T.StructType,
) -> "DataFrame":
    roles = {"trip_id": trip, "time": time, "lat": lat, "lon": lon, **columns}
    argv = [*argv, *(f"--column={role}={name or ''}" for role, name in roles.items())]
    grouped = df.repartition(trip) if partitions is None else df.repartition(partitions, trip)
    return grouped.sortWithinPartitions(trip, time).mapInArrow(Stream(argv, pack), schema)
