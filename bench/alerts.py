"""Every alert of deploy/alerts.yml, made to fire by what it is for: `python bench/alerts.py`, with Prometheus here.

A real Prometheus with deploy/alerts.yml watches a server on PostgreSQL and Redis, to which one bad thing after another
happens. So that it does not take hours, the file's minutes become seconds, and the memory at which somebody is told is
less than any server has; nothing else of it is changed. bench/alerts.md is made of what fired.
"""

import json
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import sqlalchemy as sql
from websockets.sync.client import connect

from process import Postgres, Redis, Server
from run import table

HERE = Path(__file__).parent
DEPLOY = HERE.parent / "deploy"
PATIENCE = 60.0  # seconds in which an alert must fire
SECONDS = {"for": "2s", "5m": "15s", "10m": "20s", "15m": "120s"}  # what its waiting times become
MEMORY = "1.5e9", "1e6"


class Watch:
    """A Prometheus that watches a server."""

    def __init__(self, folder: Path, target: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        rules = (DEPLOY / "alerts.yml").read_text(encoding="utf-8").replace(*MEMORY)
        rules = re.sub(r"for: \w+", f"for: {SECONDS['for']}", rules)
        rules = re.sub(r"\[(\d+m)\]", lambda found: f"[{SECONDS[found[1]]}]", rules)
        (folder / "alerts.yml").write_text(rules, encoding="utf-8")
        config = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8").replace("5s", "1s")
        config = re.sub(r"targets: .*", f'targets: ["{target}"]', config)
        (folder / "prometheus.yml").write_text(config, encoding="utf-8")
        options = [f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
        with (folder / "said").open("w") as said:
            self.process = subprocess.Popen(
                ["prometheus", *options, f"--web.listen-address={self.address}"], stderr=said, stdout=said
            )

    def names(self) -> list[str]:
        return [rule["name"] for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def firing(self) -> dict[str, str]:
        """The alerts that fire, and what each says."""
        alerts = self.ask("alerts")["alerts"]
        return {one["labels"]["alertname"]: one["annotations"]["summary"] for one in alerts if one["state"] == "firing"}

    def ask(self, what: str) -> Any:
        with urllib.request.urlopen(f"http://{self.address}/api/v1/{what}", timeout=10) as answer:
            return json.load(answer)["data"]

    def patiently(self, wanted: Callable[[], Any]) -> Any:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if found := wanted():
                    return found
            except urllib.error.URLError:  # not up yet
                pass
            time.sleep(0.3)
        return None


class House:
    """What is watched, and what can happen to it."""

    def __init__(self, folder: Path) -> None:
        self.postgres, self.redis = Postgres(folder / "postgres"), Redis()
        (folder / "server").mkdir()
        options = ("--crowd", "100000", "--database", self.postgres.url, "--redis", self.redis.url)
        self.server = Server(folder / "server", *options)
        self.token = self.call("people", name="Ann")["token"]

    def call(self, path: str, **body: Any) -> Any:
        headers = {"content-type": "application/json"}
        if path != "people":
            headers["authorization"] = f"Bearer {self.token}"
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.server.address}/api/{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    @contextmanager
    def at_a_table(self) -> Iterator[Callable[[str], None]]:
        """Somebody who looks at a table, and can say things there."""
        name = self.call("tables", game="shit")["table"]
        headers = {"authorization": f"Bearer {self.token}"}
        with connect(f"ws://{self.server.address}/api/socket", additional_headers=headers) as line:
            line.send(json.dumps({"type": "watch", "table": name}))

            def say(key: str) -> None:
                request = {"ask": "say", "phrase": "hello"}
                line.send(json.dumps({"type": "ask", "table": name, "id": key, "request": request}))
                while json.loads(line.recv(timeout=30)).get("id") != key:
                    pass

            self.name = name
            yield say

    # ---- what happens: each gives way to what was before when it is done ----

    @contextmanager
    def killed(self) -> Iterator[None]:
        self.server.kill()
        yield
        self.server.start()

    @contextmanager
    def without_database(self) -> Iterator[None]:
        self.postgres.stop()
        for _ in range(30):
            with suppress(urllib.error.HTTPError):
                self.call("people", name="Ben")
        yield
        self.postgres.start()

    @contextmanager
    def without_redis(self) -> Iterator[None]:
        self.redis.stop()
        yield
        self.redis.start()

    @contextmanager
    def set_back(self) -> Iterator[None]:
        with self.at_a_table() as say:
            say("one")
            time.sleep(3)  # so that the figure was seen before it grew
            self.at_once("DELETE FROM log WHERE number = 1 AND table_id = :table", table=self.name)
            yield

    @contextmanager
    def slow(self) -> Iterator[None]:
        with self.at_a_table() as say:
            for number in range(6):
                engine = sql.create_engine(self.postgres.url)
                with engine.begin() as connection:
                    connection.execute(sql.text("LOCK TABLE log IN ACCESS EXCLUSIVE MODE"))
                    Thread(target=say, args=(str(number),), daemon=True).start()
                    time.sleep(0.8)
                engine.dispose()
                time.sleep(0.5)
            yield

    @contextmanager
    def late(self) -> Iterator[None]:
        for _ in range(12):
            self.server.process.send_signal(signal.SIGSTOP)
            time.sleep(0.6)
            self.server.process.send_signal(signal.SIGCONT)
            time.sleep(0.3)
        yield

    @contextmanager
    def few_files(self) -> Iterator[None]:
        process = self.server.process.pid
        files = len(list(Path(f"/proc/{process}/fd").iterdir()))
        before = subprocess.run(
            ["prlimit", "--pid", str(process), "--nofile", "--noheadings", "--output", "SOFT"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        subprocess.run(["prlimit", "--pid", str(process), f"--nofile={files + 4}:"], check=True)
        yield
        subprocess.run(["prlimit", "--pid", str(process), f"--nofile={before}:"], check=True)

    @contextmanager
    def restarted(self) -> Iterator[None]:
        for _ in range(4):
            self.server.stop()
            self.server.start()
            time.sleep(2.5)
        yield

    @contextmanager
    def nothing(self) -> Iterator[None]:
        yield

    def at_once(self, statement: str, **values: Any) -> None:
        engine = sql.create_engine(self.postgres.url)
        with engine.begin() as connection:
            connection.execute(sql.text(statement), values)
        engine.dispose()

    def close(self) -> None:
        self.server.stop()
        self.redis.stop()
        self.postgres.close()


CAUSES: dict[str, tuple[str, Callable[[House], Any]]] = {
    "TableeMemory": ("the server as it is, and a bound that is too low", House.nothing),
    "TableeSlow": ("the log's table was locked for 0.8 s, six times, while somebody said something", House.slow),
    "TableeLate": ("the process was held for 0.6 s, twelve times", House.late),
    "TableeFilesLow": ("its limit of files was set to four more than it had open", House.few_files),
    "TableeSetBack": ("the last entry of a log was deleted while somebody looked at the table", House.set_back),
    "TableeRedisAway": ("Redis was killed", House.without_redis),
    "TableeDatabaseAway": ("PostgreSQL was stopped, and 30 requests came", House.without_database),
    "TableeFailing": ("the same", House.without_database),
    "TableeDown": ("the process was killed", House.killed),
    "TableeRestarting": ("it was stopped and started four times", House.restarted),
}


def main() -> None:
    assert shutil.which("prometheus"), "this needs Prometheus"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        house = House(folder)
        watch = Watch(folder, house.server.address)
        lines = []
        try:
            names = watch.patiently(watch.names)
            assert set(names) == set(CAUSES), set(names) ^ set(CAUSES)
            time.sleep(5)
            assert set(watch.firing()) <= {"TableeMemory"}, watch.firing()  # of the others none does by itself
            for alert, (cause, happen) in CAUSES.items():
                with happen(house):
                    said = watch.patiently(lambda one=alert: watch.firing().get(one))
                lines.append([f"`{alert}`", cause, said or "did **not** fire"])
                print(*lines[-1], sep="; ", flush=True)
        finally:
            watch.process.terminate()
            watch.process.wait()
            house.close()
    page = f"""# Alerts

Each alert of [deploy/alerts.yml](../deploy/alerts.yml), in a real Prometheus that watches a real server on PostgreSQL
and Redis, and what made it fire. The file's minutes were seconds, and the bound of `TableeMemory` was one megabyte;
before the first of them none of the others fired. `python bench/alerts.py` wrote this page.

{table(["alert", "what happened", "what it said"], lines)}
"""
    (HERE / "alerts.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
