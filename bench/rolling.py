"""Upgrades behind nginx, as deploy/nginx.conf has it: `python bench/rolling.py`, where nginx is installed.

Two servers are stopped and started, one after the other, again and again, while people ask and play. What they were
answered is counted, with the upstream as the file has it and, to compare, without its `max_fails=0`. bench/rolling.md
is made of that.

Bound: `--rounds` upgrades of both servers, one person's requests one after the other, and one socket.
"""

import argparse
import asyncio
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from process import Postgres, Redis, Server
from run import machine, table

HERE = Path(__file__).parent
CONFIG = HERE.parent / "deploy" / "nginx.conf"
ASKERS = 8
BETWEEN = 1.0  # seconds between a server that is up again and the next that stops


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def config(folder: Path, port: int, servers: list[Server], ours: bool) -> str:
    """deploy/nginx.conf, at a port of its own and without a certificate."""
    text = CONFIG.read_text(encoding="utf-8")
    text = text[: text.rindex("server {")]  # the last one only sends people on to TLS
    text = re.sub(r"^ *(ssl_certificate|listen \[).*\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    for old, server in zip(("127.0.0.1:8001", "127.0.0.1:8002"), servers, strict=True):
        assert old in text
        text = text.replace(old, server.address)
    if not ours:
        text = text.replace(" max_fails=0", "")
    return (
        f"pid {folder}/pid; error_log {folder}/errors; worker_processes 1; daemon off;\n"
        f"events {{ worker_connections 512; }} http {{ access_log off;\n"
        f"client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;\n"
        f"uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n{text}\n}}"
    )


class Asked:
    """What people were answered."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.cut = 0  # times that a socket went
        self.away = 0.0  # and seconds for which it was, at the most


async def ask_on(address: str, asked: Asked) -> None:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as http:
        while True:
            try:
                answer = await http.get("/api/games")
                asked.answers[str(answer.status_code)] += 1
            except httpx.HTTPError as error:
                asked.answers[type(error).__name__] += 1
            await asyncio.sleep(0.02)


async def watch_on(address: str, asked: Asked) -> None:
    """Somebody with a socket, who comes back as the page does."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as http:
        token = (await http.post("/api/people", json={"name": "Ann"})).json()["token"]
    gone = None
    while True:
        try:
            headers = {"authorization": f"Bearer {token}"}
            async with connect(f"ws://{address}/api/socket", additional_headers=headers) as line:
                async for _ in line:
                    if gone is not None:
                        asked.away = max(asked.away, time.monotonic() - gone)
                        gone = None
        except (WebSocketException, OSError):
            pass
        asked.cut += gone is None
        gone = gone or time.monotonic()
        await asyncio.sleep(0.1)


async def upgrades(folder: Path, servers: list[Server], rounds: int, ours: bool) -> Asked:
    port = free_port()
    (folder / "nginx.conf").write_text(config(folder, port, servers, ours), encoding="utf-8")
    proxy = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"])
    address, asked = f"127.0.0.1:{port}", Asked()
    try:
        await asyncio.sleep(1)
        people = [asyncio.create_task(ask_on(address, asked)) for _ in range(ASKERS)]
        people.append(asyncio.create_task(watch_on(address, asked)))
        for _ in range(rounds):
            for server in servers:
                await asyncio.sleep(BETWEEN)
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)
        await asyncio.sleep(BETWEEN)
        for person in people:
            person.cancel()
        for person in await asyncio.gather(*people, return_exceptions=True):
            if isinstance(person, Exception):
                raise person
    finally:
        proxy.terminate()
        proxy.wait()
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description="Upgrade two servers behind nginx while people play.")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    assert shutil.which("nginx"), "this needs nginx"
    lines = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres, redis = Postgres(folder / "postgres"), Redis()
        options = ("--crowd", "100000", "--database", postgres.url, "--redis", redis.url)
        (folder / "shared").mkdir()
        servers = [Server(folder / "shared", *options) for _ in range(2)]
        try:
            for ours in (True, False):
                place = folder / f"nginx-{ours}"
                place.mkdir()
                asked = asyncio.run(upgrades(place, servers, arguments.rounds, ours))
                good = asked.answers.pop("200", 0)
                others = ", ".join(f"{count} × {what}" for what, count in sorted(asked.answers.items())) or "none"
                upstream = "as it is" if ours else "without `max_fails=0`"
                lines.append([upstream, str(good), others, f"{asked.cut} times, {asked.away:.1f} s at most"])
                print(*lines[-1], sep="; ", flush=True)
        finally:
            for server in servers:
                server.stop()
            redis.stop()
            postgres.close()
    page = f"""# Upgrades behind nginx

Two servers with PostgreSQL and Redis behind nginx, by [deploy/nginx.conf](../deploy/nginx.conf): each of them is
stopped and started {arguments.rounds} times, one after the other, while {ASKERS} people ask without a pause and one has
a socket open. `python bench/rolling.py --rounds {arguments.rounds}` wrote this page.

{machine()}

{table(["upstream", "answered 200", "anything else", "the socket was cut"], lines)}
"""
    (HERE / "rolling.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
