// The built site in a frame. The service worker asks this page for each file.

const TYPES = {
  atom: 'application/atom+xml', avif: 'image/avif', css: 'text/css', gif: 'image/gif', htm: 'text/html', html: 'text/html',
  ico: 'image/x-icon', jpeg: 'image/jpeg', jpg: 'image/jpeg', js: 'text/javascript', json: 'application/json', mjs: 'text/javascript',
  mp3: 'audio/mpeg', mp4: 'video/mp4', otf: 'font/otf', pdf: 'application/pdf', png: 'image/png', rss: 'application/rss+xml',
  svg: 'image/svg+xml', ttf: 'font/ttf', txt: 'text/plain', wasm: 'application/wasm', webm: 'video/webm', webp: 'image/webp',
  woff: 'font/woff', woff2: 'font/woff2', xhtml: 'application/xhtml+xml', xml: 'application/xml',
};
const LOCAL = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const typeOf = (path) => {
  const type = TYPES[path.split('.').pop().toLowerCase()] ?? 'application/octet-stream';
  return /^text|xml$|json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Keeps links inside of the preview. It is added to the pages that the frame shows, not to the built files. */
function follower(root) {
  return `<script>(() => {
  const root = ${JSON.stringify(root)};
  const tell = (path) => parent.postMessage({ kind: 'hastie-page', path }, location.origin);
  tell(location.pathname.slice(root.length - 1));
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const to = new URL(link.href);
    if (!to.protocol.startsWith('http')) return;
    if (to.origin !== location.origin) {
      event.preventDefault();
      open(to, '_blank', 'noopener');
    } else if (!to.pathname.startsWith(root)) {
      event.preventDefault();
      location.href = root + to.pathname.slice(1) + to.search + to.hash;
    }
  });
})()</script>`;
}

export class Preview {
  files = new Map();
  baseurl = '';
  allowsHosts = false;

  /** @param {HTMLIFrameElement} frame */
  constructor(frame, onPage) {
    this.frame = frame;
    this.session = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.root = new URL(`site/${this.session}/`, import.meta.url).pathname;
    navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
      if (data?.kind === 'hastie-file') ports[0].postMessage(data.session === this.session ? this.find(data.path) : null);
    });
    addEventListener('message', ({ data, source }) => {
      if (source === frame.contentWindow && data?.kind === 'hastie-page') onPage(data.path);
    });
  }

  /** Starts the service worker. Returns whether the browser has one. */
  async start() {
    if (!navigator.serviceWorker) return false;
    try {
      await navigator.serviceWorker.register(new URL('./sw.js', import.meta.url));
      const ready = navigator.serviceWorker.ready.then(() => true);
      return await Promise.race([ready, new Promise((resolve) => setTimeout(() => resolve(false), 15000))]);
    } catch {
      return false;
    }
  }

  /** Shows an address of the site. */
  show(path) {
    this.frame.src = this.root + path.replace(/^\//, '');
  }

  /** Loads the shown page again. */
  refresh() {
    this.frame.contentWindow.location.reload();
  }

  /** Replaces all files. */
  replace(files, baseurl) {
    this.files = new Map(files);
    this.baseurl = baseurl;
  }

  /** Applies a build's changes. */
  update(changed, removed) {
    for (const [path, bytes] of changed) this.files.set(path, bytes);
    for (const path of removed) this.files.delete(path);
  }

  /** The answer for an address, as servers of static sites give it. */
  find(address) {
    const prefix = this.baseurl.replace(/^\/|\/$/g, '');
    let path = address;
    if (prefix && (path === prefix || path.startsWith(`${prefix}/`))) path = path.slice(prefix.length + 1);
    const isFolder = path === '' || path.endsWith('/');
    for (const candidate of isFolder ? [`${path}index.html`] : [path, `${path}.html`]) {
      if (this.files.has(candidate)) return this.reply(candidate);
    }
    if (!isFolder && this.files.has(`${path}/index.html`)) return { redirect: `site/${this.session}/${address}/` };
    return this.files.has('404.html') ? { ...this.reply('404.html'), status: 404 } : {};
  }

  reply(path) {
    const type = typeOf(path);
    let bytes = this.files.get(path);
    if (type.startsWith('text/html')) bytes = encoder.encode(decoder.decode(bytes) + follower(this.root));
    return { bytes, type, policy: this.allowsHosts ? undefined : LOCAL };
  }
}
