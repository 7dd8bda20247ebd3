#!/usr/bin/env python3
"""Gives random texts to an engine and to the gem that it reproduces, and shows where their answers differ.

    REF_DIR=FOLDER tools/differential/compare_engines.py liquid|kramdown|yaml|highlight|sass --count 10000 [--seed 1] [--hastie target/release/hastie] [--shrink]

Each text is made from its seed, so that `--seed N --count 1` repeats it. Answers are the result or the error; of two errors, only the fact is
compared, because Ruby's own messages name its methods. Exit status 1 if any answers differ.
"""

import argparse
import collections
import difflib
import json
import os
import re
import resource
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from engines import Request

HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = {"liquid": "template", "kramdown": "input", "yaml": "yaml", "highlight": "input", "sass": "input"}
BATCH = 2000
# Seconds of processor time that Hastie may take for the rest of a batch before the request in progress gets a process of its own.
SECONDS = 10
TOO_LONG = "took too long"
EXPECTED = ("equal", "both fail", "both take too long", "Ruby fails by a mistake", "dart-sass gives up")
# COMPATIBILITY.md lists these: kramdown fails for cells outside of tables, for formulas without text, and for line breaks behind native HTML.
# Lexers for Stan and Tcl fail for some strings.
MISTAKES = re.compile(r"@stack\[-[23]\]\.(type|options)|undefined method `convert_th'|el\.children\.shift\.value|child\.options\[:location\] \+ index|unknown state: :|@brace_count -= 1|^TypeError: no implicit conversion of nil into String$")
# Errors of dart-sass's own program, which say nothing about the sheet.
GIVES_UP = re.compile(r"Bad state|Invalid argument|Unsupported operation|took too long")


def main():
    options = arguments()
    tally = collections.Counter()
    shown = 0
    for first in range(options.seed, options.seed + options.count, BATCH):
        seeds = range(first, min(first + BATCH, options.seed + options.count))
        requests = [{"id": str(seed), **getattr(Request(seed), options.kind)()} for seed in seeds]
        for request, theirs, ours in zip(requests, reference(options, requests), hastie(options, requests)):
            kind = verdict(theirs, ours)
            tally[kind] += 1
            if kind in EXPECTED:
                continue
            shown += 1
            if shown <= options.show:
                if options.shrink:
                    request, theirs, ours = shrink(options, request, kind)
                report(options, request, kind, theirs, ours)
    print(dict(tally))
    sys.exit(1 if shown else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(TEXT))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hastie", default=os.environ.get("HASTIE", "target/release/hastie"))
    parser.add_argument("--show", type=int, default=10, help="how many differences to show")
    parser.add_argument("--shrink", action="store_true", help="show the smallest text that still differs")
    return parser.parse_args()


def reference(options, requests):
    intended = ["-r", os.path.join(HERE, "intended")] if options.kind == "liquid" else []
    return answers([os.path.join(HERE, "../record/cases"), options.kind, *intended], requests)


def hastie(options, requests):
    command = [options.hastie, options.kind, "--jsonl"]
    found = []
    while len(found) < len(requests):
        more = answers(command, requests[len(found):], SECONDS)
        # The request that starts a process and does not end has all the time for itself.
        found += more or [{"error": TOO_LONG}]
    return found


def answers(command, requests, seconds=None):
    """One answer for each request. Requests after a crash get an answer that says so. After `seconds` of processor time, the rest is missing."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1768478400", "TZ": "UTC", "LANG": "C.UTF-8"}
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))) if seconds else None
    done = subprocess.run(command, input=lines.encode(), capture_output=True, env=environment, preexec_fn=limit)
    found = [json.loads(line) for line in done.stdout.split(b"\n") if line]
    if done.returncode == -signal.SIGXCPU:
        return found
    return found + [{"crash": done.stderr.decode("utf-8", "replace")[-300:]}] * (len(requests) - len(found))


def verdict(theirs, ours):
    if "crash" in ours or "crash" in theirs:
        return "crash"
    too_long = [answer.get("error") == TOO_LONG for answer in (theirs, ours)]
    if all(too_long):
        return "both take too long"
    if MISTAKES.search(theirs.get("error", "")):
        return "Ruby fails by a mistake"
    if GIVES_UP.search(theirs.get("error", "")):
        return "dart-sass gives up"
    if too_long[1]:
        return "only Hastie takes too long"
    failed = ["error" in answer for answer in (theirs, ours)]
    if all(failed):
        return "both fail"
    if any(failed):
        return "only Hastie fails" if failed[1] else "only Ruby fails"
    return "equal" if result(theirs) == result(ours) else "other result"


def result(answer):
    if "css" in answer:
        return answer["css"].rstrip("\n")
    return next((answer[key] for key in ("result", "html", "value") if key in answer), None)


def shrink(options, request, kind):
    """Removes lines, words and characters while the same kind of difference remains."""
    key = TEXT[options.kind]

    def probe(text):
        changed = [{**request, key: text}]
        return reference(options, changed)[0], hastie(options, changed)[0]

    for pattern in (r"[^\n]*\n?", r"\s+|\S+", r"."):
        parts = re.findall(pattern, request[key], re.S)
        size = max(1, len(parts) // 2)
        while True:
            start = 0
            while start < len(parts):
                candidate = parts[:start] + parts[start + size:]
                if verdict(*probe("".join(candidate))) == kind:
                    parts = candidate
                else:
                    start += size
            if size == 1:
                break
            size //= 2
        request = {**request, key: "".join(parts)}
    return request, *probe(request[key])


def report(options, request, kind, theirs, ours):
    print(f"=== seed {request['id']}: {kind}\n{request[TEXT[options.kind]]}")
    others = {key: value for key, value in request.items() if key not in ("id", "config", "data", TEXT[options.kind])}
    if others:
        print(f"--- {json.dumps(others)}")
    before, after = (json.dumps(result(a) if result(a) is not None else a, indent=1, ensure_ascii=False).replace("\\n", "\n") for a in (theirs, ours))
    for line in list(difflib.unified_diff(before.split("\n"), after.split("\n"), "ruby", "hastie", lineterm="", n=1))[:20]:
        print(line[:300])
    sys.stdout.flush()


if __name__ == "__main__":
    main()
