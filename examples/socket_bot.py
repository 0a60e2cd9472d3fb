"""A bot on a live table, in any language that has JSON and WebSockets: this one in Python, with `websockets`.

Start a server (`tablee serve`), open a table and give its code: `python examples/socket_bot.py 127.0.0.1:8000 CODE`.
It takes a free seat and plays any choice it is offered. It waits for an answer before it asks again: views that come in
between would have it act twice.
"""

import asyncio
import json
import secrets
import sys
import urllib.request
from random import choice as pick

from websockets.asyncio.client import connect


def call(address: str, path: str, **body: str) -> dict[str, str]:
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"http://{address}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


async def play(address: str, code: str) -> None:
    token = call(address, "/api/people", name="Robot")["token"]
    table = call(address, f"/api/codes/{code}")["table"]
    headers = {"authorization": f"Bearer {token}"}
    async with connect(f"ws://{address}/api/socket", additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "watch", "table": table}))
        request: dict[str, object] | None = {"ask": "sit"}
        waiting, view = "", {"sights": [], "phase": "", "version": 0}
        async for text in socket:
            message = json.loads(text)
            view = message.get("view", view)
            if message["type"] == "beat":  # the server measures how far away we are
                await socket.send(text)
            if message.get("id") == waiting:
                waiting = ""
                if message["type"] == "refused" and not view["mine"]:
                    sys.exit(message["why"])
            ready = [sight for sight in view["sights"] if sight["choices"]]
            if not waiting and (request or ready):
                request = request or {"ask": "act", "seat": ready[0]["seat"], "do": pick(ready[0]["choices"])["do"]}
                waiting = secrets.token_hex(8)
                await socket.send(json.dumps({"type": "ask", "table": table, "id": waiting, "request": request}))
                request = None
            if view["phase"] == "over":
                return


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python examples/socket_bot.py HOST:PORT CODE")
    asyncio.run(play(sys.argv[1], sys.argv[2]))
