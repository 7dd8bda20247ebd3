// Citation counts written by `hastie scholar fetch`, on the pages that show them: a page of acad-homepage with its own
// unmodified script, and pages of the bundled theme.
//
// The script of TEMPLATE follows the steps of acad-homepage's script: it stops if #total_cit does not exist, and at the
// first id that is not in the data. If CORPUS is a folder with a checkout of acad-homepage.github.io, its page is
// tested as well.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { closeAll, folder, openPage, serve, themedSite } from "./serving.mjs";

const USER = "OTTILIE";
const WORKS = { break: 18, archive: 96, murmur: 0 };
const TOTAL = "114";

const TEMPLATE = `<!doctype html><html><head><meta charset="utf-8"><title>{{ page.title }}</title></head><body>
{{ content }}
<script>
  document.addEventListener("DOMContentLoaded", function () {
    var base = "https://cdn.jsdelivr.net/gh/{{ site.repository }}@google-scholar-stats/";
    fetch(base + "gs_data.json").then(function (answer) { return answer.json(); }).then(function (data) {
      document.getElementById("total_cit").innerHTML = data["citedby"];
      Array.from(document.getElementsByClassName("show_paper_citations")).forEach(function (element) {
        var count = data["publications"][element.getAttribute("data")]["num_citations"];
        element.innerHTML = "| Citations: " + count;
      });
    });
  });
</script>
</body></html>
`;

const paper = (id) => `<span class='show_paper_citations' data='${id}'></span>`;
const papers = (...ids) => ids.map((id) => `- A work ${paper(id)}`).join("\n");
const known = Object.keys(WORKS).map((work) => `${USER}:${work}`);
const total = "<span id='total_cit'>many</span>";

/** A profile page of a fictitious researcher, in the format of Google Scholar. */
function profile(user, works) {
  const rows = Object.entries(works).map(
    ([id, count]) => `<tr class="gsc_a_tr"><td><a class="gsc_a_at" href="/citations?citation_for_view=${user}:${id}">Work ${id}</a></td>
      <td><a class="gsc_a_ac">${count || ""}</a></td><td><span class="gsc_a_h">2025</span></td></tr>`,
  );
  const sum = Object.values(works).reduce((sum, count) => sum + count, 0);
  return `<div id="gsc_prf_in">Ottilie Marrow</div><table id="gsc_rsb_st"><tr><td class="gsc_rsb_std">${sum}</td></tr></table>
    <table>${rows.join("")}</table>`;
}

/** Runs `hastie scholar fetch` with a local server. Returns the text of the gs_data.json it wrote. */
async function fetched(site, user, works, file, ...options) {
  const server = http.createServer((_request, answer) => answer.end(profile(user, works)));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}`;
  const asked = spawn(process.env.HASTIE, ["scholar", "fetch", "--from", "scholar", "--user", user, "--scholar-url", address, ...options], { cwd: site });
  let said = "";
  asked.stdout.on("data", (words) => (said += words));
  asked.stderr.on("data", (words) => (said += words));
  const code = await new Promise((end) => asked.on("exit", end));
  server.close();
  assert.equal(code, 0, said);
  return fs.readFileSync(path.join(site, file), "utf8");
}

/** A site like acad-homepage with three pages: a complete one, one with an unknown id, and one without a total. */
function acadSite(config = "") {
  const site = folder();
  fs.mkdirSync(path.join(site, "_layouts"));
  fs.mkdirSync(path.join(site, "google_scholar_crawler"));
  fs.writeFileSync(path.join(site, "google_scholar_crawler/main.py"), "");
  fs.writeFileSync(path.join(site, "_layouts/default.html"), TEMPLATE);
  fs.writeFileSync(path.join(site, "_config.yml"), `repository: ashgrove/homepage\ngoogle_scholar_stats_use_cdn: true\n${config}`);
  const pages = {
    whole: `${total}\n\n${papers(...known)}`,
    unknown: `${total}\n\n${papers(known[0], `${USER}:nobody`, known[1], known[2])}`,
    bare: papers(...known),
  };
  for (const [name, body] of Object.entries(pages)) {
    fs.writeFileSync(path.join(site, `${name}.md`), `---\nlayout: default\ntitle: ${name}\n---\n${body}\n`);
  }
  return site;
}

/** Opens a page, serves the data at the URL of the CDN, and waits for the script to finish. */
async function opened(address, data, options = {}) {
  const page = await openPage(options);
  await page.context().route(/jsdelivr|githubusercontent|shields/, (route) =>
    route.request().url().includes("gs_data.json")
      ? route.fulfill({ body: data, contentType: "application/json", headers: { "access-control-allow-origin": "*" } })
      : route.abort(),
  );
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(options.javaScriptEnabled === false ? 0 : 300);
  return page;
}

/** The total and the counts, even if the page runs no scripts. */
const texts = (page) => page.locator("#total_cit, .show_paper_citations").allTextContents();

const counts = known.map((id) => `| Citations: ${WORKS[id.split(":")[1]]}`);
const FILE = "google_scholar_crawler/results/gs_data.json";

after(closeAll);

describe("acad-homepage's own script", () => {
  let site, address, data;
  before(async () => {
    site = acadSite();
    data = await fetched(site, USER, WORKS, FILE);
    address = await serve(site);
  });

  test("fills every place from the data that we write", async () => {
    const page = await opened(`${address}/whole.html`, data);
    assert.deepEqual(await texts(page), [TOTAL, ...counts]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("goes on behind an id that nobody knows", async () => {
    const page = await opened(`${address}/unknown.html`, data);
    assert.deepEqual(await texts(page), [TOTAL, counts[0], "| Citations: –", counts[1], counts[2]]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
});

describe("acad-homepage's page with scholar_stats", () => {
  let address, data;
  before(async () => {
    const site = acadSite("scholar_stats: true\n");
    data = await fetched(site, USER, WORKS, FILE);
    address = await serve(site);
  });

  for (const javaScriptEnabled of [false, true]) {
    const scripts = javaScriptEnabled ? "on" : "off";
    test(`shows the same numbers with scripts switched ${scripts}`, async () => {
      const page = await opened(`${address}/whole.html`, data, { javaScriptEnabled });
      assert.deepEqual(await texts(page), [TOTAL, ...counts]);
      await page.context().close();
    });

    test(`shows all others beside an id that nobody knows, with scripts ${scripts}`, async () => {
      const page = await opened(`${address}/unknown.html`, data, { javaScriptEnabled });
      const [sum, first, , ...rest] = await texts(page);
      assert.deepEqual([sum, first, ...rest], [TOTAL, ...counts]);
      await page.context().close();
    });

    test(`shows the counts of works where there is no total, with scripts ${scripts}`, async () => {
      const page = await opened(`${address}/bare.html`, data, { javaScriptEnabled });
      assert.deepEqual(await texts(page), counts);
      await page.context().close();
    });
  }
});

describe("the bundled theme's script", () => {
  let address, data;
  before(async () => {
    const site = themedSite("pages");
    const body = `${total}\n\n${papers(known[0], `${USER}:nobody`, known[1], known[2])}`;
    fs.writeFileSync(path.join(site, "_pages/all.html"), `---\npermalink: /all/\ntitle: All\n---\n${body}\n`);
    fs.writeFileSync(path.join(site, "_pages/bare.html"), `---\npermalink: /bare/\ntitle: Bare\n---\n${papers(...known)}\n`);
    data = await fetched(site, USER, WORKS, "assets/scholar/gs_data.json", "--accept-loss");
    address = await serve(site);
  });
  const plain = counts.map((count) => count.replace("| ", ""));

  test("fills every place, and leaves an id that nobody knows empty", async () => {
    const page = await opened(`${address}/all/`, data);
    assert.deepEqual(await texts(page), [TOTAL, plain[0], "", plain[1], plain[2]]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("fills them where there is no total", async () => {
    const page = await opened(`${address}/bare/`, data);
    assert.deepEqual(await texts(page), plain);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
});

const real = process.env.CORPUS && path.join(process.env.CORPUS, "acad-homepage.github.io");
const lacks = real && fs.existsSync(real) ? false : "CORPUS names no folder with acad-homepage.github.io";

describe("acad-homepage itself, unchanged", { skip: lacks }, () => {
  const author = "DhtAFkwAAAAJ";
  const works = { ALROH1vI_8AC: 1204, other: 7 };
  let site, data;
  before(async () => {
    site = folder();
    fs.cpSync(real, site, { recursive: true });
    data = await fetched(site, author, works, FILE);
  });

  test("is filled by its own script, and the same with scripts off and scholar_stats on", async () => {
    // Its Gemfile lists github-pages, whose theme is not needed because the page has its own layout.
    const address = await serve(site, "--no-github-pages");
    const page = await opened(address, data);
    await page.locator(".show_paper_citations").getByText("1204").waitFor();
    const filled = await texts(page);
    assert.deepEqual(filled, ["1211", "| Citations: 1204"]);
    await page.context().close();

    fs.appendFileSync(path.join(site, "_config.yml"), "\nscholar_stats: true\n");
    const built = spawnSync(process.env.HASTIE, ["build", "--no-github-pages", "-d", path.join(site, "_built")], { cwd: site, encoding: "utf8" });
    assert.equal(built.status, 0, built.stdout + built.stderr);
    const still = await openPage({ javaScriptEnabled: false });
    await still.goto(`file://${path.join(site, "_built/index.html")}`, { waitUntil: "domcontentloaded" });
    assert.deepEqual(await texts(still), filled);
    await still.context().close();
  });
});
