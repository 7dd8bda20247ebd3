// The playgrounds in a browser, and the recorded cases in the worker that the pages use. HASTIE_WASM names the program that tools/wasm/build
// compiled; without it, nothing is tested.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { batch, engines, isSite, siteOptions, sites, wrong } from "./cases.mjs";
import { closeAll, openPage, root, violations } from "./serving.mjs";
import { elsewhere, serveWorkbench, skip } from "./workbench.mjs";

after(closeAll);

/** Every tenth one. */
const tenth = (list) => list.filter((_, index) => index % 10 === 0);

/** Calls the program in a worker of the page, as the page does. `calls` are pairs of a command and its value. */
function inWorker(page, calls) {
  return page.evaluate(async (calls) => {
    const { startProgram } = await import("./program.js");
    const program = startProgram();
    await program("load");
    const results = [];
    for (const [name, value] of calls) results.push(await program(name, value));
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const plain = (value) => (value instanceof Uint8Array ? decoder.decode(value) : value);
    return results.map((result) => (Array.isArray(result) ? result.map((entry) => [entry].flat().map(plain)) : result));
  }, calls);
}

describe("playgrounds", { skip }, () => {
  let server;
  before(async () => {
    server = await serveWorkbench();
  });
  after(() => server?.close());

  test("give Ruby's answers for recorded cases", async (context) => {
    const page = await openPage();
    await page.goto(`${server.address}liquid.html`);
    for (const engine of engines(root)) {
      if (engine.requests.length === 0) context.diagnostic(`the cases of ${engine.name} are not beside the checkout`);
      const some = { ...engine, requests: tenth(engine.requests) };
      const [args, options] = batch(some);
      const [{ stdout }] = await inWorker(page, [["run", { args, options }]]);
      assert.deepEqual(wrong(some, stdout), [], engine.name);
      context.diagnostic(`${engine.name}: ${some.requests.length} cases`);
    }
    await page.context().close();
  });

  test("build recorded sites as Jekyll did", async (context) => {
    const page = await openPage();
    await page.goto(`${server.address}liquid.html`);
    const some = tenth(sites(root));
    const calls = some.flatMap((one) => [["open", { files: Object.entries(one.files), options: siteOptions(one) }], ["build"], ["built"]]);
    const results = await inWorker(page, calls);
    for (const [index, one] of some.entries()) assert.ok(isSite(one, results[3 * index + 1].ok, results[3 * index + 2]), one.id);
    context.diagnostic(`${some.length} sites`);
    await page.context().close();
  });

  test("are accessible in light and dark colours", async () => {
    for (const colorScheme of ["light", "dark"]) {
      for (const name of ["liquid", "kramdown", "sass"]) {
        const page = await openPage({ colorScheme });
        await page.goto(`${server.address}${name}.html`);
        await page.waitForFunction(() => document.body.dataset.runs);
        assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
        await page.context().close();
      }
    }
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
