#!/usr/bin/env python3
"""Makes a site for timing jekyll-scholar: a bibliography of N made-up entries, a list of all, and a page for each.

Usage: make_bibliography.py FOLDER [N]

N is 2000 unless told. The same N gives the same site. Building it needs the style `apa` of the gem csl-styles.
"""
import pathlib
import random
import sys

WORDS = "deep graph neural model learning robust theory vision language speech proof bound sparse linear causal".split()
CONFIGURATION = """plugins: [jekyll-scholar]
scholar:
  style: apa
  details_dir: bib
  details_layout: bib.html
  details_link: Details
"""
LAYOUT = """---
---
<h1>{{ page.entry.title }}</h1>{{ page.reference }}<p>{{ page.entry.abstract }}</p><pre>{{ page.entry.bibtex }}</pre>
"""


def entry(number, chance):
    """An article with two authors whose names stay and one whose name is shared by some."""
    words = lambda count: " ".join(chance.choice(WORDS) for _ in range(count))
    fields = {
        "title": words(8).capitalize(),
        "author": f"{words(1).title()}, Ann B. and M{{\\\"u}}ller, Jan and Doe{number % 97}, J.",
        "journal": f"Journal of {words(1).title()}",
        "year": 1990 + number % 35,
        "volume": number % 50,
        "number": number % 12,
        "pages": f"{number}--{number + 9}",
        "doi": f"10.1/{number}",
        "abstract": words(60),
    }
    lines = "".join(f"  {name}={{{value}}},\n" for name, value in fields.items())
    return f"@article{{key{number},\n{lines}}}\n"


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    chance = random.Random(5)
    files = {
        "_config.yml": CONFIGURATION,
        "_layouts/bib.html": LAYOUT,
        "index.md": "---\n---\n{% bibliography %}\n",
        "_bibliography/references.bib": "\n".join(entry(number, chance) for number in range(count)),
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


main()
