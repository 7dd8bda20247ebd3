#!/usr/bin/env python3
"""Record what Ruby Rouge makes of our samples, for crates/rouge/tests/samples/.

Usage: REF_ROUGE=PROGRAM record.py --lang L FILE...   (copies each FILE to tests/samples/L/ and records it)
       REF_ROUGE=PROGRAM record.py --again            (records every sample anew)

Beside a sample NAME stands NAME.tokens: a line `class text-length` for each token, lengths in characters.
"""
import argparse, glob, json, os, shutil, subprocess

HOME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "crates", "rouge", "tests", "samples")


def record(path, lang):
    request = json.dumps({"id": 1, "lang": lang, "input": open(path, encoding="utf-8", newline="").read(), "tokens": True})
    answer = subprocess.run([os.environ["REF_ROUGE"]], input=request.encode() + b"\n", stdout=subprocess.PIPE).stdout
    tokens = json.loads(answer)["tokens"]
    with open(path + ".tokens", "w", encoding="utf-8") as out:
        out.writelines(f"{name} {len(text)}\n" for name, text in tokens)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("files", nargs="*")
    ap.add_argument("--lang")
    ap.add_argument("--again", action="store_true")
    a = ap.parse_args()
    if a.again:
        for path in sorted(glob.glob(os.path.join(HOME, "*", "*"))):
            if not path.endswith(".tokens"):
                record(path, os.path.basename(os.path.dirname(path)))
    for name in a.files:
        folder = os.path.join(HOME, a.lang)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, os.path.basename(name))
        if os.path.abspath(name) != os.path.abspath(path):
            shutil.copyfile(name, path)
        record(path, a.lang)


main()
