"""Every rule has its ID; every ID has a test, stands in the rules module and on both pages of its game."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LEDGER = {
    "stick-em": ("SE", 15),
    "sticheln": ("ST", 18),
    "hat-trick": ("HT", 10),
    "shit": ("SH", 11),
    "stoick": ("SK", 16),
    "stop-it": ("SI", 19),
}
IDS = {slug: [f"{prefix}-{n}" for n in range(1, count + 1)] for slug, (prefix, count) in LEDGER.items()}


def covered_ids() -> set[str]:
    """The IDs in the `rule` markers of all tests."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


def spelled_out(text: str) -> set[str]:
    """The IDs that a text names, ranges such as `SE-2, SE-3` or `ST-12 to ST-16` written out."""
    found = set(re.findall(r"\b[A-Z]{2}-\d+", text))
    for prefix, first, last in re.findall(r"\b([A-Z]{2})-(\d+) (?:to|à) \1-(\d+)", text):
        found |= {f"{prefix}-{n}" for n in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("slug", IDS)
def test_every_rule_has_a_test(slug: str) -> None:
    assert set(IDS[slug]) <= covered_ids()


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert covered_ids() <= {rule for ids in IDS.values() for rule in ids}


@pytest.mark.parametrize("slug", IDS)
def test_every_rule_stands_in_its_module(slug: str) -> None:
    path = ROOT / "src/tablee/rules" / f"{slug.replace('-', '_')}.py"
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring is not None
    assert set(IDS[slug]) <= spelled_out(docstring)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", IDS)
def test_every_rule_stands_on_its_page(slug: str, language: str) -> None:
    page = (ROOT / "docs/games" / language / f"{slug}.md").read_text(encoding="utf-8")
    assert set(IDS[slug]) <= spelled_out(page)
