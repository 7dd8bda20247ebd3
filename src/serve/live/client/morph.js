// Changes the open page from its previous text to its new one, and leaves alone what scripts and the reader did to it.
//
// Three trees are compared: the previous text, the new text and the open page. A place that changed in the text is
// changed in the page if the page still has there what the previous text had. If not, the page must be reloaded.

/** Thrown if the page must be reloaded. */
class Unsafe extends Error {}

/** The elements whose behaviour comes from scripts that ran when the page was loaded. */
const INTERACTIVE = "script, button, input, select, textarea, form, canvas, iframe, object, embed, video, audio, [onclick]";

/** The largest product of two lists' lengths that is compared. */
const MOST_PAIRS = 250_000;

/** Applies the changes. Returns false, with the page unchanged, if it must be reloaded. */
function morph(live, previous, next) {
  const scripted = [...previous.scripts].some(isExecutable);
  const edits = [];
  try {
    if (templates(previous) !== templates(next)) throw new Unsafe();
    const touched = scripted ? touchedTags(live.documentElement, previous.documentElement) : new Set();
    compareElements(live.documentElement, previous.documentElement, next.documentElement, { edits, scripted, touched });
  } catch (error) {
    if (error instanceof Unsafe) return false;
    throw error;
  }
  for (const edit of edits) edit();
  return true;
}

function templates(page) {
  return [...page.querySelectorAll("template")].map((template) => template.innerHTML).join("\0");
}

function isExecutable(script) {
  return script.type === "" || script.type === "module" || script.type === "importmap" || /javascript/i.test(script.type);
}

/** The tags of elements that scripts changed: those with other attributes or children than the text gave them. */
function touchedTags(live, previous, touched = new Set()) {
  const children = previous.nodeName === "NOSCRIPT" ? null : correspondence(live, previous);
  const same = (name) => live.getAttribute(name) === previous.getAttribute(name);
  const names = new Set([...live.getAttributeNames(), ...previous.getAttributeNames()]);
  if (children?.some((child) => child === null) || ![...names].every(same)) touched.add(previous.nodeName);
  if (children && children.length < live.childNodes.length) touched.add(previous.nodeName);
  children?.forEach((child, index) => {
    if (child instanceof Element) touchedTags(child, previous.childNodes[index], touched);
  });
  return touched;
}

/** Whether a node of the page may be the one that a node of the text became. */
function corresponds(live, previous) {
  if (live.nodeName !== previous.nodeName) return false;
  return live instanceof Element ? live.id === previous.id : live.data === previous.data;
}

/** The children of the page's element that the children of the text's element became. Null where there is none. */
function correspondence(live, previous) {
  const [here, there] = [[...live.childNodes], [...previous.childNodes]];
  const found = there.map(() => null);
  for (const [i, j] of pairs(here, there, corresponds)) found[j] = here[i];
  return found;
}

/** Adds the edits that lead from `previous` to `next`. */
function compareElements(live, previous, next, context) {
  if (previous.isEqualNode(next) || next.nodeName === "NOSCRIPT") return;
  if (next.nodeName === "SCRIPT" && isExecutable(next)) throw new Unsafe();
  if (customElements.get(next.localName)) throw new Unsafe();
  compareAttributes(live, previous, next, context);
  compareChildren(live, previous, next, context);
}

function compareAttributes(live, previous, next, { edits }) {
  for (const name of new Set([...previous.getAttributeNames(), ...next.getAttributeNames()])) {
    const [before, after, now] = [previous, next, live].map((element) => element.getAttribute(name));
    if (before === after || now === after) continue;
    if (name === "class") edits.push(() => changeClasses(live, previous, next));
    else if (now !== before || name.startsWith("on")) throw new Unsafe();
    else if (after === null) edits.push(() => live.removeAttribute(name));
    else edits.push(() => live.setAttribute(name, after));
  }
}

/** Scripts add and remove classes, which stay. */
function changeClasses(live, previous, next) {
  live.classList.remove(...[...previous.classList].filter((name) => !next.classList.contains(name)));
  live.classList.add(...[...next.classList].filter((name) => !previous.classList.contains(name)));
}

function compareChildren(live, previous, next, context) {
  const [before, after] = [[...previous.childNodes], [...next.childNodes]];
  const kept = pairs(before, after, (a, b) => a.isEqualNode(b));
  if (kept.length === before.length && kept.length === after.length) return;
  const nodes = correspondence(live, previous);
  let [i, j] = [0, 0];
  for (const [keptBefore, keptAfter] of [...kept, [before.length, after.length]]) {
    const anchor = () => (keptBefore < before.length ? known(nodes[keptBefore]) : afterLast(live, nodes));
    compareRun(live, before.slice(i, keptBefore), after.slice(j, keptAfter), nodes.slice(i, keptBefore), anchor, context);
    [i, j] = [keptBefore + 1, keptAfter + 1];
  }
}

/** The node that follows the last child which the text has. What follows it was added by a script, or is our own. */
function afterLast(live, nodes) {
  const last = nodes.findLast((node) => node !== null);
  return last ? last.nextSibling : live.firstChild;
}

/** Adds the edits for children between two that stay. `anchor` gives the node before which the run ends. */
function compareRun(live, before, after, nodes, anchor, context) {
  const alike = pairs(before, after, (a, b) => a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? ""));
  let [i, j] = [0, 0];
  for (const [index, newIndex] of [...alike, [before.length, after.length]]) {
    for (; i < index; i += 1) remove(nodes[i], before[i], context);
    const successor = () => (index < before.length ? known(nodes[index]) : anchor());
    for (; j < newIndex; j += 1) insert(live, after[j], successor, context);
    if (index === before.length) break;
    const node = known(nodes[index]);
    if (before[index] instanceof Element) compareElements(node, before[index], after[newIndex], context);
    else replaceText(node, after[newIndex], context);
    [i, j] = [index + 1, newIndex + 1];
  }
}

function replaceText(node, next, context) {
  checkText(next, context);
  context.edits.push(() => (node.data = next.data));
}

/** A node of the page, which must not be missing. */
function known(node) {
  if (node === null) throw new Unsafe();
  return node;
}

function remove(node, previous, { edits }) {
  if (previous instanceof Element && containsScript(previous)) throw new Unsafe();
  known(node);
  edits.push(() => node.remove());
}

function containsScript(element) {
  return [element, ...element.querySelectorAll("script")].some(
    (candidate) => candidate.nodeName === "SCRIPT" && isExecutable(candidate),
  );
}

function insert(live, next, successor, context) {
  if (next instanceof Element) checkInserted(next, context);
  else checkText(next, context);
  const before = successor();
  context.edits.push(() => live.insertBefore(document.importNode(next, true), before));
}

/** Rejects elements that scripts may have to prepare, as they did with others when the page was loaded. */
function checkInserted(element, { scripted, touched }) {
  if (containsScript(element)) throw new Unsafe();
  const all = [element, ...element.querySelectorAll("*")];
  if (all.some((inner) => customElements.get(inner.localName))) throw new Unsafe();
  if (!scripted) return;
  if (all.some((inner) => touched.has(inner.nodeName) || inner.matches(INTERACTIVE))) throw new Unsafe();
  checkText(element, { scripted });
}

/** Rejects formulas, which a script has to set. */
function checkText(node, { scripted }) {
  if (scripted && /\$|\\\(|\\\[|\\begin\b/.test(node.textContent)) throw new Unsafe();
}

/** The longest common subsequence of two lists, as pairs of indexes. */
function pairs(a, b, equal) {
  let start = 0;
  while (start < a.length && start < b.length && equal(a[start], b[start])) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && equal(a[endA - 1], b[endB - 1])) [endA, endB] = [endA - 1, endB - 1];
  const [rows, columns] = [endA - start, endB - start];
  if (rows * columns > MOST_PAIRS) throw new Unsafe();
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const same = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => equal(a[start + i], b[start + j])),
  );
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      lengths[i][j] = same[i][j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const result = Array.from({ length: start }, (_, i) => [i, i]);
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (same[i][j]) {
      result.push([start + i, start + j]);
      [i, j] = [i + 1, j + 1];
    } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  for (let i = 0; endA + i < a.length; i += 1) result.push([endA + i, endB + i]);
  return result;
}
