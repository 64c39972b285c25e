// client calls the server at ROADSNAP_URL with the client that openapi-typescript generates.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const { ROADSNAP_URL, ROADSNAP_API_KEY } = process.env;
assert(ROADSNAP_URL && ROADSNAP_API_KEY);
const client = createClient<paths>({ baseUrl: ROADSNAP_URL });

{
  const { data, response } = await client.GET("/healthz");
  assert.equal(response.status, 200);
  assert.match(data!.data.version, /^\d+\.\d+\.\d+/);
}
console.log("openapi-typescript: the generated client works");
