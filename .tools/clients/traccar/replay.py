"""Replays Traccar's requests to Roadsnap, and reads the answers as Traccar does.

The requests are those of Traccar's OverpassSpeedLimitProvider (speedLimit.url,
speedLimit.accuracy) and NominatimGeocoder (geocoder.url, geocoder.key,
geocoder.language). The key of the first is in the path, because Traccar has no setting for
it. The embedded map of Andorra has no wards; their members are tested with the server.
"""
import http.client
import json
import os
import re
import urllib.parse

url = urllib.parse.urlsplit(os.environ["ROADSNAP_URL"])
key = os.environ["ROADSNAP_API_KEY"]


def get(target):
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=120)
    # As it is: http.client checks for blanks only.
    connection.request("GET", target, headers={"Accept": "application/json"})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.headers["Content-Type"] == "application/json", (target, answer.headers)
    return answer.status, json.loads(body)


def speed_limit(lat, lon, escape, accuracy=100):
    query = "[out:json];way[maxspeed](around:%d,%f,%f);out tags;" % (accuracy, lat, lon)
    escaped = urllib.parse.quote(query, safe="" if escape else "[]():;,")
    status, answer = get(f"/compat/k/{key}/overpass/api/interpreter?data={escaped}")
    assert status == 200, answer
    elements = answer["elements"]
    if not elements:
        return None
    text = elements[0]["tags"]["maxspeed"]
    assert re.fullmatch(r"\d+", text), text
    return int(text)


def address(lat, lon, language):
    status, answer = get("/compat/nominatim/reverse?format=json&lat=%f&lon=%f&zoom=18&addressdetails=1&key=%s&accept-language=%s" % (lat, lon, key, language))
    assert status == 200, answer
    parts = answer.get("address")
    if parts is not None:
        assert isinstance(answer["display_name"], str) and all(isinstance(v, str) for v in parts.values()), answer
    return parts


# The Avinguda de Salou, and the sea.
limits = [speed_limit(42.5079, 1.5262, escape) for escape in (True, False)]
assert limits[0] == limits[1] and 10 <= limits[0] <= 90, limits
assert speed_limit(5, 5, True) is None
for language in ("vi", "en"):
    assert address(42.503683, 1.514522, language)["road"] == "Carrer Prada Motxilla"
assert address(5, 5, "vi") is None

assert get("/compat/nominatim/reverse?format=json&lat=1&lon=1")[0] == 401
assert get("/compat/k/wrong/overpass/api/interpreter?data=")[0] == 401
print(f"Traccar's requests replayed: the limit is {limits[0]} km/h, the street Carrer Prada Motxilla")
