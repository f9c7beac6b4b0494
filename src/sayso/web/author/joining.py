"""Joins ES modules into one classic script, so that one request and one tag bring all of them.

Not a bundler: it takes the few forms our own modules use and refuses any other. A module imports with
`import { a, b } from "./other.js";` on one line and exports by the word `export` before a declaration;
no two modules declare the same name.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{ [\w, ]+ \} from )?"(?P<target>\.{1,2}/[\w./-]+\.js)";$')
_DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (?P<name>\w+)")


def join_modules(entry: Path) -> str:
    """One script of `entry` and all it imports, each once, what is needed before what needs it."""
    modules = list(_walk(entry.resolve(), set()))
    _check_names(modules)
    bodies = "\n".join(f"// {path.name}\n{body}" for path, body in modules)
    return f'(() => {{\n"use strict";\n{bodies}\n}})();\n'


def _walk(path: Path, seen: set[Path]) -> Iterator[tuple[Path, str]]:
    seen.add(path)
    lines: list[str] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        found = _IMPORT.match(line)
        if found:
            target = (path.parent / found["target"]).resolve()
            if target not in seen:
                yield from _walk(target, seen)
        elif line.startswith("import") or (line.startswith("export") and not _DECLARED.match(line)):
            raise ValueError(f"{path.name}:{number}: this form of import or export cannot be joined: {line}")
        else:
            lines.append(line.removeprefix("export "))
    yield path, "\n".join(lines).strip() + "\n"


def _check_names(modules: Iterable[tuple[Path, str]]) -> None:
    owner: dict[str, str] = {}
    for path, body in modules:
        for found in filter(None, map(_DECLARED.match, body.splitlines())):
            if found["name"] in owner:
                raise ValueError(f"{path.name} and {owner[found['name']]} both declare {found['name']!r}.")
            owner[found["name"]] = path.name
