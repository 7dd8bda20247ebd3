// Shortens scripts as jekyll-terser does: reads paths, and prints the path, its size in bytes and the size of the
// shortened text. TERSER names the folder with Terser itself.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { minify } = createRequire(process.env.TERSER + "/")("terser");

for await (const path of createInterface({ input: process.stdin })) {
  const text = readFileSync(path, "utf8");
  try {
    const { code } = await minify(text, { format: { comments: /(^!)|Copyright/i } });
    console.log([path, Buffer.byteLength(text), Buffer.byteLength(code)].join("\t"));
  } catch (error) {
    console.error(`${path}: ${error.message}`);
  }
}
