#!/usr/bin/env node
// Runs the program that the package for this platform holds. npm installs that package alone, as an optional dependency.
'use strict';

const { spawnSync } = require('node:child_process');
const os = require('node:os');

const name = `hastie-${process.platform}-${process.arch}`;
const program = process.platform === 'win32' ? 'hastie.exe' : 'hastie';

function find(path) {
  try {
    return require.resolve(path);
  } catch {
    return undefined;
  }
}

const binary = find(`${name}/bin/${program}`);
if (!binary) {
  console.error(`hastie: the package ${name} is not installed.`);
  console.error('Either there is none for this system, or npm was told to leave optional dependencies out.');
  process.exit(1);
}
const env = { ...process.env };
const ruby = find('hastie-ruby/hastie-ruby-3.2.wasm.gz');
if (ruby && !env.HASTIE_RUBY_WASM) env.HASTIE_RUBY_WASM = ruby;

// Ctrl-C reaches the program itself: this process waits for its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const ended = spawnSync(binary, process.argv.slice(2), { stdio: 'inherit', env });
if (ended.error) {
  console.error(`hastie: ${ended.error.message}`);
  process.exit(1);
}
process.exit(ended.signal ? 128 + os.constants.signals[ended.signal] : ended.status);
