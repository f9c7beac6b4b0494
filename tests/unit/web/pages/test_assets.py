import gzip
import json
from pathlib import Path

import pytest

from sayso.core.errors import SaysoError
from sayso.web.pages.assets import Entry, find_entry, read_asset


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = {
        "src/a.ts": {"file": "a-1.js", "css": ["a-2.css"], "isEntry": True},
        "src/b.css": {"file": "b-3.css"},
        "src/d.ts": {"file": "d-4.js", "css": ["d-5.css"], "imports": ["_e.js", "_f.js"]},
        "_e.js": {"file": "e-6.js", "css": ["e-7.css"], "imports": ["_f.js"]},
        "_f.js": {"file": "f-8.js", "css": ["f-9.css"]},
    }
    (tmp_path / "manifest.json").write_text(json.dumps(built))
    (tmp_path / "a-1.js").write_text("let a;")
    return tmp_path


def test_an_entry_has_its_file_and_its_styles(folder: Path) -> None:
    assert find_entry("src/a.ts", folder=folder) == Entry("a-1.js", ("a-2.css",))
    assert find_entry("src/b.css", folder=folder) == Entry("b-3.css", ())


def test_an_entry_brings_the_styles_of_what_it_shares_once_and_before_its_own(folder: Path) -> None:
    assert find_entry("src/d.ts", folder=folder).styles == ("f-9.css", "e-7.css", "d-5.css")


@pytest.mark.parametrize("source", ["src/c.ts", "a-1.js"])
def test_an_entry_that_was_not_built_says_what_to_do(folder: Path, source: str) -> None:
    with pytest.raises(SaysoError, match="have not been built") as caught:
        find_entry(source, folder=folder)
    assert "python -m pip install --editable ." in caught.value.hint


def test_a_folder_without_anything_built_says_so(tmp_path: Path) -> None:
    with pytest.raises(SaysoError, match="have not been built"):
        find_entry("src/a.ts", folder=tmp_path)


def test_an_asset_is_read_whole_and_zipped(folder: Path) -> None:
    asset = read_asset("a-1.js", folder=folder)
    assert asset is not None
    assert asset.content == gzip.decompress(asset.zipped) == b"let a;"
    assert asset.media_type == "text/javascript"


@pytest.mark.parametrize("name", ["missing.js", "manifest.json", ".js", "a-1", "", "../a-1.js", "x\\a-1.js"])
def test_any_other_name_is_no_asset(folder: Path, name: str) -> None:
    assert read_asset(name, folder=folder) is None
