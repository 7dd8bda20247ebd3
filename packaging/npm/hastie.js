#!/usr/bin/env node
// Runs the program that the package for this platform holds. npm installs that package alone, as an optional dependency.
'use strict';

const { spawn } = require('node:child_process');
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
const ruby = find('hastie-ruby/hastie-ruby-3.2.wasm.xz');
if (ruby && !env.HASTIE_RUBY_WASM) env.HASTIE_RUBY_WASM = ruby;

const child = spawn(binary, process.argv.slice(2), { stdio: 'inherit', env });
// Ctrl-C at a terminal reaches the program by itself; what is sent to this process alone is handed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`hastie: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
