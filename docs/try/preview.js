// The built site in a frame. The service worker asks this page for each file.

const TYPES = {
  atom: 'application/atom+xml', avif: 'image/avif', css: 'text/css', gif: 'image/gif', htm: 'text/html', html: 'text/html',
  ico: 'image/x-icon', jpeg: 'image/jpeg', jpg: 'image/jpeg', js: 'text/javascript', json: 'application/json', mjs: 'text/javascript',
  mp3: 'audio/mpeg', mp4: 'video/mp4', otf: 'font/otf', pdf: 'application/pdf', png: 'image/png', rss: 'application/rss+xml',
  svg: 'image/svg+xml', ttf: 'font/ttf', txt: 'text/plain', wasm: 'application/wasm', webm: 'video/webm', webp: 'image/webp',
  woff: 'font/woff', woff2: 'font/woff2', xhtml: 'application/xhtml+xml', xml: 'application/xml',
};
const LOCAL = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'";
const NO_SCRIPTS = "script-src 'none'; worker-src 'none'; object-src 'none'";
// The site has the origin of this page, because browsers let no service worker answer a frame of another origin.
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const typeOf = (path) => {
  const type = TYPES[path.split('.').pop().toLowerCase()] ?? 'application/octet-stream';
  return /^text|xml$|json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Keeps links inside of the preview, and opens those that lead elsewhere in a new tab. Works without scripts of the shown page. */
function keepLinksInside(shown, root) {
  for (const link of shown.querySelectorAll('a[href], area[href]')) {
    const to = URL.canParse(link.href) ? new URL(link.href) : undefined;
    if (!to?.protocol.startsWith('http')) continue;
    if (to.origin !== location.origin) {
      link.target = '_blank';
      link.rel = 'noopener';
      continue;
    }
    if (/^_(top|parent)$/i.test(link.target)) link.target = '_self';
    if (!to.pathname.startsWith(root)) link.href = root + to.pathname.slice(1) + to.search + to.hash;
  }
}

export class Preview {
  files = new Map();
  url = '';
  baseurl = '';
  allowsHosts = false;
  allowsScripts = false;

  /** @param {HTMLIFrameElement} frame */
  constructor(frame, onPage) {
    this.frame = frame;
    this.session = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.root = new URL(`site/${this.session}/`, import.meta.url).pathname;
    navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
      if (data?.kind === 'hastie-file') ports[0].postMessage(data.session === this.session ? this.find(data.path) : null);
    });
    frame.setAttribute('sandbox', SANDBOX);
    frame.addEventListener('load', () => {
      // A page of another origin, or of the browser, cannot be read.
      const shown = frame.contentDocument;
      if (!shown?.location?.pathname.startsWith(this.root)) return;
      this.follow(shown);
      onPage(shown.location.pathname.slice(this.root.length - 1));
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

  /** Keeps the links of a page inside, also those that its scripts add. */
  follow(shown) {
    keepLinksInside(shown, this.root);
    if (!this.allowsScripts) return;
    const watch = { subtree: true, childList: true, attributeFilter: ['href'] };
    new MutationObserver(() => keepLinksInside(shown, this.root)).observe(shown, watch);
  }

  /** Sets whether the pages that are shown from now on may run scripts. */
  allowScripts(isAllowed) {
    this.allowsScripts = isAllowed;
    // With the origin of this page, scripts could remove the sandbox.
    if (isAllowed) this.frame.removeAttribute('sandbox');
    else this.frame.setAttribute('sandbox', SANDBOX);
  }

  /** Shows an address of the site. */
  show(path) {
    this.frame.src = this.root + path.replace(/^\//, '');
  }

  /** Loads the shown page again. */
  refresh() {
    try {
      this.frame.contentWindow.location.reload();
    } catch {
      // The frame shows an error of the browser, because a page led elsewhere.
      this.frame.src = this.frame.src;
    }
  }

  /** Removes all files. */
  clear() {
    this.files = new Map();
  }

  /** Sets the address at which the site will be published: `url` and `baseurl` of its configuration. */
  setAddress({ url, baseurl }) {
    this.url = url;
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
    const rules = [this.allowsHosts ? '' : LOCAL, this.allowsScripts ? '' : NO_SCRIPTS];
    const type = typeOf(path);
    const bytes = this.files.get(path);
    return { bytes: /^text\/(html|css)/.test(type) ? this.unpublished(bytes) : bytes, type, policy: rules.filter(Boolean).join('; ') };
  }

  /** The text with addresses in the preview instead of the published site. */
  unpublished(bytes) {
    return this.url ? encoder.encode(decoder.decode(bytes).replaceAll(this.url, this.root.slice(0, -1))) : bytes;
  }
}
