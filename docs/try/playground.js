// A page with an input, options and an output. Its state is in the address, so that an address can be shared.

import { startProgram } from './program.js';

const at = (id) => document.getElementById(id);
const PAUSE = 60;
const program = startProgram();
const encoder = new TextEncoder();
const fields = [...document.querySelectorAll('[data-field]')];

/** How each playground calls the program. */
const engines = {
  liquid: ({ input, data }) => ({
    args: ['liquid', '--data', '/data.json'],
    options: { stdin: input, files: { 'data.json': data.trim() || '{}' } },
  }),
  kramdown: ({ input }) => ({ args: ['kramdown'], options: { stdin: input } }),
  sass: ({ input, style }) => ({ args: ['sass', '--style', style], options: { stdin: input } }),
};
const engine = engines[document.body.dataset.engine];

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** The state as a part of an address: compressed JSON. */
async function written(state) {
  const stream = new Blob([encoder.encode(JSON.stringify(state))]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function read(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

const state = () => Object.fromEntries(fields.map((field) => [field.dataset.field, field.value]));

function fill(values) {
  for (const field of fields) if (typeof values[field.dataset.field] === 'string') field.value = values[field.dataset.field];
}

let runs = 0;
async function update() {
  const run = ++runs;
  const { args, options } = engine(state());
  const { exitCode, stdout, stderr } = await program('run', { args, options });
  if (run !== runs) return; // There is a newer one.
  const output = at('output');
  output.textContent = exitCode === 0 ? stdout : stderr.trim();
  output.classList.toggle('error', exitCode !== 0);
  const notes = exitCode === 0 ? stderr.trim() : '';
  at('status').textContent = exitCode === 0 ? notes || 'Up to date.' : 'There is an error.';
  document.body.dataset.runs = run;
}

let waiting;
function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    history.replaceState(null, '', `#${await written(state())}`);
    await update();
  }, PAUSE);
}

async function fromAddress() {
  if (location.hash.length < 2) return;
  try {
    fill(await read(location.hash.slice(1)));
  } catch {
    at('status').textContent = 'The address has no readable state.';
  }
}

async function start() {
  await fromAddress();
  at('status').textContent = 'Loading Hastie …';
  try {
    await program('load');
    await update();
  } catch (error) {
    at('status').textContent = `This did not work: ${error.message}.`;
    return;
  }
  for (const field of fields) field.addEventListener('input', changed);
  addEventListener('hashchange', async () => {
    await fromAddress();
    await update();
  });
}

at('copy').addEventListener('click', async () => {
  history.replaceState(null, '', `#${await written(state())}`);
  try {
    await navigator.clipboard.writeText(location.href);
    at('status').textContent = 'The address is copied.';
  } catch {
    at('status').textContent = 'Copy the address from the address bar.';
  }
});

start();
