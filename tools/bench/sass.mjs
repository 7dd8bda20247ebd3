// Compiles style sheets with dart-sass in one warm process and tells the time of the fastest run of each.
//
// node tools/bench/sass.mjs FOLDER-WITH-node_modules RUNS SHEET[:LOAD_PATH]...
// Each line of the output is a number of milliseconds. See tools/bench/sass.
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, runs, ...sheets] = process.argv.slice(2);
const sass = createRequire(join(folder, "node_modules/"))("sass");
for (const sheet of sheets) {
  const [file, ...loadPaths] = sheet.split(":");
  let fastest = Infinity;
  for (let run = 0; run < Number(runs); run++) {
    const start = performance.now();
    sass.compile(file, { loadPaths, logger: sass.Logger.silent });
    fastest = Math.min(fastest, performance.now() - start);
  }
  console.log(fastest.toFixed(3));
}
