// Click to source and the toolbar of `hastie serve --toolbar`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { closeAll, folder, openPage, serve, violations } from "./serving.mjs";

after(closeAll);

const FILES = {
  "_config.yml": "title: The Site\nplugins: []\n",
  "_data/people.yml": "- name: Grace Hopper\n",
  "_layouts/default.html":
    '<!DOCTYPE html>\n<html lang="en">\n<head><link rel="icon" href="data:,"><title>{{ site.title }}</title></head>\n<body>\n' +
    "<header>{{ site.title }}</header>\n<main>\n{{ content }}</main>\n{% include foot.html %}\n" +
    '<script>document.querySelector("main").prepend(Object.assign(document.createElement("p"), { textContent: "from a script" }))</script>\n' +
    "</body>\n</html>\n",
  "_includes/foot.html": "<footer>\n  <em>Footer words</em>\n</footer>\n",
  "index.md":
    "---\nlayout: default\ntitle: Home\ntags: [a, b]\n---\n\nFirst paragraph\ncontinued [with a link](other.html)\n\n" +
    "{% for person in site.data.people %}\n- {{ person.name }}\n{% endfor %}\n",
  "other.md": "---\nlayout: missing\n---\nOther page\n",
  "_drafts/idea.md": "---\nlayout: default\n---\nA draft\n",
};

function site() {
  const made = folder();
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    fs.writeFileSync(path.join(made, name), text);
  }
  return fs.realpathSync(made);
}

/** An editor that writes its arguments to a file, and that file. */
function editor() {
  const made = folder();
  const [program, opened] = [path.join(made, "code"), path.join(made, "opened")];
  fs.writeFileSync(program, `#!/bin/sh\necho "$@" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`, { mode: 0o755 });
  process.env.HASTIE_EDITOR = program;
  return opened;
}

/** Waits until a condition holds. */
async function until(holds, what) {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`timed out: ${what}`);
}

describe("click to source", () => {
  let source, address, opened;
  before(async () => {
    opened = editor();
    source = site();
    address = await serve(source);
  });

  async function clicks(page, selector, options = {}) {
    fs.rmSync(opened, { force: true });
    await page.locator(selector).first().click({ modifiers: ["Alt"], ...options });
    await until(() => fs.existsSync(opened), `${selector} opens the editor`);
    return fs.readFileSync(opened, "utf8").trim().replace(`-g ${source}/`, "");
  }

  test("opens the editor at the line of a text", async () => {
    const page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    assert.equal(await clicks(page, "footer em"), "_includes/foot.html:2:1");
    assert.equal(await clicks(page, "li"), "_data/people.yml:1:1");
    assert.equal(await clicks(page, "header"), "_config.yml:1:1");
    assert.equal(await clicks(page, "main a"), "index.md:8:1");
    assert.equal(await clicks(page, "main p:not(:first-child)", { position: { x: 12, y: 8 } }), "index.md:7:1");
    assert.equal(page.url().replace(/\/$/, ""), address, "the link is not followed");
    assert.deepEqual(page.problems, []);
  });

  test("opens the template with Shift, and finds what a script made by what is around it", async () => {
    const page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    assert.equal(await clicks(page, "li", { modifiers: ["Alt", "Shift"] }), "index.md:11:1");
    assert.equal(await clicks(page, "main p:first-child"), "_layouts/default.html:6:1");
  });

  test("requests nothing before the key is used, and follows a rebuild", async () => {
    const page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    await page.locator("header").click();
    assert.ok(!page.requested.some((url) => url.includes("/.hastie/origins")));
    assert.equal(await clicks(page, "main a"), "index.md:8:1");
    const index = path.join(source, "index.md");
    const text = fs.readFileSync(index, "utf8");
    fs.writeFileSync(index, text.replace("First paragraph", "A new one\n\nFirst paragraph"));
    await page.getByText("A new one").waitFor();
    assert.equal(await clicks(page, "main a"), "index.md:10:1");
    fs.writeFileSync(index, text);
    await page.getByText("A new one").waitFor({ state: "detached" });
  });

  test("shows the place under the pointer while the key is held", async () => {
    const page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    await page.keyboard.down("Alt");
    await page.locator("footer em").hover();
    const label = page.locator("[data-hastie=source] .label");
    await until(async () => (await label.count()) > 0 && (await label.textContent()).startsWith("_includes/foot.html:2"), "the label");
    if (process.env.SCREENSHOTS) await page.screenshot({ path: path.join(process.env.SCREENSHOTS, "source.png") });
    await page.keyboard.up("Alt");
    await until(async () => (await label.count()) === 0, "the label goes");
  });
});

describe("the toolbar", () => {
  let source, address, opened;
  before(async () => {
    opened = editor();
    source = site();
    address = await serve(source, "--toolbar");
  });

  const bar = (page) => page.locator("[data-hastie=toolbar]");

  for (const colorScheme of ["light", "dark"]) {
    test(`shows the build, the warnings and the page's sources in ${colorScheme} colours`, async () => {
      const page = await openPage({ colorScheme, viewport: { width: 1000, height: 700 } });
      await page.goto(address, { waitUntil: "load" });
      const toggle = bar(page).getByRole("button", { name: /^Hastie/ });
      await until(async () => /Hastie [\d.]+ ms · 1 warning/.test(await toggle.textContent()), "the time");
      await toggle.click();
      const panel = bar(page).locator(".panel");
      await panel.getByText("Front matter").waitFor();
      const text = await panel.innerText();
      for (const expected of ["Last build", "read", "render", "write", "Layout 'missing' requested", "other.md", "index.md"]) {
        assert.ok(text.includes(expected), `${expected} is not in ${text}`);
      }
      for (const expected of ["Home", '["a","b"]', "_layouts/default.html", "_includes/foot.html", "_data/people.yml"]) {
        assert.ok(text.includes(expected), `${expected} is not in ${text}`);
      }
      if (process.env.SCREENSHOTS) await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `toolbar-${colorScheme}.png`) });
      assert.deepEqual((await violations(page)).filter((one) => one.includes("hastie")), []);
      fs.rmSync(opened, { force: true });
      await panel.getByRole("button", { name: "_includes/foot.html" }).click();
      await until(() => fs.existsSync(opened), "the editor");
      assert.ok(fs.readFileSync(opened, "utf8").includes("_includes/foot.html:1:1"));
      assert.deepEqual(page.problems, []);
    });
  }

  test("is used with the keyboard, and moves nothing", async () => {
    const page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    const shift = () => page.evaluate(() => [document.documentElement.scrollHeight, document.querySelector("footer").getBoundingClientRect().top]);
    const first = await shift();
    await bar(page).getByRole("button", { name: /^Hastie/ }).focus();
    await page.keyboard.press("Enter");
    await bar(page).getByText("Last build").waitFor();
    assert.deepEqual(await shift(), first);
    await page.keyboard.press("Escape");
    assert.ok(await bar(page).locator(".panel").isHidden());
    assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.className), "toggle");
  });

  test("shows drafts and hides them again", async () => {
    const page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    await bar(page).getByRole("button", { name: /^Hastie/ }).click();
    const drafts = bar(page).getByRole("checkbox", { name: "drafts" });
    const hasDraft = () => fs.readdirSync(path.join(source, "_site"), { recursive: true }).some((file) => file.endsWith("idea.html"));
    assert.ok(!hasDraft());
    await drafts.check();
    await until(hasDraft, "the draft");
    await until(() => drafts.isChecked(), "the switch");
    await drafts.uncheck();
    await until(() => !hasDraft(), "the draft goes");
  });

  test("is not part of the site", async () => {
    const html = fs.readFileSync(path.join(source, "_site/index.html"), "utf8");
    assert.ok(!html.includes("hastie") && !html.includes("toolbar"));
    const page = await openPage();
    await page.goto(await serve(source, "-d", folder()), { waitUntil: "load" });
    await page.waitForTimeout(200);
    assert.equal(await bar(page).count(), 0);
  });
});
