#!/usr/bin/env python3
"""Cut, swap and splice recorded cases and our samples, and compare what the lexers make of the mutants with Ruby.

Usage: REF_ROUGE=PROGRAM mutate.py [--count N] [--seed S] [--lang L[,L...]] CASES.jsonl...

Prints each mutant that comes out otherwise, as a recorded case that compare.py reads, and the number of them.
"""
import argparse, collections, glob, json, os, random, subprocess, sys

HOME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "crates", "rouge", "tests", "samples")
SIGNS = list("\"'`{}[]()<>/\\#;:,.$@%&*+-=|!?~^_ \n\t0a1xX") + ["é", "/*", "*/", "//", "--", "<<", "${", "#{", '"""']


def mutant(chance, text, lines_of_language):
    lines = text.split("\n")
    start = chance.randrange(max(1, len(lines) - 24))
    lines = lines[start:start + 25]
    for _ in range(chance.randint(0, 4)):
        kind, at = chance.randrange(6), chance.randrange(len(lines) or 1)
        if kind == 0 and lines:
            del lines[at]
        elif kind == 1:
            lines.insert(at, chance.choice(lines_of_language))
        else:
            whole = "\n".join(lines)
            at = chance.randrange(len(whole) + 1)
            other = chance.randrange(len(whole) + 1)
            piece = {2: "", 3: chance.choice(SIGNS), 4: whole[other:other + 12], 5: ""}.get(kind, "")
            skip = {2: chance.randint(1, 4), 5: len(whole)}.get(kind, 0)
            lines = (whole[:at] + piece + whole[at + skip:]).split("\n")
    return "\n".join(lines)


def ask(program, cases):
    feed = "".join(json.dumps(dict(case, id=i)) + "\n" for i, case in enumerate(cases))
    answer = subprocess.run([program], input=feed.encode(), stdout=subprocess.PIPE).stdout.decode()
    rows = map(json.loads, filter(None, answer.split("\n")))
    return {row["id"]: row.get("html") for row in rows}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("files", nargs="+")
    ap.add_argument("--count", type=int, default=20, help="mutants a language")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--lang")
    a = ap.parse_args()
    texts = collections.defaultdict(list)
    for name in a.files:
        for case in map(json.loads, open(name, encoding="utf-8")):
            texts[case["lang"]].append(case["input"])
    for path in sorted(glob.glob(os.path.join(HOME, "*", "*"))):
        if not path.endswith(".tokens"):
            texts[os.path.basename(os.path.dirname(path))].append(open(path, encoding="utf-8", newline="").read())
    chance, cases = random.Random(a.seed), []
    for lang in a.lang.split(",") if a.lang else sorted(texts):
        lines = [line for text in texts[lang] for line in text.split("\n")]
        cases += [{"lang": lang, "input": mutant(chance, chance.choice(texts[lang]), lines)} for _ in range(a.count)]
    wanted = ask(os.environ["REF_ROUGE"], cases)
    ours = ask(os.environ.get("ROUGE_BATCH", "target/debug/examples/batch"), cases)
    wrong = [dict(case, id=i, html=wanted[i]) for i, case in enumerate(cases) if wanted.get(i) not in (None, ours.get(i))]
    for case in wrong:
        print(json.dumps(case))
    print(f"{len(wrong)} of {len(cases)} mutants differ", file=sys.stderr)


if __name__ == "__main__":
    main()
