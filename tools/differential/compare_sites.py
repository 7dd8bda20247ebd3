#!/usr/bin/env python3
"""Builds random sites with the reference and with Hastie, and shows the smallest sites on which they differ.

    REF_DIR=FOLDER tools/differential/compare_sites.py --count 1000 [--seed 1] [--hastie target/release/hastie] [--shrink] [--keep FOLDER]

REF_DIR is prepared as tools/record/README.md says, with the plugins in `plugins.py`. With `--pages`, REF_PAGES_DIR is, and both build as
GitHub Pages does. A site is made from its seed, so `--seed N --count 1` repeats it. Compared are whether the build fails, the set of written
files and their bytes. `--shrink` removes files, lines and words as long as the difference remains. `--keep` stores the shrunk sites.
Exit status 1 if any site differs.
"""

import argparse
import collections
import difflib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from reference import Reference
from sites import Sites

# COMPATIBILITY.md lists these. kramdown fails for cells outside of tables, for empty tables (2.4.0) and formulas. It fails for line breaks
# behind native HTML, and for the definitions of links that Jekyll 3 passes. jekyll-relative-links fails for `~` and an unknown name.
MISTAKES = re.compile(r"in `(convert_td|convert_table|handle_math_tag|normalize_link_id|block in update_text_type)'|undefined method `convert_th'|user ~.* doesn't exist")
MODIFIED = 1768032000
CLOCK = "1768478400"


def main():
    options = arguments()
    pair = Pair(options.hastie, options.pages)
    tally = collections.Counter()
    shown = collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        files, args = Sites(random.Random(seed), options.pages).site()
        outcome = pair.difference(files, args)
        tally[outcome.kind] += 1
        if not outcome.differs:
            continue
        shown[outcome.kind] += 1
        if shown[outcome.kind] > options.show:
            continue
        if options.shrink:
            files, args, outcome = shrink(pair, files, args, outcome)
        report(seed, files, args, outcome)
        if options.keep:
            store(os.path.join(options.keep, str(seed)), files, args)
    print(dict(tally))
    sys.exit(1 if shown else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hastie", default=os.environ.get("HASTIE", "target/release/hastie"))
    parser.add_argument("--pages", action="store_true", help="build as GitHub Pages does")
    parser.add_argument("--show", type=int, default=10, help="differences of each kind to show")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--keep", help="a folder for the sites that differ")
    return parser.parse_args()


class Outcome:
    """The result of building one site with both programs."""

    def __init__(self, kind, differs, name="", theirs="", ours=""):
        self.kind, self.differs, self.name, self.theirs, self.ours = kind, differs, name, theirs, ours


class Pair:
    """The two programs."""

    def __init__(self, hastie, pages=False):
        self.hastie = os.path.abspath(hastie)
        self.pages = pages
        self.work = tempfile.mkdtemp(prefix="random-sites-")
        self.reference = Reference(pages)
        self.number = 0

    def difference(self, files, args):
        self.number += 1
        if self.pages:
            files = {path: of_jekyll_3(content) for path, content in files.items()}
            # Without these, both ask servers.
            files = {**files, "_config.yml": files.get("_config.yml", "").rstrip("\n") + "\ntheme: null\nrepository: ann/site\n"}
        # Both build in the same folder, because its path may appear in the output.
        folder = os.path.join(self.work, str(self.number))
        write(folder, files)
        code, log = self.reference.build(folder, args)
        theirs = (code, log, read(os.path.join(folder, "_site")))
        shutil.rmtree(folder)
        write(folder, files)
        ours = self.build_hastie(folder, args)
        shutil.rmtree(folder)
        return compared(theirs, ours)

    def build_hastie(self, folder, args):
        environment = {**os.environ, "SOURCE_DATE_EPOCH": CLOCK, "JEKYLL_ENV": "production", "JEKYLL_NO_BUNDLER_REQUIRE": "true", "TZ": "UTC", "LANG": "C.UTF-8"}
        reference = ["--github-pages"] if self.pages else []
        command = [self.hastie, "build", *args, *reference, "-d", "_site", "--offline"]
        try:
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, preexec_fn=limit_time, timeout=1200)
        except subprocess.TimeoutExpired:
            return "timeout", "", {}
        return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace"), read(os.path.join(folder, "_site"))


def limit_time():
    """Ends the process after 60 seconds of processor time."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def of_jekyll_3(content):
    """The template without the filters that only Jekyll 4 has, which would end nearly all builds."""
    content = re.sub(r"\| number_of_words: '\w+'", "| number_of_words", content)
    return re.sub(r"\| find(_exp)?: [^|}%]*", "| first ", content)


def compared(theirs, ours):
    if ours[0] not in (0, 1):
        return Outcome(f"hastie ended with {ours[0]}", True, theirs=theirs[1], ours=ours[1])
    if theirs[0] is None:
        return Outcome("the reference took too long", False)
    if theirs[0] != 0 and ours[0] == 0 and MISTAKES.search(theirs[1]):
        return Outcome("the reference fails by a mistake", False)
    if (theirs[0] == 0) != (ours[0] == 0):
        return Outcome("only Hastie fails" if ours[0] else "only Jekyll fails", True, theirs=theirs[1], ours=ours[1])
    if theirs[0] != 0:
        return Outcome("both fail", False)
    if theirs[2].keys() != ours[2].keys():
        return Outcome("other files", True, theirs="\n".join(sorted(theirs[2])), ours="\n".join(sorted(ours[2])))
    for name in sorted(theirs[2]):
        if theirs[2][name] != ours[2][name]:
            return Outcome("other bytes", True, name, text(theirs[2][name]), text(ours[2][name]))
    return Outcome("equal", False)


def text(data):
    return data.decode("utf-8", "replace")


def write(folder, files):
    for path, content in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(content)
        os.utime(path, (MODIFIED, MODIFIED))


def read(folder):
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            if name.endswith(".css.map"):
                continue
            with open(path, "rb") as file:
                data = file.read()
            if name.endswith(".css"):
                data = re.sub(rb"\s*/\*# sourceMappingURL=.*?\*/\s*$", b"", data).rstrip(b"\n")
            found[os.path.relpath(path, folder)] = data
    return found


def shrink(pair, files, args, outcome):
    """Removes arguments, files, lines and words while the same kind of difference remains."""
    kind = outcome.kind

    def still(candidate, arguments):
        nonlocal outcome
        result = pair.difference(candidate, arguments)
        if result.kind == kind:
            outcome = result
            return True
        return False

    if args and still(files, []):
        args = []
    for path in sorted(files, key=lambda path: -len(files[path])):
        smaller = {other: content for other, content in files.items() if other != path}
        if smaller and still(smaller, args):
            files = smaller
    for splitter in (lambda content: content.splitlines(keepends=True), lambda content: re.findall(r"\s*\S+|\s+$", content)):
        for path in sorted(files):
            files = {**files, path: reduced(files, path, args, splitter(files[path]), still)}
    return files, args, outcome


def reduced(files, path, args, parts, still):
    """The parts of one file that the difference needs: tries to leave out runs of parts, long ones first."""
    size = max(1, len(parts) // 2)
    while True:
        start = 0
        while start < len(parts):
            candidate = parts[:start] + parts[start + size:]
            if still({**files, path: "".join(candidate)}, args):
                parts = candidate
            else:
                start += size
        if size == 1:
            return "".join(parts)
        size //= 2


def report(seed, files, args, outcome):
    print(f"=== seed {seed}: {outcome.kind} {outcome.name} {' '.join(args)}")
    for path, content in sorted(files.items()):
        print(f"--- {path}\n{content}")
    print("--- difference")
    for line in list(difflib.unified_diff(outcome.theirs.splitlines(), outcome.ours.splitlines(), "jekyll", "hastie", lineterm="", n=1))[:30]:
        print(line[:300])
    start = len(os.path.commonprefix([outcome.theirs, outcome.ours]))
    if outcome.kind == "other bytes" and start - outcome.theirs.rfind("\n", 0, start) > 200:
        for name, content in (("jekyll", outcome.theirs), ("hastie", outcome.ours)):
            print(f"first difference, {name}: {content[max(0, start - 100):start + 100]!r}")
    sys.stdout.flush()


def store(folder, files, args):
    write(folder, files)
    digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:12]
    with open(os.path.join(folder, "args"), "w", encoding="utf-8") as file:
        file.write(f"{' '.join(args)}\n{digest}\n")


if __name__ == "__main__":
    main()
