// Opens the source of what the reader clicks while holding the Alt key. Nothing is requested before the key is used.

/** The first mark in texts. The index of a mark's place is added to it. */
const FIRST_MARK = 0x100000;
const MARKS = /[\u{100000}-\u{10FFFD}]/gu;

const SOURCE_STYLE = `
  :host { all: initial }
  .box { position: fixed; z-index: 2147483646; pointer-events: none; box-sizing: border-box; border: 2px solid #0759b8;
    background: #0759b822; border-radius: 3px }
  .label { position: fixed; z-index: 2147483647; pointer-events: none; max-width: calc(100vw - 1rem); padding: .2rem .5rem;
    overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: #fff; background: #0b3a75; border-radius: 4px;
    font: 13px/1.5 ui-monospace, monospace }
  [hidden] { display: none }
`;

/** The origins of this page: the tree of its text, and the places of its elements and texts. Null until they are known. */
let origins = null;

/** The request for them, and the id of the build for which it was made. */
let requested = null;
let requestedBuild = null;

/** Requests the origins of the page, once for each build. */
function requestOrigins() {
  if (requested === null || requestedBuild !== buildId) {
    origins = null;
    requestedBuild = buildId;
    requested = fetch(`/.hastie/origins?${encodeURIComponent(file)}`, { headers: { "x-hastie": "origins" } })
      .then(async (response) => {
        if (!response.ok) throw new Error((await response.text()).trim());
        origins = readOrigins(await response.json());
        return origins;
      })
      .catch((error) => {
        requested = null;
        return { problem: error.message || "The server cannot be reached." };
      });
  }
  return requested;
}

/** Takes the marks out of the page's text. */
function readOrigins({ html, places }) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const elements = new Map();
  const texts = new Map();
  for (const element of page.querySelectorAll("[data-hastie-at]")) {
    elements.set(element, places[element.dataset.hastieAt]);
    element.removeAttribute("data-hastie-at");
  }
  const empty = [];
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const marks = [];
    let removed = 0;
    for (const { 0: character, index } of node.data.matchAll(MARKS)) {
      marks.push({ offset: index - removed, place: places[character.codePointAt(0) - FIRST_MARK] });
      removed += character.length;
    }
    if (removed === 0) continue;
    texts.set(node, marks);
    node.data = node.data.replace(MARKS, "");
    if (node.data === "") empty.push(node);
  }
  // The open page has no such texts.
  for (const node of empty) node.remove();
  return { page, elements, texts, partners: new WeakMap() };
}

/** The node of the page's text that became a node of the open page, or null if a script made it. */
function textNode(node) {
  const { page, partners } = origins;
  if (node === document.documentElement) return page.documentElement;
  if (node.parentNode === null) return null;
  if (!partners.has(node)) {
    const parent = textNode(node.parentNode);
    const children = parent ? correspondence(node.parentNode, parent) : [];
    children.forEach((child, index) => child && partners.set(child, parent.childNodes[index]));
    if (!partners.has(node)) partners.set(node, null);
  }
  return partners.get(node);
}

/** The text at a position in the window, with the offset in it. */
function textAt(x, y) {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (caret) return { node: caret.offsetNode, offset: caret.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** The places of a text in an element: the last mark at or before it. A mark follows the first letter of its word. */
function placesOfText(x, y, element) {
  const caret = textAt(x, y);
  if (caret === null || caret.node.parentNode !== element || caret.node.nodeType !== Node.TEXT_NODE) return [];
  const node = textNode(caret.node);
  if (node === null) return [];
  const marks = origins.texts.get(node) ?? [];
  const last = marks.findLastIndex((each) => each.offset - 1 <= caret.offset);
  // Of two marks at one offset, the second is the value that the first one writes.
  if (last > 0 && marks[last - 1].offset === marks[last].offset) return [marks[last].place, marks[last - 1].place];
  if (last >= 0) return [marks[last].place];
  // The text continues what comes before it in the same element.
  for (let before = node.previousSibling; before !== null; before = before.previousSibling) {
    const place = origins.texts.get(before)?.at(-1)?.place ?? origins.elements.get(before);
    if (place) return [place];
  }
  return [];
}

/** The places of what is at a position, innermost first. Each is of another file. */
function placesAt(x, y, element) {
  const places = [];
  const add = (place) => {
    if (place && !places.some((known) => known.file === place.file)) places.push(place);
  };
  placesOfText(x, y, element).forEach(add);
  for (let each = element; each instanceof Element; each = each.parentElement) {
    const node = textNode(each);
    if (node) add(origins.elements.get(node));
  }
  return places;
}

let pointer = null;
let pointerHost = null;

/** The frame around the element and the label with its place. */
function frame() {
  if (pointerHost !== null) return pointerHost;
  const host = document.createElement("div");
  host.dataset.hastie = "source";
  const shadow = host.attachShadow({ mode: "open" });
  const styles = new CSSStyleSheet();
  styles.replaceSync(SOURCE_STYLE);
  shadow.adoptedStyleSheets = [styles];
  const [box, label] = [make("div", "box"), make("div", "label")];
  label.role = "status";
  shadow.append(box, label);
  document.documentElement.append(host);
  pointerHost = { host, box, label };
  return pointerHost;
}

function hideFrame() {
  pointerHost?.host.remove();
  pointerHost = null;
}

function say(text) {
  const { box, label } = frame();
  label.textContent = text;
  label.hidden = text === "";
  const { x, y } = pointer ?? { x: 8, y: 8 };
  const above = y > innerHeight - 60;
  label.style.top = `${above ? y - 40 : y + 20}px`;
  label.style.left = `${Math.max(4, Math.min(x, innerWidth - label.offsetWidth - 8))}px`;
  return box;
}

const shown = ({ file: name, line }) => `${name}:${line}`;

function highlight(element, x, y) {
  const places = placesAt(x, y, element);
  const more = places.length > 1 ? `   (with Shift: ${shown(places[1])})` : "";
  const box = say(places.length > 0 ? shown(places[0]) + more : "The source is not known.");
  const { left, top, width, height } = element.getBoundingClientRect();
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

const isOurs = (target) => target instanceof Element && target.dataset.hastie !== undefined;

addEventListener("keydown", (event) => { if (event.key === "Alt") requestOrigins(); });
addEventListener("keyup", (event) => { if (event.key === "Alt") hideFrame(); });
addEventListener("blur", hideFrame);

addEventListener("mousemove", async (event) => {
  pointer = { x: event.clientX, y: event.clientY };
  if (!event.altKey) return hideFrame();
  if (isOurs(event.target)) return;
  const found = await requestOrigins();
  if (pointer.x !== event.clientX || pointer.y !== event.clientY) return;
  if (found.problem) say(found.problem);
  else highlight(event.target, event.clientX, event.clientY);
});

addEventListener("click", async (event) => {
  if (!event.altKey || event.button !== 0 || isOurs(event.target) || !(event.target instanceof Element)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { target, clientX, clientY, shiftKey } = event;
  pointer = { x: clientX, y: clientY };
  const found = await requestOrigins();
  if (found.problem) return say(found.problem);
  const places = placesAt(clientX, clientY, target);
  const place = shiftKey ? places[1] ?? places[0] : places[0];
  if (!place) return say("The source is not known.");
  const request = { method: "POST", headers: { "x-hastie": "open" } };
  const response = await fetch(`/.hastie/open?source-${place.index}`, request).catch(() => null);
  const problem = response === null ? "The server cannot be reached." : (await response.text()).trim();
  say(problem || `Opened ${shown(place)}`);
  dispatchEvent(new CustomEvent("hastie:opened", { detail: { ...place, problem } }));
}, true);
