// `hastie serve` for systems without a native program: builds, serves the destination, rebuilds after changes, and reloads open pages.

import { createReadStream, statSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Hastie } from './core.js';
import { compileProgram } from './program-node.js';

const TYPES = {
  '.css': 'text/css; charset=utf-8', '.gif': 'image/gif', '.htm': 'text/html; charset=utf-8', '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon', '.jpeg': 'image/jpeg', '.jpg': 'image/jpeg', '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json', '.mjs': 'text/javascript; charset=utf-8', '.mp4': 'video/mp4', '.pdf': 'application/pdf',
  '.png': 'image/png', '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8', '.webp': 'image/webp',
  '.woff': 'font/woff', '.woff2': 'font/woff2', '.xml': 'application/xml; charset=utf-8',
};
const EVENTS = '/_hastie/events';
const RELOAD = `<script>new EventSource('${EVENTS}').onmessage = () => location.reload();</script>`;
const PAUSE = 100;

/** Serves a site until the process ends. */
export async function serve({ values, building }) {
  const module = await compileProgram(new URL('./hastie.wasm', import.meta.url));
  const settings = await configuration(module, values);
  const { source, destination, host, port, baseurl } = places(values, settings);
  const listeners = new Set();
  const build = () => run(module, ['build', '--no-watch', ...building]);
  const code = values['skip-initial-build'] ? 0 : await build();
  // An error in a site can be fixed while the server runs.
  if (code !== 0 && kindOf(source) !== 'folder') return code;
  const server = createServer((request, response) => answer(request, response, { destination, listeners, baseurl }));
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { address, port: actual } = server.address();
  console.log(`    Server address: http://${address}:${actual}${baseurl}/`);
  console.log('  Server running... press ctrl-c to stop.');
  if (!values['no-watch']) follow(source, destination, build, listeners);
  return new Promise(() => {});
}

/** The settings of the site's configuration files. None, if there are no readable ones. */
async function configuration(module, { source = '.', config = '_config.yml' }) {
  const settings = {};
  for (const name of String(config).split(',')) {
    const stdin = await readFile(path.resolve(String(source), name)).catch(() => undefined);
    if (!stdin) continue;
    const { exitCode, stdout } = await new Hastie(module).run(['yaml'], { stdin });
    // Hashes are lists of pairs, which begin with the key.
    const pairs = exitCode === 0 ? (JSON.parse(stdout).$map ?? []) : [];
    Object.assign(settings, Object.fromEntries(pairs.filter(([, value]) => ['string', 'number'].includes(typeof value))));
  }
  return settings;
}

/** What is served, and where. Options precede settings. */
function places(values, settings) {
  const value = (name, otherwise) => String(values[name] ?? settings[name] ?? otherwise);
  const baseurl = value('baseurl', '').replace(/\/$/, '');
  return {
    source: path.resolve(value('source', '.')),
    destination: path.resolve(value('destination', '_site')),
    host: value('host', '127.0.0.1'),
    port: Number(value('port', 4000)),
    baseurl: baseurl && !baseurl.startsWith('/') ? `/${baseurl}` : baseurl,
  };
}

/** Runs the program in a thread, so that requests are answered meanwhile. Returns its exit code. */
function run(module, args) {
  const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: { module, args } });
  return new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve));
}

/** Builds again after changes. Changes during a build cause another one. */
function follow(source, destination, build, listeners) {
  let timer;
  let state = 'idle';
  const isIgnored = (name) => {
    const file = path.join(source, name);
    const inside = path.relative(destination, file);
    return !inside.startsWith('..') || /(^|[\\/])(\.git|\.jekyll-cache|\.[^\\/]*\.new-\d+)([\\/]|$)/.test(name);
  };
  const again = async () => {
    if (state !== 'idle') {
      state = 'changed';
      return;
    }
    state = 'building';
    await build();
    const isOld = state === 'changed';
    state = 'idle';
    for (const response of listeners) response.write('data: reload\n\n');
    if (isOld) again();
  };
  watch(source, { recursive: true }, (_, name) => {
    if (!name || isIgnored(String(name))) return;
    clearTimeout(timer);
    timer = setTimeout(again, PAUSE);
  });
}

function answer(request, response, { destination, listeners, baseurl }) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === EVENTS) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
    return;
  }
  let wanted;
  try {
    wanted = decodeURIComponent(pathname);
  } catch {
    response.writeHead(400).end();
    return;
  }
  if (baseurl && wanted.startsWith(`${baseurl}/`)) wanted = wanted.slice(baseurl.length);
  const file = find(destination, wanted);
  if (file?.isFolder) return response.writeHead(302, { location: `${pathname}/` }).end();
  const page = file ?? find(destination, '/404.html');
  if (!page) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  const type = TYPES[path.extname(page.name).toLowerCase()] ?? 'application/octet-stream';
  response.writeHead(file ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' });
  if (request.method === 'HEAD') return response.end();
  const stream = createReadStream(page.name);
  stream.on('error', () => response.destroy());
  stream.on('end', () => response.end(type.startsWith('text/html') ? RELOAD : ''));
  stream.pipe(response, { end: false });
}

/** The file for an address. It is never outside of the destination. */
function find(destination, wanted) {
  const name = path.join(destination, wanted);
  if (wanted.includes('\0') || path.relative(destination, name).startsWith('..')) return undefined;
  const isFolder = kindOf(name) === 'folder';
  if (isFolder && !wanted.endsWith('/')) return { isFolder: true };
  const candidates = isFolder ? [path.join(name, 'index.html')] : [name, `${name}.html`];
  const found = candidates.find((one) => kindOf(one) === 'file');
  return found && { name: found };
}

function kindOf(name) {
  const stat = statSync(name, { throwIfNoEntry: false });
  if (!stat) return undefined;
  return stat.isDirectory() ? 'folder' : 'file';
}
