from pathlib import Path

import pytest

from sayso.web.author.joining import join_modules


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder / "entry.js"


def test_what_is_needed_comes_first_and_once(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry='import { one } from "./one.js";\nimport { two } from "./two.js";\n\none(two);\n',
        one='import { two } from "./two.js";\nexport function one(x) {\n  return x + two;\n}\n',
        two="export const two = 2;\n",
    )
    assert join_modules(entry) == (
        '(() => {\n"use strict";\n'
        "// two.js\nconst two = 2;\n\n"
        "// one.js\nfunction one(x) {\n  return x + two;\n}\n\n"
        "// entry.js\none(two);\n\n"
        "})();\n"
    )


def test_a_module_of_another_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a.js").write_text("export const a = 1;\n")
    (tmp_path / "own").mkdir()
    entry = write(tmp_path / "own", entry='import { a } from "../parts/a.js";\na;\n')
    assert "const a = 1;" in join_modules(entry)


@pytest.mark.parametrize(
    "line",
    [
        'import a from "./a.js";',
        'import * as a from "./a.js";',
        "import {",
        "export default 1;",
        "export { a };",
    ],
)
def test_a_form_it_does_not_know_is_refused_with_its_place(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError, match=r"entry\.js:2: this form of import or export cannot be joined"):
        join_modules(write(tmp_path, entry=f"const x = 1;\n{line}\n"))


def test_two_modules_that_declare_one_name_are_refused(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry='import { a } from "./one.js";\nconst b = a;\n',
        one="export const a = 1;\nclass b {}\n",
    )
    with pytest.raises(ValueError, match=r"entry\.js and one\.js both declare 'b'"):
        join_modules(entry)
