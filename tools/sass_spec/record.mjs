// Compiles every file named on standard input with npm's sass and prints one JSON line for each.
// Usage: node record.mjs FOLDER_WITH_NODE_MODULES LOAD_PATH < paths
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';
import path from 'node:path';

const require = createRequire(path.join(path.resolve(process.argv[2]), 'x.js'));
const sass = require('sass');
const loadPath = path.resolve(process.argv[3]);
// The messages that sass writes to standard error, unchanged.
let told = '';
const take = text => (told += text);
process.stderr.write = text => Boolean(take(text)) || true;
console.error = (...texts) => take(texts.join(' ') + '\n');
for await (const file of createInterface({input: process.stdin})) {
  process.chdir(path.dirname(file));
  const options = {loadPaths: [loadPath], alertAscii: true, alertColor: false};
  told = '';
  let result;
  try {
    result = {css: sass.compile(path.basename(file), options).css};
  } catch (error) {
    result = {error: String(error.message)};
  }
  process.stdout.write(JSON.stringify({file, ...result, told}) + '\n');
}
