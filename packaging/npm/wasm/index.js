// Hastie in browsers, workers and Node: builds Jekyll sites in memory.

import { Hastie } from './core.js';
import { compileProgram } from '#program';

let loaded;

/** The program, which is compiled once. */
export function load() {
  loaded ??= compileProgram(new URL('./hastie.wasm', import.meta.url)).then((module) => new Hastie(module));
  // A failed download can be tried again.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

export const build = async (files, options) => (await load()).build(files, options);
export const site = async (files, options) => (await load()).site(files, options);
export const run = async (args, options) => (await load()).run(args, options);

export { Hastie, Site } from './core.js';
