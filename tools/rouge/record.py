#!/usr/bin/env python3
"""Record what Ruby Rouge makes of our samples, for crates/rouge/tests/samples/.

Usage: REF_ROUGE=PROGRAM record.py --lang L FILE...   (copies each FILE to tests/samples/L/ and records it)
       REF_ROUGE=PROGRAM record.py --again            (records every sample anew)

Beside a sample NAME stands NAME.tokens: a line `class text-length` for each token, lengths in characters. With
--older (REF_ROUGE is then Rouge 3.30) it is NAME.tokens-3.30, and only where that release differs.
"""
import argparse, glob, json, os, shutil, subprocess

HOME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "crates", "rouge", "tests", "samples")


def record(path, lang, older):
    request = json.dumps({"id": 1, "lang": lang, "input": open(path, encoding="utf-8", newline="").read(), "tokens": True})
    answer = subprocess.run([os.environ["REF_ROUGE"]], input=request.encode() + b"\n", stdout=subprocess.PIPE).stdout
    tokens = json.loads(answer).get("tokens")
    if tokens is None:
        # An error there: an empty record says that there is nothing to compare with.
        tokens = []
    lines = "".join(f"{name} {len(text)}\n" for name, text in tokens)
    if older and os.path.exists(path + ".tokens") and open(path + ".tokens", encoding="utf-8").read() == lines:
        return
    with open(path + (".tokens-3.30" if older else ".tokens"), "w", encoding="utf-8") as out:
        out.write(lines)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("files", nargs="*")
    ap.add_argument("--lang")
    ap.add_argument("--again", action="store_true")
    ap.add_argument("--older", action="store_true")
    a = ap.parse_args()
    if a.again:
        for path in sorted(glob.glob(os.path.join(HOME, "*", "*"))):
            if not path.endswith((".tokens", ".tokens-3.30")):
                record(path, os.path.basename(os.path.dirname(path)), a.older)
    for name in a.files:
        folder = os.path.join(HOME, a.lang)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, os.path.basename(name))
        if os.path.abspath(name) != os.path.abspath(path):
            shutil.copyfile(name, path)
        record(path, a.lang, a.older)


main()
