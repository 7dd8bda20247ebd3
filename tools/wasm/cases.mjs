// Runs all recorded cases with the program for WebAssembly, in memory: node tools/wasm/cases.mjs
//
// `core.js` beside the program builds, as in browsers. HASTIE_WASM names the program. Exits with 1 if a case is wrong.

import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { batch, engines, isSite, siteOptions, sites, wrong } from "../../tests/browser/cases.mjs";
import { Hastie } from "../../packaging/npm/wasm/core.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const hastie = new Hastie(new WebAssembly.Module(fs.readFileSync(process.env.HASTIE_WASM)));
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function report(name, count, faults) {
  console.log(`${name}: ${count - faults.length} of ${count}`);
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault.slice(0, 300)}`);
  if (faults.length > 0) process.exitCode = 1;
}

for (const engine of engines(root)) {
  const { stdout } = await hastie.run(...batch(engine));
  report(engine.name, engine.requests.length, wrong(engine, stdout));
}

const all = sites(root);
const faults = [];
for (const one of all) {
  const { ok, files } = await hastie.build(one.files, siteOptions(one));
  const texts = [...files].map(([name, bytes]) => [name, decoder.decode(bytes)]);
  if (!isSite(one, ok, texts)) faults.push(one.id);
}
report("sites", all.length, faults);
