// The workbench: opens a site, builds it in a worker, and shows it.

import { Editor } from './editor.js';
import { Preview } from './preview.js';
import { startProgram } from './program.js';
import { ofArchive, ofDrop, ofFolder, ofRepository } from './sources.js';
import { forget, restore, save } from './state.js';
import { zip } from './zip.js';

const at = (id) => document.getElementById(id);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const LARGE = 2 ** 20;
const strict = new TextDecoder('utf-8', { fatal: true });
/** How long to wait for the next key before a build, in milliseconds. */
const PAUSE = 60;

let program;
let paths = [];
/** The folders that may contain the site. */
let folders = [''];
let current;
let isBuilding = false;
let needsBuild = false;
let saving;
const preview = new Preview(at('frame'), (path) => {
  at('path').value = path;
});
const editor = new Editor(at('text'), at('gutter'), onEdit);

function say(text, isError = false) {
  at('status').textContent = text;
  at('status').classList.toggle('error', isError);
}

/** Does something for the user, and shows why it failed. */
function on(id, event, action) {
  at(id).addEventListener(event, async (happened) => {
    happened.preventDefault();
    try {
      await action(happened);
    } catch (error) {
      say(`This did not work: ${error.message}.`, true);
    }
  });
}

async function load() {
  at('load').disabled = true;
  say('Loading Hastie …');
  program ??= startProgram();
  try {
    await program('load');
    const hasPreview = await preview.start();
    at('start').hidden = true;
    at('open').hidden = false;
    const kept = await restore();
    if (kept?.length) await open(kept, 'your last site, which this browser kept');
    else await openDemo();
    if (!hasPreview) say('The site is built, but this browser shows no preview, because service workers are off. You can download the site.', true);
  } catch (error) {
    at('load').disabled = false;
    throw error;
  }
}

async function openDemo() {
  await open(await program('demo'), 'the demo', true);
}

/** Replaces the site, and builds it. The demo is not kept, and its scripts run. */
async function open(files, name, isDemo = false) {
  if (files.length === 0) throw new Error('there are no files');
  say(`Opening ${name} …`);
  pending = undefined;
  folders = foldersOf(files.map(([path]) => path));
  // The buffers of archives and of the demo may be shared, so that they cannot be transferred.
  const buffers = files.map(([, bytes]) => bytes.buffer);
  const isShared = new Set(buffers).size < buffers.length;
  const [folder] = folders;
  await begin(await program('open', { files, options: { folder } }, isShared ? [] : buffers), folder, isDemo);
  if (!isDemo) await keep();
}

/** Shows a site in one of the folders, from its first build on. */
async function begin(opened, folder, isDemo = false) {
  paths = opened;
  at('bench').hidden = false;
  at('filter').value = '';
  at('places').hidden = folders.length < 2;
  at('place').replaceChildren(...folders.map((one) => new Option(one || 'the top folder', one, false, one === folder)));
  preview.clear();
  await setAddress();
  preview.allowScripts(isDemo);
  at('scripts').checked = isDemo;
  list();
  await select(firstOf(paths));
  await build(true);
  preview.show(preview.baseurl || '/');
}

/** The folders that may contain the site: at most two levels below the top, and the top if it has a configuration or nothing else has. */
function foldersOf(paths) {
  const found = paths.map((path) => /^((?:[^/]+\/){0,2})_config\.yml$/.exec(path)?.[1].slice(0, -1)).filter((folder) => folder !== undefined);
  return found.length > 0 ? found.sort((one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1)) : [''];
}

const configurationPath = () => [at('place').value, '_config.yml'].filter(Boolean).join('/');

async function setAddress() {
  const bytes = await program('read', { path: configurationPath() });
  preview.setAddress(addressOf(bytes && decoder.decode(bytes)));
}

/** The address at which a site will be published, as far as its configuration says so in plain words. */
function addressOf(config = '') {
  const value = (key) => new RegExp(`^${key}:\\s*["']?([^"'#\\s]*)`, 'm').exec(config)?.[1] ?? '';
  const url = value('url').replace(/\/$/, '');
  return { url: /^https?:\/\/./.test(url) ? url : '', baseurl: value('baseurl') };
}

/** Shows the list of files. */
function list() {
  const words = at('filter').value.toLowerCase();
  const shown = paths.filter((path) => path.toLowerCase().includes(words));
  const items = shown.map((path) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = path;
    if (path === current) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => select(path));
    const item = document.createElement('li');
    item.append(button);
    return item;
  });
  at('list').replaceChildren(...items);
}

/** The text of a file, or `undefined` if it is large or is not a text. */
function textOf(bytes) {
  if (bytes.length > LARGE || bytes.subarray(0, 8000).includes(0)) return undefined;
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The file to begin with. */
const firstOf = (paths) => [/^index\./i, /(^|\/)(about|index)\.(md|html)$/i, /^README\.md$/i, /\.(md|markdown|html)$/i, /./].map((pattern) => paths.find((path) => pattern.test(path))).find(Boolean);

/** Opens a file in the editor. */
async function select(path, line) {
  await flush();
  const bytes = await program('read', { path });
  current = path;
  at('file-name').textContent = path;
  const text = bytes && textOf(bytes);
  const isText = text !== undefined;
  editor.show(isText ? text : `${bytes?.length ?? 0} bytes that are not shown as text`, isText);
  for (const button of at('list').querySelectorAll('button')) {
    if (button.textContent === path) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  mark();
  if (line && isText) editor.go(line);
}

let typing;
/** The text that is not written yet. */
let pending;
function onEdit(text) {
  clearTimeout(typing);
  pending = { path: current, text };
  typing = setTimeout(flush, PAUSE);
}

/** Writes what was typed, and builds the site. */
async function flush() {
  clearTimeout(typing);
  if (!pending) return;
  const { path, text } = pending;
  pending = undefined;
  await program('write', { path, contents: encoder.encode(text) });
  if (path === configurationPath()) preview.setAddress(addressOf(text));
  await build();
  keepSoon();
}

/** Builds the site. If a build is running, another one follows it. */
async function build(isFirst = false) {
  if (isBuilding) {
    needsBuild = true;
    return;
  }
  isBuilding = true;
  try {
    const result = await program('build');
    show(result, isFirst);
  } finally {
    isBuilding = false;
  }
  if (needsBuild) {
    needsBuild = false;
    await build();
  }
}

let diagnostics = [];
function show(result, isFirst) {
  diagnostics = result.excerpts;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const time = result.milliseconds.toFixed(0);
  if (!result.ok) {
    const words = result.log.at(-1) ?? 'see the problems';
    say(errors ? `The site cannot be built: ${errors === 1 ? 'one error' : `${errors} errors`}. The last good one is shown.` : `The site cannot be built: ${words}`, true);
  } else {
    say(`Built ${result.count} files in ${time} ms.`);
    preview.update(result.changed, result.changes.removed);
    if (!isFirst) {
      showChanges(result.changes);
      if (result.changed.length || result.changes.removed.length) preview.refresh();
    } else showChanges({ added: [], changed: [], removed: [] });
  }
  document.body.dataset.built = Number(document.body.dataset.built ?? 0) + 1;
  document.body.dataset.milliseconds = time;
  showProblems();
  mark();
}

function showChanges({ added, changed, removed }) {
  const rows = [['new', added], ['changed', changed], ['removed', removed]];
  const items = rows.flatMap(([word, list]) => list.map((path) => {
    const item = document.createElement('li');
    const label = document.createElement('mark');
    label.textContent = word;
    item.append(label, ` ${path}`);
    return item;
  }));
  at('changed').textContent = items.length || 'none';
  at('changes').replaceChildren(...items);
}

function showProblems() {
  at('problems').hidden = diagnostics.length === 0;
  at('diagnostics').replaceChildren(...diagnostics.map(problem));
}

function problem({ severity, file, line, message, hint, excerpt }) {
  const item = document.createElement('li');
  item.className = severity;
  item.append(`${severity === 'error' ? 'Error' : 'Warning'}: ${message}`);
  if (file && paths.includes(file)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = line ? `${file}, line ${line}` : file;
    button.addEventListener('click', () => select(file, line ?? 1));
    item.append('\n', button);
  } else if (file) item.append(`\n${file}`);
  if (excerpt) {
    const lines = document.createElement('pre');
    for (const { number, text } of excerpt) {
      const row = document.createElement('span');
      row.textContent = `${String(number).padStart(4)}  ${text}\n`;
      if (number === line) row.className = 'here';
      lines.append(row);
    }
    item.append(lines);
  }
  if (hint) item.append(`\n${hint}`);
  return item;
}

/** Marks the lines of the open file that have problems. */
function mark() {
  const here = diagnostics.filter(({ file, line }) => file === current && line);
  editor.mark(new Map(here.map(({ line, severity }) => [line, severity])));
}

async function keep() {
  const isKept = await save(await program('sources'));
  at('kept').textContent = isKept ? 'This browser keeps the sources for your next visit.' : 'This browser does not keep the sources.';
  at('forget').hidden = !isKept;
}

function keepSoon() {
  clearTimeout(saving);
  saving = setTimeout(keep, 1500);
}

function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

on('load', 'click', load);
on('demo', 'click', openDemo);
on('folder', 'change', async ({ target }) => open(await ofFolder(target.files), 'the folder'));
on('archive', 'change', async ({ target }) => open(await ofArchive(target.files[0]), 'the archive'));
on('repository', 'submit', async () => {
  const address = at('address').value;
  const progress = (done, all) => say(`Fetching ${address}: ${done} of ${all} files`);
  await open(await ofRepository(address, progress), address);
});
on('save-site', 'click', async () => {
  await flush();
  download(await zip(await program('built')), 'site.zip');
});
on('save-sources', 'click', async () => {
  await flush();
  download(await zip(await program('sources')), 'sources.zip');
});
on('forget', 'click', async () => {
  clearTimeout(saving);
  await forget();
  at('kept').textContent = 'This browser keeps nothing now.';
  at('forget').hidden = true;
});
on('place', 'change', async ({ target }) => {
  await flush();
  const folder = target.value;
  await begin(await program('choose', { folder }), folder);
});
on('filter', 'input', list);
on('go', 'submit', () => preview.show(at('path').value));
on('scripts', 'change', ({ target }) => {
  preview.allowScripts(target.checked);
  preview.refresh();
});
on('hosts', 'change', ({ target }) => {
  preview.allowsHosts = target.checked;
  preview.refresh();
});
addEventListener('dragover', (event) => {
  if (!program) return;
  event.preventDefault();
  document.body.classList.add('dropping');
});
addEventListener('dragleave', () => document.body.classList.remove('dropping'));
addEventListener('drop', async (event) => {
  if (!program) return;
  event.preventDefault();
  document.body.classList.remove('dropping');
  try {
    await open(await ofDrop(event.dataTransfer), 'what you dropped');
  } catch (error) {
    say(`This did not work: ${error.message}.`, true);
  }
});
