"""Every mistake ends in one clear line, and no way out shows a traceback."""

import os
import subprocess
import sys

import pytest

from tablee import BadOption
from tablee.cli import simulate
from tablee.cli.options import set_up

MISTAKES = [
    (["rules", "stickem"], "did you mean 'stick-em'?"),
    (["play", "poker"], "no game is called 'poker'"),
    (["play", "stick-em", "--players", "9"], "Stick 'Em is for 3 to 6 players"),
    (["play", "stick-em", "--seat", "4"], "the seats are 0 to 3"),
    (["play", "sticheln", "--option", "milt"], "Sticheln has no option 'milt'; did you mean 'mild'?"),
    (["play", "sticheln", "--option", "rounds"], "option 'rounds' takes a whole number"),
    (["play", "sticheln", "--option", "rounds=many"], "option 'rounds' takes a whole number from 1 to 100; got 'many'"),
    (["play", "sticheln", "--option", "hazy", "--option", "delayed"], "cannot be combined"),
    (["play", "sticheln", "--option", "mild", "--option", "mild=no"], "'mild' is given twice"),
    (["record", "shit", "--seed", "G" * 64], "64 hexadecimal digits"),
    (["simulate", "shit", "--players", "1"], "SHIT! is for 2 to 6 players"),
]


@pytest.mark.parametrize(
    ("words", "message"), MISTAKES, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_mistakes(tablee, words, message):
    result = tablee(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.startswith("tablee: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_options():
    setup = set_up("sticheln", 5, ["mild", "rounds=3", "aggravated=yes", "hazy=off"])
    assert setup.chosen == {"mild": 1, "rounds": 3, "aggravated": 1}
    with pytest.raises(BadOption):
        set_up("sticheln", 5, [""])


def test_unknown_command_suggests(tablee):
    result = tablee("paly")
    assert result.exit_code == 2
    assert "play" in result.stderr


def test_ctrl_c_elsewhere(tablee, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate", interrupted)
    result = tablee("simulate", "shit")
    assert result.exit_code == 130
    assert "Traceback" not in result.output


def test_too_many_for_the_memory(tablee, monkeypatch):
    def hungry(*_):
        raise MemoryError

    monkeypatch.setattr(simulate, "simulate", hungry)
    result = tablee("simulate", "shit")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command line in a real shell, where `tablee` is this one."""
    script = f'set -o pipefail; tablee() {{ "{sys.executable}" -m tablee "$@"; }}; {command}'
    env = {**os.environ, "LANG": "C.UTF-8", **environment}
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=env, timeout=60, check=False)


@pytest.mark.parametrize("command", ["tablee --version", "tablee record stick-em", "yes 1 | tablee play shit"])
def test_a_closed_pipe_ends_quietly(command):
    # `true` reads nothing: the pipe is closed by the time something is written.
    assert shell(f"{command} | true").stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_told():
    ended = shell("tablee games --json > /dev/full")
    assert (ended.returncode, ended.stderr) == (2, "tablee: cannot write: No space left on device\n")


@pytest.mark.parametrize("command", ["tablee games >&-", "tablee games 2>&-", "tablee analyse - <&-"])
def test_what_is_closed_from_the_start(command):
    ended = shell(command)
    assert ended.returncode == (2 if "analyse" in command else 0)
    assert "Traceback" not in ended.stderr


def test_a_terminal_of_no_width():
    assert "Stick 'Em" in shell("tablee games", COLUMNS="0").stdout


def test_no_color():
    forced = shell("tablee games", NO_COLOR="1", FORCE_COLOR="1")
    assert "\x1b[3" not in forced.stdout
    assert "Stick 'Em" in forced.stdout


def test_a_terminal_without_our_symbols():
    ended = shell("echo 1 | tablee play stoick --lang fr", PYTHONIOENCODING="ascii")
    assert ended.returncode == 0
    assert ended.stderr == ""
