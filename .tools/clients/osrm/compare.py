"""Usage: compare.py TRIPS

It sends the same requests to OSRM_URL and to Roadsnap (ROADSNAP_URL, ROADSNAP_API_KEY) and
compares the answers: the status, the code, and for each object the names and the types of
its members. Roadsnap may have members more. The places of points are compared, too.
"""
import glob
import json
import math
import os
import re
import sys
import time
import urllib.error
import urllib.request

theirs = os.environ["OSRM_URL"]
ours = f"{os.environ['ROADSNAP_URL']}/compat/k/{os.environ['ROADSNAP_API_KEY']}/osrm"

# Members that only Roadsnap has.
EXTRA = {"licence", "reason", "unmatched", "way_id"}


def get(base, path):
    try:
        with urllib.request.urlopen(f"{base}/{path}", timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def kind(value):
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return {str: "string", list: "array", dict: "object", type(None): "null"}[type(value)]


def shape(value, path, into):
    """Adds the types of a value and of what it contains to into, by path."""
    into.setdefault(path, set()).add(kind(value))
    if isinstance(value, dict):
        for name, member in value.items():
            shape(member, f"{path}.{name}", into)
    elif isinstance(value, list):
        for element in value:
            shape(element, path + "[]", into)
    return into


def compare(wanted, got):
    """Returns how the shape of an answer differs from the wanted one."""
    a, b = shape(wanted, "", {}), shape(got, "", {})
    for path, kinds in a.items():
        # The map of Roadsnap does not keep the ids of nodes.
        if path not in b and not path.endswith(".nodes[]"):
            yield f"{path or 'the answer'} is missing"
        elif path in b and b[path] - kinds - {"null"}:
            yield f"{path} is {b[path]}, not {kinds}"
    for path in b:
        if path not in a and not EXTRA & set(re.split(r"[.\[\]]+", path)):
            yield f"{path} is unknown to OSRM"


def metres(p, q):
    x = (p[0] - q[0]) * math.cos(math.radians(p[1]))
    return math.hypot(x, p[1] - q[1]) * 111195


def recorded(folder):
    """Returns up to 100 positions of each recorded trip."""
    for name in sorted(glob.glob(folder + "/*.gpx")):
        with open(name, encoding="utf8") as file:
            found = re.findall(r'<trkpt lat="([-0-9.]+)" lon="([-0-9.]+)"', file.read())
        step = max(len(found) // 100 + 1, 1)
        yield [(float(lon), float(lat)) for lat, lon in found[::step]][:100]


trips = list(recorded(sys.argv[1]))
assert trips and min(map(len, trips)) > 10, "there are no recorded trips"


def text(points):
    return ";".join(f"{lon},{lat}" for lon, lat in points)


def each(points, value):
    return ";".join([value] * len(points))


requests = []
for trip in trips:
    line, n = text(trip), len(trip)
    wide = "radiuses=" + each(trip, "20")
    times = "timestamps=" + ";".join(str(1700000000 + 15 * i) for i in range(n))
    for query in (
        wide, f"{wide}&overview=full&geometries=geojson&annotations=true",
        f"{wide}&overview=false&annotations=distance,duration,speed", f"{wide}&geometries=polyline6&{times}",
        f"{wide}&{times}&gaps=ignore&tidy=false&generate_hints=false", f"{wide}&waypoints=0;{n - 1}&gaps=ignore",
        f"{wide}&skip_waypoints=true", f"{wide}&annotations=nodes,datasources,weight",
    ):
        requests.append(f"match/v1/driving/{line}?{query}")
    requests.append(f"match/v1/driving/{line}.json?{wide}")
    place = text(trip[:1])
    for query in ("", "?number=3", "?number=2&generate_hints=false&radiuses=500", "?number=2&bearings=90,90"):
        requests.append(f"nearest/v1/driving/{place}{query}")
    requests.append(f"nearest/v1/driving/{text(trip[:2])}")

few = text(trips[0][:3])
refused = [
    "", "match/v1/driving", f"match/v2/driving/{few}", f"foo/v1/driving/{few}", "match/v1/driving/1,2", "match/v1/driving/1,2;x",
    "match/v1/driving/1.5,42.5;200,42.5", "match/v1/driving/5,5;5.001,5", "nearest/v1/driving/1.5,42.5?number=0",
    "nearest/v1/driving/1.5,42.5?number=x", f"match/v1/driving/{text(trips[0][:1] * 1001)}",
] + [
    f"match/v1/driving/{few}?{query}" for query in (
        "foo=1", "overview=none", "geometries=wkt", "annotations=foo", "tidy=maybe", "gaps=foo", "timestamps=3;2;1", "timestamps=1;2",
        "timestamps=1;2;x", "radiuses=1;2", "radiuses=1;2;x", "bearings=400,1;;", "bearings=1;;", "waypoints=0;1", "waypoints=0;7",
        "waypoints=0;x", "approaches=curb;;left", "exclude=foo", "snapping=none", "access_tok=1",
    )
]

# osrm-routed says nothing when it is ready.
for attempt in range(1200):
    try:
        get(theirs, requests[-1])
        break
    except (urllib.error.URLError, ConnectionError):
        time.sleep(0.1)

faults = same = points = near = 0
for path in requests + refused:
    their_status, wanted = get(theirs, path)
    our_status, got = get(ours, path)
    differences = []
    if (their_status, wanted["code"]) != (our_status, got["code"]):
        differences.append(f"{our_status} {got['code']} ({got.get('message')}), not {their_status} {wanted['code']}")
    else:
        differences += compare(wanted, got)
        same += 1
    for a, b in zip(wanted.get("tracepoints", []), got.get("tracepoints", [])):
        if a and b:
            points += 1
            near += metres(a["location"], b["location"]) < 25
    for difference in differences:
        faults += 1
        print(f"{path[:60]}…{path.partition('?')[2][-80:]}: {difference}", file=sys.stderr)

print(f"{len(requests)} answers and {len(refused)} errors compared with OSRM's; {near} of {points} places within 25 m of its places")
if faults or near < 0.9 * points:
    sys.exit(f"{faults} differences")
