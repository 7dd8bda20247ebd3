// Keeps the sources in the browser's private file system, which no server sees.

import { unzip, zip } from './zip.js';

const FILE = 'hastie-sources.zip';

async function folder() {
  if (!navigator.storage?.getDirectory) return undefined;
  return navigator.storage.getDirectory();
}

/** Saves the sources. Returns whether the browser could keep them. */
export async function save(files) {
  try {
    const handle = await (await folder()).getFileHandle(FILE, { create: true });
    const output = await handle.createWritable();
    await output.write(await zip(files));
    await output.close();
    return true;
  } catch {
    return false;
  }
}

/** The saved sources, or `undefined`. */
export async function restore() {
  try {
    const handle = await (await folder()).getFileHandle(FILE);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    return await unzip(bytes);
  } catch {
    return undefined;
  }
}

/** Deletes the saved sources. */
export async function forget() {
  try {
    await (await folder()).removeEntry(FILE);
  } catch {
    // There was nothing to delete.
  }
}
