"""What the chat page says about limits, and where it draws replies."""

import json

import pytest
from tests.unit.ui.node import run_in_node

POLICY = json.dumps({"soft_limit": 0.35, "hard_limit": 0.7, "method": "dynamic"})


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        (0.35, "0.35: the usual limit here; asks you about replies from 0.35 up to 0.70."),
        (0.2, "0.20: asks you about more replies than usual (0.35), those from 0.20 up to 0.70."),
        (0.5, "0.50: asks you about fewer replies than usual (0.35), those from 0.50 up to 0.70."),
        (0.7, "0.70: asks you about nothing under 0.70; what reaches 0.70 is never shown."),
        (0, "0.00: asks you about every reply."),
    ],
)
def test_a_slider_says_what_its_value_means(limit: float, says: str) -> None:
    code = f'return (await chat("wording")).describeLimit({limit}, {POLICY}, {{ touched: 0, all: 0 }});'
    assert run_in_node(code) == says


def test_a_slider_says_how_many_replies_it_touches() -> None:
    found = run_in_node(f"""
        const {{ describeLimit }} = await chat("wording");
        const {{ countTouched }} = await chat("picture");
        const replies = [0.1, 0.35, 0.5, 0.69, 0.7, 0.9, null].map((score) => ({{ judgement: {{ score }} }}));
        replies.push({{ judgement: null }});
        return describeLimit(0.35, {POLICY}, countTouched(replies, 0.35, 0.7));
    """)
    assert found.endswith("Of the 6 replies here, 3 would be asked about.")


def test_where_replies_are_not_asked_about_the_slider_says_filtered() -> None:
    policy = POLICY.replace("dynamic", "fixed")
    code = f'return (await chat("wording")).describeLimit(0.5, {policy}, {{ touched: 1, all: 1 }});'
    assert run_in_node(code) == (
        "0.50: filters fewer replies than usual (0.35), those from 0.50 on. "
        "Of the one reply here, 1 would be filtered."
    )


@pytest.mark.parametrize(
    ("score", "shown"),
    [(0.35, "0.35"), (0.6999, "0.69"), (0.29, "0.29"), (0.7, "0.70"), (1, "1.00"), (0, "0.00")],
)
def test_no_number_is_rounded_up_to_a_limit(score: float, shown: str) -> None:
    assert run_in_node(f'return (await chat("wording")).toNumber({score});') == shown


@pytest.mark.parametrize(
    ("score", "says"), [(0.29, "unlikely"), (0.3, "unsure"), (0.5, "likely"), (0.85, "very likely")]
)
def test_a_score_in_words(score: float, says: str) -> None:
    assert run_in_node(f'return (await chat("wording")).sayLikelihood({score});') == says


MARKS = """
    const { placeMarks, toCsv, sayMark, BASE, TOP, LEFT, RIGHT } = await chat("picture");
    const reply = (score, decision = "shown", seen = null) => ({
        id: `${score}`, at: 0, seen, judgement: { score, decision, cause: "under" },
    });
"""


def test_replies_of_about_the_same_score_stand_on_each_other() -> None:
    """Of one pile are those in the same 25th: 0.40 and 0.43, not 0.44."""
    found = run_in_node(f"""{MARKS}
        const marks = placeMarks([reply(0.40), reply(0.43), reply(0.44), reply(null), reply(0), reply(1)]);
        return {{ y: marks.map(({{ y }}) => BASE - y), x: [marks[3].x, marks[4].x], ends: [LEFT, RIGHT] }};
    """)
    assert found["y"] == [7, 18, 7, 7, 7]
    assert found["x"] == found["ends"]


def test_a_high_pile_stays_inside_the_picture() -> None:
    found = run_in_node(f"{MARKS} return [placeMarks(Array(60).fill(reply(0.1))).at(-1).y, TOP];")
    assert found[0] >= found[1]


def test_a_mark_is_said_and_written_down_with_what_became_of_it() -> None:
    said, csv = run_in_node(f"""{MARKS}
        const held = [reply(0.4, "held"), reply(0.45, "held", "text")];
        const marks = placeMarks([reply(0.1), ...held, reply(0.9, "replaced")]);
        return [marks.map(sayMark), toCsv(marks, 0.35, 0.35, 0.7)];
    """)
    assert said == [
        "Reply 1: 0.10, shown",
        "Reply 2: 0.40, asked about",
        "Reply 3: 0.45, asked about, then seen",
        "Reply 4: 0.90, not shown",
    ]
    rows = csv.split("\r\n")
    assert rows[0] == "reply,time,score,decision,cause,seen,your_limit,soft_limit,hard_limit"
    assert rows[3] == "3,1970-01-01T00:00:00.000Z,0.4500,held,under,yes,0.35,0.35,0.7"
    assert len(rows) == 6


@pytest.mark.parametrize(
    ("held", "says"),
    [
        ('{ view: null, state: "waiting" }', "It waits for your answer."),
        ('{ view: null, state: "expired" }', "The question has expired, and the reply is erased."),
        (
            '{ view: true, state: "viewed" }',
            "You saw it and have not said yet whether to filter replies like it.",
        ),
        (
            '{ view: false, state: "declined" }',
            "You left it. Replies with “silly rule” are not shown in this conversation.",
        ),
        (
            '{ view: true, future: "permit", scope: "always" }',
            "You said: do not filter. “silly rule” no longer counts, for good.",
        ),
        (
            '{ view: true, future: "block", scope: "conversation" }',
            "You said: filter. Replies with “silly rule” are not shown, in this conversation.",
        ),
        ('{ view: true, future: "ask" }', "You said: ask me again, when “silly rule” comes up."),
    ],
)
def test_each_answer_in_words(held: str, says: str) -> None:
    code = f'return (await chat("wording")).describeAnswer({{ terms: ["silly rule"], ...{held} }});'
    assert run_in_node(code) == says
