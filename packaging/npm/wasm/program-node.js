import { readFile } from 'node:fs/promises';

/** Reads and compiles a file. */
export const compileProgram = async (url) => WebAssembly.compile(await readFile(url));
