// Formulas on pages of the bundled theme, typeset by KaTeX. Nothing is fetched from the CDN: its addresses are answered with the
// files of npm's package, so the browser checks the hashes in the theme against them.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { closeAll, folder, openPage, packageFolder, serve, themedSite, violations } from "./serving.mjs";

const katex = path.join(packageFolder("katex"), "dist");
const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder("katex"), "package.json"), "utf8"));
const cdn = `https://cdn.jsdelivr.net/npm/katex@${version}/dist/`;

/** Answers requests to the CDN. `change` may alter a file. */
const answer = (page, change = (bytes) => bytes) =>
  page.context().route(/jsdelivr/, (route) => {
    const name = route.request().url().replace(cdn, "");
    const file = path.join(katex, name);
    if (!fs.existsSync(file)) return route.abort();
    const contentType = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" }[path.extname(file)];
    return route.fulfill({ body: change(fs.readFileSync(file), name), contentType, headers: { "access-control-allow-origin": "*" } });
  });

/** The theme's sample pages, with the configuration changed. */
function site(change = (config) => config) {
  const made = themedSite("pages");
  const config = path.join(made, "_config.yml");
  fs.writeFileSync(config, change(fs.readFileSync(config, "utf8")));
  return made;
}

const formulas = (page) => page.locator("main .katex");
const isElsewhere = (address) => (url) => !url.startsWith(new URL(address).origin) && !url.startsWith("data:");

after(closeAll);

describe("formulas", () => {
  let address;
  before(async () => {
    address = await serve(site());
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`are typeset in ${colorScheme} colours, and are accessible`, async () => {
      for (const [width, height] of [[1280, 900], [340, 700]]) {
        const page = await openPage({ colorScheme, viewport: { width, height } });
        await answer(page);
        await page.goto(`${address}/formulas/`, { waitUntil: "load" });
        await formulas(page).first().waitFor();
        assert.equal(await formulas(page).count(), 3);
        assert.equal(await page.locator("main .katex-display").count(), 1);
        assert.equal(await page.locator(".katex-error").count(), 0, "commands of the site's own are known");
        const colours = await page.evaluate(() =>
          [document.body, document.querySelector("main .katex")].map((element) => getComputedStyle(element).color),
        );
        assert.equal(colours[1], colours[0]);
        assert.equal(await page.locator("main code").textContent(), "\\(x\\)", "code is not a formula");
        assert.match(await page.locator("main").innerText(), /Five dollars are \$5, and ten are \$10\./);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `the page is ${wide} wide`);
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(page.problems, []);
        await page.context().close();
      }
    });
  }

  test("are printed in black, as wide as they are", async () => {
    const page = await openPage({ colorScheme: "dark" });
    await answer(page);
    await page.goto(`${address}/formulas/`);
    await formulas(page).first().waitFor();
    await page.emulateMedia({ media: "print" });
    assert.equal(await formulas(page).first().evaluate((element) => getComputedStyle(element).color), "rgb(0, 0, 0)");
    assert.equal(await page.locator(".katex-display").evaluate((element) => getComputedStyle(element).overflowX), "visible");
    await page.context().close();
  });

  test("load scripts only on pages that contain formulas", async () => {
    const page = await openPage();
    await answer(page);
    for (const other of ["/patterns/", "/cv/", "/"]) {
      await page.goto(address + other, { waitUntil: "load" });
      assert.deepEqual(page.requested.filter((url) => url.includes("katex")), [], other);
    }
    await page.goto(`${address}/formulas/`);
    await formulas(page).first().waitFor();
    const loaded = page.requested.filter((url) => url.includes("katex") && !url.includes("fonts/"));
    assert.deepEqual(loaded.sort(), ["contrib/auto-render.min.js", "katex.min.css", "katex.min.js"].map((name) => cdn + name));
    await page.context().close();
  });

  test("stay readable as TeX if a file was changed, or cannot be fetched", async () => {
    const changed = (page) => answer(page, (bytes, name) => (name === "katex.min.js" ? Buffer.concat([bytes, Buffer.from(";")]) : bytes));
    for (const prepare of [changed, (page) => page.context().route(/jsdelivr/, (route) => route.abort())]) {
      const page = await openPage();
      await prepare(page);
      await page.goto(`${address}/formulas/`, { waitUntil: "load" });
      assert.match(await page.locator("main").innerText(), /radius \\\(r\\\)/);
      assert.equal(await formulas(page).count(), 0);
      await page.context().close();
    }
  });

  test("need nothing from elsewhere with KaTeX in a folder of the site", async () => {
    const own = site((config) => config.replace("math:", "math:\n  katex: /assets/katex"));
    fs.cpSync(katex, path.join(own, "assets/katex"), { recursive: true });
    const address = await serve(own);
    const page = await openPage();
    await page.goto(`${address}/formulas/`, { waitUntil: "load" });
    await formulas(page).first().waitFor();
    assert.equal(await formulas(page).count(), 3);
    assert.ok(page.requested.some((url) => url === `${address}/assets/katex/katex.min.js`));
    assert.deepEqual(page.requested.filter(isElsewhere(address)), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("can have single dollars, if the site says so, and can be turned off", async () => {
    const text = "---\ntitle: Dollars\npermalink: /dollars/\n---\nIt is $x_1$.\n";
    for (const [settings, count] of [["math:\n  dollars: true", 1], ["math:", 0]]) {
      const own = site((config) => config.replace("math:", settings));
      fs.writeFileSync(path.join(own, "_pages/dollars.md"), text);
      const page = await openPage();
      await answer(page);
      await page.goto(`${await serve(own)}/dollars/`, { waitUntil: "load" });
      assert.equal(await formulas(page).count(), count);
      await page.context().close();
    }
    const own = site((config) => config.replace(/math:\n.*\n/, "math: false\n"));
    const page = await openPage();
    await page.goto(`${await serve(own)}/formulas/`, { waitUntil: "load" });
    assert.deepEqual(page.requested.filter((url) => url.includes("katex")), []);
    await page.context().close();
  });

  test("are typeset in a folder of Markdown, too", async () => {
    const notes = folder();
    fs.writeFileSync(path.join(notes, "README.md"), "# Notes\n\nSo $$e^{i\\pi} = -1$$.\n");
    const page = await openPage();
    await answer(page);
    await page.goto(await serve(notes), { waitUntil: "load" });
    assert.equal(await formulas(page).count(), 1);
    await page.context().close();
  });
});
