"""Every Python block of the docs runs, against a real service; so does every `sayso score`."""

import os
import re
import subprocess
import sys
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest
from tests.hostile_upstream import run_upstream

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ADDRESS = "http://127.0.0.1:8700"
RUN_EACH = """
import runpy, sys, traceback
failed = False
for script in sys.argv[1:]:
    try:
        runpy.run_path(script, run_name="__main__")
    except BaseException:
        failed = True
        print(f"{script}:", traceback.format_exc(), file=sys.stderr)
sys.exit(failed)
"""
BLOCK = re.compile(r"^```(?P<language>python|console)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)


def list_blocks(page: Path, language: str) -> list[str]:
    return [match["code"] for match in BLOCK.finditer(page.read_text()) if match["language"] == language]


def name_page(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Generator[Mapping[str, str]]:
    """With a chatbot behind the guard that always says the same; a reader is asked about its last words."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with run_upstream() as chatbot:
        chatbot.reply("Once there was a goose. It had a stinking hat.")
        yield os.environ | {
            "SAYSO_DATA_DIR": str(tmp_path_factory.mktemp("data")),
            "SAYSO_UPSTREAM": chatbot.url,
            "PATH": path,
            "PYTHONWARNINGS": "default",
        }


@pytest.fixture(scope="module")
def address(environment: Mapping[str, str]) -> Generator[str]:
    """A service of its own, at the address it prints."""
    command = [sys.executable, "-m", "sayso", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr is not None
        try:
            said = service.stderr.readline()
            found = re.search(r"https?://[^\s]+:\d+", said)
            assert found, said
            yield found[0]
        finally:
            service.terminate()
            service.communicate(timeout=30)


def test_the_python_of_each_page_runs_from_top_to_bottom(
    address: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    """One process for all: most of what a page's program does is to import."""
    scripts: list[str] = []
    for page in PAGES:
        if blocks := list_blocks(page, "python"):
            script = tmp_path / name_page(page).replace("/", " ").replace(".md", ".py")
            script.write_text("\n".join(blocks).replace(ADDRESS, address))
            scripts.append(str(script))
    done = subprocess.run(
        [sys.executable, "-c", RUN_EACH, *scripts],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert len(scripts) > 3
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [page for page in PAGES if list_blocks(page, "console")], ids=name_page)
def test_the_scoring_commands_of_a_page_run(
    page: Path, environment: Mapping[str, str], tmp_path: Path
) -> None:
    lines = [
        line for block in list_blocks(page, "console") for line in block.splitlines() if line.startswith("$ ")
    ]
    commands = [
        line.removeprefix("$ ") for line in lines if "sayso score" in line or line.startswith("$ printf")
    ]
    for command in commands:  # by the quickest model: what the shipped one says is in test_scored.py
        done = subprocess.run(
            command,
            shell=True,
            env={**environment, "SAYSO_SCORER": "linear"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
