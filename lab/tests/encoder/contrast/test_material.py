import re
from collections.abc import Mapping

import pytest

from sayso_lab.encoder.contrast import held_out
from sayso_lab.encoder.contrast.groups import HELD_OUT_GROUPS, LEARNED_GROUPS
from sayso_lab.encoder.contrast.kinds import HATEFUL, Kind
from sayso_lab.encoder.contrast.material import MATERIALS, Material, leave_out, uses_group
from sayso_lab.encoder.contrast.templates import TEMPLATES
from sayso_lab.encoder.labels import GROUPS
from sayso_lab.splits import Part, make_key


def test_no_template_is_both_learned_from_and_measured_on() -> None:
    learned, held = (
        {make_key(template) for some in MATERIALS[part].templates.values() for template in some}
        for part in (Part.TRAIN, Part.HELD_OUT)
    )
    assert learned & held == set()
    assert len(held) > 230


def test_a_known_template_is_left_out_whatever_its_case() -> None:
    known = {Kind.PLAIN_HATE: ["Tea is bad."]}
    assert leave_out({Kind.NEGATED_HATE: ["tea is bad", "tea is fine"]}, known) == {
        Kind.NEGATED_HATE: ["tea is fine"]
    }


def test_no_group_is_both_learned_from_and_measured_on() -> None:
    learned, held = (
        {group.members.lower() for group in groups} for groups in (LEARNED_GROUPS, HELD_OUT_GROUPS)
    )
    assert learned & held == set()


def test_every_group_is_one_of_the_encoders() -> None:
    assert {group.target for group in (*LEARNED_GROUPS, *HELD_OUT_GROUPS)} <= set(GROUPS)


@pytest.mark.parametrize("material", MATERIALS.values(), ids=lambda one: one.name)
def test_every_slot_can_be_filled(material: Material) -> None:
    known = {"G", "H", "P", "P1", "P2", *material.words}
    for template in (one for some in material.templates.values() for one in some):
        assert set(re.findall(r"{(\w+)}", template)) <= known, template
        assert template.count("{") == template.count("}")


@pytest.mark.parametrize("templates", [TEMPLATES, held_out.TEMPLATES], ids=["learned", "held-out"])
def test_no_template_is_both_hate_and_none(templates: Mapping[Kind, tuple[str, ...]]) -> None:
    hateful = {make_key(one) for kind in HATEFUL for one in templates[kind]}
    others = {make_key(one) for kind, some in templates.items() if kind not in HATEFUL for one in some}
    assert hateful & others == set()


@pytest.mark.parametrize(
    ("template", "expected", "count"),
    [("{G} vote", True, 32), ("{P1}", True, 32), ("the {thing}", False, 8), ("queer joy", False, 4)],
)
def test_templates_with_a_group_give_more_sentences(template: str, expected: bool, count: int) -> None:
    assert uses_group(template) is expected
    assert MATERIALS[Part.TRAIN].count(template) == count
