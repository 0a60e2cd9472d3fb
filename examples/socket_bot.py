"""A bot on a live table, in any language that has JSON and WebSockets: this one in Python, with `websockets`.

Start a server (`tablee serve`), open a table and give its code: `python examples/socket_bot.py 127.0.0.1:8000 CODE`.
It takes a free seat and plays the first choice it is offered.
"""

import asyncio
import itertools
import json
import secrets
import sys
import urllib.request

from websockets.asyncio.client import connect


def call(address: str, path: str, **body: str) -> dict[str, str]:
    data = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(urllib.request.Request(f"http://{address}{path}", data)) as answer:
        return dict(json.load(answer))


async def main(address: str, code: str) -> None:
    token = call(address, "/api/people", name="Robot")["token"]
    table = call(address, f"/api/codes/{code}")["table"]
    headers = {"authorization": f"Bearer {token}"}
    start, numbers = secrets.token_hex(4), itertools.count(1)
    async with connect(f"ws://{address}/api/socket", additional_headers=headers) as socket:

        async def ask(**request: object) -> None:
            message = {"type": "ask", "table": table, "id": f"{start} {next(numbers)}", "request": request}
            await socket.send(json.dumps(message))

        await socket.send(json.dumps({"type": "watch", "table": table}))
        await ask(ask="sit")
        async for text in socket:
            view = json.loads(text).get("view", {"sights": [], "phase": ""})
            for sight in view["sights"]:
                if sight["choices"]:
                    await ask(ask="act", seat=sight["seat"], do=sight["choices"][0]["do"])
            if view["phase"] == "over":
                return


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
