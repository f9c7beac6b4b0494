"""Names of scorers: found, versioned, pinned, nested, and what is said when that fails."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sayso.core import Scorer
from sayso.core.errors import BadInput, MissingExtra, UnknownName
from sayso.scoring.registry import GROUP, ScorerContext, ScorerRegistry, Spec

FAKE = "sayso.testing.fake_scorer:build"


def make_registry(**values: str) -> ScorerRegistry:
    return ScorerRegistry(EntryPoint(name, value, GROUP) for name, value in values.items())


REGISTRY = make_registry(
    fake=FAKE,
    highest="sayso.scoring.highest:build",
    broken="no_such_package.scorers:build",
    empty="builtins:print",
)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("linear", Spec("linear")),
        ("linear.v1", Spec("linear", "v1")),
        ("blocklist:my.words.txt", Spec("blocklist", "", "my.words.txt")),
        ("blocklist.v1-0a1b2c3d:words.txt", Spec("blocklist", "v1-0a1b2c3d", "words.txt")),
        ("highest:linear,blocklist:words.txt", Spec("highest", "", "linear,blocklist:words.txt")),
        (" linear ", Spec("linear")),
        ("", Spec("")),
    ],
)
def test_a_spec_is_taken_apart_at_the_first_colon_and_the_first_dot(text: str, spec: Spec) -> None:
    assert Spec.parse(text) == spec


def test_the_installed_scorers_are_these() -> None:
    assert ScorerRegistry.from_entry_points().names() == [
        "blocklist",
        "cascade",
        "embedded",
        "highest",
        "language",
        "languages",
        "linear",
        "openai",
        "perspective",
        "second",
    ]


def test_an_unknown_name_is_answered_with_the_list_and_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        REGISTRY.create("fkae", ScorerContext())
    assert caught.value.message == (
        "Unknown scorer 'fkae'. Known: broken, empty, fake, highest. Did you mean 'fake'?"
    )


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("nope", None),
        ("opera", None),
        ("opnai", "openai"),
        ("perspectve", "perspective"),
        ("linaer", "linear"),
    ],
)
def test_a_scorer_that_sends_texts_elsewhere_is_proposed_only_for_a_slip(
    name: str, proposed: str | None
) -> None:
    with pytest.raises(UnknownName) as caught:
        ScorerRegistry.from_entry_points().create(name, ScorerContext())
    assert caught.value.message.partition(" Did you mean ")[2] == (f"{proposed!r}?" if proposed else "")


def test_a_version_is_handed_to_the_builder() -> None:
    assert REGISTRY.create("fake.v2", ScorerContext()).name == "fake.v2"


def test_a_pin_chooses_the_version_of_a_base_name() -> None:
    context = ScorerContext(pins={"fake": "fake.v2"})
    assert REGISTRY.create("fake", context).name == "fake.v2"


def test_a_version_in_the_spec_beats_the_pin() -> None:
    context = ScorerContext(pins={"fake": "fake.v2"})
    assert REGISTRY.create("fake.v1", context).name == "fake.v1"


def test_a_pin_holds_for_the_parts_of_a_nested_spec() -> None:
    context = ScorerContext(pins={"fake": "fake.v2"})
    assert REGISTRY.create("highest:fake,fake.v1", context).name == "highest(fake.v2+fake.v1)"


def test_a_version_that_cannot_be_had_is_an_error_and_not_another_version() -> None:
    with pytest.raises(UnknownName) as caught:
        REGISTRY.create("fake.v9", ScorerContext())
    assert caught.value.message == (
        "Unknown scorer version 'fake.v9'. Known: fake.v1. Did you mean 'fake.v1'?"
    )


def test_a_broken_plug_in_is_named_only_when_asked_for() -> None:
    assert "broken" in REGISTRY.names()
    assert isinstance(REGISTRY.create("fake", ScorerContext()), Scorer)
    with pytest.raises(BadInput) as caught:
        REGISTRY.create("broken", ScorerContext())
    assert caught.value.message == (
        "The scorer 'broken' (no_such_package.scorers:build) cannot be loaded: "
        "ModuleNotFoundError: No module named 'no_such_package'."
    )
    assert caught.value.hint == (
        "Repair or uninstall that package. Other scorers work: empty, fake, highest."
    )


def test_an_error_of_ours_in_a_plug_in_passes_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["from sayso.core.errors import MissingExtra", "raise MissingExtra('The scorer onyx', 'onyx')"]
    (tmp_path / "sayso_onyx_scorer.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)  # pyright: ignore[reportUnknownMemberType]  # untyped in pytest
    with pytest.raises(MissingExtra, match="The scorer onyx needs the extra 'onyx'"):
        make_registry(onyx="sayso_onyx_scorer:build").create("onyx", ScorerContext())


def test_what_is_not_a_scorer_is_refused() -> None:
    with pytest.raises(BadInput, match="What 'empty' built is a NoneType, not a scorer"):
        REGISTRY.create("empty", ScorerContext())


def test_two_packages_with_one_name_are_both_named() -> None:
    registry = ScorerRegistry([EntryPoint("fake", FAKE, GROUP), EntryPoint("fake", "other:build", GROUP)])
    with pytest.raises(BadInput) as caught:
        registry.create("fake", ScorerContext())
    assert caught.value.message == f"Several packages bring a scorer named 'fake': {FAKE}, other:build."


def test_one_package_found_twice_on_the_path_is_one() -> None:
    entry = EntryPoint("fake", FAKE, GROUP)
    assert ScorerRegistry([entry, entry]).create("fake", ScorerContext()).name == "fake.v1"


def test_keys_are_not_in_the_representation_of_a_context() -> None:
    context = ScorerContext(perspective_key="hush-1", openai_key="hush-2")
    assert "hush" not in repr(context)
