#!/usr/bin/env python3
"""Compiles random sheets with npm's sass, or with Ruby Sass, and with ours, and shows where they differ.

    tools/sass_random/compare.py --npm FOLDER --binary target/debug/examples/sass --count 20000 [--seed 1] [--warnings]

FOLDER is where npm's sass is installed; with `--ruby FOLDER` instead, where Ruby Sass 3.7.4 is unpacked, and the binary is the example `ruby_sass`. Sheets are made from the seed, so a difference can be looked at again. Both
compilers get files in the work folder; ours is started once with `--batch`.
"""

import argparse
import collections
import difflib
import itertools
import json
import os
import random
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from ruby_language import RubySheets
from sheets import Sheets

EXTENSIONS = {"scss": "scss", "indented": "sass", "css": "css"}
RUBY_RECORDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record.rb")
RECORDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record.mjs")


def main():
    options = arguments()
    os.makedirs(options.work, exist_ok=True)
    paths = []
    for number in range(options.count):
        seed = options.seed * 1_000_000 + number
        syntax, text = (RubySheets if options.ruby else Sheets)(random.Random(seed)).sheet()
        paths.append(os.path.join(options.work, f"{seed}.{EXTENSIONS[syntax]}"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(text)
    expected = record(paths, options)
    tally = collections.Counter()
    shown = 0
    for path, want, got in zip(paths, expected, run(paths, options)):
        verdict = judge(want, got, options)
        tally[verdict] += 1
        if verdict not in ("css", "error") and (options.kinds is None or verdict in options.kinds):
            shown += 1
            if shown <= options.show:
                print(f"=== {path}: {verdict}\n{difference(want, got, verdict)}")
    print(dict(tally))
    sys.exit(1 if shown else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reference = parser.add_mutually_exclusive_group(required=True)
    reference.add_argument("--npm", help="folder with npm's sass")
    reference.add_argument("--ruby", help="folder with Ruby Sass")
    parser.add_argument("--binary", required=True)
    parser.add_argument("--work", default="/tmp/sass-random", help="where the sheets are written")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=5, help="seconds a sheet may take")
    parser.add_argument("--show", type=int, default=10, help="how many differences are shown")
    parser.add_argument("--style", default="expanded")
    parser.add_argument("--kinds", nargs="*", help="show these verdicts only")
    parser.add_argument("--warnings", action="store_true", help="compare warnings, too")
    return parser.parse_args()


class Server:
    """A compiler that is asked for one file after another. It is started again after it died or took too long."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process = command, timeout, None

    def ask(self, path, read):
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        timer = threading.Timer(self.timeout, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write((path + "\n").encode())
            self.process.stdin.flush()
            answer = read(self.process.stdout)
        except OSError:
            answer = None
        timer.cancel()
        if answer is None:
            self.process.kill()
            self.process.wait()
            self.process = None
        return answer or {"crash": True}


def record(paths, options):
    """What the reference makes of the sheets: CSS or the report of an error, and warnings."""
    if options.ruby:
        server = Server(["ruby", RUBY_RECORDER, options.ruby, options.style], options.timeout)
    else:
        server = Server(["node", "--max-old-space-size=1000", RECORDER, options.npm, options.style], options.timeout)

    def read(stream):
        line = stream.readline()
        return json.loads(line) if line else None

    return [server.ask(path, read) for path in paths]


def run(paths, options):
    """What our compiler makes of them."""
    glyphs = [] if options.ruby else ["--ascii"]
    server = Server([options.binary, "--batch", f"--style={options.style}", *glyphs], options.timeout)
    return [server.ask(path, read_answer) for path in paths]


def read_answer(stream):
    head = stream.readline().split()
    if len(head) != 3:
        return None
    css = stream.read(int(head[1])).decode()
    messages = stream.read(int(head[2])).decode()
    if int(head[0]) == 0:
        return {"css": css.rstrip("\n"), "messages": messages}
    at = max(messages.rfind("\nError: ") + 1, 0)
    return {"error": messages[at:].rstrip(), "messages": messages[:at]}


def judge(want, got, options):
    # Errors of dart-sass's own program say nothing about the sheet.
    if "crash" in want or any(text in want.get("error", "") for text in ("Bad state", "Unsupported operation")):
        return "npm gives up"
    if "crash" in got:
        return "crash"
    if "css" in want:
        if "css" not in got:
            return "refused"
        if want["css"].rstrip("\n") != got["css"]:
            return "other css"
        if options.warnings and want["messages"].split() != got["messages"].split():
            return "other warnings"
        return "css"
    if "css" in got:
        return "accepted"
    if options.ruby:
        return judge_ruby_error(want["error"], got["error"])
    first = lambda text: ascii_glyphs(text).removeprefix("Error: ").rstrip()
    if first(want["error"]) == first(got["error"]):
        return "error"
    same_message = first(want["error"]).split("\n")[0] == first(got["error"]).split("\n")[0]
    return "other span" if same_message else "other message"


def judge_ruby_error(want, got):
    """Both name the line behind the message."""
    (wanted, _, line), (message, _, number) = want.rpartition(" on line "), got.removeprefix("Error: ").rpartition(" on line ")
    if wanted.rstrip() != message.rstrip():
        return "other message"
    return "error" if number == line else "other span"


def ascii_glyphs(text):
    return text.translate(str.maketrans({"╷": ",", "╵": "'", "│": "|", "┌": ",", "└": "'", "━": "=", "─": "-"}))


def difference(want, got, verdict):
    """The lines that differ, with two lines around each."""
    kind = "messages" if verdict == "other warnings" else "css"
    texts = [ascii_glyphs(result.get(kind) or result.get("error", "crash")).split("\n") for result in (want, got)]
    lines = difflib.unified_diff(*texts, "reference", "ours", lineterm="", n=2)
    return "\n".join(line[:300] for line in itertools.islice(lines, 40))


if __name__ == "__main__":
    main()
