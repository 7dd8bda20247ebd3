// Answers requests of the preview with files that the page has in memory, and keeps the page itself for use without a network.

const CACHE = 'hastie-try-VERSION';
const SHELL = [
  './', 'index.html', 'try.css', 'try.js', 'editor.js', 'sources.js', 'preview.js', 'state.js', 'program.js', 'worker.js', 'zip.js',
  'playground.js', 'liquid.html', 'kramdown.html', 'sass.html', 'wasm/core.js', 'wasm/files.js', 'wasm/wasi.js', 'wasm/hastie.wasm.gz',
];
const base = new URL('./', self.location);
const preview = new URL('site/', base).pathname;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL.map((name) => new Request(new URL(name, base), { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('hastie-try-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.pathname.startsWith(preview)) event.respondWith(answer(event, url.pathname.slice(preview.length)));
  else if (event.clientId) event.respondWith(ofClient(event, url));
  else event.respondWith(ofShell(event.request));
});

/** A request of a page: of the preview, or of the workbench itself. */
async function ofClient(event, url) {
  const client = await self.clients.get(event.clientId);
  const isPreview = client && new URL(client.url).pathname.startsWith(preview);
  if (!isPreview) return ofShell(event.request);
  if (url.origin !== base.origin) return fetch(event.request);
  // An address of the site that begins with a slash.
  const [session] = new URL(client.url).pathname.slice(preview.length).split('/');
  return answer(event, session + url.pathname);
}

async function ofShell(request) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== base.origin) return fetch(request);
  const kept = await (await caches.open(CACHE)).match(url.origin + url.pathname);
  return kept ?? fetch(request);
}

/** Asks the workbench with this session for a file. */
async function answer(event, address) {
  const [session, ...rest] = address.split('/');
  const path = decodeURIComponent(rest.join('/'));
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const workbench = pages.filter(({ url }) => !new URL(url).pathname.startsWith(preview));
  const replies = workbench.map((page) => ask(page, { session, path }));
  const reply = await Promise.race([Promise.any(replies), new Promise((resolve) => setTimeout(resolve, 5000))]).catch(() => undefined);
  if (!reply) return page(503, 'The workbench is closed', 'Open it again to see this page.');
  if (reply.redirect) return Response.redirect(new URL(reply.redirect, base), 302);
  if (!reply.bytes) return page(404, 'There is no such page', 'The built site has no file for this address.');
  const headers = { 'content-type': reply.type, 'cache-control': 'no-store' };
  if (reply.policy) headers['content-security-policy'] = reply.policy;
  return new Response(reply.bytes, { status: reply.status ?? 200, headers });
}

function ask(client, question) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data ? resolve(data) : reject(new Error('another session')));
    client.postMessage({ kind: 'hastie-file', ...question }, [port2]);
  });
}

function page(status, title, text) {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>body{font:1rem system-ui;margin:3rem;color-scheme:light dark}</style><h1>${title}</h1><p>${text}</p></html>`;
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
