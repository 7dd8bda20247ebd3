#!/usr/bin/env python3
"""Imports a large bibliography, academicpages' tables and a JSON Resume, and builds what came of them with Hastie and with
Ruby Jekyll: the same bytes are wanted.

    REF_DIR=FOLDER HASTIE=BINARY tools/compare_imports.py [--entries 500] [--seed 1]

Titles, names and venues are put together of what has broken generators before: quotes, colons, ampersands, accents, LaTeX,
Liquid's and YAML's own signs. Exit status 0 where no byte differs."""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS = [
    "Ice", "sea", "{DNA}", "$\\alpha$-waves", "\\emph{in situ}", "K{\\\"u}ste", "\\'Etude", "caf\\'{e}", "{\\o}st", "\\&", "100\\%", "a\\_b",
    "\"quoted\"", "it's", "``so''", "A: b", "- dash", "--", "#1", "@home", "[draft]", "{{ Liquid }}", "{\\% tag \\%}", "*star*", "_low_",
    "`code`", "<b>", "|", "~", "C++", "naïve", "Ωmega", "漢字", "\\textbf{bold}", "\\ss", "?", "!", "null", "yes", "12:30", "a\\\\b",
]
NAMES = ["Quill, Ada", "Bo van Berg", "M{\\\"u}ller, J{\\\"o}rg", "{Weather \\& Sons}", "O'Marrow, Ottilie", "de la Ru{\\'e}, Ya-Li", "Ng, A."]
KINDS = [("article", "journal"), ("inproceedings", "booktitle"), ("phdthesis", "school"), ("techreport", "institution"), ("misc", "publisher")]
LAYOUT = """<!doctype html><meta charset="utf-8"><title>{{ page.title | escape }}</title>
{% for field in page.fields %}{% endfor %}<h1>{{ page.title }}</h1><p>{{ page.collection }} {{ page.permalink }} {{ page.date | date: "%Y-%m-%d" }} {{ page.venue }}
{{ page.paperurl }} {{ page.excerpt | markdownify }} {{ page.citation }} {{ page.type }} {{ page.location }}</p>
{{ content }}
"""
CONFIG = """title: Imported
timezone: UTC
collections:
  publications: { output: true, permalink: "/:collection/:path/" }
  talks: { output: true, permalink: "/:collection/:path/" }
defaults:
  - { scope: { path: "" }, values: { layout: single } }
"""
INDEX = """---
layout: null
---
{% for work in site.data.publications %}{{ work | jsonify }}
{% endfor %}{{ site.data.cv | jsonify }}
{% for work in site.publications %}{{ work.title | jsonify }} {{ work.citation }}
{% endfor %}
"""
RESUME = {
    "basics": {"name": "O'Marrow: \"Ottilie\"", "summary": "two\nlines # no comment", "location": {"city": "Tromsø"}},
    "work": [{"name": "- a", "startDate": "2020-01-01", "endDate": "2020", "highlights": ["yes", "1:30", "null", "~", "", " x "]}],
    "skills": [{"level": 1.5, "rank": 3, "old": True, "none": None, "more": [], "map": {}}],
}


def phrase(dice: random.Random, most: int) -> str:
    return " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, most)))


def bibliography(entries: int, dice: random.Random) -> str:
    text = []
    for number in range(entries):
        kind, venue = dice.choice(KINDS)
        fields = {
            "title": f"Work {phrase(dice, 7)}",
            "author": " and ".join(dice.sample(NAMES, dice.randint(1, 4))),
            venue: phrase(dice, 4),
            "year": str(dice.randint(1990, 2025)),
        }
        if dice.random() < 0.5:
            fields["month"] = dice.choice(["jan", "3", "December", "sep"])
        if dice.random() < 0.3:
            fields["day"] = str(dice.randint(1, 28))
        if dice.random() < 0.5:
            fields["url"] = f"https://papers.example/a_b/{number}?q=1&r=(2)"
        if dice.random() < 0.3:
            fields["note"] = phrase(dice, 5)
        if dice.random() < 0.3:
            fields["google_scholar_id"] = f"w{number}"
        body = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        text.append(f"@{kind}{{key{number},\n{body}}}\n")
    return "\n".join(text)


def tables(dice: random.Random) -> tuple[str, str]:
    plain = ["Ice \"and\" sea", "it's: new", "A & B", "#1", "- dash", "{curly}", "naïve 漢字", "50% [x]", "back\\slash", "{{ site.title }}", "{% nothing %}"]
    rows = ["pub_date\ttitle\tvenue\texcerpt\tcitation\turl_slug\tpaper_url"]
    talks = ["title\ttype\turl_slug\tvenue\tdate\tlocation\ttalk_url\tdescription"]
    for number in range(40):
        text = lambda: " ".join(dice.choice(plain) for _ in range(dice.randint(1, 3))).replace('"', "'" if number % 2 else "")
        rows.append(f"2020-01-{number % 28 + 1:02}\t{text()}\t{text()}\t{text()}\t{text()}\tpaper-{number}\thttps://e.example/{number}?a=1&b=2")
        talks.append(f"{text()}\tTutorial\ttalk-{number}\t{text()}\t2021-02-{number % 28 + 1:02}\tLondon, UK\t\t{text()}")
    return "\n".join(rows) + "\n", "\n".join(talks) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    root = Path(__file__).resolve().parent.parent
    hastie = os.path.realpath(os.environ.get("HASTIE", root / "target/release/hastie"))
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        (site / "_layouts").mkdir()
        publications, talks = tables(dice)
        texts = {
            "_config.yml": CONFIG,
            "_layouts/single.html": LAYOUT,
            "index.html": INDEX,
            "in/papers.bib": bibliography(options.entries, dice),
            "in/publications.tsv": publications,
            "in/talks.tsv": talks,
            "in/cv.json": json.dumps(RESUME, ensure_ascii=False),
        }
        for name, text in texts.items():
            (site / name).parent.mkdir(exist_ok=True)
            (site / name).write_text(text, encoding="utf-8")
        imports = [["papers.bib", "--to", "collection"], ["papers.bib", "--to", "data"], ["publications.tsv"], ["talks.tsv"], ["cv.json"]]
        for name, *more in imports:
            done = subprocess.run([hastie, "scholar", "import", f"in/{name}", *more], cwd=site, capture_output=True, text=True)
            lines = (done.stdout + done.stderr).strip().splitlines()
            print(f"{name}: {lines[-1].strip()}")
            if done.returncode != 0 or any("left out" in line for line in lines[:-1]):
                print("\n".join(lines))
                return 1
        for path in (site / "in").iterdir():
            path.unlink()
        made = sum(1 for path in site.glob("_*/*.md"))
        print(f"{made} files of collections, built by both:", flush=True)
        return subprocess.run([root / "tools/compare", site], env={**os.environ, "HASTIE": hastie}).returncode


if __name__ == "__main__":
    sys.exit(main())
