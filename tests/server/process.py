"""`tablee serve` for the tests: a process of its own, on a port and in a folder of its own, that can be killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path


class Server:
    """`tablee serve` in a process of its own. The same folder again is the same server after a restart."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.arguments = arguments
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """At the port it had before, if it had one."""
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(self.port), "--threads", "1", *self.arguments]
        self.errors = (self.folder / "errors").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, "TABLEE_DATA": str(self.folder), "COLUMNS": "200"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line.startswith("http://"), (line, self.said())
        self.port = int(line.rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def said(self) -> str:
        """What it wrote to its standard error."""
        return (self.folder / "errors").read_text(encoding="utf-8")

    def _end(self) -> int:
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()
        return code
