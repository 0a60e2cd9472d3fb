"""Would the tests notice a broken rule? Break one thing at a time in the rules modules, run their tests, and count.

    python bench/mutation.py [--sample 300] [--seed 1] [--jobs 2] [--module stoick]

A mutant is one small change inside a rule: a comparison, an operator, a number, a connective, or a statement taken
out. It is killed if a test fails (or runs on for far too long). Tools that rewrite functions leave decorated ones
alone, and every rule is decorated; hence this script. Results go to bench/mutation.md, survivors with their lines.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = ROOT / "src" / "tablee" / "rules"
TIMEOUT = 240

EVERY = ["tests/test_views.py", "tests/test_status.py", "tests/test_record.py", "tests/rules/test_worlds.py"]
TESTS = {
    "tricks": ["tests/rules/test_stick_em.py", "tests/rules/test_sticheln.py", "tests/rules/test_hat_trick.py"],
    "cursed": ["tests/rules/test_stick_em.py", "tests/rules/test_sticheln.py"],
    "stick_em": ["tests/rules/test_stick_em.py"],
    "sticheln": ["tests/rules/test_sticheln.py"],
    "hat_trick": ["tests/rules/test_hat_trick.py"],
    "shit": ["tests/rules/test_shit.py"],
    "stoick": ["tests/rules/test_stoick.py", "tests/rules/test_stoick_memory.py"],
    "stoick_cards": ["tests/rules/test_stoick_memory.py", "tests/rules/test_stoick.py"],
    "stop_it": ["tests/rules/test_stop_it.py"],
    "stop_it_hand": ["tests/rules/test_stop_it.py"],
}

SWAPS: dict[type, type] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.Add, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    module: str
    number: int  # among the changes of the module
    line: int
    what: str


def changes(tree: ast.Module) -> Iterator[tuple[int, str, Callable[[], object]]]:
    """Every change that makes a mutant: its line, what it is, and the deed."""
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
            continue
        for node in ast.walk(ast.Module(function.body, [])):
            line, what = getattr(node, "lineno", function.lineno), ast.unparse(node)[:60]
            if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
                yield line, what, lambda node=node: node.ops.__setitem__(0, SWAPS[type(node.ops[0])]())
            elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPS:
                yield line, what, lambda node=node: setattr(node, "op", SWAPS[type(node.op)]())
            elif isinstance(node, ast.Constant) and isinstance(node.value, int):
                other = not node.value if isinstance(node.value, bool) else node.value + 1
                yield line, f"{what} → {other}", lambda node=node, other=other: setattr(node, "value", other)
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                yield line, what, lambda node=node: setattr(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
            for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
                for place, step in enumerate(body if isinstance(body, list) else ()):
                    if isinstance(step, ast.Assign | ast.AugAssign | ast.Expr):
                        text = f"without {ast.unparse(step)[:60]}"
                        yield step.lineno, text, lambda body=body, place=place: body.__setitem__(place, ast.Pass())


def parsed(module: str) -> ast.Module:
    """A rules module without the docstrings of its functions: to take one out breaks nothing."""
    tree = ast.parse((RULES / f"{module}.py").read_text(encoding="utf-8"))
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and ast.get_docstring(function):
            function.body = function.body[1:] or [ast.Pass()]
    return tree


def mutants(module: str) -> list[Mutant]:
    return [Mutant(module, number, line, what) for number, (line, what, _) in enumerate(changes(parsed(module)))]


def source_of(mutant: Mutant) -> str:
    tree = parsed(mutant.module)
    list(changes(tree))[mutant.number][2]()
    return ast.unparse(ast.fix_missing_locations(tree))


def killed(mutant: Mutant) -> bool:
    """Whether the tests of its module notice the mutant."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "src" / "tablee", Path(folder) / "tablee", ignore=shutil.ignore_patterns("__pycache__"))
        path = Path(folder) / "tablee" / "rules" / f"{mutant.module}.py"
        path.write_text(source_of(mutant), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS[mutant.module], *EVERY]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            return True
        return run.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--module", choices=sorted(TESTS))
    arguments = parser.parse_args()
    everything = [mutant for module in TESTS if arguments.module in (None, module) for mutant in mutants(module)]
    chosen = random.Random(arguments.seed).sample(everything, min(arguments.sample, len(everything)))
    survivors = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for number, (mutant, dead) in enumerate(zip(chosen, pool.map(killed, chosen), strict=True), 1):
            if not dead:
                survivors.append(mutant)
                print(f"survives: {mutant.module}.py:{mutant.line}: {mutant.what}", flush=True)
            if number % 20 == 0:
                print(f"{number} of {len(chosen)}, {len(survivors)} survive", flush=True)
    score = 100 * (1 - len(survivors) / len(chosen))
    text = "\n".join(
        [
            "# Mutation testing of the rules",
            "",
            f"Made by `python bench/mutation.py --sample {arguments.sample} --seed {arguments.seed}`: "
            f"of {len(everything)} possible mutants {len(chosen)} drawn at random, "
            f"{len(chosen) - len(survivors)} killed: **{score:.1f} %**.",
            "",
            "Those that survive, with the line they change:",
            "",
            *[f"- `{m.module}.py:{m.line}` `{m.what}`" for m in sorted(survivors, key=lambda m: (m.module, m.line))],
            "",
        ]
    )
    if arguments.module is None:
        (ROOT / "bench" / "mutation.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
