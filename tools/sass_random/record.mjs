// Compiles the files whose paths stand on standard input with npm's sass and answers each with a line of JSON.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, style] = process.argv.slice(2);
const sass = createRequire(folder + "/")("sass");
const syntaxes = { scss: "scss", sass: "indented", css: "css" };

createInterface({ input: process.stdin }).on("line", (path) => {
  const messages = [];
  const log = (message, { deprecationType }) =>
    messages.push(`${deprecationType ? deprecationType.id + ": " : ""}${message}`);
  const options = {
    style,
    syntax: syntaxes[path.split(".").pop()],
    alertAscii: true,
    logger: { warn: log, debug: (message) => messages.push(message) },
    url: pathToFileURL(basename(path)),
    importer: { canonicalize: () => null, load: () => null },
  };
  let result;
  try {
    result = { css: sass.compileString(readFileSync(path, "utf8"), options).css, messages: messages.join("\n") };
  } catch (error) {
    result = { error: String(error.message), messages: messages.join("\n") };
  }
  process.stdout.write(JSON.stringify(result) + "\n");
});
