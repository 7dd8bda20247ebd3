"""The reference as one process that builds many sites. It is restarted if it dies."""

import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = f'. "{HERE}/../record/env"; exec "${{ruby[@]}}" LIBRARIES -r drop_keys "{HERE}/record.rb" "$@"'
JEKYLL = "-r jekyll"
PAGES = f'-I "$REF_DIR/stubs" -r github_pages -r "{HERE}/unreachable"'


class Reference:
    def __init__(self, pages=False, plugins=(), seconds=20):
        """`plugins` are loaded once, before all builds. Each site must have them in its configuration. A build may take `seconds` of processor time."""
        self.seconds = seconds
        script = "export REF_DIR=${REF_PAGES_DIR:?}; " + PROGRAM.replace("LIBRARIES", PAGES) if pages else PROGRAM.replace("LIBRARIES", JEKYLL)
        self.command = ["bash", "-c", script, "record", *plugins]
        self.process = None

    def build(self, folder, args=()):
        """The exit status of the build, None if it took too long, and its log."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        request = json.dumps({"folder": folder, "args": list(args), "seconds": self.seconds})
        self.process.stdin.write(request.encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        os.unlink(folder + ".log")
        return answer["exit"], answer["log"]
