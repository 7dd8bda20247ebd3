// Compiles the files whose paths are read from standard input with npm's sass and answers each with a line of JSON.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, style] = process.argv.slice(2);
const sass = createRequire(folder + "/")("sass");
const syntaxes = { scss: "scss", sass: "indented", css: "css" };
// The messages that sass writes to standard error, unchanged.
let told = "";
const take = (text) => (told += text);
process.stderr.write = (text) => Boolean(take(text)) || true;
console.error = (...texts) => take(texts.join(" ") + "\n");

createInterface({ input: process.stdin }).on("line", (path) => {
  told = "";
  const options = {
    style,
    syntax: syntaxes[path.split(".").pop()],
    alertAscii: true,
    alertColor: false,
    url: pathToFileURL(basename(path)),
    importer: { canonicalize: () => null, load: () => null },
  };
  let result;
  try {
    result = { css: sass.compileString(readFileSync(path, "utf8"), options).css };
  } catch (error) {
    result = { error: String(error.message) };
  }
  process.stdout.write(JSON.stringify({ ...result, messages: told }) + "\n");
});
