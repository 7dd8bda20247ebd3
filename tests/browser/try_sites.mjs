// Sites that are opened in the workbench: folders, archives, dropped ones, repositories on GitHub. HASTIE_WASM names the program that
// tools/wasm/build compiled; without it, nothing is tested. CORPUS names a folder of real sites, if any, some of which are then built.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import https from "node:https";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { browserArguments, closeAll, folder, newSite, openUnwatched, root } from "./serving.mjs";
import { assertNative, builds, count, downloaded, drop, elsewhere, filesOf, frame, serveWorkbench, skip, workbench, zipped } from "./workbench.mjs";

const { CORPUS } = process.env;

/** Public sites with what their configuration needs on a machine without network. */
const PUBLIC = {
  "acad-homepage.github.io": "",
  "ap-antonior92": "plugins: [jekyll-paginate, jekyll-sitemap, jekyll-gist, jekyll-feed, jekyll-redirect-from]\n",
  "minimal-mistakes-docs": "remote_theme: false\n",
};

/** A copy of a public site, without its history. */
function publicSite(name) {
  const copy = path.join(folder(), name);
  fs.cpSync(path.join(CORPUS, name), copy, { recursive: true, filter: (file) => !/(^|\/)(\.git|_site|\.jekyll-cache)$/.test(file) });
  fs.appendFileSync(path.join(copy, "_config.yml"), `\n${PUBLIC[name]}`);
  return copy;
}

/** A server that stands for GitHub, with one repository. */
async function serveRepository(files) {
  const keys = folder();
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(keys, name));
  const made = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out", cert]);
  assert.equal(made.status, 0, String(made.stderr));
  const asked = [];
  const server = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, (request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    const allowed = { "access-control-allow-origin": "*" };
    const raw = /^\/owner\/name\/HEAD\/(.*)$/.exec(request.url);
    const bytes = raw && files.get(decodeURIComponent(raw[1]));
    if (request.headers.host === "api.github.com" && request.url === "/repos/owner/name/git/trees/HEAD?recursive=1") {
      const tree = [...files].map(([name, { length }]) => ({ path: name, type: "blob", size: length }));
      response.writeHead(200, { ...allowed, "content-type": "application/json" }).end(JSON.stringify({ tree, truncated: false }));
    } else if (request.url.startsWith("/repos/owner/busy/")) response.writeHead(403, allowed).end();
    else if (request.headers.host === "raw.githubusercontent.com" && bytes) response.writeHead(200, allowed).end(bytes);
    else response.writeHead(404, allowed).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, asked, close: () => server.close() };
}

after(closeAll);

describe("sites in the workbench", { skip }, () => {
  let server;
  let address;
  let github;
  const repository = filesOf(newSite());
  before(async () => {
    server = await serveWorkbench();
    address = server.address;
    github = await serveRepository(repository);
    // No other name leads anywhere.
    const hosts = ["api.github.com", "raw.githubusercontent.com"].map((host) => `MAP ${host} 127.0.0.1:${github.port}`);
    browserArguments.push(`--host-resolver-rules=${hosts.join(",")},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`, "--ignore-certificate-errors");
  });
  after(() => {
    server?.close();
    github?.close();
  });

  /** Opens a site in a new page, and closes the page in the end. */
  async function opened(open, check) {
    const page = await workbench(address);
    const before = await count(page);
    await open(page);
    try {
      await check(page, await builds(page, before));
      assert.deepEqual(elsewhere(page, address), []);
    } finally {
      await page.context().close();
    }
  }

  const waysToOpen = {
    "a chosen folder": (page, site) => page.locator("#folder").setInputFiles(site),
    "a dropped folder": (page, site) => drop(page, [site]),
    "a chosen archive": (page, site) => page.locator("#archive").setInputFiles(zipped(site)),
    "a dropped archive": (page, site) => drop(page, [zipped(site)]),
  };
  for (const [way, open] of Object.entries(waysToOpen)) {
    test(`${way} is built to the bytes of the native program`, async () => {
      const site = newSite();
      await opened((page) => open(page, site), async (page) => {
        await assertNative(page, site);
        await frame(page).locator("h1").first().waitFor();
      });
    });
  }

  for (const name of Object.keys(PUBLIC)) {
    test(`${name} is built to the bytes of the native program when it is dropped`, { skip: CORPUS ? false : "CORPUS names no folder" }, async (context) => {
      const site = publicSite(name);
      await opened((page) => drop(page, [site]), async (page, milliseconds) => {
        const files = await assertNative(page, site);
        context.diagnostic(`${files} files, first build ${milliseconds} ms`);
      });
    });
  }

  test("the documentation is built to the bytes of the native program when its repository is dropped", async (context) => {
    const site = folder();
    const archived = spawnSync("sh", ["-c", 'git -C "$1" archive HEAD | tar -x -C "$2"', "sh", root, site], { encoding: "utf8" });
    if (archived.status !== 0 || !fs.existsSync(path.join(site, "docs"))) return context.skip("there is no history");
    await opened((page) => drop(page, [site]), async (page) => {
      const before = await count(page);
      await page.getByLabel("Folder of the site").selectOption("docs");
      const milliseconds = await builds(page, before);
      const files = await assertNative(page, path.join(site, "docs"));
      context.diagnostic(`${files} files, first build ${milliseconds} ms`);
    });
  });

  test("the time of a file's last change reaches the site", async () => {
    const site = folder();
    fs.writeFileSync(path.join(site, "_config.yml"), "timezone: UTC\n");
    fs.writeFileSync(path.join(site, "file.txt"), "x");
    fs.writeFileSync(path.join(site, "index.html"), "---\n---\n{{ site.static_files[0].modified_time | date: '%s' }}");
    fs.utimesSync(path.join(site, "file.txt"), 1234567890, 1234567890);
    await opened((page) => drop(page, [site]), async (page) => {
      await frame(page).getByText("1234567890").waitFor();
      // Also after a later visit.
      await page.getByText("This browser keeps the sources").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Load Hastie" }).click();
      await frame(page).getByText("1234567890").waitFor();
    });
  });

  test("a repository on GitHub is fetched, and only then is another host contacted", async () => {
    const page = await workbench(address);
    assert.deepEqual(github.asked, []);
    const before = await count(page);
    await page.getByLabel("Address of a public GitHub repository").fill("https://github.com/owner/name");
    await page.getByRole("button", { name: "Fetch" }).click();
    await builds(page, before);
    const hosts = new Set(elsewhere(page, address).map((url) => new URL(url).host));
    assert.deepEqual([...hosts].sort(), ["api.github.com", "raw.githubusercontent.com"]);
    assert.equal(github.asked.length, repository.size + 1);
    const site = folder();
    for (const [name, bytes] of repository) {
      fs.mkdirSync(path.dirname(path.join(site, name)), { recursive: true });
      fs.writeFileSync(path.join(site, name), bytes);
    }
    await assertNative(page, site);
    await page.context().close();
  });

  test("a repository that cannot be fetched leaves the open site", async () => {
    const page = await workbench(address);
    const failures = { "owner/missing": /no public repository owner\/missing \(404\)/, "owner/busy": /allows no more requests/, "not an address": /type an address/ };
    for (const [typed, reason] of Object.entries(failures)) {
      await page.getByLabel("Address of a public GitHub repository").fill(typed);
      await page.getByRole("button", { name: "Fetch" }).click();
      await page.getByRole("status").getByText(reason).waitFor();
    }
    await frame(page).locator("h1").first().waitFor();
    await page.context().close();
  });

  test("archives that are damaged, or lead out of the site, are rejected", async () => {
    const page = await workbench(address);
    const rejected = { "x = open(sys.argv[1], 'wb'); x.write(b'no archive')": /not a \.zip archive/, "x = zipfile.ZipFile(sys.argv[1], 'w'); x.writestr('a.md', 'x'); x.writestr('../out.md', 'x')": /not a file name/ };
    for (const [script, reason] of Object.entries(rejected)) {
      const archive = path.join(folder(), "a.zip");
      assert.equal(spawnSync("python3", ["-c", `import sys, zipfile; ${script}; x.close()`, archive]).status, 0);
      await page.locator("#archive").setInputFiles(archive);
      await page.getByRole("status").getByText(reason).waitFor();
    }
    await frame(page).locator("h1").first().waitFor();
    await page.context().close();
  });

  test("changed sources can be downloaded", async () => {
    const site = newSite();
    await opened((page) => drop(page, [site]), async (page) => {
      const before = await count(page);
      const name = await page.locator("#file-name").textContent();
      const text = await page.locator("#text").inputValue();
      await page.locator("#text").fill(`${text}\nOne more line.\n`);
      await builds(page, before);
      const sources = await downloaded(page, "Download the sources");
      const expected = filesOf(site).set(name, Buffer.from(`${text}\nOne more line.\n`));
      assert.deepEqual([...sources.keys()].sort(), [...expected.keys()].sort());
      for (const [path, bytes] of sources) assert.ok(bytes.equals(expected.get(path)), path);
    });
  });

  test("a rebuild follows each key, and a hundred of them leave no memory behind", { skip: CORPUS ? false : "CORPUS names no folder" }, async (context) => {
    const page = await openUnwatched(address);
    await page.evaluate(`document.getElementById("load").click()`);
    await page.waitFor("document.body.dataset.built");
    const { x, y } = await page.evaluate(`document.querySelector("main").getBoundingClientRect().toJSON()`);
    const data = { items: [], files: [publicSite("acad-homepage.github.io")], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) await page.send("Input.dispatchDragEvent", { type, x: x + 9, y: y + 9, data });
    await page.waitFor(`[...document.querySelectorAll("#list button")].some(({ textContent }) => textContent === "_pages/about.md")`);
    await page.evaluate(`[...document.querySelectorAll("#list button")].find(({ textContent }) => textContent === "_pages/about.md").click()`);
    await page.waitFor(`document.getElementById("file-name").textContent === "_pages/about.md"`);
    // The first builds also compile the program's functions, some of them twice.
    await page.evaluate(`(${typing})(100)`);
    const before = await page.memory();
    const times = await page.evaluate(`(${typing})(100)`);
    const after = await page.memory();
    times.sort((one, other) => one - other);
    context.diagnostic(`from a key to the built site: median ${times[50].toFixed(0)} ms, at most ${times.at(-1).toFixed(0)} ms`);
    context.diagnostic(`memory of all pages and workers: ${before.toFixed(0)} MB, after 100 builds ${after.toFixed(0)} MB`);
    assert.ok(after < before + 60, `${before} MB, then ${after} MB`);
    await page.close();
  });
});

/** Types into the open file, waits for the build after each key, and returns how long each took in milliseconds. Runs in the page. */
async function typing(keys) {
  const field = document.getElementById("text");
  const times = [];
  for (let key = 0; key < keys; key++) {
    const built = new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        resolve();
      });
      watch.observe(document.body, { attributeFilter: ["data-built"] });
    });
    const began = performance.now();
    field.setRangeText("x", field.value.length, field.value.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await built;
    times.push(performance.now() - began);
  }
  return times;
}
