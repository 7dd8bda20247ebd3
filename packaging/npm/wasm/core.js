// Builds sites with a compiled program. Knows neither where the program comes from nor where it runs.

import { Exit, FileSystem, Wasi } from './wasi.js';
import { File, Folder, textOf } from './files.js';

const SITE = 'site';
const DESTINATION = '_site';
const CACHE = '.jekyll-cache';
const encoder = new TextEncoder();

/** The program, compiled once. Each run has its own memory, which is free afterwards. */
export class Hastie {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
  }

  /** Runs one command of the program. */
  async run(args, options = {}) {
    const files = options.files instanceof FileSystem ? options.files : fileSystem(options.files, options);
    return this.start(args, files, options);
  }

  /** Builds a site once. */
  async build(files, options = {}) {
    return this.site(files, options).build();
  }

  /** A site that can be changed and built again. */
  site(files = {}, options = {}) {
    return new Site(this, files, options);
  }

  async start(args, files, options) {
    const out = new Collector();
    const err = new Collector();
    const wasi = new Wasi({
      args: ['hastie', ...args],
      env: environment(options),
      files,
      stdin: typeof options.stdin === 'string' ? encoder.encode(options.stdin) : options.stdin,
      stdout: (bytes) => out.add(bytes),
      stderr: (bytes) => err.add(bytes),
      now: clock(options),
    });
    const instance = await instantiate(this.module, wasi.imports);
    const exitCode = begin(wasi, instance, err);
    return { exitCode, stdout: out.text(), stderr: err.text() };
  }
}

/**
 * Creates an instance at once if the system allows it, which it does in workers and in Node. If Node 20 waits for an instance, and for
 * nothing else, it may wait forever for its own memory management.
 */
function instantiate(module, imports) {
  try {
    return new WebAssembly.Instance(module, imports);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return WebAssembly.instantiate(module, imports);
  }
}

/** Runs the program. If it stops in the middle, the reason is the last line of its error output. */
function begin(wasi, instance, err) {
  try {
    return wasi.start(instance);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    const isDeep = error instanceof RangeError;
    const reason = isDeep ? 'the site nests more deeply than this system allows' : `the program stopped: ${error.message}`;
    err.add(encoder.encode(`hastie: ${reason}\n`));
    return 1;
  }
}

/** A site in memory. */
export class Site {
  constructor(hastie, files, options) {
    this.hastie = hastie;
    this.options = options;
    this.system = fileSystem({}, options);
    this.system.insert(this.system.root, SITE, new Folder(this.system.now()));
    for (const [path, contents, modified] of entries(files)) this.write(path, contents, modified);
    this.last = new Map();
  }

  /** Creates or replaces a file of the source. */
  write(path, contents, modified) {
    const time = modified === undefined ? undefined : nanoseconds(modified);
    this.system.writeFile(`${SITE}/${path}`, contents, time);
  }

  /** Removes a file of the source. Returns whether it existed. */
  remove(path) {
    try {
      this.system.remove(this.folder, path, false);
      return true;
    } catch {
      return false;
    }
  }

  /** A file of the source, or `undefined`. */
  read(path) {
    const { node } = this.system.locate(this.folder, path, true);
    return node instanceof File ? node.bytes : undefined;
  }

  /** When a file of the source was changed, in milliseconds since 1970, or `undefined`. */
  modified(path) {
    const { node } = this.system.locate(this.folder, path, true);
    return node instanceof File ? Number(node.modified / 1_000_000n) : undefined;
  }

  /** The paths of all files of the source, sorted. */
  paths() {
    const all = [...this.system.filesBelow(this.folder)].map(([path]) => path);
    return all.filter((path) => !this.isMade(path)).sort();
  }

  get folder() {
    return this.system.root.entries.get(SITE);
  }

  /** Builds the site. Later builds reuse the cache of earlier ones. */
  async build() {
    const began = performance.now();
    const args = ['build', '--format', 'json', ...argumentsOf(this.options)];
    const { exitCode, stdout, stderr } = await this.hastie.start(args, this.system, { ...this.options, folder: `/${this.top}` });
    const ok = exitCode === 0;
    const { diagnostics, log } = read(stdout, stderr);
    const files = ok ? this.destination() : this.last;
    const changes = differences(this.last, files);
    this.last = files;
    return { ok, files, changes, diagnostics, log, milliseconds: performance.now() - began };
  }

  /** Whether a path belongs to what builds write. */
  isMade(path) {
    const above = this.options.folder ? `${this.options.folder}/` : '';
    const folders = [CACHE, above + CACHE, above + DESTINATION];
    return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  }

  /** The folder in which builds run. */
  get top() {
    return this.options.folder ? `${SITE}/${this.options.folder}` : SITE;
  }

  destination() {
    const { node } = this.system.locate(this.system.root, `${this.top}/${DESTINATION}`, true);
    const files = new Map();
    if (!(node instanceof Folder)) return files;
    // A later build replaces files, it never writes into them. So the bytes need not be copied.
    for (const [path, file] of this.system.filesBelow(node)) files.set(path, file.bytes);
    return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/** The diagnostics, and all other lines. */
function read(stdout, stderr) {
  const diagnostics = [];
  const other = [];
  for (const line of stdout.split('\n').filter(Boolean)) {
    try {
      const diagnostic = JSON.parse(line);
      // Files that are not part of the source, such as a configuration elsewhere, have absolute paths.
      if (diagnostic.file?.startsWith(`/${SITE}/`)) diagnostic.file = diagnostic.file.slice(SITE.length + 2);
      diagnostics.push(diagnostic);
    } catch {
      other.push(line);
    }
  }
  return { diagnostics, log: [...other, ...stderr.split('\n').filter(Boolean)] };
}

/** The paths that two builds do not have in common. */
function differences(before, after) {
  const changes = { added: [], changed: [], removed: [] };
  for (const [path, bytes] of after) {
    const old = before.get(path);
    if (!old) changes.added.push(path);
    else if (!isEqual(old, bytes)) changes.changed.push(path);
  }
  for (const path of before.keys()) if (!after.has(path)) changes.removed.push(path);
  return changes;
}

function isEqual(one, other) {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** The options of the command line. */
function argumentsOf({ baseurl, drafts, future, unpublished, config, githubPages, strict, args = [] }) {
  const list = [];
  if (baseurl !== undefined) list.push('--baseurl', baseurl);
  if (drafts) list.push('--drafts');
  if (future) list.push('--future');
  if (unpublished) list.push('--unpublished');
  if (config) list.push('--config', [config].flat().join(','));
  if (githubPages !== undefined) list.push(githubPages ? '--github-pages' : '--no-github-pages');
  if (strict) list.push('--strict');
  return [...list, ...args];
}

function environment({ env = {}, folder = '/' }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { HOME: '/home', TZ: zone, ...env, PWD: folder };
}

/** The clock of a run: nanoseconds since 1970. */
function clock({ now }) {
  if (now === undefined) return () => nanoseconds(Date.now());
  const fixed = nanoseconds(now);
  return () => fixed;
}

const nanoseconds = (time) => BigInt(new Date(time).getTime()) * 1_000_000n;

function fileSystem(files, options) {
  const system = new FileSystem(clock(options));
  system.insert(system.root, 'home', new Folder(system.now()));
  for (const [path, contents, modified] of entries(files)) {
    system.writeFile(path, contents, modified === undefined ? undefined : nanoseconds(modified));
  }
  return system;
}

function entries(files) {
  if (!files) return [];
  return typeof files[Symbol.iterator] === 'function' ? files : Object.entries(files);
}

/** Collects output. */
class Collector {
  parts = [];

  add(bytes) {
    this.parts.push(bytes);
  }

  text() {
    const all = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let position = 0;
    for (const part of this.parts) {
      all.set(part, position);
      position += part.length;
    }
    return textOf(all);
  }
}

export { Exit };
