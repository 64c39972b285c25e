// Drives Chromium over /docs and / of the server at ROADSNAP_URL. It fails if a page loads
// anything from elsewhere, breaks its own security policy, or if a request that is sent from
// /docs does not get the answer of the API.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const { ROADSNAP_URL: base, ROADSNAP_API_KEY: key, CHROMIUM: executablePath } = process.env;
const patience = 180_000; // ms, far more than a busy machine needs
const snap = "42.503683,1.514522|42.505012,1.516498";

// open returns a page that collects what is wrong with it, and the hosts it asks.
async function open(browser, path, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (e) => faults.push(`error in a script: ${e}`));
  page.on("console", (m) => m.type() === "error" && faults.push(`console: ${m.text()}`));
  page.on("requestfailed", (r) => faults.push(`failed: ${r.url()}: ${r.failure().errorText}`));
  page.on("request", (r) => {
    const url = new URL(r.url());
    if (url.protocol.startsWith("http") && url.origin !== base) faults.push(`asks ${url.origin}`);
  });
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI} ${e.sample}`)),
  );
  await page.goto(base + path, { waitUntil: "networkidle" });
  return { page, faults, close: () => context.close() };
}

// execute opens an operation, sends it after fill, and returns the status and the text of
// the answer.
async function execute(page, tag, id, fill) {
  const operation = page.locator(`#operations-${tag}-${id}`);
  await operation.locator(".opblock-summary-control").click();
  await fill?.(operation);
  await operation.getByRole("button", { name: "Execute" }).click();
  const answer = operation.locator(".live-responses-table .response");
  await answer.waitFor();
  return {
    status: (await answer.locator(".response-col_status").innerText()).trim().split("\n")[0],
    text: await answer.locator(".response-col_description").innerText(),
  };
}

async function tryOperations(browser) {
  const { page, faults, close } = await open(browser, "/docs");
  const locked = await execute(page, "roads", "snapToRoadsGet", (o) => o.getByRole("row", { name: /path/ }).locator("input, textarea").first().fill(snap));
  assert.equal(locked.status, "401", "without a key");
  // Chromium writes every 401 to the console.
  assert.deepEqual(faults.splice(0).filter((f) => !f.includes("401")), []);

  await page.getByRole("button", { name: "Authorize" }).first().click();
  const form = page.locator(".auth-container", { hasText: "X-API-Key" }).first();
  await form.locator("input").fill(key);
  await form.getByRole("button", { name: "Apply credentials" }).click();
  await page.locator(".modal-ux .close-modal").click();

  await page.locator("#operations-roads-snapToRoadsGet").getByRole("button", { name: "Clear" }).click();
  await page.locator("#operations-roads-snapToRoadsGet").getByRole("button", { name: "Execute" }).click();
  const got = page.locator("#operations-roads-snapToRoadsGet .live-responses-table .response");
  await got.waitFor();
  const text = await got.innerText();
  assert.match(text, /^200/m);
  assert.match(text, /snappedPoints/);

  const points = snap.split("|").map((p) => p.split(",").map(Number)).map(([lat, lon]) => ({ lat, lon }));
  const posted = await execute(page, "roads", "snapToRoads", (o) => o.locator(".body-param__text").fill(JSON.stringify({ path: points })));
  assert.equal(posted.status, "200");
  assert.match(posted.text, /"way_id"/);

  const provinces = await execute(page, "admin-unit", "listProvinces");
  assert.equal(provinces.status, "200");
  assert.match(provinces.text, /Hà Nội/);
  assert.deepEqual(faults, []);
  await close();
}

async function readFrontPage(browser) {
  for (const [locale, text] of [["en-GB", "Ready."], ["vi-VN", "Sẵn sàng."]]) {
    const { page, faults, close } = await open(browser, "/", { locale });
    assert.match(await page.innerText("main"), new RegExp(text));
    assert.match(await page.innerText("table"), /Andorra/);
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector("main")).maxWidth), "none", "the style is not applied");
    await page.locator('a[href="docs"]').click();
    await page.locator("#operations-roads-snapToRoads").waitFor();
    assert.deepEqual(faults, []);
    await close();
  }
}

const browser = await chromium.launch({ executablePath, timeout: patience, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  await tryOperations(browser);
  await readFrontPage(browser);
  console.log("docs: the pages work in Chromium", browser.version());
} finally {
  await browser.close();
}
