// Usage: compare.mjs ROUNDS ROADSNAP PACK CONFIG TRACES [--strip]
// It lets roadsnap and Valhalla match the same traces on the same map, in
// turn and ROUNDS times. Each run is a new process with one thread that warms up
// first. The output is the medians and their ratios.
import path from 'node:path';
import { spawnSync } from 'node:child_process';

const [rounds, roadsnap, pack, config, traces, ...strip] = process.argv.slice(2);
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

function measure(program, args) {
  const run = spawnSync(program, args, { env: { ...process.env, UV_THREADPOOL_SIZE: '1' }, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) {
    console.error(run.error?.message ?? run.stderr);
    process.exit(1);
  }
  return JSON.parse(run.stdout);
}

const passes = '5';
const ours = [], theirs = [];
for (let i = 0; i < Number(rounds); i++) {
  ours.push(measure(roadsnap, ['bench', 'match', '--json', '--passes', passes, '--pack', pack, '--traces', traces, ...strip]));
  theirs.push(measure(process.execPath, [path.join(here, 'valhalla.mjs'), config, traces, passes, ...strip]));
}

function median(rows, field) {
  const sorted = rows.map(field).sort((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const { trips, points, points_per_trip: perTrip } = ours[0];
const refused = theirs[0].failed ? `; Valhalla refuses ${theirs[0].failed}` : '';
console.log(`${path.basename(traces)}${strip.length ? ', positions only' : ''}: ${trips} trips of ${perTrip.min} to ${perTrip.max} points, ${points} points, ${rounds} rounds${refused}`);
const row = (name, a, b, c) => console.log(name.padEnd(14) + a.padStart(12) + b.padStart(12) + c.padStart(10));
row('', 'roadsnap', 'Valhalla', 'ratio');
for (const [name, field, digits, inverse] of [
  ['points/s', (r) => r.points_per_second, 0, false],
  ['p50 a trip, ms', (r) => r.trip_ms.p50, 2, true],
  ['p99 a trip, ms', (r) => r.trip_ms.p99, 2, true],
  ['max a trip, ms', (r) => r.trip_ms.max, 2, true],
]) {
  const a = median(ours, field), b = median(theirs, field);
  row(name, a.toFixed(digits), b.toFixed(digits), `${(inverse ? b / a : a / b).toFixed(1)}×`);
}
console.log();
