from pathlib import Path

import pytest

from sayso.core.installation import PACKAGE, explain_repair, find_clone


def make_package(root: Path, *, folder: str) -> Path:
    (root / "pyproject.toml").touch()
    package = root / folder / "sayso"
    package.mkdir(parents=True)
    return package


def test_a_package_beside_its_project_file_is_a_clone(tmp_path: Path) -> None:
    assert find_clone(make_package(tmp_path, folder="src")) == tmp_path


@pytest.mark.parametrize("folder", [".venv/lib/python3.13/site-packages", "lib", "vendor/src"])
def test_an_environment_in_somebody_elses_clone_is_none(tmp_path: Path, folder: str) -> None:
    assert find_clone(make_package(tmp_path, folder=folder)) is None


def test_these_tests_run_in_a_clone() -> None:
    assert find_clone() == PACKAGE.parents[1]


@pytest.mark.parametrize(
    ("root", "hint"),
    [
        (None, "In the environment that Sayso runs in, run: python -m pip install --upgrade sayso"),
        (Path("there"), "In there, run: git pull"),
    ],
)
def test_the_hint_fits_how_sayso_came_here(root: Path | None, hint: str) -> None:
    assert explain_repair(installed="--upgrade sayso", clone="git pull", root=root) == hint
