"""With the shipped models: what a reader meets in a series of replies about identity, through the guard.

The shares are what was promised, no single score is: a later model may judge otherwise here and there.
"""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from starlette.testclient import TestClient
from tests.hostile_upstream import HostileUpstream

from sayso.settings import Settings
from sayso.wiring import build_scorer

MakeClient = Callable[..., TestClient]
FILE = Path(__file__).parents[2] / "benchmarks" / "reader_series.py"


@pytest.fixture(scope="module")
def series() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reader_series", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


def test_most_of_what_is_filtered_is_asked_about_and_one_answer_about_a_word_carries_over(
    make_client: MakeClient, upstream: HostileUpstream, series: ModuleType
) -> None:
    client = make_client(build_scorer("embedded", Settings()), upstream=upstream.url)
    found = series.load_series()
    assert len(found.replies) >= 40

    replies = series.hear_all(series.Talk(client, upstream.reply), found.replies)
    assert replies.asked_share >= 0.6

    words = [series.hear_word(series.Talk(client, upstream.reply), each) for each in found.words]
    assert all(one.about for one in words), "a reader must be asked before they can answer"
    harmless = [one.harmless for one in words]
    shown = sum(one.count("shown") for one in harmless)
    before = sum(one.before.count("shown") for one in words)
    assert shown >= 0.8 * sum(len(one.decisions) for one in harmless)
    assert shown > before
    assert sum(one.attacks.count("shown") for one in words) == 0
