#!/usr/bin/env python3
"""Print random doc comments of the tree, to be read aloud: none should need a second reading.

Usage: doc_comments.py [COUNT] [--seed N]     (20 comments, another choice each time)
"""
import argparse, pathlib, random, re

ap = argparse.ArgumentParser()
ap.add_argument("count", nargs="?", type=int, default=20)
ap.add_argument("--seed", type=int)
a = ap.parse_args()

root = pathlib.Path(__file__).resolve().parent.parent
comments = []
for file in sorted([*root.glob("src/**/*.rs"), *root.glob("crates/*/src/**/*.rs")]):
    lines, start = file.read_text(encoding="utf-8").split("\n"), None
    for number, line in enumerate([*lines, ""], 1):
        text = re.match(r"\s*//[/!] ?(.*)", line)
        if text and start is None: start, block = number, []
        if text: block.append(text[1])
        elif start is not None and line.strip().startswith("#["): continue
        elif start is not None:
            comments.append((file.relative_to(root), start, block, line.strip()))
            start = None
for file, number, block, item in random.Random(a.seed).sample(comments, min(a.count, len(comments))):
    print(f"{file}:{number}\n  " + "\n  ".join(block) + (f"\n    {item}" if item else "") + "\n")
