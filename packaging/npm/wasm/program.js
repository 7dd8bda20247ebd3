// Runs the program on this machine's files, under Node's own WASI.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import v8 from 'node:v8';

const wasm = new URL('./hastie.wasm', import.meta.url);

/** Runs a command, and returns its exit code. `compiled` is the program, if it was compiled before. */
export async function main(args, compiled) {
  // With fast calls, Node 20's WASI damages the heap: one build in five ends with a segmentation fault.
  v8.setFlagsFromString('--no-turbo-fast-api-calls');
  const { WASI } = await withoutWarning(() => import('node:wasi'));
  // On Windows, the program sees the current drive.
  const { root } = path.parse(process.cwd());
  const folder = `/${path.relative(root, process.cwd()).split(path.sep).join('/')}`;
  const wasi = new WASI({
    version: 'preview1',
    args: ['hastie', ...args],
    env: { ...process.env, PWD: folder },
    preopens: { '/': root },
  });
  const module = compiled ?? new WebAssembly.Module(await readFile(wasm));
  return wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
}

/** Node warns that its WASI is experimental. That does not concern the person who builds a site. */
async function withoutWarning(load) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
