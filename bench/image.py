"""The image without an engine for containers: the Dockerfile's own lines, one by one, in bare root file systems.

    debootstrap --include=python3-venv,ca-certificates stable ROOT
    python bench/image.py ROOT       # as root

Every RUN goes by chroot, every COPY and ENV as the file says, and the last stage begins in a root file system that has
nothing but what its own lines bring. Then its CMD is started as its USER, its HEALTHCHECK asked, and a table opened.
What only an engine has (layers, volumes, networks) is not tried. ROOT is copied and stays as it is.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
PATIENCE = 60  # seconds until it must be well


class Stage:
    """A root file system, and what the lines so far have made of it."""

    def __init__(self, base: Path, here: Path) -> None:
        self.root = here
        subprocess.run(["cp", "--archive", "--one-file-system", f"{base}/.", here], check=True)
        (here / "usr/local/bin").mkdir(parents=True, exist_ok=True)
        python = here / "usr/local/bin/python"  # the official image calls it so
        if not python.exists():
            python.symlink_to("/usr/bin/python3")
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.folder = "/"
        self.user = "root"

    def command(self, words: list[str]) -> list[str]:
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        inside = ["env", "-i", f"--chdir={self.folder}", *settings, *words]
        return ["chroot", f"--userspec={self.user}", str(self.root), *inside]

    def run(self, line: str) -> None:
        certificates = "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"  # Node alone does not look there
        subprocess.run(self.command(["env", certificates, "sh", "-c", line]), check=True)

    def inside(self, path: str) -> Path:
        return self.root / os.path.join(self.folder, path).lstrip("/")


def instructions(text: str) -> list[tuple[str, str]]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line.strip())]


def context(folder: Path) -> None:
    """What the ignore file lets into the build."""
    kept = [line[1:] for line in (DOCKERFILE.parent / "Dockerfile.dockerignore").read_text().split() if line[0] == "!"]
    files = subprocess.run(["git", "ls-files", "-z", *kept], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, files.stdout.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)


def build(base: Path, work: Path) -> tuple[Stage, dict[str, str]]:
    """The last stage, and what is to be started in it."""
    files = work / "context"
    context(files)
    stages: dict[str, Stage] = {}
    told: dict[str, str] = {}
    stage: Stage | None = None
    for name, rest in instructions(DOCKERFILE.read_text(encoding="utf-8")):
        print(name, rest, flush=True)
        if name == "FROM":
            called = rest.partition(" AS ")[2] or "last"
            stage = stages[called] = Stage(base, work / called)
        elif stage is None or name in ("VOLUME", "EXPOSE"):
            continue
        elif name == "RUN":
            stage.run(rest)
        elif name == "COPY":
            source, words = files, shlex.split(rest)
            if words[0].startswith("--from="):
                source = stages[words.pop(0).removeprefix("--from=")].root
            *names, target = words
            for one in names:
                copy(source / one.lstrip("/"), stage.inside(target), target.endswith("/"))
        elif name == "ENV":
            for pair in shlex.split(rest):
                key, _, value = pair.partition("=")
                stage.environment[key] = value.replace("$PATH", stage.environment["PATH"])
        elif name == "WORKDIR":
            stage.folder = rest
            stage.inside("").mkdir(parents=True, exist_ok=True)
        elif name == "USER":
            stage.user = rest
        else:
            told[name] = rest
    return stages["last"], told


def copy(source: Path, target: Path, into: bool) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    else:
        target = target / source.name if into or target.is_dir() else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def lend(base: Path) -> None:
    """What building needs of this machine: how it reaches its package registries, which is no business of the image."""
    for name in ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", name).exists():
            (base / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(Path("/", name), base / name)


def size(folder: Path) -> float:
    return sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description="Play the Dockerfile's lines in bare root file systems.")
    parser.add_argument("root", type=Path)
    parser.add_argument("--keep", action="store_true", help="leave what was built where it is")
    arguments = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="tablee-image-"))
    base = work / "base"
    try:
        subprocess.run(["cp", "--archive", "--one-file-system", f"{arguments.root}/.", base], check=True)
        lend(base)
        stage, told = build(base, work)
        serve(stage, told)
        print(f"{size(stage.root / 'opt/tablee'):.0f} MB in /opt/tablee, which is all that it adds to its base:")
        [packages] = (stage.root / "opt/tablee/lib").glob("python*/site-packages")
        for megabytes, name in sorted(((size(one), one.name) for one in packages.iterdir()), reverse=True):
            if megabytes >= 5:
                print(f"{megabytes:8.0f} {name}")
    finally:
        if not arguments.keep:
            shutil.rmtree(work)


def serve(stage: Stage, told: dict[str, str]) -> None:
    """Start what the image starts, as whom it does, and ask what the image asks."""
    health = json.loads(told["HEALTHCHECK"][told["HEALTHCHECK"].index("[") :])
    server = subprocess.Popen(stage.command(json.loads(told["CMD"])))
    try:
        until = time.monotonic() + PATIENCE
        while subprocess.run(stage.command(health), capture_output=True).returncode != 0:
            if server.poll() is not None or time.monotonic() > until:
                sys.exit("it was never well")
            time.sleep(0.5)
        print("well, by its own check")
        for path in ("", "api/games"):
            ask = f"from urllib.request import urlopen; print(urlopen('http://127.0.0.1:8000/{path}').read(40))"
            subprocess.run(stage.command(["python", "-c", ask]), check=True)
        names = subprocess.run(stage.command(["id", "-un"]), capture_output=True, text=True, check=True).stdout.strip()
        print(f"served by {names}")
    finally:
        server.terminate()
        print("stopped with", server.wait(30))


if __name__ == "__main__":
    main()
