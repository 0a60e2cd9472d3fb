"""The same application on another server, for bench/abuse.py: `python bench/other_server.py granian serve`.

granian and hypercorn are no part of what Tablée needs: `pip install --target FOLDER granian hypercorn`, and FOLDER on
the PYTHONPATH.
"""

import argparse
import asyncio
import socket
from typing import Any

import uvloop

from tablee.server import logs
from tablee.server.app import make_app
from tablee.server.schema import migrate
from tablee.server.settings import Settings, data_folder, default_database, load_secret
from tablee.server.store import engine_for


def application() -> Any:
    engine = engine_for(default_database())
    migrate(engine)
    engine.dispose()
    return make_app(Settings(default_database(), load_secret(data_folder())))


async def granian(app: Any, port: int) -> None:
    from granian.constants import Interfaces
    from granian.server.embed import Server

    await Server(app, port=port, interface=Interfaces.ASGI, websockets=True, log_enabled=False).serve()


async def hypercorn(app: Any, port: int) -> None:
    from hypercorn.asyncio import serve
    from hypercorn.config import Config

    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    config.websocket_max_message_size = 64 * 1024
    await serve(app, config)


async def announce(port: int) -> None:
    """Say where it is, once it is there."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            print(f"http://127.0.0.1:{port}", flush=True)
            return


async def run(server: str, app: Any, port: int) -> None:
    await asyncio.gather(announce(port), SERVERS[server](app, port))


SERVERS = {"granian": granian, "hypercorn": hypercorn}


def main() -> None:
    parser = argparse.ArgumentParser(description="The same application on another server.")
    parser.add_argument("server", choices=SERVERS)
    parser.add_argument("serve", choices=["serve"])
    arguments, _ = parser.parse_known_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    logs.set_up()
    uvloop.run(run(arguments.server, application(), port))


if __name__ == "__main__":
    main()
