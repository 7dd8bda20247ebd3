// Shows the problems of a build above the page, until they are solved or the reader closes them.

const STYLE = `
  :host { all: initial }
  dialog {
    --ground: #fff; --text: #1f2328; --faint: #636c76; --rule: #d1d9e0; --accent: #c9252d; --marked: #ffebe9;
    --link: #0759b8; --liquid: #7a3e9d;
    box-sizing: border-box; width: min(60rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); overflow: auto;
    padding: 1.5rem; color: var(--text); background: var(--ground); border: 1px solid var(--rule);
    border-top: 4px solid var(--accent); border-radius: 8px; box-shadow: 0 8px 40px #0006;
    font: 15px/1.5 system-ui, sans-serif; color-scheme: light;
  }
  @media (prefers-color-scheme: dark) {
    dialog {
      --ground: #16191d; --text: #e6e8eb; --faint: #9aa3ad; --rule: #3a4149; --accent: #ff6b6b; --marked: #4a1d20;
      --link: #7db8ff; --liquid: #d2a8ff; color-scheme: dark;
    }
  }
  dialog::backdrop { background: #0008 }
  header { display: flex; gap: 1rem; align-items: start; justify-content: space-between }
  h1 { margin: 0; font-size: 1.15rem; color: var(--accent) }
  section { margin-top: 1.25rem }
  section + section { padding-top: 1.25rem; border-top: 1px solid var(--rule) }
  p { margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
  .message { font: 600 1rem/1.45 ui-monospace, monospace }
  .hint { padding-left: .75rem; border-left: 3px solid var(--link) }
  .note, .relation { color: var(--faint) }
  button { font: inherit; cursor: pointer }
  .place { padding: 0; border: 0; color: var(--link); background: none; text-decoration: underline; text-align: left;
    overflow-wrap: anywhere; font: .95rem ui-monospace, monospace }
  .close { padding: .1rem .6rem; color: inherit; background: none; border: 1px solid var(--rule); border-radius: 6px }
  button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
  pre { margin: .6rem 0; padding: .5rem 0; overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px;
    font: 13px/1.6 ui-monospace, monospace; tab-size: 4 }
  pre div { padding: 0 .75rem; width: max-content; min-width: calc(100% - 1.5rem) }
  pre .marked { background: var(--marked) }
  .number { display: inline-block; min-width: 3ch; margin-right: 1.5ch; color: var(--faint); text-align: right;
    user-select: none }
  .liquid { color: var(--liquid) }
  .caret { text-decoration: underline wavy var(--accent); text-underline-offset: 3px }
  ul { margin: .4rem 0; padding: 0; list-style: none }
`;

let host = null;

/** An element with a class, and children or a text. */
function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/** A button that opens a file in the author's editor. */
function placeButton({ index, shown }, note) {
  const button = make("button", "place", shown);
  button.title = "Open in the editor";
  button.addEventListener("click", async () => {
    const request = { method: "POST", headers: { "x-hastie": "open" } };
    const response = await fetch(`/.hastie/open?${index}`, request).catch(() => null);
    note.textContent = response === null ? "The server cannot be reached." : (await response.text()).trim();
  });
  return button;
}

/** A line of the source, with Liquid's markup and the column of the problem marked. */
function sourceLine([number, text], problem) {
  const marked = number === problem.line;
  const line = make("div", marked ? "marked" : "", make("span", "number", String(number)));
  const caret = marked ? problem.caret - 1 : -1;
  let offset = 0;
  for (const part of text.split(/(\{\{.*?\}\}|\{%.*?%\})/)) {
    const span = make("span", /^\{[{%]/.test(part) ? "liquid" : "");
    const characters = [...part];
    const index = caret - offset;
    if (index >= 0 && index < characters.length) {
      const [before, after] = [characters.slice(0, index), characters.slice(index + 1)];
      span.append(before.join(""), make("span", "caret", characters[index]), after.join(""));
    } else span.append(part);
    line.append(span);
    offset += characters.length;
  }
  line.append("\n");
  return line;
}

function problemSection(problem, note) {
  const section = make("section", "", make("p", "message", problem.message));
  if (problem.place) section.append(placeButton(problem.place, note));
  if (problem.lines?.length) {
    const excerpt = make("pre", "", ...problem.lines.map((line) => sourceLine(line, problem)));
    excerpt.tabIndex = 0;
    section.append(excerpt);
  }
  const chain = (problem.chain ?? []).filter((frame) => frame.place);
  if (chain.length > 0) {
    const frames = chain.map((frame) =>
      make("li", "", make("span", "relation", `${frame.relation} `), placeButton(frame.place, note)),
    );
    section.append(make("ul", "", ...frames));
  }
  if (problem.hint) section.append(make("p", "hint", problem.hint));
  return section;
}

/** Shows a report, in place of an earlier one. */
function showReport({ title, problems }) {
  hideReport();
  host = document.createElement("div");
  host.dataset.hastie = "failed";
  const shadow = host.attachShadow({ mode: "open" });
  // Unlike a style element, such a style sheet is not subject to the page's content security policy.
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [styles];
  const note = make("p", "note");
  note.role = "status";
  const heading = make("h1", "", title);
  heading.id = "title";
  const close = make("button", "close", "Close");
  const dialog = make("dialog", "", make("header", "", heading, close));
  dialog.setAttribute("aria-labelledby", "title");
  dialog.append(...problems.map((problem) => problemSection(problem, note)), note);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", hideReport);
  shadow.append(dialog);
  document.documentElement.append(host);
  dialog.showModal();
}

function hideReport() {
  const shown = host;
  host = null;
  shown?.shadowRoot.querySelector("dialog").close();
  shown?.remove();
}
