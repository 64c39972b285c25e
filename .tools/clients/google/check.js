// Usage: check.js TRIP.gpx
// It snaps a trip with @googlemaps/google-maps-services-js and checks the answers, and
// those of speedLimits, which that client does not have, against the members that its
// documentation shows. ROADSNAP_URL and ROADSNAP_API_KEY name the server.
const assert = require('node:assert');
const fs = require('node:fs');
const { Client } = require('@googlemaps/google-maps-services-js');

const base = `${process.env.ROADSNAP_URL}/compat/google/v1`;
const key = process.env.ROADSNAP_API_KEY;
const client = new Client({});

const fix = /<trkpt lat="([-0-9.]+)" lon="([-0-9.]+)"/g;
const fixes = [...fs.readFileSync(process.argv[2], 'utf8').matchAll(fix)].map(([, lat, lng]) => ({ lat: +lat, lng: +lng }));
const step = Math.ceil(fixes.length / 60);
const path = fixes.filter((_, i) => i % step === 0);
assert(path.length > 30, 'the trip has too few fixes');

function checkPoint(p) {
  assert.equal(typeof p.location.latitude, 'number');
  assert.equal(typeof p.location.longitude, 'number');
  assert.equal(typeof p.placeId, 'string');
}

async function main() {
  const plain = (await client.snapToRoads({ url: `${base}/snapToRoads`, params: { path, key } })).data.snappedPoints;
  assert.deepEqual(plain.map((p) => p.originalIndex), path.map((_, i) => i));
  plain.forEach(checkPoint);

  const full = (await client.snapToRoads({ url: `${base}/snapToRoads`, params: { path, key, interpolate: true } })).data.snappedPoints;
  full.forEach(checkPoint);
  assert(full.length > plain.length);
  assert.deepEqual(full.filter((p) => p.originalIndex !== undefined), plain);

  const near = (await client.nearestRoads({ url: `${base}/nearestRoads`, params: { points: path.slice(0, 20), key } })).data.snappedPoints;
  near.forEach(checkPoint);
  assert.deepEqual([...new Set(near.map((p) => p.originalIndex))], path.slice(0, 20).map((_, i) => i));

  const error = await client.snapToRoads({ url: `${base}/snapToRoads`, params: { path: [], key } }).then(() => assert.fail('accepted'), (e) => e);
  assert.equal(error.response.status, 400);
  assert.equal(error.response.data.error.status, 'INVALID_ARGUMENT');
  const denied = await client.nearestRoads({ url: `${base}/nearestRoads`, params: { points: path, key: 'not-the-key' } }).then(() => assert.fail('accepted'), (e) => e);
  assert.equal(denied.response.status, 401);
  assert.equal(denied.response.data.error.status, 'UNAUTHENTICATED');

  for (const query of [
    `path=${path.map((p) => `${p.lat},${p.lng}`).join('|')}&units=MPH`, [...new Set(plain.map((p) => p.placeId))].slice(0, 50).map((id) => `placeId=${id}`).join('&'),
  ]) {
    const answer = await (await fetch(`${base}/speedLimits?${query}&key=${key}`)).json();
    assert(answer.speedLimits.length > 0);
    for (const l of answer.speedLimits) {
      assert(typeof l.placeId === 'string' && Number.isInteger(l.speedLimit) && ['KPH', 'MPH'].includes(l.units));
    }
    if (query.startsWith('path')) answer.snappedPoints.forEach(checkPoint);
  }
  console.log(`${path.length} points snapped by @googlemaps/google-maps-services-js, ${full.length} with those in between`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
