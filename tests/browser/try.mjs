// The workbench and the playgrounds in a browser. HASTIE_WASM names the program that tools/wasm/build compiled; without it, nothing
// is tested. CORPUS names a folder of real sites, if any: acad-homepage.github.io is then built as well.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { closeAll, folder, newSite, openPage, root, violations } from "./serving.mjs";

const { HASTIE, HASTIE_WASM, CORPUS } = process.env;
const skip = HASTIE_WASM ? false : "HASTIE_WASM names no program";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".gz": "application/gzip" };

/** Serves a folder as hosts of static files do. */
async function serveFolder(folder) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = path.join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!file.startsWith(folder) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/try/`, close: () => server.close() };
}

/** The files below a folder. */
function filesOf(top) {
  const all = fs.readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all.map((entry) => path.relative(top, path.join(entry.parentPath ?? entry.path, entry.name)));
  return new Map(names.sort().map((name) => [name, fs.readFileSync(path.join(top, name))]));
}

/** What the native program builds. */
function nativeBuild(site) {
  const destination = path.join(folder(), "site");
  const env = { ...process.env, HASTIE_OFFLINE: "1", HASTIE_RUBY: "off", TZ: "UTC" };
  const built = spawnSync(HASTIE, ["build", "--destination", destination, "--disable-disk-cache"], { cwd: site, encoding: "utf8", env });
  assert.equal(built.status, 0, built.stdout + built.stderr);
  return filesOf(destination);
}

/** The files that the workbench has built, without their unpacking. */
async function builtFiles(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the site" }).click()]);
  const archive = path.join(folder(), "site.zip");
  await download.saveAs(archive);
  const unpacked = folder();
  const script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";
  assert.equal(spawnSync("python3", ["-c", script, archive, unpacked]).status, 0);
  return filesOf(unpacked);
}

/** Waits for one more build than `count`, and returns its time in milliseconds. */
async function builds(page, count) {
  await page.waitForFunction((count) => Number(document.body.dataset.built ?? 0) > count, count, { timeout: 60_000 });
  return Number(await page.evaluate(() => document.body.dataset.milliseconds));
}

const count = (page) => page.evaluate(() => Number(document.body.dataset.built ?? 0));

/** A page that has loaded the program and the demo. */
async function workbench(address, options) {
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

const frame = (page) => page.frameLocator("#frame");
const elsewhere = (page, address) => page.requested.filter((url) => !url.startsWith(new URL(address).origin) && !/^(data|blob):/.test(url));

after(closeAll);

describe("the workbench", { skip }, () => {
  let server;
  let address;
  before(async () => {
    const top = folder();
    const made = spawnSync(path.join(root, "tools/wasm/try"), [path.join(top, "try"), HASTIE_WASM], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    server = await serveFolder(top);
    address = server.address;
  });
  after(() => server?.close());

  test("says how much it loads before it does", async () => {
    const page = await openPage();
    await page.goto(address);
    const size = Number(await page.locator("#size").textContent());
    assert.ok(size > 1 && size <= 6.5, `${size} MB`);
    assert.deepEqual(page.requested.filter((url) => url.includes("wasm")), []);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`opens with the demo and is accessible in ${colorScheme} colours`, async () => {
      const page = await workbench(address, { colorScheme });
      await frame(page).locator("h1").first().waitFor();
      assert.deepEqual(elsewhere(page, address), []);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }

  test("rebuilds while you type, and marks what differs", async () => {
    const page = await workbench(address);
    await page.getByRole("searchbox").fill("_config.yml");
    await page.getByRole("button", { name: "_config.yml", exact: true }).click();
    const before = await count(page);
    const text = await page.locator("#text").inputValue();
    await page.locator("#text").fill(text.replace(/^title:.*$/m, "title: A changed title"));
    await builds(page, before);
    await page.waitForFunction(() => document.getElementById("frame").contentDocument?.title.includes("A changed title"));
    assert.match(await page.locator("#changes").textContent(), /changed index\.html/);
    await page.context().close();
  });

  test("shows errors with file, line and excerpt, and keeps the last good site", async () => {
    const page = await workbench(address);
    const name = await page.locator("#file-name").textContent();
    const before = await count(page);
    const text = await page.locator("#text").inputValue();
    await page.locator("#text").fill(`${text}\n{% nonsense %}\n`);
    await builds(page, before);
    await page.locator("#diagnostics li.error").first().waitFor();
    const problem = await page.locator("#diagnostics").textContent();
    assert.match(problem, /Unknown tag 'nonsense'/);
    assert.ok(problem.includes(`${name}, line`), problem);
    assert.match(await page.locator("#diagnostics .here").textContent(), /\{% nonsense %\}/);
    assert.equal(await page.locator("#gutter .error").count(), 1);
    await frame(page).locator("h1").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });

  test("follows links within the site, also those that begin with a slash", async () => {
    const site = folder();
    fs.writeFileSync(path.join(site, "_config.yml"), "title: Links\n");
    fs.writeFileSync(path.join(site, "index.html"), "<a href='/other/'>next</a><link rel=stylesheet href='/a.css'>");
    fs.mkdirSync(path.join(site, "other"));
    fs.writeFileSync(path.join(site, "other/index.html"), "<h1>The other page</h1><a href='../'>back</a>");
    fs.writeFileSync(path.join(site, "a.css"), "a { color: rgb(1, 2, 3) }");
    const page = await workbench(address);
    const before = await count(page);
    await page.locator("#folder").setInputFiles(site);
    await builds(page, before);
    await frame(page).getByRole("link", { name: "next" }).waitFor();
    const colour = await frame(page).getByRole("link", { name: "next" }).evaluate((link) => getComputedStyle(link).color);
    assert.equal(colour, "rgb(1, 2, 3)");
    await frame(page).getByRole("link", { name: "next" }).click();
    await frame(page).getByText("The other page").waitFor();
    assert.equal(await page.locator("#path").inputValue(), "/other/");
    await frame(page).getByRole("link", { name: "back" }).click();
    await frame(page).getByRole("link", { name: "next" }).waitFor();
    assert.deepEqual(elsewhere(page, address), []);
    await page.context().close();
  });

  test("runs no scripts of a site until you allow it", async () => {
    const site = folder();
    const steal = "parent.document.title = 'stolen'";
    fs.writeFileSync(path.join(site, "_config.yml"), "title: Scripts\n");
    fs.writeFileSync(path.join(site, "a.js"), `${steal}; document.body.dataset.ran = 'file'`);
    fs.writeFileSync(path.join(site, "a.svg"), `<svg xmlns="http://www.w3.org/2000/svg"><script>parent.${steal}</script></svg>`);
    fs.writeFileSync(
      path.join(site, "index.html"),
      `<body onload="${steal}"><script>${steal}</script><img src="x" onerror="${steal}"><iframe srcdoc="<script>parent.${steal}</script>"></iframe>
<iframe src="a.svg"></iframe><object data="a.svg"></object><a href="javascript:${steal}">link</a><script src="a.js"></script>
<script type="module" src="a.js"></script>The page</body>`,
    );
    const page = await workbench(address);
    const title = await page.title();
    const before = await count(page);
    await page.locator("#folder").setInputFiles(site);
    await builds(page, before);
    await frame(page).getByText("The page").waitFor();
    await frame(page).getByText("link").click();
    await page.waitForTimeout(500);
    assert.equal(await page.title(), title);
    assert.equal(await frame(page).locator("body").getAttribute("data-ran"), null);
    await page.getByLabel("Run the site's scripts").check();
    await frame(page).locator("body[data-ran=file]").waitFor();
    assert.equal(await page.title(), "stolen");
    assert.deepEqual(elsewhere(page, address), []);
    // Another site begins without scripts.
    const next = await count(page);
    await page.evaluate(() => document.getElementById("folder").value = "");
    await page.locator("#folder").setInputFiles(site);
    await builds(page, next);
    assert.equal(await page.getByLabel("Run the site's scripts").isChecked(), false);
    await frame(page).locator("body:not([data-ran])").getByText("The page").waitFor();
    await page.context().close();
  });

  test("builds a folder to the bytes of the native program", async () => {
    for (const site of [newSite(), CORPUS && path.join(CORPUS, "acad-homepage.github.io")].filter(Boolean)) {
      const page = await workbench(address);
      const before = await count(page);
      await page.locator("#folder").setInputFiles(site);
      const first = await builds(page, before);
      const files = await builtFiles(page);
      const native = nativeBuild(site);
      assert.deepEqual([...files.keys()], [...native.keys()]);
      // Times of the build differ.
      const plain = (bytes) => bytes.toString("latin1").replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)/g, "TIME");
      for (const [name, bytes] of files) assert.equal(plain(bytes), plain(native.get(name)), name);
      assert.deepEqual(elsewhere(page, address), []);
      console.log(`${path.basename(site)}: ${files.size} files, first build ${first} ms`);
      await page.context().close();
    }
  });

  test("keeps the sources, and works without a network once it was loaded", async () => {
    const page = await workbench(address);
    const before = await count(page);
    const text = await page.locator("#text").inputValue();
    await page.locator("#text").fill(`${text}\nA line to keep.\n`);
    await builds(page, before);
    await page.getByText("This browser keeps the sources").waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole("button", { name: "Load Hastie" }).click();
    await builds(page, 0);
    assert.match(await page.locator("#text").inputValue(), /A line to keep\./);
    await frame(page).locator("h1").first().waitFor();
    await page.context().close();
  });
});

/** A tenth of the recorded cases of an engine, which may be beside the checkout. JavaScript cannot tell 1.0 from 1, so the lines stay as they are. */
function recordedCases(file) {
  const recorded = path.join(root, "../shared/reference", file);
  if (!fs.existsSync(recorded)) return [];
  const lines = fs.readFileSync(recorded, "utf8").split("\n").filter(Boolean);
  return lines.filter((_, index) => index % 10 === 0);
}

const ENGINES = [
  ["kramdown", "kramdown_cases.jsonl", (one, got) => got.html === one.html],
  ["highlight", "rouge_cases.jsonl", (one, got) => got.html === one.html],
  ["liquid", "liquid_cases.jsonl", isLiquid],
  ["liquid", "filter_cases.jsonl", isLiquid],
];

function isLiquid(one, got) {
  return "error" in one ? "error" in got && (one.error_class_only || got.error === one.error) : got.result === one.result;
}

describe("playgrounds", { skip }, () => {
  let server;
  before(async () => {
    const top = folder();
    spawnSync(path.join(root, "tools/wasm/try"), [path.join(top, "try"), HASTIE_WASM]);
    server = await serveFolder(top);
  });
  after(() => server?.close());

  test("give Ruby's answers for recorded cases", async (context) => {
    const page = await openPage();
    await page.goto(`${server.address}liquid.html`);
    for (const [engine, file, isEqual] of ENGINES) {
      const cases = recordedCases(file);
      if (cases.length === 0) return context.skip("the cases are not beside the checkout");
      const stdin = cases.map((line) => `${line}\n`).join("");
      const { stdout } = await page.evaluate(async ([engine, stdin]) => {
        const { startProgram } = await import("./program.js");
        const program = startProgram();
        await program("load");
        return program("run", { args: [engine, "--jsonl"], options: { stdin, env: { TZ: "UTC", SOURCE_DATE_EPOCH: "1768478400" } } });
      }, [engine, stdin]);
      const got = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
      const wrong = cases.filter((line, index) => !isEqual(JSON.parse(line), got[index] ?? {}));
      assert.deepEqual(wrong, [], file);
      console.log(`${file}: ${cases.length} cases`);
    }
    await page.context().close();
  });

  const cases = {
    liquid: ["{{ 'a' | upcase }}{{ x }}", "A1", { data: '{"x": 1}' }],
    kramdown: ["# T", '<h1 id="t">T</h1>\n', {}],
    sass: ["a { b: 1 + 1 }", "a {\n  b: 2;\n}\n", {}],
  };
  for (const [name, [input, expected, more]] of Object.entries(cases)) {
    test(`${name} has its state in the address`, async () => {
      const page = await openPage();
      await page.goto(`${server.address}${name}.html`);
      await page.waitForFunction(() => document.body.dataset.runs);
      assert.deepEqual(await violations(page), []);
      for (const [field, value] of Object.entries({ input, ...more })) await page.locator(`#${field}`).fill(value);
      await page.waitForFunction((expected) => document.getElementById("output").textContent.trim() === expected.trim(), expected);
      const link = page.url();
      const other = await openPage();
      await other.goto(link);
      await other.waitForFunction((expected) => document.getElementById("output").textContent.trim() === expected.trim(), expected);
      assert.equal(await other.locator("#input").inputValue(), input);
      assert.deepEqual(elsewhere(other, server.address), []);
      assert.deepEqual([...page.problems, ...other.problems], []);
      await page.context().close();
      await other.context().close();
    });
  }
});
