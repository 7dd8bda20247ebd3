// Runs the program, so that the page stays responsive. Each message has a number and a name, and gets one answer.

import { Hastie } from './wasm/core.js';
import { gunzip } from './zip.js';

let hastie;
let site;
const decoder = new TextDecoder();

const commands = {
  /** Downloads and compiles the program. */
  async load() {
    const response = await fetch(new URL('./wasm/hastie.wasm.gz', import.meta.url));
    if (!response.ok) throw new Error(`the program cannot be loaded: ${response.status} ${response.statusText}`);
    hastie = new Hastie(await WebAssembly.compile(await gunzip(response.body)));
  },

  /** The files of the demo, as `hastie new` writes them. */
  async demo() {
    const made = hastie.site();
    const { exitCode, stderr } = await hastie.start(['new', '/site/demo'], made.system, {});
    if (exitCode !== 0) throw new Error(stderr);
    const prefix = 'demo/';
    return made.paths().filter((path) => path.startsWith(prefix)).map((path) => [path.slice(prefix.length), made.read(path)]);
  },

  /** Replaces the site. */
  open({ files, options }) {
    site = hastie.site(files, options);
    return site.paths();
  },

  /** Chooses the folder that contains the site. */
  choose({ folder }) {
    site = hastie.site(commands.sources(), { ...site.options, folder });
    return site.paths();
  },

  read: ({ path }) => site.read(path),
  write: ({ path, contents }) => site.write(path, contents),
  remove: ({ path }) => site.remove(path),
  sources: () => site.paths().map((path) => [path, site.read(path), site.modified(path)]),
  built: () => [...site.last],

  /** Builds the site, and returns the files that changed. */
  async build() {
    const { ok, changes, diagnostics, log, milliseconds, files } = await site.build();
    const changed = [...changes.added, ...changes.changed].map((path) => [path, files.get(path)]);
    return { ok, changes, changed, count: files.size, excerpts: excerpts(diagnostics), log, milliseconds };
  },

  run: ({ args, options }) => hastie.run(args, options),
};

/** The diagnostics, each with the path of its file among the sources and the lines around it. */
function excerpts(diagnostics) {
  const { folder } = site.options;
  return diagnostics.map((diagnostic) => {
    const { line } = diagnostic;
    const inner = diagnostic.file && folder ? `${folder}/${diagnostic.file}` : diagnostic.file;
    const file = inner && site.read(inner) ? inner : diagnostic.file;
    const bytes = file && line ? site.read(file) : undefined;
    if (!bytes) return { ...diagnostic, file };
    const lines = decoder.decode(bytes).split('\n');
    const first = Math.max(0, line - 2);
    return { ...diagnostic, file, excerpt: lines.slice(first, line + 1).map((text, index) => ({ number: first + index + 1, text })) };
  });
}

// One command after another, in the order in which they came.
let queue = Promise.resolve();
self.addEventListener('message', ({ data: { id, name, value } }) => {
  queue = queue.then(async () => {
    try {
      self.postMessage({ id, result: await commands[name](value ?? {}) });
    } catch (error) {
      self.postMessage({ id, error: String(error?.message ?? error) });
    }
  });
});
