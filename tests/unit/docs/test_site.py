"""The site builds without a warning, asks nobody else for anything, and every link leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
LOADED = re.compile(
    r"""(?:<(?:script|img|iframe)[^>]*?\ssrc|<link[^>]*?rel="?(?:stylesheet|preconnect)[^>]*?href)="?(?:https?:)?//"""
)
VIRTUES = re.compile(r"\b(fair(?:ness|er|ly)?|unbiased|debias\w*|solve[sd]?)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def list_pages(root: Path) -> list[Path]:
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]


def test_every_page_is_in_the_navigation(site: Path, root: Path) -> None:
    home = (site / "index.html").read_text()
    pages = [path.relative_to(root / "docs").with_suffix("") for path in (root / "docs").rglob("*.md")]
    addresses = [page.as_posix().removesuffix("index") for page in pages]
    assert [
        address for address in addresses if address and f'href="{address.rstrip("/")}/"' not in home
    ] == []


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 5
    assert [page.name for page in pages if LOADED.search(page.read_text())] == []


def test_the_pattern_for_foreign_parts_would_find_one() -> None:
    assert LOADED.search('<script src="https://elsewhere.example/a.js">')
    assert LOADED.search('<link rel="stylesheet" href="//elsewhere.example/a.css">')


def test_every_link_between_files_leads_somewhere(root: Path) -> None:
    broken = [
        f"{page.relative_to(root)}: {target}"
        for page in list_pages(root)
        for target in LINK.findall(page.read_text())
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_the_docs_promise_no_virtues(root: Path) -> None:
    """`words.md` names the words that stay out; no other page needs them."""
    found = [
        f"{page.relative_to(root)}: {match[0]}"
        for page in list_pages(root)
        for match in VIRTUES.finditer(page.read_text())
        if page.name != "words.md"
    ]
    assert found == []
