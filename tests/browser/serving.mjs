// The test environment: a site in a temporary folder, `hastie serve`, and a browser.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const hastie = process.env.HASTIE;
export const root = process.env.ROOT;
const require = createRequire(import.meta.url);
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The folder with the files of an installed npm package. */
export const packageFolder = (name) => path.dirname(require.resolve(`${name}/package.json`));

/** A temporary folder, which is deleted after the tests. */
export function folder() {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "hastie-browser-"));
  process.on("exit", () => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A site created by `hastie new`. */
export function newSite() {
  const site = path.join(folder(), "site");
  const made = spawnSync(hastie, ["new", site], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`hastie new failed:\n${made.stdout}${made.stderr}`);
  return site;
}

/** The theme combined with one of the sites in tests/theme. */
export function themedSite(name) {
  const site = folder();
  for (const part of ["_layouts", "_includes", "_sass", "assets"]) {
    fs.cpSync(path.join(root, part), path.join(site, part), { recursive: true });
  }
  fs.cpSync(path.join(root, "tests/theme", name, "source"), site, { recursive: true });
  return site;
}

/** Serves a site until the process exits. Returns its URL without a trailing slash. */
export async function serve(site, ...options) {
  const server = spawn(hastie, ["serve", "--port", "0", ...options], { cwd: site });
  servers.push(server);
  let said = "";
  return await new Promise((resolve, reject) => {
    const hear = (words) => {
      said += words;
      const address = /Server address: (\S+)[\s\S]*Server running/.exec(said);
      if (address) resolve(address[1].replace(/\/$/, ""));
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => reject(new Error(`hastie serve ended:\n${said}`)));
  });
}

/** More arguments for the browser, which must be added before the first page is opened. */
export const browserArguments = [];

let launched;
const servers = [];

function launch() {
  launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...browserArguments,
    ],
  });
  return launched;
}

/** A page in a separate browser context, which records errors. */
export async function openPage(options = {}) {
  const context = await (await launch()).newContext(options);
  const page = await context.newPage();
  page.problems = [];
  page.requested = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("request", (request) => page.requested.push(request.url()));
  return page;
}

/**
 * A page that Playwright does not watch. Its memory is the page's own, because a browser keeps the responses of a watched page.
 * `send` calls the browser's debugging protocol, `evaluate` and `waitFor` take an expression, and `memory` returns megabytes.
 */
export async function openUnwatched(address) {
  const browser = await (await launch()).newBrowserCDPSession();
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  const { targetId } = await browser.send("Target.createTarget", { url: address, browserContextId });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId });
  const waiting = new Map();
  browser.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    waiting.get(id)?.(result ?? { error });
  });
  let last = 0;
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      browser.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: last, method, params }) });
    });
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const waitFor = async (expression) => {
    while (!(await evaluate(expression))) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const memory = async () => {
    const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer");
    const counts = renderers.map(({ id }) => Number(fs.readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]));
    return (counts.reduce((sum, count) => sum + count, 0) * 4096) / 2 ** 20;
  };
  await waitFor(`location.href === ${JSON.stringify(address)} && document.readyState === "complete"`);
  return { send, evaluate, waitFor, memory, close: () => browser.send("Target.disposeBrowserContext", { browserContextId }) };
}

/** Stops the browser and the servers. */
export async function closeAll() {
  for (const server of servers) {
    server.removeAllListeners("exit");
    server.kill();
  }
  if (launched) await (await launched).close();
}

/** Checks pages of a site on a desk and on a phone, in light and dark colours. */
export async function assertAccessible(address, paths, [desk, phone]) {
  const page = await openPage({ colorScheme: "light", viewport: desk });
  for (const path of paths) {
    assert.deepEqual(await violations(page, address + path), [], `${path} on a desk`);
    await resize(page, phone);
    assert.deepEqual(await violations(page), [], `${path} on a phone`);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page, undefined, COLOUR_RULES), [], `${path} in dark colours`);
    await page.emulateMedia({ colorScheme: "light" });
    await resize(page, desk);
  }
  await page.context().close();
}

/** Gives a page another size, and waits until its scripts know. */
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The rules of axe whose result depends on the colours of a page. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * The problems that axe reports for a page, which is opened at an address if one is given. Without names of rules, axe checks
 * all of them.
 */
export async function violations(page, address, rules) {
  if (address) await page.goto(address, { waitUntil: "load" });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate((rules) => globalThis.axe.run(rules ? { runOnly: rules } : {}), rules);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
