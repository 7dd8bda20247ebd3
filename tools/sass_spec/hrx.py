"""Reads HRX archives, and folders that hold them, as files by path."""

import os
import re


def parse_hrx(text):
    """The files of an archive as {path: text}."""
    opening = re.match(r"<(=+)>", text)
    if not opening:
        return {}
    boundary = opening.group(0)
    parts = re.split(rf"^{re.escape(boundary)}", text, flags=re.M)
    files = {}
    for part in parts[1:]:
        header, _, body = part.partition("\n")
        name = header.strip()
        # A part without a name is a comment. The last line break belongs to the next boundary.
        if name and not name.endswith("/"):
            files[name] = body[:-1] if body.endswith("\n") else body
    # The last file keeps its line break.
    if files and text.endswith("\n"):
        last = list(files)[-1]
        files[last] += "\n"
    return files


def unpack(spec, target):
    """Writes everything below `spec` into `target`, archives as folders."""
    for folder, _, names in os.walk(spec):
        relative = os.path.relpath(folder, spec)
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".hrx"):
                with open(path, encoding="utf-8", newline="") as file:
                    archive = parse_hrx(file.read())
                base = os.path.join(target, relative, name[: -len(".hrx")])
                for inner, text in archive.items():
                    write(os.path.join(base, inner), text.encode("utf-8"))
            else:
                with open(path, "rb") as file:
                    write(os.path.join(target, relative, name), file.read())


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
