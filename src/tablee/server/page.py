"""The page in the browser: files that were built beforehand, the same for everybody."""

from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

FOREVER = "public, max-age=31536000, immutable"  # files under assets/ have a hash in their name


class Assets(StaticFiles):
    def file_response(self, *arguments: object, **fields: object) -> Response:
        response = super().file_response(*arguments, **fields)  # type: ignore[arg-type]
        response.headers["cache-control"] = FOREVER
        return response


def folder() -> Path:
    return Path(str(files("tablee") / "page"))


def page_routes() -> list[BaseRoute]:
    """Nothing, if the page has not been built."""
    where = folder()
    if not (where / "index.html").is_file():
        return []

    async def index(request: Request) -> Response:
        return FileResponse(where / "index.html", headers={"cache-control": "no-cache"})

    async def file(request: Request) -> Response:
        return FileResponse(where / request.url.path.strip("/"), headers={"cache-control": "no-cache"})

    loose = [path.name for path in where.iterdir() if path.is_file() and path.name != "index.html"]
    return [
        Route("/", index),
        Route("/t/{code}", index),
        Route("/learn/{game}", index),
        *(Route(f"/{name}", file) for name in loose),
        Mount("/assets", Assets(directory=where / "assets")),
    ]
