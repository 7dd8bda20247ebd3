// Where sites come from: folders, archives, drops, and public repositories. A file is a list of its path, its bytes and the time of its last
// change in milliseconds since 1970, if that is known.

import { unzip } from './zip.js';

const MAX_BYTES = 256 * 2 ** 20;
const IGNORED = /(^|\/)(\.git|\.jekyll-cache|_site|node_modules|\.bundle|\.DS_Store)(\/|$)/;
const HOST = 'https://api.github.com';
const RAW = 'https://raw.githubusercontent.com';

/** Reads files, which are given with their paths, if a browser can hold them. */
async function readAll(list) {
  const wanted = list.filter(({ path }) => !IGNORED.test(path));
  if (wanted.reduce((sum, { file }) => sum + file.size, 0) > MAX_BYTES) throw new Error('the folder holds more than 256 MB');
  return Promise.all(wanted.map(async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer()), file.lastModified]));
}

/** Removes the folder that contains everything, unless it is the site itself. */
export function withoutTop(files) {
  const tops = new Set(files.map(([path]) => path.split('/')[0]));
  const [top] = tops;
  const isInside = tops.size === 1 && !top.startsWith('_') && files.every(([path]) => path.includes('/'));
  return isInside ? files.map(([path, ...rest]) => [path.slice(top.length + 1), ...rest]) : files;
}

/** The files of a folder that was chosen with a file input. */
export const ofFolder = async (list) => withoutTop(await readAll([...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }))));

/** The files of an archive. */
export async function ofArchive(file) {
  const files = await unzip(new Uint8Array(await file.arrayBuffer()));
  return withoutTop(files.filter(([path]) => !IGNORED.test(path)));
}

/** What was dropped: a folder, several files, or an archive. */
export async function ofDrop(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 1 && entries[0].isFile && entries[0].name.endsWith('.zip')) return ofArchive(await fileOf(entries[0]));
  const found = [];
  for (const entry of entries) await collect(entry, '', found);
  return withoutTop(await readAll(found));
}

const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

async function collect(entry, above, found) {
  const path = above + entry.name;
  if (IGNORED.test(path)) return;
  if (entry.isFile) {
    found.push({ path, file: await fileOf(entry) });
    return;
  }
  const reader = entry.createReader();
  // A reader returns its entries in parts.
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) break;
    for (const inner of part) await collect(inner, `${path}/`, found);
  }
}

/** The owner and name in the address of a repository. */
export function repository(address) {
  const match = /^(?:https?:\/\/)?(?:www\.)?(?:github\.com\/)?([\w-]+)\/([\w.-]+?)(?:\.git)?(?:\/tree\/([^?#]+))?\/?$/.exec(address.trim());
  if (!match) throw new Error('type an address such as github.com/owner/name');
  return { owner: match[1], name: match[2], branch: match[3] ?? 'HEAD' };
}

/** The files of a public repository on GitHub. */
export async function ofRepository(address, progress) {
  const { owner, name, branch } = repository(address);
  const response = await fetch(`${HOST}/repos/${owner}/${name}/git/trees/${encodeURIComponent(branch)}?recursive=1`);
  if (response.status === 403 || response.status === 429) throw new Error('GitHub allows no more requests for now; download the .zip instead');
  if (!response.ok) throw new Error(`GitHub has no public repository ${owner}/${name} (${response.status})`);
  const { tree, truncated } = await response.json();
  if (truncated) throw new Error('the repository is too large for this; download the .zip instead');
  const wanted = tree.filter(({ type, path }) => type === 'blob' && !IGNORED.test(path));
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) throw new Error('the repository holds more than 256 MB');
  const files = [];
  const queue = wanted.values();
  const fetchNext = async () => {
    for (const { path } of queue) {
      const raw = await fetch(`${RAW}/${owner}/${name}/${branch}/${path.split('/').map(encodeURIComponent).join('/')}`);
      if (!raw.ok) throw new Error(`${path} cannot be fetched (${raw.status})`);
      files.push([path, new Uint8Array(await raw.arrayBuffer())]);
      progress(files.length, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: 8 }, fetchNext));
  return files;
}
