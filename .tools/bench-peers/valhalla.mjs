// Usage: valhalla.mjs CONFIG TRACES PASSES [--strip]
// It matches the traces with Valhalla, once to warm up and then PASSES
// times, and prints its speed in the fields of `roadsnap bench match --json`. It
// measures the binding's only interface: from the text of a request to the text of
// its answer, including the ways, the route and the matched points.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const [configFile, tracesFile, passes, option] = process.argv.slice(2);
const strip = option === '--strip';

// Loads the package from PEERS, not from the folder of this script.
const { Actor } = createRequire(path.resolve(process.env.PEERS, 'any.js'))('@valhallajs/valhallajs');
const config = JSON.parse(fs.readFileSync(configFile, 'utf8'));
for (const part of Object.values(config)) {
  if (part.logging) part.logging = { type: '' }; // only the result on standard output
}
const actor = new Actor(config);

const answerHas = [
  'shape', 'edge.way_id', 'edge.begin_shape_index', 'edge.end_shape_index',
  'matched.point', 'matched.type', 'matched.edge_index',
  'matched.begin_route_discontinuity', 'matched.end_route_discontinuity',
];

// request passes all known data of a trace to Valhalla: times, and the accuracy of
// its points with a search radius of four times the accuracy, within its limits.
function request({ points, sigma_m: sigma }) {
  const known = strip ? {} : { trace_options: { gps_accuracy: sigma, search_radius: Math.min(Math.max(4 * sigma, 50), 100) } };
  return JSON.stringify({
    costing: 'auto',
    shape_match: 'map_snap',
    shape: points.map(([lat, lon, time]) => (strip ? { lat, lon } : { lat, lon, time })),
    filters: { action: 'include', attributes: answerHas },
    ...known,
  });
}

const file = fs.readFileSync(tracesFile);
const text = (tracesFile.endsWith('.gz') ? zlib.gunzipSync(file) : file).toString();
const traces = text.split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));
const requests = traces.map(request);
const points = traces.reduce((sum, t) => sum + t.points.length, 0);

// quantile interpolates between neighbours, as roadsnap does.
function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1), low = Math.floor(at), high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

let failed = 0, reason;
async function pass() {
  const times = [];
  failed = 0;
  for (const r of requests) {
    const start = process.hrtime.bigint();
    try {
      await actor.traceAttributes(r);
    } catch (error) {
      failed++; // Valhalla refuses the trace; its time still counts
      reason = error;
    }
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return times;
}

await pass();
if (failed === traces.length) {
  throw new Error(`Valhalla matches none of ${tracesFile}`, { cause: reason });
}
const speed = [], times = requests.map(() => []);
const before = process.cpuUsage();
for (let i = 0; i < Number(passes); i++) {
  const now = await pass();
  now.forEach((t, trip) => times[trip].push(t));
  speed.push(points / (now.reduce((a, b) => a + b, 0) / 1000));
}
const used = process.cpuUsage(before);
const typical = times.map((t) => quantile(t, 0.5));
console.log(JSON.stringify({
  trips: traces.length, points, failed,
  points_per_second: quantile(speed, 0.5),
  points_per_cpu_second: (points * Number(passes)) / ((used.user + used.system) / 1e6),
  trip_ms: { p50: quantile(typical, 0.5), p99: quantile(typical, 0.99), max: Math.max(...times.flat()) },
}));
