// The workbench of docs/try in a browser: a server of static files, the page, and what it built. HASTIE_WASM names the program that
// tools/wasm/build compiled.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { folder, openPage, root } from "./serving.mjs";

const { HASTIE, HASTIE_WASM } = process.env;
export const skip = HASTIE_WASM ? false : "HASTIE_WASM names no program";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".gz": "application/gzip" };

/** Serves the workbench as hosts of static files do. */
export async function serveWorkbench() {
  const top = folder();
  const made = spawnSync(path.join(root, "tools/wasm/try"), [path.join(top, "try"), HASTIE_WASM], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = path.join(top, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!file.startsWith(top) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/try/`, close: () => server.close() };
}

/** The files below a folder. */
export function filesOf(top) {
  const all = fs.readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all.map((entry) => path.relative(top, path.join(entry.parentPath ?? entry.path, entry.name)));
  return new Map(names.sort().map((name) => [name, fs.readFileSync(path.join(top, name))]));
}

/** What the native program builds. */
export function nativeBuild(site) {
  const destination = path.join(folder(), "site");
  const env = { ...process.env, HASTIE_OFFLINE: "1", HASTIE_RUBY: "off", TZ: "UTC" };
  const built = spawnSync(HASTIE, ["build", "--destination", destination, "--disable-disk-cache"], { cwd: site, encoding: "utf8", env });
  assert.equal(built.status, 0, built.stdout + built.stderr);
  return filesOf(destination);
}

/** The files in the archive that a button downloads. */
export async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  const archive = path.join(folder(), "site.zip");
  await download.saveAs(archive);
  const unpacked = folder();
  const script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";
  assert.equal(spawnSync("python3", ["-c", script, archive, unpacked]).status, 0);
  return filesOf(unpacked);
}

/** Asserts that the workbench has built the files that the native program builds of a folder. */
export async function assertNative(page, site) {
  const files = await downloaded(page, "Download the site");
  const native = nativeBuild(site);
  assert.deepEqual([...files.keys()], [...native.keys()]);
  // Times of the build differ.
  const plain = (bytes) => bytes.toString("latin1").replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)/g, "TIME");
  for (const [name, bytes] of files) assert.equal(plain(bytes), plain(native.get(name)), name);
  return files.size;
}

/** Drops files or folders of this machine on the page. */
export async function drop(page, paths) {
  const client = await page.context().newCDPSession(page);
  const { x, y } = await page.locator("main").boundingBox();
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await client.send("Input.dispatchDragEvent", { type, x: x + 9, y: y + 9, data });
}

/** Packs a folder as a .zip archive. */
export function zipped(site) {
  const archive = path.join(folder(), "site.zip");
  const script = "import sys, shutil; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2])";
  assert.equal(spawnSync("python3", ["-c", script, archive.slice(0, -4), site]).status, 0);
  return archive;
}

/** Waits for one more build than `count`, and returns its time in milliseconds. */
export async function builds(page, count) {
  await page.waitForFunction((count) => Number(document.body.dataset.built ?? 0) > count, count, { timeout: 60_000 });
  return Number(await page.evaluate(() => document.body.dataset.milliseconds));
}

export const count = (page) => page.evaluate(() => Number(document.body.dataset.built ?? 0));

/** A page that has loaded the program and the demo. */
export async function workbench(address, options) {
  const page = await openPage(options);
  page.on("requestfailed", (request) => {
    // The policy of the preview blocks them before they are sent.
    if (request.failure().errorText === "csp") page.requested = page.requested.filter((url) => url !== request.url());
  });
  await page.goto(address);
  await page.getByRole("button", { name: "Load Hastie" }).click();
  await builds(page, 0);
  return page;
}

export const frame = (page) => page.frameLocator("#frame");
export const elsewhere = (page, address) => page.requested.filter((url) => !url.startsWith(new URL(address).origin) && !/^(data|blob):/.test(url));

