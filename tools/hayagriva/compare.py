#!/usr/bin/env python3
"""Compares hayagriva's entries with those of a site that lists the same bibliography, a page a style.

  compare.py ENTRIES.tsv SITE

ENTRIES.tsv is what hayagriva-entries printed; SITE is built, with a page STYLE.html that holds `{% bibliography --style STYLE %}`.
Numbers in front of an entry are left out on both sides. Told are the shares of entries that are the same as HTML, as text without
tags, and as letters and digits alone.
"""
import collections, html, re, sys


def text(markup):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", markup))).strip()


def letters(markup):
    return re.sub(r"\W+", "", text(markup)).lower()


def unnumbered(markup):
    return re.sub(r"^\s*(<[^>]+>)*\[?\d+[\].]?\s*", "", markup)


def main():
    theirs = collections.defaultdict(dict)
    for line in open(sys.argv[1], encoding="utf-8"):
        style, key, markup = line.rstrip("\n").split("\t", 2)
        theirs[style][key] = markup
    for style, entries in theirs.items():
        page = open(f"{sys.argv[2]}/{style}.html", encoding="utf-8").read()
        listed = re.findall(r'<li><span id="([^"]*)">(.*?)</span></li>', page, re.S)
        same = collections.Counter()
        for key, markup in listed:
            other = entries.get(html.unescape(key), "")
            for name, form in [("HTML", unnumbered), ("text", lambda m: text(unnumbered(m))), ("letters", lambda m: letters(unnumbered(m)))]:
                same[name] += form(markup) == form(other)
        shares = ", ".join(f"{name} {100 * same[name] / max(1, len(listed)):.1f} %" for name in ("HTML", "text", "letters"))
        print(f"{style}: {len(listed)} entries, the same as {shares}")


if __name__ == "__main__":
    main()
