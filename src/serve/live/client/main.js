// Listens for builds, and updates or reloads the page if they change what it shows.

const own = document.currentScript;
const file = own.dataset.file;
let buildId = own.dataset.hastie;
let events = null;

// The times to wait before the next attempt to reach the server, and the next attempt.
const [shortest, longest] = own.dataset.delays.split(" ").map(Number);
let delay = shortest;
let waiting = null;

/** This page as the server sent it after the build `buildId`, without the changes that JavaScript made. */
let pristine = null;

/** Updates are made one after another. */
let updating = Promise.resolve();

/** The decoded path of an address on this server, or null. */
function pathOf(address) {
  try {
    const url = new URL(address, location.href);
    return url.origin === location.origin ? decodeURIComponent(url.pathname) : null;
  } catch {
    return null;
  }
}

/** Gets the page's text from the server, with the build and the file that the text is from. */
async function fetchPage() {
  const response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const script = page.querySelector("script[data-hastie]");
  if (script === null) return null;
  const received = { page, buildId: script.dataset.hastie, file: script.dataset.file };
  script.remove();
  return received;
}

async function keepPristine() {
  const received = await fetchPage().catch(() => null);
  if (received !== null && received.buildId === buildId && received.file === file) pristine = received.page;
}

/** What a page has loaded apart from its style sheets: the paths of data that scripts requested, and all others. */
function loaded() {
  const data = new Set();
  const others = new Set();
  for (const { name, initiatorType } of performance.getEntriesByType("resource")) {
    const path = pathOf(name);
    if (path === null || path.startsWith("/.hastie/") || path.endsWith(".css")) continue;
    (initiatorType === "fetch" || initiatorType === "xmlhttprequest" ? data : others).add(path);
  }
  for (const element of document.querySelectorAll("script[src], img[src], iframe[src], source[src]")) {
    const path = element === own ? null : pathOf(element.src);
    if (path !== null) others.add(path);
  }
  return { data, others };
}

/** Whether the page has to be reloaded, because it uses a changed file that can't be replaced in place. */
function uses(changed) {
  const { data, others } = loaded();
  // The search index of a theme changes with every page. It alone is no reason to lose what was typed.
  const pagesChanged = changed.some((path) => /\.html?$/.test(path));
  return changed.some((path) => path !== file && (others.has(path) || (data.has(path) && !pagesChanged)));
}

/** Replaces the style sheets that changed, or that import one that did. */
function swapStyles(changed, id) {
  const imports = (sheet) => {
    if (changed.includes(pathOf(sheet.href ?? ""))) return true;
    try {
      return [...sheet.cssRules].some((rule) => rule.styleSheet && imports(rule.styleSheet));
    } catch {
      return false; // The rules of another site's style sheet can't be read.
    }
  };
  for (const sheet of document.styleSheets) {
    const old = sheet.ownerNode;
    if (!imports(sheet)) continue;
    if (!(old instanceof HTMLLinkElement)) return false;
    const url = new URL(old.href);
    url.searchParams.set("hastie", id);
    const link = old.cloneNode();
    link.href = url.href;
    // The old one stays until the new one can be used, so that the page is never shown without styles.
    link.addEventListener("load", () => old.remove(), { once: true });
    link.addEventListener("error", () => old.remove(), { once: true });
    old.after(link);
  }
  return true;
}

async function updatePage() {
  const received = await fetchPage();
  if (received === null || received.file !== file || pristine === null) return false;
  if (!morph(document, pristine, received.page)) return false;
  pristine = received.page;
  buildId = received.buildId;
  document.dispatchEvent(new CustomEvent("hastie:updated"));
  return true;
}

/** Applies a build: `changed` are the paths of the changed files, or null if all may have changed. */
async function update(build) {
  hideReport();
  if (build.id === buildId) return;
  const { changed } = build;
  if (changed === null || uses(changed)) return location.reload();
  if (!swapStyles(changed, build.id)) return location.reload();
  if (changed.includes(file) && !(await updatePage().catch(() => false))) return location.reload();
  buildId = build.id;
}

function listen() {
  clearTimeout(waiting);
  events = new EventSource(`/.hastie/live?${buildId}`);
  events.addEventListener("build", (event) => {
    const build = JSON.parse(event.data);
    updating = updating.then(() => update(build)).catch(() => location.reload());
    refreshToolbar();
  });
  events.addEventListener("failed", (event) => showReport(JSON.parse(event.data)));
  events.addEventListener("open", () => { delay = shortest; });
  events.addEventListener("error", () => {
    ignore();
    waiting = setTimeout(listen, delay);
    delay = Math.min(2 * delay, Math.max(longest, shortest));
  });
}

function ignore() {
  clearTimeout(waiting);
  events?.close();
  events = null;
}

// A browser opens few connections to one server. Pages that nobody sees leave them to others, and catch up later.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) ignore();
  else if (events === null) listen();
});
addEventListener("pagehide", ignore);
addEventListener("pageshow", () => events ?? listen());
keepPristine();
if (!document.hidden) listen();
