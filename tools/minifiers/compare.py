#!/usr/bin/env python3
"""Compares the sizes that our minifiers and those of jekyll-minifier and jekyll-terser reach.

  compare.py HTMLCOMPRESSOR CSSMINIFY TERSER FOLDER...

FOLDERs are built sites. The first two arguments are `lib` folders of gems, the third one a folder with Terser's npm
package. Ours is `cargo run --features javascript --example minify` of crates/minify, built before, or what MINIFY names.
"""
import os, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MINIFY = os.environ.get("MINIFY", HERE.parent.parent / "target/debug/examples/minify")


def sizes(command, files, **environment):
    done = subprocess.run(command, input="\n".join(files), text=True, capture_output=True, env=dict(os.environ, **environment))
    rows = [line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 2]
    return {path: int(after) for path, _, after in rows}, done.stderr.splitlines()


def main():
    html, css, terser, *folders = sys.argv[1:]
    for folder in folders:
        every = sorted(str(path) for path in Path(folder).rglob("*") if path.is_file())
        kinds = {
            "html": [p for p in every if p.endswith(".html")],
            "css": [p for p in every if p.endswith(".css") and not p.endswith(".min.css")],
            "js": [p for p in every if p.endswith(".js") and not p.endswith(".min.js")],
        }
        for kind, files in kinds.items():
            if not files:
                continue
            ours, refused = sizes([MINIFY, *files], [])
            if kind == "js":
                theirs, failed = sizes(["node", HERE / "terser.mjs"], files, TERSER=terser)
            else:
                theirs, failed = sizes(["ruby", HERE / "originals.rb", html, css], files)
            both = [p for p in files if p in ours and p in theirs]
            before = sum(os.path.getsize(p) for p in both)
            a, b = sum(ours[p] for p in both), sum(theirs[p] for p in both)
            print(f"{Path(folder).name:24} {kind:4} {len(both):4} files {before:9} bytes, theirs {b:9}, ours {a:9}: {100 * (a / max(1, b) - 1):+.2f} %")
            for line in refused[:3] + failed[:3]:
                print("      ", line[:160])
            worst = sorted(both, key=lambda p: theirs[p] - ours[p])[:2]
            for p in worst:
                print(f"       worst {os.path.relpath(p, folder)} {theirs[p]} -> {ours[p]}")


if __name__ == "__main__":
    main()
