"""What deploy/ says is what the program understands. (Docker itself is not needed for that, and not tried.)"""

import configparser
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
import uvicorn
import yaml

from tablee.cli import app

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
FIGURE = re.compile(r"\btablee_\w+")
SERVICE = (DEPLOY / "tablee@.service").read_text(encoding="utf-8")


def instruction(name: str) -> list[str]:
    """What follows an instruction of the Dockerfile, each time."""
    return re.findall(rf"^{name} +(.*)$", DOCKERFILE, re.MULTILINE)


def environment() -> set[str]:
    """Every variable that is set somewhere for a server."""
    built = {pair.partition("=")[0] for line in instruction("ENV") for pair in shlex.split(line)}
    composed = {name for server in ("one", "two") for name in COMPOSE["services"][server]["environment"]}
    return built | composed | set(re.findall(r"^Environment=(\w+)=", SERVICE, re.MULTILINE))


def parsed(words: list[str]) -> dict[str, Any]:
    """The command line as `tablee` understands it; an error if it does not."""
    program, name, *rest = words
    assert Path(program).name == "tablee"
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    return dict(command.make_context(name, rest).params)


def test_the_commands_are_understood() -> None:
    image = parsed(json.loads(instruction("CMD")[-1]))
    assert (image["host"], image["port"]) == ("0.0.0.0", 8000)
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(SERVICE)
    assert parsed(shlex.split(unit["Service"]["ExecStart"].replace("%i", "8001")))["port"] == 8001


def test_the_variables_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name for source in (ROOT / "src").rglob("*.py") for name in re.findall(r"TABLEE_\w+", source.read_text())}
    assert environment() <= known | {"PATH", "FORWARDED_ALLOW_IPS"}
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert uvicorn.Config("none").forwarded_allow_ips == "*"


def test_compose_names_only_what_there_is() -> None:
    services, volumes = COMPOSE["services"], COMPOSE["volumes"]
    assert set(services) == {"one", "two", "postgres", "backup", "redis", "caddy"}
    for name, service in services.items():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert service["cap_drop"] == ["ALL"]
        assert service["logging"]["options"]["max-size"]
        assert "mem_limit" in service
        assert set(service.get("depends_on", ())) <= set(services), name
        for mounted in service.get("volumes", ()):
            source = mounted.partition(":")[0]
            assert source in volumes or source == "./backups" or (DEPLOY / source).is_file(), mounted
    back = {name for name, service in services.items() if "front" not in service["networks"]}
    assert back == {"postgres", "backup", "redis"}  # nobody from outside, and nobody's word on an address
    context = DEPLOY / services["one"]["build"]["context"]
    assert context.resolve() == ROOT
    assert (context / services["one"]["build"]["dockerfile"]).is_file()
    assert services["one"]["environment"]["TABLEE_DATABASE"].endswith("@postgres/tablee")
    assert services["one"]["environment"]["TABLEE_REDIS"] == "redis://redis:6379"
    proxied = re.findall(r"(\w+):(\d+)", (DEPLOY / "Caddyfile").read_text())
    assert proxied == [("one", "8000"), ("two", "8000")]


def test_what_the_variables_of_compose_are_is_said() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert asked == {"SITE", "TABLEE_SECRET", "POSTGRES_PASSWORD"}
    assert all(f"{name}=" in page for name in asked)


def test_the_image_is_built_from_what_there_is() -> None:
    kept = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    assert {"!src", "!pyproject.toml", "!README.md", "!LICENSE", "!docs/games"} <= set(
        kept
    )  # pyproject.toml names them
    copied = [line.split()[0] for line in instruction("COPY") if not line.startswith("--")]
    assert all((ROOT / name).exists() for name in copied)
    assert all(f"!{name.rstrip('/')}" in kept for name in copied if name != ".")
    assert "USER tablee" in DOCKERFILE


def test_nothing_is_installed_without_a_hash() -> None:
    installs = [line for line in instruction("RUN") if " install " in line]
    assert len(installs) == 3
    assert all("--require-hashes" in line or "--no-index --no-deps /dist/" in line for line in installs)
    tools = {
        re.split("[>=<]", one)[0]
        for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    }
    pinned = (ROOT / "requirements" / "build.txt").read_text()
    assert tools <= set(re.findall(r"^([\w-]+)==", pinned, re.MULTILINE))
    assert "resolved" not in (ROOT / "web" / "package-lock.json").read_text()
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)


@pytest.mark.parametrize("well", [True, False])
def test_the_health_check(well: bool, tmp_path: Path) -> None:
    from process import Server

    server = Server(tmp_path)
    if not well:
        server.kill()
    (check,) = instruction("HEALTHCHECK")
    program, *rest = json.loads(check[check.index("[") :])
    assert program == "python"
    rest = [word.replace("8000", str(server.port)) for word in rest]
    done = subprocess.run([sys.executable, *rest], capture_output=True, timeout=30)
    if well:
        server.kill()
    assert (done.returncode == 0) == well


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx here")
def test_nginx_goes_on_to_the_other_when_one_hangs(tmp_path: Path) -> None:
    from process import Server
    from rolling import config, free_port

    tmp_path.chmod(0o755)
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with Server(folders[0]) as one, Server(folders[1]) as two:
        port = free_port()
        text = config(tmp_path, port, [one, two], ours=True)
        (tmp_path / "nginx.conf").write_text(re.sub(r"proxy_read_timeout \d+s", "proxy_read_timeout 1s", text))
        nginx = subprocess.Popen(["nginx", "-p", tmp_path, "-c", tmp_path / "nginx.conf"])
        one.process.send_signal(signal.SIGSTOP)
        try:
            with httpx.Client(transport=httpx.HTTPTransport(retries=5), timeout=60) as http:
                answers = [http.get(f"http://127.0.0.1:{port}/api/games").status_code for _ in range(6)]
        finally:
            one.process.send_signal(signal.SIGCONT)
            nginx.terminate()
            nginx.wait()
    assert answers == [200] * 6


def test_the_alerts_ask_for_figures_that_there_are() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    asked = {
        name.removesuffix("_bucket").removesuffix("_count") for rule in rules for name in FIGURE.findall(rule["expr"])
    }
    assert len(asked) > 4
    assert {name for name in asked if f"`{name}`" not in page} == set()
    fired = (ROOT / "bench" / "alerts.md").read_text(encoding="utf-8")
    assert [rule["alert"] for rule in rules if f"| `{rule['alert']}` |" not in fired] == []
    assert "did **not** fire" not in fired
    assert yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))["rule_files"] == ["alerts.yml"]
