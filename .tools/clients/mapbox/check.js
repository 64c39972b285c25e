// Usage: check.js TRIP.gpx
// It matches a trip with @mapbox/mapbox-sdk and checks the answers. ROADSNAP_URL and
// ROADSNAP_API_KEY name the server.
const assert = require('node:assert');
const fs = require('node:fs');
const matching = require('@mapbox/mapbox-sdk/services/map-matching');

const payload = Buffer.from(JSON.stringify({ u: 'roadsnap', a: 'key' })).toString('base64');
const client = (key) => matching({
  accessToken: `pk.${payload}.${key}`,
  origin: `${process.env.ROADSNAP_URL}/compat/mapbox`,
});

const fix = /<trkpt lat="([-0-9.]+)" lon="([-0-9.]+)">\s*<time>([^<]+)<\/time>/g;
const fixes = [...fs.readFileSync(process.argv[2], 'utf8').matchAll(fix)].map(([, lat, lon, time]) => ({ coordinates: [+lon, +lat], timestamp: time }));
const step = Math.ceil(fixes.length / 60);
const points = fixes.filter((_, i) => i % step === 0);
assert(points.length > 30, 'the trip has too few fixes');

async function main() {
  const service = client(process.env.ROADSNAP_API_KEY);
  for (const options of [
    {}, { geometries: 'geojson', overview: 'full' }, { geometries: 'polyline6', overview: 'simplified', tidy: true },
    { overview: 'full', annotations: ['duration', 'distance', 'speed'] }, { profile: 'walking', overview: 'false' },
  ]) {
    const { body } = await service.getMatch({ points: points.map((p) => ({ ...p, radius: 10 })), steps: false, ...options }).send();
    assert.equal(body.code, 'Ok');
    assert.equal(body.tracepoints.length, points.length);
    for (const [i, p] of body.tracepoints.entries()) {
      if (p === null) assert(body.unmatched.some((u) => u.index === i && u.reason), `tracepoint ${i} is null without a reason`);
      else assert(p.location.length === 2 && Number.isInteger(p.matchings_index) && Number.isInteger(p.waypoint_index) && typeof p.name === 'string');
    }
    assert(body.tracepoints[0] && body.tracepoints.at(-1), 'an end of the trip is lost');
    for (const m of body.matchings) {
      assert(m.confidence >= 0 && m.confidence <= 1);
      assert(m.legs.every((leg) => leg.steps.length === 0 && leg.distance >= 0 && leg.duration >= 0));
      if (options.annotations) assert(m.legs.every((leg) => leg.annotation.speed.length === leg.annotation.distance.length));
      if (options.overview === 'false') assert.equal(m.geometry, undefined);
      else assert.equal(typeof m.geometry, options.geometries === 'geojson' ? 'object' : 'string');
    }
    assert(body.licence);
  }
  const few = points.slice(0, 9).map((p, i) => ({ coordinates: p.coordinates, isWaypoint: i % 4 === 0 }));
  const { body } = await service.getMatch({ points: few }).send();
  assert.equal(body.matchings[0].legs.length, 2);

  const far = [{ coordinates: [5, 5] }, { coordinates: [5.001, 5] }];
  assert.equal((await service.getMatch({ points: far }).send()).body.code, 'NoMatch');
  const refused = async (request, status, code) => {
    const error = await request.send().then(() => assert.fail('accepted'), (e) => e);
    assert.equal(error.statusCode, status);
    assert.equal(error.body.code, code);
    assert(error.message);
  };
  await refused(service.getMatch({ points, steps: true }), 422, 'InvalidInput');
  await refused(client('not-the-key').getMatch({ points }), 401, undefined);
  console.log(`${points.length} points matched by @mapbox/mapbox-sdk in five forms`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
