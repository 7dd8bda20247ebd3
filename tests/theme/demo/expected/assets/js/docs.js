// What documentation gains from a script: search, a mark on the section one reads, and a button that copies a block of code.

(() => {
  const form = document.querySelector("[data-search]");
  if (!form) return;
  const input = form.querySelector("input");
  const found = form.querySelector(".docs-found");
  const status = found.querySelector("p");
  const list = found.querySelector("ol");
  const SHOWN = 12;
  const AROUND = 60;
  let index;

  const load = () =>
    (index ??= fetch(form.dataset.search)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .then((entries) => entries.map((entry) => ({ ...entry, low: [entry.p, entry.h, entry.t].map((s) => (s ?? "").toLowerCase()) }))));

  /** How well an entry fits: every word must be somewhere; titles count more than headings, headings more than text. */
  const weight = ({ low: [page, heading, text] }, words) => {
    let sum = 0;
    for (const word of words) {
      const here =
        (page.includes(word) ? (heading ? 4 : 12) : 0) + (heading.includes(word) ? 8 : 0) + (text.includes(word) ? 1 : 0);
      if (!here) return 0;
      sum += here;
    }
    return sum;
  };

  /** The words around the first hit, the hit marked. */
  const excerpt = ({ t, low }, words) => {
    const line = document.createElement("span");
    const word = words.find((one) => low[2].includes(one));
    const at = word ? low[2].indexOf(word) : 0;
    const from = Math.max(0, at - AROUND);
    line.append(from ? "… " : "", t.slice(from, at));
    if (word) {
      const mark = document.createElement("mark");
      mark.textContent = t.slice(at, at + word.length);
      line.append(mark);
    }
    line.append(t.slice(at + (word?.length ?? 0), at + 2 * AROUND), "…");
    return line;
  };

  const show = (entries, words) => {
    list.replaceChildren(
      ...entries.slice(0, SHOWN).map((entry) => {
        const link = document.createElement("a");
        link.href = entry.u;
        const title = document.createElement("strong");
        title.textContent = entry.h ? `${entry.p}: ${entry.h}` : entry.p;
        link.append(title, excerpt(entry, words));
        const item = document.createElement("li");
        item.append(link);
        return item;
      }),
    );
    const count = entries.length;
    status.textContent = count === 0 ? "Nothing found" : count === 1 ? "1 section" : `${count} sections`;
    found.hidden = false;
  };

  const search = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      found.hidden = true;
      return;
    }
    try {
      const entries = (await load()).map((entry) => [weight(entry, words), entry]).filter(([sum]) => sum > 0);
      show(entries.sort(([a], [b]) => b - a).map(([, entry]) => entry), words);
    } catch {
      status.textContent = "The index could not be read";
      found.hidden = false;
    }
  };

  const step = (by) => {
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)].focus();
  };

  form.hidden = false;
  input.addEventListener("input", search);
  input.addEventListener("focus", () => load().catch(() => {}), { once: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      found.hidden = true;
      input.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    }
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) found.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
})();

(() => {
  const links = new Map();
  for (const link of document.querySelectorAll(".docs-sections a")) links.set(link.hash.slice(1), link);
  if (links.size === 0) return;
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        links.get(target.id)?.setAttribute("aria-current", "true");
      }
    },
    { rootMargin: "-10% 0px -75% 0px" },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(id);
    if (heading) watch.observe(heading);
  }
})();

for (const block of navigator.clipboard ? document.querySelectorAll(".docs-page pre") : []) {
  const frame = document.createElement("div");
  frame.className = "code";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "docs-copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.textContent.trimEnd());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  block.replaceWith(frame);
  frame.append(block, button);
}

// The menu on a phone is open while the address ends in #contents; choosing a section of this page closes it by itself.
document.querySelector(".docs-contents [aria-current]")?.scrollIntoView?.({ block: "nearest" });
