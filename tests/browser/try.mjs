// The workbench in a browser. HASTIE_WASM names the program that tools/wasm/build compiled; without it, nothing is tested.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { closeAll, folder, openPage, violations } from "./serving.mjs";
import { builds, count, elsewhere, frame, serveWorkbench, skip, workbench } from "./workbench.mjs";

after(closeAll);

describe("the workbench", { skip }, () => {
  let server;
  let address;
  before(async () => {
    server = await serveWorkbench();
    address = server.address;
  });
  after(() => server?.close());

  test("says how much it loads before it does", async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await openPage({ colorScheme });
      await page.goto(address);
      const size = Number(await page.locator("#size").textContent());
      assert.ok(size > 1 && size <= 6.5, `${size} MB`);
      assert.deepEqual(page.requested.filter((url) => url.includes("wasm")), []);
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    }
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
    await page.locator("#file-name", { hasText: "_config.yml" }).waitFor();
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

  test("contacts no other host for a site, whatever its pages contain", async () => {
    const site = folder();
    const other = "https://elsewhere.invalid";
    fs.writeFileSync(path.join(site, "_config.yml"), `title: Hosts\nurl: ${other}\n`);
    fs.writeFileSync(
      path.join(site, "index.html"),
      `<link rel="stylesheet" href="https://css.invalid/a.css"><img src="https://image.invalid/a.png"><iframe src="https://frame.invalid/"></iframe>
<video src="https://video.invalid/a.mp4"></video><form action="https://form.invalid/"><button>Send</button></form>
<a href="https://link.invalid/" target="_top">out</a><link rel="prefetch" href="https://fetch.invalid/"><link rel="stylesheet" href="${other}/own.css">The page`,
    );
    fs.writeFileSync(path.join(site, "own.css"), "body { color: rgb(1, 2, 3) }");
    fs.writeFileSync(path.join(site, "leave.html"), `<meta http-equiv="refresh" content="0; url=https://refresh.invalid/">`);
    const page = await workbench(address);
    const before = await count(page);
    await page.locator("#folder").setInputFiles(site);
    await builds(page, before);
    await frame(page).getByText("The page").waitFor();
    // The published address of the site leads to the preview.
    assert.equal(await frame(page).locator("body").evaluate((body) => getComputedStyle(body).color), "rgb(1, 2, 3)");
    await frame(page).getByRole("button", { name: "Send" }).click();
    await page.locator("#path").fill("/leave.html");
    await page.getByRole("button", { name: "Go" }).click();
    await page.waitForTimeout(1000);
    assert.deepEqual(elsewhere(page, address), []);
    assert.equal(page.url(), address);
    // The workbench still works.
    await page.locator("#path").fill("/");
    await page.getByRole("button", { name: "Go" }).click();
    await frame(page).getByText("The page").waitFor();
    await page.context().close();
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

  test("forgets the sources if you say so", async () => {
    const page = await workbench(address);
    const before = await count(page);
    await page.locator("#text").fill("A text to forget.");
    await builds(page, before);
    await page.getByText("This browser keeps the sources").waitFor();
    await page.getByRole("button", { name: "Forget it" }).click();
    await page.getByText("This browser keeps nothing now.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Load Hastie" }).click();
    await builds(page, 0);
    assert.doesNotMatch(await page.locator("#text").inputValue(), /A text to forget/);
    await page.context().close();
  });

  test("can be used with the keyboard, and names everything for screen readers", async () => {
    const page = await openPage();
    await page.goto(address);
    const press = async (key, target) => {
      for (let presses = 0; presses < 400; presses++) {
        await page.keyboard.press(key);
        if (await page.evaluate((target) => document.activeElement.matches(target), target)) return;
      }
      assert.fail(`${key} never reaches ${target}`);
    };
    await press("Tab", "#load");
    await page.keyboard.press("Enter");
    await builds(page, 0);
    // Each way to open a site is on the way to the list of files.
    for (const target of ["#folder", "#archive", "#demo", "#address", "#save-site", "#save-sources", "#filter"]) await press("Tab", target);
    await page.keyboard.type("_pages/about.md");
    await press("Tab", "#list button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "_pages/about.md" }).waitFor();
    assert.equal(await page.locator("#list [aria-current=true]").textContent(), "_pages/about.md");
    const before = await count(page);
    await press("Tab", "#text");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("{%");
    await builds(page, before);
    // The status is announced, and the problem leads to its line.
    await page.getByRole("status").getByText("The site cannot be built").waitFor();
    const field = page.getByRole("textbox", { name: "_pages/about.md" });
    assert.equal(await field.count(), 1);
    await press("Tab", "#diagnostics button");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "text");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.getByRole("status").getByText(/Built \d+ files/).waitFor();
    for (const target of ["#path", "#frame", "#scripts", "#hosts", "#differences summary"]) await press("Tab", target);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, iframe, a")]
      .filter((element) => !element.labels?.length && !element.textContent.trim() && !element.title && !element.getAttribute("aria-labelledby"))
      .map((element) => element.outerHTML));
    assert.deepEqual(unnamed, []);
    await page.context().close();
  });
});
