# SPDX-License-Identifier: MIT
"""Match points to roads in Spark, with one process of ``roadsnap rows`` per task.

Every function takes a DataFrame of points and returns one of results. Nothing runs before an
action. Only the order within a trip is kept. A row that cannot be used gives a row with a
``reason``; an error of the program fails the task, with its text.

``pack`` is a path that every worker can open, such as one on a volume or in the image: the
file is mapped, and all processes of a host share its memory. ``pack="addfile:NAME"`` is a file
that ``SparkContext.addFile`` distributed, of which every executor gets a copy; ``binary`` may be
one, too. Spark Connect works with a path.

Columns that cannot be used raise ``ValueError`` when the function is called.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

from pyspark.sql import types as T

from ._stream import ADDED_FILE, RoadsnapError, Stream

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
    vehicle: str = "motor_vehicle", prefix: str = "", partitions: Optional[int] = None, shuffle: bool = True, binary: str = "roadsnap",
) -> "DataFrame":
    """Return every row with its state, reason, place on the road, way, distance and confidence.

    ``accuracy`` (metres), ``speed`` (m/s), ``heading`` (degrees) and ``profile`` name columns, if
    there are any. ``vehicle`` is the profile of trips without one. ``prefix`` is put before the
    names of added columns. ``partitions`` is the number of partitions by trip; Spark's setting
    decides without it. ``shuffle=False`` is for rows of which each trip is in one partition
    already, as in a bucketed scan by trip; a trip in two of them becomes two trips.
    ``binary`` is the program, by its name on the workers' PATH or its path.
    """
    roles = {"trip_id": trip, "time": time, "lat": lat, "lon": lon, "accuracy": accuracy, "speed": speed, "heading": heading, "profile": profile}
    argv = [binary, "rows", "match", "--prefix=" + prefix, "--profile", vehicle]
    return _by_trip(df, argv, pack, roles, partitions, shuffle, _joined(df, prefix, _MATCH))


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

    ``options`` are ``partitions``, ``shuffle`` and ``binary``, as in :func:`match`.
    """
    return _table(df, ["stops"], _STOP, pack, trip, time, lat, lon, **options)


def locate(df: "DataFrame", *, pack: str, lat: str = "lat", lon: str = "lon", prefix: str = "", binary: str = "roadsnap") -> "DataFrame":
    """Return every row with the codes and names of its province and ward. Nothing is shuffled."""
    roles = _columns(df, {"lat": lat, "lon": lon})
    argv = [binary, "rows", "locate", "--prefix=" + prefix, *(f"--column={role}={name}" for role, name in roles.items())]
    return df.mapInArrow(Stream(argv, _checked(pack)), _joined(df, prefix, _LOCATE))


def _table(
    df: "DataFrame", operation: Sequence[str], fields: Sequence[Any], pack: str, trip: str, time: str, lat: str, lon: str, *,
    accuracy: Optional[str] = None, speed: Optional[str] = None, heading: Optional[str] = None, profile: Optional[str] = None,
    vehicle: str = "motor_vehicle", partitions: Optional[int] = None, shuffle: bool = True, binary: str = "roadsnap",
) -> "DataFrame":
    roles = _columns(df, {"trip_id": trip, "time": time, "lat": lat, "lon": lon, "accuracy": accuracy, "speed": speed, "heading": heading, "profile": profile})
    schema = T.StructType([T.StructField("trip_id", df.schema[roles["trip_id"]].dataType)] + [T.StructField(name, kind) for name, kind in fields])
    # Columns without a role need not travel to the program.
    used = df.select(*(_quoted(name) for name in dict.fromkeys(roles.values()) if name))
    return _by_trip(used, [binary, "rows", *operation, "--profile", vehicle], pack, roles, partitions, shuffle, schema)


def _by_trip(
    df: "DataFrame", argv: Sequence[str], pack: str, roles: "Mapping[str, Optional[str]]", partitions: Optional[int], shuffle: bool, schema: T.StructType,
) -> "DataFrame":
    roles = _columns(df, roles)
    if isinstance(df.schema[roles["time"]].dataType, (T.StringType, T.BinaryType)):
        raise ValueError(f"column {roles['time']!r} is text, and rows would not be sorted by time; cast it, for example with to_timestamp, which takes a time without a zone as one of the session's")
    argv = [*argv, *(f"--column={role}={name}" for role, name in roles.items())]
    trip, time = _quoted(roles["trip_id"]), _quoted(roles["time"])
    if not shuffle and partitions is not None:
        raise ValueError("partitions= needs a shuffle")
    if shuffle:
        df = df.repartition(trip) if partitions is None else df.repartition(partitions, trip)
    return df.sortWithinPartitions(trip, time).mapInArrow(Stream(argv, _checked(pack)), schema)


def _columns(df: "DataFrame", roles: "Mapping[str, Optional[str]]") -> "dict[str, str]":
    """Return the columns of the roles as they are spelt, "" for none. Spark ignores their case, and the program does not."""
    found = {}
    for role, name in roles.items():
        same = [c for c in df.columns if c == name] or [c for c in df.columns if name and c.casefold() == name.casefold()]
        if len(same) > 1:
            raise ValueError(f"there are several columns {name!r}; rename all but one")
        if name and not same:
            raise ValueError(f"there is no column {name!r} for {role}; name one with {_ARGUMENTS.get(role, role)}=; the columns are {', '.join(df.columns)} (take nested ones out with withColumn)")
        found[role] = same[0] if same else ""
    return found


# The arguments that are not called as their role.
_ARGUMENTS = {"trip_id": "trip"}


def _joined(df: "DataFrame", prefix: str, fields: Sequence[Any]) -> T.StructType:
    """Return the columns of df and those that are added."""
    names = {c.casefold() for c in df.columns}
    if twice := [prefix + name for name, _ in fields if (prefix + name).casefold() in names]:
        raise ValueError(f"the columns {', '.join(twice)} are there already, and would be added; give another prefix=")
    return T.StructType(list(df.schema.fields) + [T.StructField(prefix + name, kind) for name, kind in fields])


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _checked(pack: str) -> str:
    if re.match(r"\w[\w+.-]+:", pack) and not pack.startswith(ADDED_FILE):
        raise ValueError(f"pack is {pack!r}, but must be a path in the file system of the workers; copy the map to their disks, or use addFile and pack=\"{ADDED_FILE}NAME\"")
    return pack
