// The toolbar of `hastie serve --toolbar`: the last build, its warnings, and the sources of this page.

const TOOLBAR_STYLE = `
  :host { all: initial }
  * { box-sizing: border-box }
  .bar {
    --ground: #fff; --text: #1f2328; --faint: #59636e; --rule: #d1d9e0; --link: #0759b8; --warn: #9a5b00;
    position: fixed; right: .75rem; bottom: .75rem; z-index: 2147483640; display: flex; flex-direction: column;
    align-items: end; gap: .5rem; max-width: calc(100vw - 1.5rem); color: var(--text); color-scheme: light;
    font: 13px/1.5 system-ui, sans-serif;
  }
  @media (prefers-color-scheme: dark) {
    .bar { --ground: #16191d; --text: #e6e8eb; --faint: #9aa3ad; --rule: #3a4149; --link: #7db8ff; --warn: #ffb454;
      color-scheme: dark }
  }
  @media print { .bar { display: none } }
  button { font: inherit; cursor: pointer }
  .toggle { padding: .3rem .75rem; color: var(--text); background: var(--ground); border: 1px solid var(--rule);
    border-radius: 999px; box-shadow: 0 1px 6px #0003 }
  .toggle .count { color: var(--warn); font-weight: 600 }
  .panel { width: 30rem; max-width: 100%; max-height: min(70vh, 40rem); overflow: auto; padding: .75rem 1rem;
    background: var(--ground); border: 1px solid var(--rule); border-radius: 8px; box-shadow: 0 4px 24px #0004 }
  [hidden] { display: none }
  h2 { margin: .9rem 0 .3rem; font-size: 13px }
  h2:first-child { margin-top: 0 }
  p, ul, dl { margin: .2rem 0; padding: 0; list-style: none }
  li { overflow-wrap: anywhere }
  li + li { margin-top: .2rem }
  .faint { color: var(--faint) }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem }
  dt { color: var(--faint) }
  dd { margin: 0; overflow-wrap: anywhere }
  .steps { grid-template-columns: auto auto 1fr; align-items: center }
  .steps dd { text-align: right; font-variant-numeric: tabular-nums }
  .steps i { height: .5rem; background: var(--link); border-radius: 2px }
  .place { padding: 0; border: 0; color: var(--link); background: none; text-decoration: underline; text-align: left;
    overflow-wrap: anywhere; font: 12px ui-monospace, monospace }
  label { display: flex; gap: .4rem; align-items: center }
  button:focus-visible, input:focus-visible, .panel:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`;

let toolbar = null;

/** Requests with our header, which pages of other sites can't send. */
async function ask(address, method = "GET") {
  const response = await fetch(address, { method, headers: { "x-hastie": "toolbar" } });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

function showToolbar() {
  const host = document.createElement("div");
  host.dataset.hastie = "toolbar";
  const shadow = host.attachShadow({ mode: "open" });
  const styles = new CSSStyleSheet();
  styles.replaceSync(TOOLBAR_STYLE);
  shadow.adoptedStyleSheets = [styles];
  const toggle = make("button", "toggle", "Hastie");
  toggle.type = "button";
  toggle.setAttribute("aria-expanded", "false");
  toggle.setAttribute("aria-controls", "panel");
  const panel = make("section", "panel");
  panel.id = "panel";
  panel.hidden = true;
  panel.tabIndex = -1;
  panel.setAttribute("aria-label", "Hastie: this build and this page");
  const bar = make("div", "bar", panel, toggle);
  toggle.addEventListener("click", () => openPanel(panel.hidden));
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    openPanel(false);
    toggle.focus();
  });
  shadow.append(bar);
  document.documentElement.append(host);
  toolbar = { toggle, panel };
  refreshToolbar();
}

function openPanel(opens) {
  toolbar.panel.hidden = !opens;
  toolbar.toggle.setAttribute("aria-expanded", String(opens));
  if (!opens) return;
  toolbar.panel.focus();
  refreshToolbar();
}

/** Shows the last build. What concerns the page is only requested while the panel is open. */
async function refreshToolbar() {
  if (toolbar === null) return;
  const { toggle, panel } = toolbar;
  const detail = panel.hidden ? "" : "&page";
  const data = await ask(`/.hastie/toolbar?${encodeURIComponent(file)}${detail}`).then((response) => response.json()).catch(() => null);
  if (data === null) return;
  const count = data.warnings.length;
  toggle.replaceChildren(`Hastie ${data.milliseconds} ms`);
  if (count > 0) toggle.append(" · ", make("span", "count", count === 1 ? "1 warning" : `${count} warnings`));
  if (!panel.hidden) fillPanel(panel, data);
}

function list(items) {
  return make("ul", "", ...items.map((item) => make("li", "", item)));
}

function fillPanel(panel, data) {
  const focused = panel.getRootNode().activeElement?.name;
  const note = make("p", "faint");
  note.role = "status";
  const places = (all) => list(all.map((place) => placeButton(place, note)));
  const heading = (text) => make("h2", "", text);
  const slowest = Math.max(...data.steps.map(([, time]) => time), 1);
  const steps = data.steps.flatMap(([name, time]) => {
    const bar = make("i", "");
    bar.style.width = `${(100 * time) / slowest}%`;
    return [make("dt", "", name), make("dd", "", `${time} ms`), bar];
  });
  const parts = [heading("Last build"), make("p", "", `${data.milliseconds} ms, at ${data.at}`), make("dl", "steps", ...steps)];
  if (data.warnings.length > 0) {
    const texts = data.warnings.map(({ text, place }) =>
      make("span", "", `${text} `, ...(place ? [placeButton(place, note)] : [])),
    );
    parts.push(heading("Warnings"), list(texts));
  }
  if (data.switches) parts.push(heading("Show"), ...data.options.map(([name, isSet]) => optionSwitch(name, isSet, note)));
  if (data.page) parts.push(...pageParts(data.page, heading, places, note));
  panel.replaceChildren(...parts, note);
  if (focused) panel.querySelector(`[name="${focused}"]`)?.focus();
}

function pageParts({ source, front_matter: values, layouts, includes, data }, heading, places, note) {
  const parts = [heading("This page"), source ? placeButton(source, note) : make("p", "faint", "made by a plugin")];
  const pairs = Object.entries(values).flatMap(([key, value]) => [
    make("dt", "", key),
    make("dd", "", typeof value === "string" ? value : JSON.stringify(value)),
  ]);
  if (pairs.length > 0) parts.push(heading("Front matter"), make("dl", "", ...pairs));
  if (layouts.length > 0) parts.push(heading("Layouts, innermost first"), places(layouts));
  if (includes.length > 0) parts.push(heading("Includes"), places(includes));
  if (data.length > 0) parts.push(heading("Data"), places(data));
  return parts;
}

const OPTION_NAMES = { show_drafts: "drafts", future: "posts with a future date", unpublished: "unpublished pages" };

function optionSwitch(name, isSet, note) {
  const box = make("input", "");
  box.type = "checkbox";
  box.name = name;
  box.checked = isSet;
  box.addEventListener("change", () => {
    note.textContent = "Building…";
    ask(`/.hastie/option?${name}=${box.checked}`, "POST").catch((error) => {
      note.textContent = error.message || "The server cannot be reached.";
      box.checked = !box.checked;
    });
  });
  return make("label", "", box, OPTION_NAMES[name] ?? name);
}

if (own.dataset.toolbar !== undefined) showToolbar();
