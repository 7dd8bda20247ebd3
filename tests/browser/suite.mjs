// The bundled theme and the development server in a browser.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { assertAccessible, closeAll, folder, newSite, openPage, serve, themedSite, violations } from "./serving.mjs";

/** The paths of all pages of a site, from its sitemap, and of the page for missing paths. */
async function pagesOf(address) {
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]*([^<]*)<\/loc>/g)].map((match) => match[1]);
  assert.ok(pages.length >= 5, `too few pages in the sitemap: ${pages}`);
  return [...pages.filter((page) => !page.endsWith(".pdf")), "/not/there"];
}

const texts = (page, selector) => page.locator(selector).allTextContents();
const citation = (page, id) => page.locator(`.show_paper_citations[data="${id}"]`).first();

after(closeAll);

describe("the demo site", () => {
  let address;
  before(async () => {
    address = await serve(newSite());
  });

  test("needs nothing from elsewhere, and reports no error", async () => {
    for (const path of await pagesOf(address)) {
      const page = await openPage();
      await page.goto(address + path, { waitUntil: "load" });
      await page.waitForTimeout(100);
      const elsewhere = page.requested.filter((url) => !url.startsWith(address) && !url.startsWith("data:"));
      assert.deepEqual(elsewhere, [], path);
      // The browser itself reports the status of a missing page.
      const problems = page.problems.filter((text) => !(path === "/not/there" && text.includes("404")));
      assert.deepEqual(problems, [], path);
      await page.context().close();
    }
  });

  test("is accessible on a desk and on a phone, in light and dark colours", async () => {
    await assertAccessible(address, await pagesOf(address), [{ width: 1280, height: 900 }, { width: 390, height: 800 }]);
  });

  test("fits a narrow phone", async () => {
    const page = await openPage({ viewport: { width: 340, height: 700 } });
    for (const path of await pagesOf(address)) {
      await page.goto(address + path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 340, `${path} is ${wide} wide`);
    }
    await page.context().close();
  });

  test("fills in citation numbers, also of a work that is not cited yet", async () => {
    const page = await openPage();
    await page.goto(address);
    await citation(page, "OTTILIE:break2025").getByText("Citations: 18").waitFor();
    assert.equal(await page.locator("#total_cit").textContent(), "1204");
    assert.equal(await citation(page, "OTTILIE:murmur2025").textContent(), "Citations: 0");
    assert.ok(await page.locator("[data-scholar-badge]").isVisible());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("fills them in where there is no total to fill", async () => {
    const page = await openPage();
    await page.goto(`${address}/publications/`);
    await citation(page, "OTTILIE:archive2024").getByText("Citations: 96").waitFor();
    assert.equal(await page.locator("#total_cit").count(), 0);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("draws a node for each collaborator, without script", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(`${address}/profile/`);
    const listed = await texts(page, ".people li span");
    assert.equal(listed.length, 8);
    assert.deepEqual(await texts(page, ".coauthors .node text"), listed);
    const spots = await page.locator(".coauthors .node circle").evaluateAll((circles) =>
      circles.map((circle) => `${circle.getAttribute("cx")} ${circle.getAttribute("cy")}`),
    );
    assert.equal(new Set(spots).size, listed.length, "two nodes lie on each other");
    for (const spot of spots) {
      const [x, y] = spot.split(" ").map(Number);
      assert.ok(x > 0 && x < 640 && y > 0 && y < 430, `a node lies outside: ${spot}`);
    }
    await page.context().close();
  });

  test("begins on paper with the name and the contacts", async () => {
    const page = await openPage({ colorScheme: "dark" });
    await page.goto(address);
    const hidden = page.getByText("ottilie@marrow.example.org", { exact: true });
    assert.ok(await hidden.isHidden(), "on a screen, the link says it");
    await page.emulateMedia({ media: "print" });
    for (const text of ["Ottilie Marrow (she/her)", "ottilie@marrow.example.org", "University of Northmere"]) {
      assert.ok(await page.locator(".sidebar").getByText(text, { exact: true }).isVisible(), text);
    }
    const printed = await page.getByRole("link", { name: "ORCID" }).evaluate((link) => getComputedStyle(link, "::after").content);
    assert.equal(printed, '"https://orcid.example.org/0000-0000-0000-0000"');
    const [card, content] = [await page.locator(".sidebar").boundingBox(), await page.locator("main").boundingBox()];
    assert.ok(card.y + card.height <= content.y, "the contacts precede the text");
    assert.ok(await page.locator(".masthead").isHidden());
    await page.goto(`${address}/publications/`);
    assert.ok(await page.locator(".sidebar").isHidden(), "other pages are printed without it");
    await page.context().close();
  });

  test("can be walked with the keyboard, and keeps the colours one chose", async () => {
    const page = await openPage({ colorScheme: "light" });
    await page.goto(address);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "content");
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.locator("[data-theme-switch]").focus();
    await page.keyboard.press("Space");
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.goto(`${address}/cv/`);
    assert.equal(await ground(), dark);
    await page.context().close();
  });
});

describe("citation numbers from the branch of a repository", () => {
  const data = {
    citedby: 4711,
    publications: { "X:ABC_8AC": { num_citations: 42 }, "X:odd": { num_citations: null }, "X:text": { num_citations: "7" } },
  };
  let address;
  before(async () => {
    const site = themedSite("pages");
    const spans = ["", "X:unknown", "toString", "__proto__", "X:odd", "X:text"];
    const body = spans.map((id) => `<p><span class="show_paper_citations" data="${id}"></span></p>`).join("\n");
    fs.writeFileSync(
      path.join(site, "_pages/trial.html"),
      `---\npermalink: /trial/\ntitle: Trial\n---\n${body}\n<span class="show_paper_citations"></span>\n{% include scholar/badge.html %}\n`,
    );
    address = await serve(site);
  });

  const answer = (page, numbers, badge) =>
    page.context().route(/jsdelivr|shields/, (route) => {
      if (route.request().url().includes("shields")) return badge ? route.fulfill(badge) : route.abort();
      return numbers ? route.fulfill({ json: numbers, headers: { "access-control-allow-origin": "*" } }) : route.abort();
    });
  const badge = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"/>' };

  test("come from where acad-homepage puts them", async () => {
    const page = await openPage();
    await answer(page, data, badge);
    await page.goto(`${address}/moved/`);
    await citation(page, "X:ABC_8AC").getByText("Citations: 42").waitFor();
    assert.equal(await page.locator("#total_cit").textContent(), "4711");
    assert.ok(page.requested.includes("https://cdn.jsdelivr.net/gh/ashgrove/homepage@google-scholar-stats/gs_data.json"));
    const shield = page.requested.find((url) => url.startsWith("https://img.shields.io/endpoint?url="));
    assert.match(decodeURIComponent(shield), /ashgrove\/homepage@google-scholar-stats\/gs_data_shieldsio\.json/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("survive ids that are empty, unknown, missing or without a number", async () => {
    const page = await openPage();
    await answer(page, data, badge);
    await page.goto(`${address}/trial/`);
    await citation(page, "X:text").getByText("Citations: 7").waitFor();
    assert.deepEqual(await texts(page, ".show_paper_citations"), ["", "", "", "", "", "Citations: 7", ""]);
    await page.locator(".scholar-badge img").waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test("stay away when nothing can be fetched", async () => {
    const page = await openPage();
    await answer(page, null, null);
    await page.goto(`${address}/moved/`);
    await page.locator('img[src*="shields"]').waitFor({ state: "detached" });
    assert.equal(await page.locator("#total_cit").textContent(), "2600+");
    assert.equal(await citation(page, "X:ABC_8AC").textContent(), "");
    await page.goto(`${address}/trial/`);
    await page.waitForTimeout(300);
    assert.ok(await page.locator(".scholar-badge").isHidden());
    // The browser reports failed requests, which must not make our script fail.
    assert.deepEqual(page.problems.filter((text) => !text.includes("Failed to load resource")), []);
    await page.context().close();
  });
});

describe("pages of all kinds of researchers, and a folder of Markdown", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`are accessible in ${colorScheme} colours`, async () => {
      const notes = folder();
      fs.writeFileSync(path.join(notes, "README.md"), "# Notes\n\nSee [the log](log.md).\n");
      fs.writeFileSync(path.join(notes, "log.md"), "Log\n===\n\n| Day | Snow |\n|----|----|\n| 1 | much |\n");
      const people = ["/people/", "/people/moved/", "/people/cv/", "/people/researchers/wrenna-sparrow/"];
      for (const [site, pages] of [[themedSite("pages"), people], [notes, ["/", "/log.html"]]]) {
        const address = new URL(await serve(site)).origin;
        const page = await openPage({ colorScheme });
        await page.context().route(/jsdelivr|shields/, (route) => route.fulfill({ status: 204 }));
        for (const path of pages) {
          assert.deepEqual(await violations(page, address + path), [], path);
        }
        await page.context().close();
      }
    });
  }
});

describe("live reload", () => {
  test("shows a change, a mistake, and its correction, in the page that is open", async () => {
    const site = newSite();
    const address = await serve(site);
    const file = path.join(site, "_pages/404.md");
    const original = fs.readFileSync(file, "utf8");
    const page = await openPage();
    await page.goto(`${address}/404.html`);

    fs.writeFileSync(file, `${original}\nThe thaw has come.\n`);
    await page.getByText("The thaw has come.").waitFor();

    fs.writeFileSync(file, `${original}\n{% thaw %}\n`);
    const alert = page.locator("[data-hastie=failed]").getByRole("dialog");
    await alert.waitFor();
    const report = await alert.textContent();
    assert.match(report, /Unknown tag 'thaw'/);
    assert.match(report, /_pages\/404\.md:\d+/);
    assert.match(await alert.locator(".marked").textContent(), /{% thaw %}/);
    await page.keyboard.press("Escape");
    assert.equal(await alert.count(), 0, "the reader can close it");

    fs.writeFileSync(file, `${original}\n{% frost %}\n`);
    await alert.getByText("Unknown tag 'frost'").waitFor();
    fs.writeFileSync(file, `${original}\nFrost again.\n`);
    await page.getByText("Frost again.").waitFor();
    assert.equal(await alert.count(), 0);

    const written = fs.readFileSync(path.join(site, "_site/404.html"), "utf8");
    assert.ok(!written.includes(".hastie"), "the script must not be written into files");
    await page.context().close();
  });
});

describe("an open page", () => {
  const html = (body, head = "") =>
    `<!DOCTYPE html>\n<html lang="en"><head><title>t</title>${head}</head>\n<body>\n${body}\n</body></html>\n`;
  const form = '<p><input id="name"></p><details><summary>More</summary>There</details><div style="height: 300vh"></div>';
  const link = '<link rel="stylesheet" href="/style.css">';

  let site;
  let address;
  let page;
  const write = (name, text) => fs.writeFileSync(path.join(site, name), text);
  /** Types into the form, opens the details and scrolls. A page that is reloaded forgets it. */
  const use = async () => {
    await page.fill("#name", "typed");
    await page.locator("summary").click();
    await page.evaluate(() => {
      scrollTo(0, 200);
      window.isTheSame = true;
    });
  };
  const state = () =>
    page.evaluate(() => [
      document.querySelector("#name").value,
      document.querySelector("details").open,
      scrollY,
      document.activeElement?.localName,
      window.isTheSame === true,
    ]);
  const kept = ["typed", true, 200, "summary", true];
  const lost = async () => page.waitForFunction(() => window.isTheSame === undefined);
  /** The page compares with the text that it gets once it is loaded. */
  const open = async (address) => {
    page = await openPage();
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(300);
    await use();
  };

  before(async () => {
    site = folder();
    write("_config.yml", "title: t\n");
    write("style.css", "h1 { color: rgb(1, 1, 1) }\n");
    write("import.css", '@import url("style.css");\n');
    write("other.html", html("other"));
    write("index.html", html(`<h1>One</h1>\n${form}`, link));
    write("imports.html", html(`<h1>One</h1>\n${form}`, '<link rel="stylesheet" href="/import.css">'));
    write("scripted.html", html(`<h1>One</h1>\n${form}\n<p>Text</p><script>document.querySelector("h1").textContent += " #"</script>`));
    address = await serve(site);
  });

  for (const name of ["index.html", "imports.html"]) {
    test(`gets the new style sheet of ${name} without a reload`, async () => {
      await open(`${address}/${name}`);
      const colour = Math.floor(Math.random() * 200) + 2;
      write("style.css", `h1 { color: rgb(${colour}, 1, 1) }\n`);
      await page.waitForFunction(
        (wanted) => getComputedStyle(document.querySelector("h1")).color === wanted,
        `rgb(${colour}, 1, 1)`,
      );
      assert.deepEqual(await state(), kept);
      await page.context().close();
    });
  }

  test("gets changed, new and removed parts in place", async () => {
    await open(address);
    write("index.html", html(`<h1 class="new">Two</h1>\n<p>Inserted <em>here</em></p>\n${form}<ul><li>a</li><li>b</li></ul>`, link));
    await page.getByText("Inserted here").waitFor();
    assert.deepEqual([await texts(page, "h1"), await texts(page, "li")], [["Two"], ["a", "b"]]);
    assert.equal(await page.locator("h1.new").count(), 1);
    write("index.html", html(`<h1>Two</h1>\n${form}<ul><li>a</li><li>between</li><li>b</li></ul>`, link));
    await page.getByText("between").waitFor();
    assert.equal(await page.getByText("Inserted").count(), 0);
    assert.equal(await page.locator("h1.new").count(), 0);
    assert.deepEqual(await state(), kept);
    await page.context().close();
  });

  test("stays as it is if another page changed", async () => {
    await open(address);
    const before = page.requested.length;
    write("other.html", html("another"));
    await page.waitForTimeout(700);
    assert.deepEqual(page.requested.slice(before), []);
    assert.deepEqual(await state(), kept);
    await page.context().close();
  });

  test("is changed in place where its scripts did nothing, and reloaded where they did", async () => {
    await open(`${address}/scripted.html`);
    const text = fs.readFileSync(path.join(site, "scripted.html"), "utf8");
    write("scripted.html", text.replace("<p>Text</p>", "<p>Other text</p>"));
    await page.getByText("Other text").waitFor();
    assert.deepEqual(await state(), kept);
    write("scripted.html", text.replace("One", "Two"));
    await lost();
    await page.getByText("Two #").waitFor();
    await use();
    write("scripted.html", text.replace("One", "Two").replace("<p>Text</p>", "<button>Inserted</button>"));
    await lost();
    await page.getByText("Inserted").waitFor();
    await page.context().close();
  });

  test("is reloaded if its script changed", async () => {
    write("code.js", "document.title = 'first';");
    write("coded.html", html(`<h1>One</h1>\n${form}<script src="/code.js"></script>`));
    await fetch(`${address}/coded.html`);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await open(`${address}/coded.html`);
    write("code.js", "document.title = 'second';");
    await lost();
    await page.waitForFunction(() => document.title === "second");
    await page.context().close();
  });
});
