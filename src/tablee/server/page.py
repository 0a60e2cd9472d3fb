"""The page in the browser: files that were built beforehand, the same for everybody."""

import gzip
from email.utils import formatdate
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

FOREVER = "public, max-age=31536000, immutable"  # files under assets/ have a hash in their name
ASK = "no-cache"  # whether there is a newer one
TEXT = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # what packing makes smaller
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


def folder() -> Path:
    return Path(str(files("tablee") / "page"))


class File:
    """A file of the page in memory, as it is and packed: all of them together are less than a megabyte."""

    def __init__(self, path: Path, keep: str) -> None:
        self.body = path.read_bytes()
        self.packed = gzip.compress(self.body, mtime=0) if path.suffix in TEXT else None
        kind = TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
        self.headers = {
            "content-type": f"{kind}; charset=utf-8" if path.suffix in TEXT else kind,
            "cache-control": keep,
            "etag": f'"{sha256(self.body).hexdigest()[:16]}"',
            "last-modified": formatdate(path.stat().st_mtime, usegmt=True),
            **({"vary": "accept-encoding"} if self.packed else {}),
        }

    async def answer(self, request: Request) -> Response:
        if self.headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        if self.packed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.packed, headers={**self.headers, "content-encoding": "gzip"})
        return Response(self.body, headers=self.headers)


def takes_gzip(accepted: str) -> bool:
    """Whether a browser that says so takes packed files: `gzip`, unless it adds that its worth is nothing."""
    for one in accepted.lower().split(","):
        name, _, worth = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return worth.strip("0.") != "" or worth == ""
    return False


def kept(name: str) -> str:
    """How long a browser may keep that file without asking."""
    return FOREVER if name.startswith("assets/") else ASK


def page_routes() -> list[BaseRoute]:
    """Nothing, if the page has not been built."""
    where = folder()
    if not (where / "index.html").is_file():
        return []
    index = File(where / "index.html", ASK)
    paths = [path for path in sorted(where.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    names = {path.relative_to(where).as_posix(): path for path in paths if path.name != "index.html"}
    return [
        Route("/", index.answer),
        Route("/t/{code}", index.answer),
        Route("/learn/{game}", index.answer),
        *(Route(f"/{name}", File(path, kept(name)).answer) for name, path in names.items()),
    ]
