#!/usr/bin/env python3
"""Runs sass-spec's cases through a Sass compiler and counts what is as expected.

    tools/sass_spec/run.py --spec SASS_SPEC/spec --binary target/debug/examples/sass [FILTER...]

The binary is started once with `--batch --ascii --load-path=SPEC`. It reads the path of a file on each line and
answers with a line `STATUS CSS_BYTES STDERR_BYTES` and both texts. With `--npm FOLDER` (where npm's sass is
installed) the expectations are recorded from there instead of sass-spec's own files, and kept in the work folder.
"""

import argparse
import collections
import difflib
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hrx

INPUTS = ("input.scss", "input.sass", "input.css")


def main():
    options = arguments()
    root = os.path.join(options.work, "spec")
    if not os.path.isdir(root):
        hrx.unpack(options.spec, root)
    cases = [case for case in find_cases(root) if matches(case, root, options.filter)]
    skipped = [case for case in cases if is_skipped(case, root)]
    cases = [case for case in cases if case not in set(skipped)]
    expectations = record(cases, root, options) if options.npm else {}
    tally = collections.defaultdict(collections.Counter)
    failures = []
    for case, answer in zip(cases, run(cases, root, options)):
        verdict, expected, got = judge(case, answer, expectations, options)
        name = os.path.relpath(os.path.dirname(case), root)
        tally["/".join(name.split("/")[: options.depth])][verdict] += 1
        tally["all"][verdict] += 1
        if verdict == "css" and answer:
            same, expected, got = judge_warnings(case, answer[2], expectations)
            tally["all"]["warnings same" if same else "warnings other"] += 1
            if options.warnings and not same:
                failures.append((name, "other warnings", expected, got))
        if verdict not in GOOD or (options.texts and verdict != "css" and verdict != "error text"):
            failures.append((name, verdict, expected, got))
    show(tally, failures, skipped, options)
    sys.exit(1 if failures else 0)


GOOD = ("css", "error text", "rejected")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spec", default="/tmp/sass-spec/spec", help="sass-spec's spec folder")
    parser.add_argument("--binary", required=True)
    parser.add_argument("--work", default="/tmp/sass-spec-run", help="where archives are unpacked")
    parser.add_argument("--npm", help="folder with npm's sass; expectations come from there")
    parser.add_argument("--depth", type=int, default=2, help="folders by which results are counted")
    parser.add_argument("--show", type=int, default=0, help="how many differences are shown")
    parser.add_argument("--list", help="file that failures are listed in, one a line")
    parser.add_argument("--texts", action="store_true", help="other texts of errors count as failures too")
    parser.add_argument("--warnings", action="store_true", help="other warnings count as failures too")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("filter", nargs="*", help="parts of paths; `verdict:` before one selects by verdict")
    return parser.parse_args()


def find_cases(root):
    for folder, folders, names in sorted(os.walk(root)):
        for name in INPUTS:
            if name in names:
                yield os.path.join(folder, name)
                break


def matches(case, root, filters):
    relative = os.path.relpath(case, root)
    return not filters or any(part in relative for part in filters)


def is_skipped(case, root):
    """Whether sass-spec itself does not run the case for dart-sass."""
    folder = os.path.dirname(case)
    while len(folder) >= len(root):
        path = os.path.join(folder, "options.yml")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for block in re.findall(r":(?:todo|ignore_for):\s*\n((?:\s*- .*\n?)+)", text):
                if "dart-sass" in block:
                    return True
        folder = os.path.dirname(folder)
    return False


def record(cases, root, options):
    path = os.path.join(options.work, "npm.jsonl")
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = {entry["file"]: entry for entry in map(json.loads, file)}
    missing = [case for case in cases if case not in known]
    if missing:
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record.mjs")
        done = subprocess.run(["node", script, options.npm, root], input="\n".join(missing), capture_output=True, text=True)
        sys.stderr.write(done.stderr)
        with open(path, "a", encoding="utf-8") as file:
            file.write(done.stdout)
        known.update((entry["file"], entry) for entry in map(json.loads, done.stdout.splitlines()))
    return known


class Batch:
    """The compiler, started again whenever it dies."""

    def __init__(self, options, root):
        self.options, self.root, self.process = options, root, None

    def start(self):
        command = [self.options.binary, "--batch", "--ascii", f"--load-path={self.root}"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, case):
        if self.process is None or self.process.poll() is not None:
            self.start()
        try:
            self.process.stdin.write(case.encode() + b"\n")
            self.process.stdin.flush()
            head = self.read_line()
            status, css, err = (int(part) for part in head.split())
            return status, self.process.stdout.read(css).decode(errors="replace"), self.process.stdout.read(err).decode(errors="replace")
        except (BrokenPipeError, ValueError, OSError):
            self.process.kill()
            self.process.wait()
            self.process = None
            return None

    def read_line(self):
        import select
        ready, _, _ = select.select([self.process.stdout], [], [], self.options.timeout)
        return self.process.stdout.readline() if ready else b""


def run(cases, root, options):
    batch = Batch(options, root)
    for case in cases:
        yield batch.ask(case)
    if batch.process:
        batch.process.stdin.close()
        batch.process.wait()


def expectation(case, expectations, options):
    """The expected CSS or else the expected error."""
    if options.npm:
        entry = expectations.get(case, {})
        return entry.get("css"), entry.get("error")
    if read_spec(case, "error-dart-sass"):
        return None, read_spec(case, "error-dart-sass")
    if read_spec(case, "output-dart-sass.css") is not None:
        return read_spec(case, "output-dart-sass.css"), None
    return read_spec(case, "output.css"), read_spec(case, "error")


def read_spec(case, *names):
    for name in names:
        path = os.path.join(os.path.dirname(case), name)
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace", newline="") as file:
                return file.read()
    return None


def judge(case, answer, expectations, options):
    css, error = expectation(case, expectations, options)
    if css is None and error is None:
        return "nothing expected", "", ""
    if answer is None:
        return "crash", css if css is not None else error, ""
    status, got_css, got_error = answer
    if error is not None:
        if status == 0:
            return "accepted", error, got_css
        # The text before the error consists of warnings.
        at = got_error.find("Error: ")
        report = got_error[at:] if at >= 0 else got_error
        if options.npm and same_npm_error(error, report):
            return "error text", error, report
        # npm's sass draws snippets in messages with Unicode's signs; the command line, which sass-spec runs, does not.
        error = read_spec(case, "error-dart-sass", "error") or error
        at = error.find("Error: ")
        expected = error[at:] if at >= 0 else error
        return ("error text" if expected.rstrip() == report.rstrip() else "rejected"), expected, report
    if status != 0:
        return "refused", css, got_error
    same = css.replace("\r\n", "\n").rstrip("\n") == got_css.rstrip("\n")
    return ("css" if same else "other css"), css, got_css


def judge_warnings(case, got, expectations):
    expected = expectations.get(case, {}).get("told")
    if expected is None:
        expected = read_spec(case, "warning-dart-sass", "warning") or ""
    return expected.rstrip() == got.rstrip(), expected, got


# An error of a selector shows its place inside of the message, which npm's sass draws in Unicode all the same.
ASCII = str.maketrans({"╷": ",", "╵": "'", "│": "|", "┌": ",", "└": "'", "━": "=", "─": "-"})


def same_npm_error(expected, got):
    return expected.translate(ASCII).rstrip().removeprefix("Error: ") == got.rstrip().removeprefix("Error: ")


def show(tally, failures, skipped, options):
    for name, verdict, expected, got in failures[: options.show]:
        print(f"=== {name}: {verdict}")
        lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got", lineterm="", n=2)
        print("\n".join(list(lines)[:40]))
    if options.list:
        with open(options.list, "w", encoding="utf-8") as file:
            file.writelines(f"{verdict}\t{name}\n" for name, verdict, _, _ in failures)
    columns = ["css", "other css", "refused", "error text", "rejected", "accepted", "crash", "nothing expected"]
    print(f"{'':44}" + "".join(f"{column:>12}" for column in columns))
    for name in sorted(tally, key=lambda name: (name == "all", name)):
        counts = tally[name]
        if options.show == 0 or name == "all":
            print(f"{name[:43]:44}" + "".join(f"{counts[column] or '':>12}" for column in columns))
    total = tally["all"]
    passing = total["css"] + total["other css"] + total["refused"]
    errors = total["error text"] + total["rejected"] + total["accepted"]
    print(f"CSS identical {total['css']} of {passing}; errors rejected {errors - total['accepted']} of {errors}, same text "
          f"{total['error text']}; crashes {total['crash']}; warnings same {total['warnings same']}, other {total['warnings other']}; left out by sass-spec for dart-sass {len(skipped)}")


if __name__ == "__main__":
    main()
