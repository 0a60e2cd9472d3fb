"""Which way the parts look: the table of docs/architecture.md, walked against the imports."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "tablee"

PAGE = SOURCE.parent.parent / "docs" / "architecture.md"


def parts_on_paper() -> dict[str, set[str]]:
    """Each part, and what it may import."""
    rows = re.findall(r"^\| `(\w+)` \| .* \| ([^|]*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {part: {"*"} if looks == "everything" else set(re.findall(r"`(\w+)`", looks)) for part, looks in rows}


MAY_IMPORT = parts_on_paper()
LAZY = {("match", "record")}  # `Match.replay` imports its reader when called

OUTSIDE_OF_RULES = {"typing", "numpy"}  # no clock, no files, no Numba


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The modules a file imports, by dotted name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "tablee" else set()
            found |= names or {str(node.module)}
    return found


ENTRIES = {SOURCE / "__init__.py", SOURCE / "__main__.py"}
FILES = sorted(set(SOURCE.rglob("*.py")) - ENTRIES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_parts_look_one_way(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} is not in the table: say which way it looks"
    if "*" in MAY_IMPORT[part]:
        return
    used = {name.split(".")[1] for name in imports(path) if name.startswith("tablee.")} - {part}
    lazy = {other for one, other in LAZY if one == part}
    assert used <= MAY_IMPORT[part] | lazy


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) == "rules"], ids=lambda path: path.stem)
def test_rules_know_no_other_game_and_no_world_outside(path: Path) -> None:
    games = {"stick_em", "sticheln", "hat_trick", "shit", "stoick", "stop_it"}
    for name in imports(path):
        if name.startswith("tablee.rules."):
            assert name.split(".")[2] not in games
        elif not name.startswith("tablee."):
            assert name in OUTSIDE_OF_RULES


def test_only_the_compiler_and_cuda_name_numba() -> None:
    naming = {part_of(path) for path in FILES if any(name.split(".")[0] == "numba" for name in imports(path))}
    assert naming == {"compiler", "cuda"}


def test_importing_the_package_does_not_load_numba() -> None:
    code = "import sys, tablee; print('numba' in sys.modules, 'rich' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["False", "False"]


def test_the_command_line_loads_a_command_when_it_is_given() -> None:
    code = "import sys, tablee.cli; print(*(f'tablee.{name}' in sys.modules for name in ('search', 'arena', 'coach')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["False"] * 3
