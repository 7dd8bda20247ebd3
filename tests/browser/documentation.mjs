// The documentation in a browser: accessibility, search, reading on a phone.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { assertAccessible, closeAll, folder, openPage, root, serve, violations } from "./serving.mjs";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 800 };

after(closeAll);

describe("the documentation", () => {
  let address;
  let pages;
  before(async () => {
    address = await serve(path.join(root, "docs"), "--destination", folder(), "--disable-disk-cache", "--no-watch");
    const index = await (await fetch(`${address}/search.json`)).json();
    pages = [...new Set(index.map(({ u }) => u.split("#")[0]))];
    assert.ok(pages.length > 60, `too few pages: ${pages}`);
  });

  // One page of each plugin is enough. All other pages are tested.
  const chosen = () => pages.filter((page) => !/^\/plugins\/./.test(page) || /scholar|polyglot|feed/.test(page));

  test("is accessible on a desk and on a phone, in light and dark colours", async () => {
    await assertAccessible(address, chosen(), [DESK, PHONE]);
  });

  // The layout of a tablet is the same for all pages of a kind.
  test("is accessible on a tablet", async () => {
    const page = await openPage({ colorScheme: "dark", viewport: { width: 820, height: 1100 } });
    for (const path of ["/", "/commands/", "/plugins/jekyll-scholar/", "/troubleshooting/"]) {
      assert.deepEqual(await violations(page, address + path), [], path);
    }
    await page.context().close();
  });

  test("is accessible with the contents and the findings of a search open", async () => {
    const page = await openPage({ viewport: { width: 390, height: 800 } });
    assert.deepEqual(await violations(page, `${address}/scholar/#contents`), []);
    await page.goto(`${address}/scholar/`);
    await page.getByRole("searchbox").fill("citation");
    await page.locator(".docs-found li").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });

  test("needs nothing from elsewhere, reports no error, fits a narrow phone, and shows tables as tables", async () => {
    const page = await openPage({ viewport: { width: 340, height: 700 } });
    for (const path of pages) {
      await page.goto(address + path, { waitUntil: "load" });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 340, `${path} is ${wide} wide`);
      const text = await page.locator("main").evaluate((main) =>
        [...main.querySelectorAll("p, li, h2, h3")].map((element) => element.innerText).filter((text) => /^\s*\|.*\|\s*$/m.test(text)),
      );
      assert.deepEqual(text, [], path);
    }
    assert.deepEqual(page.requested.filter((url) => !url.startsWith(address) && !url.startsWith("data:")), []);
    assert.deepEqual(page.problems, []);
    for (const path of ["/install/", "/scholar/", "/theme/", "/github-pages/", "/how-it-works/", "/commands/"]) {
      await page.goto(address + path);
      assert.ok(await page.locator("main table").first().isVisible(), path);
    }
    await page.context().close();
  });

  test("is found by its words, with the keyboard alone", async () => {
    const page = await openPage();
    await page.goto(address);
    await page.keyboard.press("/");
    await page.keyboard.type("vendor theme");
    await page.locator(".docs-found li").first().waitFor();
    assert.match(await page.locator(".docs-found [role=status]").textContent(), /\d+ sections?/);
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "A");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/(commands|github-pages|plugins)\//);
    await page.keyboard.press("/");
    await page.keyboard.type("qqqqqq");
    await page.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    assert.ok(await page.locator(".docs-found").isHidden());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  /** The addresses that a search finds, best first, and what it shows of them. */
  const search = async (page, words) => {
    await page.getByRole("searchbox").fill("");
    await page.getByRole("searchbox").fill(words);
    await page.locator(".docs-found").waitFor();
    await page.locator(".docs-found li").first().waitFor();
    const links = await page.locator(".docs-found li a").evaluateAll((links) =>
      links.map((link) => ({ path: new URL(link.href).pathname, text: link.textContent, hit: link.querySelector("mark")?.textContent })),
    );
    return links;
  };

  test("finds the page that is meant first", async () => {
    const page = await openPage();
    await page.goto(address);
    const meant = {
      deploy: "/deploy/", katex: "/mathematics/", formula: "/mathematics/", latex: "/mathematics/",
      "citation counts": "/scholar/", install: "/install/", windows: "/install/", "jekyll-scholar": "/plugins/jekyll-scholar/",
      gitlab: "/deploy/", "ruby plugin": "/ruby/",
    };
    const first = {};
    for (const words of Object.keys(meant)) first[words] = (await search(page, words))[0].path;
    assert.deepEqual(first, meant);
    await page.context().close();
  });

  test("finds words, not parts of words, and shows text as it is read", async () => {
    const page = await openPage();
    await page.goto(address);
    for (const { text, hit } of await search(page, "port")) {
      assert.match(text, /(?<![a-z])port/i, "import and support are other words");
      assert.match(hit ?? "port", /^port$/i);
    }
    const index = await (await fetch(`${address}/search.json`)).text();
    assert.doesNotMatch(index, /&(lt|gt|amp|quot|#39);/);
    const [option] = await search(page, "BASEURL");
    assert.doesNotMatch(option.text, /&lt;|&amp;/);
    await page.context().close();
  });

  test("has no dead link", async () => {
    const answers = new Map();
    const text = async (file) => {
      if (!answers.has(file)) {
        const answer = await fetch(file);
        answers.set(file, answer.ok ? await answer.text() : null);
      }
      return answers.get(file);
    };
    let followed = 0;
    for (const path of pages) {
      const links = [...(await text(address + path)).matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)];
      for (const [, link] of links) {
        const { href } = new URL(link.replaceAll("&amp;", "&"), address + path);
        if (!href.startsWith(address)) continue;
        const [file, id] = href.split("#");
        const target = await text(file);
        assert.ok(target !== null, `${path} links to ${file}`);
        if (id) assert.ok(target.includes(`id="${decodeURIComponent(id)}"`), `${path} links to ${href}`);
        followed += 1;
      }
    }
    assert.ok(followed > 1000, `only ${followed} links`);
  });

  test("shows the descriptions of options on a phone", async () => {
    const page = await openPage({ viewport: { width: 390, height: 800 } });
    for (const path of ["/commands/", "/install/", "/troubleshooting/", "/deploy/", "/mathematics/"]) {
      await page.goto(address + path);
      const hidden = await page.locator("main td").evaluateAll((cells) =>
        cells.filter((cell) => cell.textContent.trim() && cell.getBoundingClientRect().right > innerWidth).map((cell) => cell.textContent),
      );
      assert.deepEqual(hidden.slice(0, 3), [], path);
      const narrow = await page.locator("main td").evaluateAll((cells) =>
        cells.filter((cell) => cell.getBoundingClientRect().width < (cell.parentElement.children.length > 2 ? 100 : 200)).map((cell) => cell.textContent),
      );
      assert.deepEqual(narrow.slice(0, 3), [], `${path}: room to read`);
    }
    await page.context().close();
  });

  test("can be read without script, on a phone too", async () => {
    const page = await openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    await page.goto(`${address}/scholar/`);
    assert.ok(await page.locator(".docs-search").isHidden());
    const contents = page.getByRole("navigation", { name: "Contents" });
    assert.ok(await contents.isHidden());
    await page.getByRole("link", { name: "Contents", exact: true }).click();
    await contents.getByRole("link", { name: "Getting started" }).click();
    await page.waitForURL(/getting-started/);
    await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
    await page.context().close();
  });
});
