#!/usr/bin/env python3
"""Builds random bibliographies in many styles with jekyll-scholar and with Hastie, and shows the smallest entries that differ.

    REF_DIR=FOLDER tools/differential/compare_bibliographies.py --count 10000 [--seed 1] [--hastie target/release/hastie] [--styles apa,ieee] [--shrink]

REF_DIR is prepared as tools/record/README.md says, with the rows for jekyll-scholar. Hastie finds the gem csl-styles in `--gems`, a folder
as in GEM_PATH, by default REF_DIR/gems. Each batch is one site: a page for each style, with the same entries. Compared are, for each entry and style, the reference, the
fields that templates print, and a citation, and for each batch some tags with random options. Exit status 1 if any differ.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from entries import Entries
from reference import Reference

STYLES = ["apa", "ieee", "chicago-author-date", "modern-language-association", "vancouver", "nature", "harvard-cite-them-right", "association-for-computing-machinery", "springer-lecture-notes-in-computer-science", "american-chemical-society"]
BATCH = 100
# COMPATIBILITY.md lists this: citeproc-ruby fails for a field that is a single HTML tag, if punctuation follows.
MISTAKES = re.compile(r"undefined method `end_with\?' for nil:NilClass\s+squeezable\?")
TOO_LONG = "the reference took too long"
EXPECTED = ("both fail", "Ruby fails by a mistake", TOO_LONG)
QUERIES = ["@*", "@article", "@*[year=2020]", "@*[year>2000]", "@*[author~=Quill]", "@*[title]", "@article[year=2020],@book", "!@article", "@*[volume=3 && year=2020]", "@*[journal^=Nature]", "@*[pages!~1]"]
# Options of the tag `bibliography`, with their values.
VALUES = {"--query": QUERIES, "-q": QUERIES, "--offset": ["1", "3"], "--max": ["2", "0", "-1", "5"], "-m": ["3"], "--group_by": ["type", "year", "none"], "--group_order": ["descending", "ascending", "descending,ascending"], "-O": ["descending"],
          "--prefix": ["p", "a-b"], "--style": ["ieee", "vancouver"], "-s": ["nature"], "--template": ["entry"], "--bibliography_list_tag": ["ul", "div"], "--type_order": ["book,article", "misc"], "--cited": [""], "-C": [""], "--cited_in_order": [""],
          "--clear": [""], "--suppress_author": [""], "-A": [""], "--remove_duplicates": ["", "title"], "-r": [""], "--locale": ["de"], "words": [""], "--unknown": ["x"], "-l": ["3"]}
# Marks the borders of entries in the output.
TEMPLATE = "@@{{ key }}@@{{ type }}|{{ reference }}|{{ entry.author }}|{{ entry.title }}|{{ entry.year }}|{{ entry.month }}|{{ entry.author_array | size }}{{ entry.author_0_last }}|{{ entry.bibtex }}"
ENVIRONMENT = {"SOURCE_DATE_EPOCH": "1768478400", "JEKYLL_ENV": "production", "JEKYLL_NO_BUNDLER_REQUIRE": "true", "TZ": "UTC", "LANG": "C.UTF-8"}


def main():
    options = arguments()
    options.reference = Reference(plugins=["jekyll-scholar"], seconds=600)
    tally = collections.Counter()
    shown = 0
    for seed in range(options.seed, options.seed + (options.count + BATCH - 1) // BATCH):
        entries = batch(seed)
        found, failing = differing(options, entries, options.styles, tally)
        for entry, style in found:
            shown += 1
            if shown <= options.show:
                if options.shrink:
                    entry = shrink(options, entry, style)
                report(options, seed, entry, style)
        shown += compare_tags(options, [entry for entry in entries if entry.key not in failing], tally)
        print(f"seed {seed}: {dict(tally)}", flush=True)
    sys.exit(1 if shown else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="entries")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hastie", default=os.environ.get("HASTIE", "target/release/hastie"))
    parser.add_argument("--gems", default=os.path.join(os.environ.get("REF_DIR", ""), "gems"))
    parser.add_argument("--styles", type=lambda text: text.split(","), default=STYLES)
    parser.add_argument("--show", type=int, default=10, help="how many differences to show")
    parser.add_argument("--shrink", action="store_true", help="show the smallest entry that still differs")
    return parser.parse_args()


def batch(seed):
    entries = Entries(random.Random(seed))
    return [entries.entry(seed * 1000 + number) for number in range(BATCH)]


def differing(options, entries, styles, tally):
    """The entries and styles whose results differ, and the keys of entries that end the build. To find these, the batch is halved."""
    theirs, ours = both(options, entries, styles)
    if isinstance(theirs, dict) and isinstance(ours, dict):
        pairs = [(entry, style) for style in styles for entry in entries]
        found = [(entry, style) for entry, style in pairs if theirs[style].get(entry.key) != ours[style].get(entry.key)]
        tally["equal"] += len(pairs) - len(found)
        tally["other"] += len(found)
        return found, set()
    if len(entries) > 1:
        middle = len(entries) // 2
        parts = [differing(options, half, styles, tally) for half in (entries[:middle], entries[middle:])]
    elif len(styles) > 1:
        parts = [differing(options, entries, [style], tally) for style in styles]
    else:
        kind = verdict(theirs, ours)
        tally[kind] += 1
        return [] if kind in EXPECTED else [(entries[0], styles[0])], {entries[0].key}
    return [pair for found, _ in parts for pair in found], {key for _, failing in parts for key in failing}


def verdict(theirs, ours):
    """The kind of difference of two results, of which at least one is the log of a failed build."""
    if theirs == TOO_LONG:
        return TOO_LONG
    if isinstance(theirs, str) and isinstance(ours, str):
        return "both fail"
    if isinstance(ours, str):
        return "only Hastie fails"
    return "Ruby fails by a mistake" if MISTAKES.search(theirs) else "only Ruby fails"


def compare_tags(options, entries, tally):
    """How many tags differ. Each has a build of its own, because some end it."""
    style = options.styles[:1]
    count = 0
    for tag in tags(entries) if entries else []:
        theirs, ours = both(options, entries, style, tag)
        if isinstance(theirs, str) or isinstance(ours, str):
            kind = verdict(theirs, ours)
        else:
            kind = "equal" if theirs == ours else "other"
        tally[f"{kind}, with a tag"] += 1
        if kind not in (*EXPECTED, "equal"):
            count += 1
            log = next((results[-600:] for results in (theirs, ours) if isinstance(results, str)), "")
            print(f"=== {tag}: {kind}, with {len(entries)} entries {log}")
    return count


def both(options, entries, styles, tag=None):
    return build(options, entries, styles, True, tag), build(options, entries, styles, False, tag)


def tags(entries):
    """Tags with random options, which the entries determine."""
    rng = random.Random(entries[0].key)
    chosen = [rng.sample(list(VALUES), rng.randint(1, 3)) for _ in range(6)]
    return ["{% bibliography " + " ".join(f"{name} {rng.choice(VALUES[name])}" for name in names) + " %}" for names in chosen]


def build(options, entries, styles, with_ruby, tag=None):
    """The results by style and key. If the build fails, its log."""
    top = tempfile.mkdtemp(prefix="bibliography-")
    folder = os.path.join(top, "site")
    files = {"_config.yml": "plugins: [jekyll-scholar]\nscholar:\n  bibliography_template: entry\n  bibtex_skip_fields: [abstract]\n", "_layouts/entry.html": "---\n---\n" + TEMPLATE,
             "_bibliography/references.bib": "".join(map(str, entries)) + "@book{parent, title = {The Parent}, editor = {Ada Quill}, year = 1987, publisher = {P}}\n"}
    cites = ["@@@" + entry.key + "@@{% cite " + entry.key + " -l 3 %}\n" for entry in entries if "'" not in entry.key]
    for style in styles:
        files[f"{style}.html"] = "---\nlayout: null\n---\n{% bibliography --style " + style + " %}\n" + ("".join(cites) if style == styles[0] else "")
    if tag:
        files[f"{styles[0]}.html"] = "---\nlayout: null\n---\n" + "".join(cites[::9]) + f"@@@{tag[3:-3]}@@{tag}\n"
    for path, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)
    if with_ruby:
        code, log = options.reference.build(folder)
    else:
        environment = {**os.environ, **ENVIRONMENT, "GEM_PATH": options.gems}
        done = subprocess.run([os.path.abspath(options.hastie), "build", "--offline", "-d", "_site"], cwd=folder, env=environment, capture_output=True)
        code, log = done.returncode, (done.stdout + done.stderr).decode()
    results = TOO_LONG if code is None else log
    if code == 0:
        results = {style: parts(os.path.join(folder, "_site", f"{style}.html")) for style in styles}
    shutil.rmtree(top)
    return results


def parts(path):
    """The texts after `@@KEY@@`, by key."""
    with open(path, encoding="utf-8") as file:
        pieces = re.split(r"@@(@?[^@\n]+)@@", file.read())
    found = collections.defaultdict(list)
    for key, text in zip(pieces[1::2], pieces[2::2]):
        found[key.lstrip("@")].append(text)
    return found


def shrink(options, entry, style):
    def still(candidate):
        theirs, ours = build(options, [candidate], [style], True), build(options, [candidate], [style], False)
        if isinstance(theirs, str) or isinstance(ours, str):
            return verdict(theirs, ours) not in EXPECTED
        return theirs != ours

    if not still(entry):
        return entry
    for index in reversed(range(len(entry.fields))):
        candidate = entry.without(index)
        if still(candidate):
            entry = candidate
    for index in range(len(entry.fields)):
        words = entry.fields[index][1][1:-1].split(" ")
        position = 0
        while len(words) > 1 and position < len(words):
            candidate = entry.with_value(index, "{" + " ".join(words[:position] + words[position + 1:]) + "}")
            if still(candidate):
                entry = candidate
                words = entry.fields[index][1][1:-1].split(" ")
            else:
                position += 1
    return entry


def report(options, seed, entry, style):
    print(f"=== seed {seed}, {style}\n{entry}")
    for name, with_ruby in (("ruby", True), ("hastie", False)):
        results = build(options, [entry], [style], with_ruby)
        shown = results[-600:] if isinstance(results, str) else results[style].get(entry.key)
        print(f"{name}: {json.dumps(shown, ensure_ascii=False)}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
