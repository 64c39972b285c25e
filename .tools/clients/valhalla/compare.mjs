// Usage: compare.mjs CONFIG
// It sends the same requests to Valhalla, in this process, and to Roadsnap (ROADSNAP_URL,
// ROADSNAP_API_KEY), and compares the names and the types of all members, the ways, the
// places and the messages of errors.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs');
const config = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
for (const part of Object.values(config)) {
  if (part.logging) part.logging = { type: '' };
}
const actor = new Actor(config);
const base = `${process.env.ROADSNAP_URL}/compat/valhalla`;
const actions = { trace_attributes: 'traceAttributes', trace_route: 'traceRoute' };

async function theirs(action, body) {
  try {
    return { answer: JSON.parse(await actor[actions[action]](JSON.stringify(body))) };
  } catch (error) {
    return { error: error.message.replace(/^\w+ error: /, '') };
  }
}

async function ours(action, body) {
  const response = await fetch(`${base}/${action}?api_key=${process.env.ROADSNAP_API_KEY}`, { method: 'POST', body: JSON.stringify(body) });
  const answer = await response.json();
  return response.ok ? { answer } : { error: answer.error, number: answer.error_code };
}

// Members of Valhalla that Roadsnap does not have: its map does not keep what they say.
const lacking = new Set(`
  osm_changeset raw_score admins
  edges[].truck_route edges[].density edges[].sac_scale edges[].shoulder edges[].sidewalk edges[].bicycle_network edges[].cycle_lane
  edges[].max_downward_grade edges[].max_upward_grade edges[].weighted_grade edges[].mean_elevation edges[].surface edges[].drive_on_right
  edges[].internal_intersection edges[].unpaved edges[].toll edges[].speed_type edges[].speeds_non_faded edges[].country_crossing
  edges[].traffic_signal edges[].sign edges[].truck_speed edges[].indoor edges[].hov_type edges[].tagged_values edges[].destination_only
  edges[].end_node.intersecting_edges edges[].end_node.elapsed_cost edges[].end_node.admin_index edges[].end_node.traffic_signal
  edges[].end_node.fork edges[].end_node.transition_time edges[].end_node.time_zone`.trim().split(/\s+/));

// Members that only Roadsnap has, and those that depend on the road.
const extra = new Set(['licence', 'matched_points[].reason', 'unmatched']);
const sometimes = new Set(['edges[].names', 'edges[].names[]', 'edges[].speed_limit', 'edges[].lane_count', 'edges[].source_percent_along',
  'edges[].target_percent_along', 'matched_points[].begin_route_discontinuity', 'matched_points[].end_route_discontinuity', 'alternate_paths[]']);

function shape(value, path, into) {
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (path && !into.has(path)) into.set(path, new Set());
  if (path) into.get(path).add(kind);
  if (kind === 'array') value.forEach((element) => shape(element, `${path}[]`, into));
  else if (kind === 'object') Object.entries(value).forEach(([name, member]) => shape(member, path ? `${path}.${name}` : name, into));
  return into;
}

const within = (set, path) => [...set].some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));

let faults = 0;
function fault(request, text) {
  faults++;
  console.error(`${JSON.stringify(request).slice(-120)}: ${text}`);
}

function compare(request, wanted, got) {
  const a = shape(wanted, '', new Map()), b = shape(got, '', new Map());
  for (const [path, kinds] of a) {
    if (within(lacking, path)) {
      if (b.has(path)) fault(request, `${path} is listed as lacking`);
    } else if (!b.has(path)) {
      if (!sometimes.has(path)) fault(request, `${path} is missing`);
    } else if ([...b.get(path)].some((kind) => !kinds.has(kind))) fault(request, `${path} is ${[...b.get(path)]}, not ${[...kinds]}`);
  }
  for (const path of b.keys()) {
    if (!a.has(path) && !within(extra, path) && !sometimes.has(path)) fault(request, `${path} is unknown to Valhalla`);
  }
}

function decode(text, scale = 1e6) {
  const points = [];
  let at = 0;
  const next = () => {
    let value = 0, shift = 0, c;
    do {
      c = text.charCodeAt(at++) - 63;
      value += (c & 31) * 2 ** shift;
      shift += 5;
    } while (c >= 32);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  for (let lat = 0, lon = 0; at < text.length;) {
    lat += next();
    lon += next();
    points.push({ lat: lat / scale, lon: lon / scale });
  }
  return points;
}

const metres = (p, q) => Math.hypot((p.lon - q.lon) * Math.cos(p.lat * Math.PI / 180), p.lat - q.lat) * 111195;

// drive returns a trace along a route of Valhalla: a point every 60 m, with some noise.
async function drive(from, to, costing) {
  const route = JSON.parse(await actor.route(JSON.stringify({ locations: [from, to], costing })));
  const line = decode(route.trip.legs[0].shape), points = [];
  let rest = 0;
  for (let i = 1; i < line.length; i++) {
    const length = metres(line[i - 1], line[i]);
    for (; rest < length; rest += 60) {
      const f = rest / length, n = points.length;
      points.push({
        lat: line[i - 1].lat + (line[i].lat - line[i - 1].lat) * f + 3e-5 * Math.sin(1.7 * n),
        lon: line[i - 1].lon + (line[i].lon - line[i - 1].lon) * f + 3e-5 * Math.cos(2.3 * n), time: 5 * n,
      });
    }
    rest -= length;
  }
  return points.slice(0, 150);
}

const drives = [
  await drive({ lat: 39.158, lon: -75.524 }, { lat: 39.74, lon: -75.55 }, 'auto'), await drive({ lat: 39.745, lon: -75.547 }, { lat: 39.76, lon: -75.52 }, 'auto'),
  await drive({ lat: 38.69, lon: -75.385 }, { lat: 38.72, lon: -75.41 }, 'auto'),
];
const walk = await drive({ lat: 39.745, lon: -75.547 }, { lat: 39.75, lon: -75.54 }, 'pedestrian');
const include = ['edge.way_id', 'edge.names', 'edge.length', 'edge.speed', 'matched.point', 'matched.edge_index', 'matched.distance_along_edge', 'shape'];
const requests = [];
for (const points of drives) {
  const all = { shape: points, costing: 'auto', shape_match: 'map_snap' };
  requests.push(
    ['trace_attributes', all], ['trace_attributes', { ...all, id: 'x', units: 'miles' }], ['trace_attributes', { ...all, costing: 'motorcycle' }],
    ['trace_attributes', { ...all, filters: { action: 'include', attributes: include } }],
    ['trace_attributes', { ...all, filters: { action: 'exclude', attributes: ['edge.names', 'matched.type', 'shape'] } }],
    ['trace_attributes', { ...all, filters: { action: 'include', attributes: ['edge.way_id'] } }],
    ['trace_route', { ...all, directions_type: 'none' }], ['trace_route', { ...all, directions_type: 'none', units: 'miles', id: 'x' }],
    ['trace_route', { ...all, directions_type: 'none', shape: points.map((p, i) => ({ ...p, type: i % 40 === 0 ? 'break' : 'via' })) }],
  );
}
requests.push(['trace_attributes', { shape: walk, costing: 'pedestrian', shape_match: 'map_snap' }]);

let same = 0, near = 0, count = 0;
for (const [action, body] of requests) {
  const [a, b] = [await theirs(action, body), await ours(action, body)];
  if (a.error || b.error) {
    fault(body, `${b.error}, not ${a.error}`);
    continue;
  }
  compare(body, a.answer, b.answer);
  const points = [a, b].map((x) => x.answer.matched_points?.map((p) => ({ ...p, way: x.answer.edges[p.edge_index]?.way_id })));
  if (action !== 'trace_attributes' || !points[0] || !points[1]) continue;
  if (points[0].length !== points[1].length) fault(body, `${points[1].length} points, not ${points[0].length}`);
  points[0].forEach((p, i) => {
    const q = points[1][i];
    if (p.lat === undefined || p.way === undefined || q.way === undefined) return;
    count++;
    near += metres(p, q) < 15;
    same += p.way === q.way;
  });
}

const good = drives[0].slice(0, 3);
const bad = [
  { shape: good.slice(0, 1), costing: 'auto' }, { shape: good }, { shape: good, costing: 'rocket' }, { costing: 'auto' }, { shape: [], costing: 'auto' },
  { shape: good, costing: 'auto', shape_match: 'foo' }, { shape: [{ lat: 95, lon: 5 }, { lat: 5, lon: 5 }], costing: 'auto', shape_match: 'map_snap' },
  { shape: [{ lat: 'a', lon: 5 }, { lat: 5, lon: 5 }], costing: 'auto' }, { shape: [{ lat: 5, lon: 5 }, { lat: 5, lon: 5.001 }], costing: 'auto', shape_match: 'map_snap' },
];
for (const body of bad) {
  const [a, b] = [await theirs('trace_attributes', body), await ours('trace_attributes', body)];
  if (!a.error || a.error !== b.error) fault(body, `${b.error}, not ${a.error}`);
}
console.log(`${requests.length} answers and ${bad.length} errors compared with Valhalla's; of ${count} points ${near} within 15 m, ${same} on the same way`);
if (faults || near < 0.9 * count || same < 0.9 * count) {
  console.error(`${faults} differences`);
  process.exit(1);
}
