#!/usr/bin/env python3
"""Write the table of emoji names that jemoji needs: one image a line, then the names that lead to it.

Usage: emoji.py EMOJI.json > crates/plugins/src/jemoji/names.txt

EMOJI.json is gemoji's database (db/emoji.json of release 4.1). An image is named after the code points, without
variation selectors and joiners.
"""
import json, sys

rows = []
for emoji in json.load(open(sys.argv[1], encoding="utf-8")):
    points = [f"{ord(c):04x}" for c in emoji["emoji"] if c not in "\ufe0f\u200d"]
    rows.append(" ".join(["-".join(points)] + emoji["aliases"]))
print("\n".join(sorted(rows)))
