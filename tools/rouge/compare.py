#!/usr/bin/env python3
"""Compare the lexers with Ruby Rouge, token by token.

Usage: compare.py [--lang L[,L...]] [--show N] [--summary] FILE...

A FILE ending in .jsonl holds recorded cases, one a line (lang, input, html). Any other FILE is source code in the
language --lang, and goes through Ruby, too: $REF_ROUGE is a program that answers {"id","lang","input","tokens":true}
with {"tokens": [[name, text], ...]}, a line each. $ROUGE_BATCH is ours, by default target/debug/examples/batch.
"""
import argparse, collections, html as entities, json, os, re, subprocess, sys

SPAN = re.compile(r'<span class="([^"]*)">(.*?)</span>|([^<]+)', re.S)


def pairs(html):
    """Spans as [class, text]."""
    return [[m[1], entities.unescape(m[2])] if m[1] else ["", entities.unescape(m[3])] for m in SPAN.finditer(html)]


def classes(spans):
    """The class of each character."""
    return [name for name, text in spans for _ in text]


def ask(program, cases):
    feed = "".join(json.dumps({"id": i, "lang": c["lang"], "input": c["input"]}) + "\n" for i, c in enumerate(cases))
    answer = subprocess.run([program], input=feed.encode(), stdout=subprocess.PIPE).stdout.decode()
    return [json.loads(line).get("html", "") for line in answer.split("\n") if line]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("files", nargs="+")
    ap.add_argument("--lang")
    ap.add_argument("--show", type=int, default=3, help="differences shown a language")
    ap.add_argument("--summary", action="store_true", help="only the table")
    a = ap.parse_args()
    wanted = a.lang.split(",") if a.lang else None
    cases, fresh = [], []
    for name in a.files:
        if name.endswith(".jsonl"):
            cases += [c for c in map(json.loads, open(name, encoding="utf-8")) if not wanted or c["lang"] in wanted]
        else:
            fresh.append({"id": name, "lang": wanted[0], "input": open(name, encoding="utf-8").read()})
    if fresh:
        for case, html in zip(fresh, ask(os.environ["REF_ROUGE"], fresh)):
            cases.append(dict(case, html=html))
    ours = ask(os.environ.get("ROUGE_BATCH", "target/debug/examples/batch"), cases)
    if len(ours) < len(cases):
        print(f"ours stopped at case {len(ours)}: {cases[len(ours)]['lang']} {cases[len(ours)].get('id')}")
    table, shown = {}, collections.Counter()
    for case, got in zip(cases, ours):
        row = table.setdefault(case["lang"], [0, 0, 0, 0])
        row[0] += 1
        row[1] += got == case["html"]
        want, have = pairs(case["html"]), pairs(got)
        cw, ch = classes(want), classes(have)
        row[2] += len(cw)
        row[3] += sum(x == y for x, y in zip(cw, ch))
        if got != case["html"] and not a.summary:
            at = 0
            skip_to = 0
            while shown[case["lang"]] < a.show:
                at = next((i for i in range(skip_to, min(len(cw), len(ch))) if cw[i] != ch[i]), None)
                if at is None:
                    if skip_to == 0:
                        print(f"--- {case['lang']} {case.get('id')}: classes alike, spans apart")
                        first = next((i for i, (x, y) in enumerate(zip(want, have)) if x != y), 0)
                        print("  want", want[first:first + 3], "\n  got ", have[first:first + 3])
                        shown[case["lang"]] += 1
                    break
                text = case["input"]
                whole = "".join(t for _, t in want)
                line = whole.count("\n", 0, at) + 1
                show = lambda spans: around(spans, at)
                print(f"--- {case['lang']} {case.get('id')} line {line}: {whole[whole.rfind(chr(10), 0, at) + 1:at]!r} >>> {whole[at:at + 40]!r}")
                print("  want", show(want), "\n  got ", show(have))
                shown[case["lang"]] += 1
                end = whole.find("\n", at)
                skip_to = end if end > 0 else len(whole)
    total = [0, 0, 0, 0]
    for lang, row in sorted(table.items(), key=lambda kv: kv[1][3] / max(1, kv[1][2])):
        total = [x + y for x, y in zip(total, row)]
        if row[0] != row[1] or not a.summary:
            print(f"{lang:24} {row[1]:6}/{row[0]:<6} exact, {100 * row[3] / max(1, row[2]):7.3f} % of characters")
    print(f"{'all':24} {total[1]:6}/{total[0]:<6} exact, {100 * total[3] / max(1, total[2]):7.3f} % of characters")


def around(spans, at):
    """The spans near a character."""
    place = 0
    for i, (_, text) in enumerate(spans):
        place += len(text)
        if place > at:
            return [[name, text if len(text) < 70 else text[:30] + " ... " + text[-30:]] for name, text in spans[max(0, i - 2):i + 3]]
    return spans[-2:]


main()
