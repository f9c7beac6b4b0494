"""The package's build builds the pages too (ui/build.py), unless they are there, as in a source release."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_pages() -> Any:
    path = Path(__file__).parent / "ui" / "build.py"
    spec = importlib.util.spec_from_file_location("sayso_ui_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PagesHook(BuildHookInterface[Any]):
    """Node is asked for only where something has to be built."""

    def dependencies(self) -> list[str]:
        pages = load_pages()
        return [] if pages.is_fresh() else [pages.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        pages = load_pages()
        try:
            pages.build()
        except pages.Unbuilt as error:
            raise SystemExit(str(error)) from None
