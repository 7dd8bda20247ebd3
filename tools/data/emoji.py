#!/usr/bin/env python3
"""Write the table of emoji that plugins need: one a line, its code points first, then its names.

Usage: emoji.py EMOJI.json > crates/plugins/src/emoji/names.txt

EMOJI.json is gemoji's database (db/emoji.json of release 4.1).
"""
import json, sys

rows = []
for emoji in json.load(open(sys.argv[1], encoding="utf-8")):
    points = [f"{ord(c):04x}" for c in emoji["emoji"]]
    rows.append(" ".join(["-".join(points)] + emoji["aliases"]))
print("\n".join(sorted(rows)))
