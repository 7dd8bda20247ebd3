#!/usr/bin/env node
// Runs the program that the package for this platform contains. npm installs that package alone, as an optional dependency. On other
// platforms, npm installs @hastie/wasm instead.
'use strict';

const { spawn } = require('node:child_process');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

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
if (binary) run(binary);
else runWasm();

function run(binary) {
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
}

/** Where no package fits, the program runs as WebAssembly, without Ruby, network and threads. */
function runWasm() {
  const wasm = find('@hastie/wasm/program');
  if (!wasm) {
    console.error(`hastie: neither the package ${name} nor @hastie/wasm is installed.`);
    console.error("Either npm was told to leave optional dependencies out, or there is no package for this system. 'npm install @hastie/wasm' helps.");
    process.exit(1);
  }
  const started = import(pathToFileURL(path.join(path.dirname(wasm), 'start.js'))).then(({ start }) => start(process.argv.slice(2)));
  started.then(
    (code) => process.exit(code),
    (error) => {
      console.error(`hastie: ${error.message}`);
      process.exit(1);
    },
  );
}
