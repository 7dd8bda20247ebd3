---
layout: none
permalink: /assets/js/docs.js
---
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

  /** The words of a text, with the number of their occurrences. */
  const wordsOf = (text) => {
    const counts = new Map();
    for (const word of (text ?? "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };

  /** The last part of a page's address, which often has the word that the title avoids. */
  const nameOf = (address) => address.split("#")[0].split("/").filter(Boolean).at(-1) ?? "";

  const prepared = (entries) => {
    for (const entry of entries) Object.assign(entry, { page: wordsOf(`${entry.p} ${nameOf(entry.u)}`), heading: wordsOf(entry.h), text: wordsOf(entry.t) });
    return entries;
  };

  const load = () =>
    (index ??= fetch(form.dataset.search)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .then(prepared));

  /** How well a word of the page is the one looked for: itself, its plural or singular, or its beginning. */
  const likeness = (found, wanted) =>
    found === wanted ? 1 : found === `${wanted}s` || wanted === `${found}s` ? 0.9 : found.startsWith(wanted) ? 0.4 : 0;

  /** The occurrences of a word, by likeness, weighted by likeness. */
  const occurrences = (counts, wanted) => {
    let sum = 0;
    for (const [found, count] of counts) sum += likeness(found, wanted) * count;
    return sum;
  };
  const best = (counts, wanted) => Math.max(0, ...[...counts.keys()].map((found) => likeness(found, wanted)));

  /** How well an entry fits: every word must occur; titles count more than headings, headings more than text. */
  const weight = (entry, words) => {
    let sum = 0;
    for (const word of words) {
      const often = occurrences(entry.text, word);
      const here =
        best(entry.page, word) * (entry.h ? 4 : 12) + best(entry.heading, word) * 8 + (4 * often) / (often + 2 + entry.text.size / 100);
      if (here === 0) return 0;
      sum += here;
    }
    return sum * (entry.w ?? 1);
  };

  /** The text around the first hit, with the hit marked. */
  const excerpt = ({ t }, words) => {
    const line = document.createElement("span");
    const hit = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "iu").exec(t)).find(Boolean);
    const at = hit?.index ?? 0;
    const end = at + (hit?.[0].length ?? 0);
    const from = Math.max(0, at - AROUND);
    line.append(from ? "… " : "", t.slice(from, at));
    if (hit) {
      const mark = document.createElement("mark");
      mark.textContent = hit[0];
      line.append(mark);
    }
    line.append(t.slice(end, end + 2 * AROUND), end + 2 * AROUND < t.length ? "…" : "");
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
    const words = [...wordsOf(input.value).keys()];
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
