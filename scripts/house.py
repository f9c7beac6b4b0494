"""How large the house is and how finely it is cut, by room: python scripts/house.py [TREE ...]

TREE is a checkout; without one, this one. Two give before and after. `--walks` also runs one test per walk
in each TREE, under coverage, and counts the files in which a function ran while the test did.
"""

import ast
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SOURCES = ("src/sayso", "lab/src/sayso_lab")
SHORT = 3
"""A private function of so few lines that is used once hides a sentence."""

WALKS = {
    "a platform asks (analyze)": "test_the_whole_answer_to_the_smallest_request",
    "a draft": "test_a_draft_is_answered_with_everything_in_the_shape_promised",
    "a streamed reply": "test_a_stream_that_is_held_ends_with_the_same_object",
    "an answer on a held reply": "test_no_blocks_the_named_words_in_this_conversation",
    "training an encoder": "test_the_steps_are_told_in_order_and_the_same_job_gives_the_same_graph",
}
"""What is walked, and the test that walks it, by its name in whatever file."""


@dataclass(slots=True)
class Room:
    """What one folder holds."""

    files: list[int] = field(default_factory=list[int])
    bodies: list[int] = field(default_factory=list[int])
    hidden: int = 0

    @property
    def lines(self) -> int:
        return sum(self.files)


@dataclass(slots=True)
class House:
    rooms: dict[str, Room] = field(default_factory=dict[str, Room])
    web_files: int = 0
    web_without_framework: int = 0

    @property
    def whole(self) -> Room:
        rooms = self.rooms.values()
        return Room(
            [size for room in rooms for size in room.files],
            [size for room in rooms for size in room.bodies],
            sum(room.hidden for room in rooms),
        )


def measure(tree: Path) -> House:
    """Counts every Python file of the packages, migrations too."""
    house = House()
    parsed = {path: ast.parse(path.read_text("utf-8")) for path in find_files(tree)}
    for path, module in parsed.items():
        used = count_names(module)
        room = house.rooms.setdefault(name_room(path, tree), Room())
        room.files.append(len(path.read_text("utf-8").splitlines()))
        for function in find_functions(module):
            size = measure_body(function)
            room.bodies.append(size)
            room.hidden += is_private(function.name) and size <= SHORT and used[function.name] == 1
        if path.is_relative_to(tree / "src/sayso/web"):
            house.web_files += 1
            house.web_without_framework += not imports_framework(module)
    return house


def find_files(tree: Path) -> list[Path]:
    return sorted(path for source in SOURCES for path in (tree / source).rglob("*.py"))


def name_room(path: Path, tree: Path) -> str:
    parts = path.relative_to(tree).parts
    if parts[0] == "lab":
        return "lab"
    return parts[2] if len(parts) > 3 else "(top)"


def find_functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def measure_body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from the first statement to the last, without the docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def count_names(module: ast.Module) -> Counter[str]:
    """How often each name is used in its module, other than where it is defined."""
    nodes = list(ast.walk(module))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    return Counter(names + [node.attr for node in nodes if isinstance(node, ast.Attribute)])


def imports_framework(module: ast.Module) -> bool:
    names = [
        name
        for node in ast.walk(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
    ]
    return any(re.match(r"(fastapi|starlette)\b", name) for name in names)


def walk(tree: Path, test: str) -> tuple[int, int] | None:
    """Files in which a function ran during the test, and their lines; None if there is no such test."""
    folders = [folder for folder in ("tests", "lab/tests") if (tree / folder).is_dir()]
    grep = subprocess.run(
        ["grep", "-rl", f"def {test}(", *folders], cwd=tree, capture_output=True, text=True, check=False
    )
    if not grep.stdout:
        return None
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "coverage"
        config = Path(folder) / "rc"
        sources = "\n  ".join(str(tree / source) for source in SOURCES)
        config.write_text(f"[run]\nsource =\n  {sources}\ndata_file = {data}\nconcurrency = thread\n")
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(str(tree / source).rpartition("/")[0] for source in SOURCES)
        }
        subprocess.run(
            [
                sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
                f"{grep.stdout.split()[0]}", "-k", test, "--cov", f"--cov-config={config}",
                "--cov-context=test", "--cov-report=",
            ],
            cwd=tree, env=environment, capture_output=True, check=True,
        )  # fmt: skip
        return count_walked(data)


def count_walked(data: Path) -> tuple[int, int]:
    from coverage import CoverageData

    found = CoverageData(str(data))
    found.read()
    found.set_query_contexts([r"\|run$"])
    walked = [
        Path(name) for name in found.measured_files() if ran_inside(Path(name), found.lines(name) or [])
    ]
    return len(walked), sum(len(path.read_text("utf-8").splitlines()) for path in walked)


def ran_inside(path: Path, lines: Sequence[int]) -> bool:
    """Whether a function's body ran: importing a module runs only what stands outside them."""
    bodies = [
        (f.body[0].lineno, f.end_lineno or 0) for f in find_functions(ast.parse(path.read_text("utf-8")))
    ]
    return any(begin <= line <= end for line in lines for begin, end in bodies)


def describe(house: House) -> dict[str, object]:
    whole = house.whole
    return {
        "files": len(whole.files),
        "lines": whole.lines,
        "lines per file, median / p90": spread(whole.files),
        "functions": len(whole.bodies),
        "lines per body, median / p90": spread(whole.bodies),
        "bodies over 40 lines": sum(size > 40 for size in whole.bodies),
        f"private, used once, at most {SHORT} lines, per 1,000 lines": round(
            1000 * whole.hidden / whole.lines, 2
        ),
        "files in web that import no web framework": f"{house.web_without_framework} of {house.web_files}",
    } | {
        f"room {name}: files, lines": f"{len(room.files)}, {room.lines}"
        for name, room in sorted(house.rooms.items(), key=lambda pair: -pair[1].lines)
    }


def spread(sizes: Sequence[int]) -> str:
    ordered = sorted(sizes)
    return f"{statistics.median(ordered):g} / {ordered[int(0.9 * (len(ordered) - 1))]}"


def main(arguments: Sequence[str]) -> None:
    trees = [Path(each).resolve() for each in arguments if not each.startswith("--")]
    trees = trees or [Path(__file__).resolve().parents[1]]
    columns = [describe(measure(tree)) for tree in trees]
    if "--walks" in arguments:
        for column, tree in zip(columns, trees, strict=True):
            for name, test in WALKS.items():
                counts = walk(tree, test)
                column[f"walk, {name}: files, lines"] = f"{counts[0]}, {counts[1]}" if counts else "-"
    if "--json" in arguments:
        print(json.dumps(columns, indent=1))
        return
    for name in dict.fromkeys(key for column in columns for key in column):
        print(f"{name:62}", *(f"{column.get(name, '-')!s:>16}" for column in columns))


if __name__ == "__main__":
    main(sys.argv[1:])
