import { readFile } from 'node:fs/promises';

/** Reads and compiles a file, at once for the reason that `core.js` gives. */
export const compileProgram = async (url) => new WebAssembly.Module(await readFile(url));
