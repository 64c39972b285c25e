// client calls the server at ROADSNAP_URL with the client that openapi-typescript generates.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const { ROADSNAP_URL, ROADSNAP_API_KEY } = process.env;
assert(ROADSNAP_URL && ROADSNAP_API_KEY);
const client = createClient<paths, "application/json">({ baseUrl: ROADSNAP_URL, headers: { "X-API-Key": ROADSNAP_API_KEY } });

// These fail to compile if a generated type is less exact than the contract.
type Location = components["schemas"]["Location"];
const exact: Location extends { lat: number; lon: number; latitude: number; longitude: number } ? true : false = true;
const optional: undefined extends components["schemas"]["SnapRequest"]["interpolate"] ? true : false = true;
const nullable: components["schemas"]["FoundPlace"]["lat"] extends number | null ? true : false = true;
assert(exact && optional && nullable);

{
  const { data, response } = await client.GET("/healthz");
  assert.equal(response.status, 200);
  assert.match(data!.data.version, /^\d+\.\d+\.\d+/);
}
{
  const path = [{ lat: 42.503683, lon: 1.514522 }, { lat: 42.505012, lon: 1.516498 }];
  const { data } = await client.POST("/api/roads/v1/snap-to-roads", { body: { path } });
  assert.equal(data!.data.snappedPoints.length, 2);
  const trip = await client.POST("/api/roads/v1/match-trip", {
    body: { points: path.map((p, i) => ({ ...p, time: 1741072500 + 20 * i })), profile: "car" },
  });
  const way: number | null = trip.data!.data.points[0]!.way_id;
  assert.equal(trip.data!.data.legs.length, 1);
  const road = await client.GET("/api/roads/v1/ways/{way_id}", { params: { path: { way_id: way! } } });
  assert.equal(road.data!.data.way_id, way);
}
{
  const { error } = await client.POST("/api/roads/v1/match-trip", { body: { points: [{ lat: 91, lon: 1 }, { lat: 42, lon: 1 }] } });
  assert(error && "fieldErrors" in error.error);
  assert.equal(error.error.fieldErrors![0]!.field, "points[0].lat");
}
{
  const { data } = await client.GET("/api/admin-unit/locate", {
    params: { query: { lat: 10.7769, lon: 106.7009 }, header: { "app-version": "1.1" } },
  });
  assert.equal(data!.data.province.prov_code, "79");
  assert.match(data!.data.address.vi, /Thành phố Hồ Chí Minh$/);
  assert.equal(data!.data.road, null);
}
console.log("openapi-typescript: the generated client works");
