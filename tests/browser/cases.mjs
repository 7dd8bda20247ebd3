// Recorded cases that the program for WebAssembly must reproduce: templates, Markdown, YAML, highlighted code, style sheets, and whole
// sites. Those of the engines are in `../shared/reference`, which may be beside the checkout. Style sheets are in the repository.

import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

const MODULES = ["math", "list", "map", "string", "color", "meta", "selector"];
/** When the files of the recorded sites were changed. */
const CHANGED = "2026-01-10T08:00:00Z";
const ENVIRONMENT = { TZ: "UTC", SOURCE_DATE_EPOCH: "1768478400", JEKYLL_ENV: "production", JEKYLL_NO_BUNDLER_REQUIRE: "true" };

/** The lines of a file that may be absent. */
function lines(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

const field = (name) => (expected, got) => got[name] === expected[name];

function isLiquid(expected, got) {
  if (!("error" in expected)) return got.result === expected.result;
  return "error" in got && (expected.error_class_only || got.error === expected.error);
}

const isYaml = (expected, got) => ("error" in expected ? "error" in got : isDeepStrictEqual(got.value, expected.value));

function isSass(expected, got) {
  if (expected.error !== undefined) return got.error?.split("\n")[0] === `Error: ${expected.error}`;
  return got.css?.trimEnd() === expected.css;
}

/** Escapes as in the recorded expressions. */
const unescaped = (text) => text.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));

/** Random expressions and style sheets with the results of dart-sass, as requests and expected responses. */
function sassCases(root) {
  const folder = path.join(root, "crates/sass/tests/recorded");
  const uses = MODULES.map((module) => `@use "sass:${module}"; `).join("");
  const expressions = lines(path.join(folder, "expressions.txt")).map((line) => {
    const [style, expression, ...rest] = line.split("\t");
    const result = unescaped(rest.join("\t"));
    const expected = result.startsWith("error: ") ? { error: result.slice(7) } : { css: result };
    return { input: `${uses}\na {b: ${expression}}\n`, style, syntax: "scss", ...expected };
  });
  const texts = fs.readFileSync(path.join(folder, "sheets.txt"), "utf8").split("=== ").filter(Boolean);
  const sheets = texts.map((text) => {
    const [head, css] = text.split("--- css\n");
    const end = head.indexOf("\n");
    const syntax = head.slice(0, end).replace("indented", "sass");
    return { input: head.slice(end + 1), style: "expanded", syntax, css: css.trimEnd() };
  });
  return [...expressions, ...sheets].map((one) => JSON.stringify(one));
}

/**
 * The engines: the name of each file of cases, the command, the requests as lines, and how a response is compared.
 * JavaScript cannot tell 1.0 from 1, so requests are sent as they were recorded.
 */
export function engines(root) {
  const recorded = (name) => lines(path.join(root, "../shared/reference", `${name}_cases.jsonl`));
  return [
    { name: "liquid", command: "liquid", requests: recorded("liquid"), isEqual: isLiquid },
    { name: "filters", command: "liquid", requests: recorded("filter"), isEqual: isLiquid },
    { name: "kramdown", command: "kramdown", requests: recorded("kramdown"), isEqual: field("html") },
    { name: "yaml", command: "yaml", requests: recorded("yaml"), isEqual: isYaml },
    { name: "rouge", command: "highlight", requests: recorded("rouge"), isEqual: field("html") },
    { name: "sass", command: "sass", requests: sassCases(root), isEqual: isSass },
  ];
}

/** A run that answers all requests of an engine: arguments and options. */
export const batch = ({ command, requests }) => [[command, "--jsonl"], { stdin: requests.map((line) => `${line}\n`).join(""), env: ENVIRONMENT }];

/** The requests whose responses are wrong. */
export function wrong({ requests, isEqual }, stdout) {
  const got = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return requests.filter((line, index) => !isEqual(JSON.parse(line), got[index] ?? {}));
}

/** Small sites with what Jekyll made of them. */
export function sites(root) {
  return lines(path.join(root, "../shared/reference/site_cases.jsonl")).map((line) => JSON.parse(line));
}

/** The options with which a recorded site is built. */
export const siteOptions = ({ args }) => ({ args, env: ENVIRONMENT, now: CHANGED });

/** Source maps have other names, so the comment that names one is left out. */
const plain = (name, text) => (name.endsWith(".css") ? text.split("/*# sourceMappingURL=")[0].trimEnd() : text);

const comparable = (files) => Object.fromEntries(files.filter(([name]) => !name.endsWith(".css.map")).map(([name, text]) => [name, plain(name, text)]).sort());

/** Whether a site came out as recorded. `files` are pairs of name and text. */
export function isSite({ exit, expected }, ok, files) {
  if (exit !== 0) return !ok;
  return ok && isDeepStrictEqual(comparable(files), comparable(Object.entries(expected)));
}
