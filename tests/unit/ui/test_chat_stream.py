"""How the chat page reads a streamed reply, and what it tells the model of the conversation."""

from typing import Any

import pytest
from tests.unit.ui.node import run_in_node

STREAM = """
    const frame = (value) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\\n\\n`;
    const chunk = (content, more = {}) => ({ choices: [{ index: 0, delta: { content } }], ...more });
    const note = (decision) => ({ decision, score: 0.4, cause: "under", message: "", model: "m", policy: 1 });
    const read = async (frames, cut) => {
        const bytes = new TextEncoder().encode(frames.join(""));
        const parts = cut === undefined ? [bytes] : [bytes.slice(0, cut), bytes.slice(cut)];
        const pieces = [];
        try {
            for await (const piece of readPieces(ReadableStream.from(parts))) pieces.push(piece);
        } catch (fault) {
            return { texts: pieces.map(({ text }) => text), kind: fault.kind, message: fault.message };
        }
        return { texts: pieces.map(({ text }) => text), last: pieces.at(-1)?.judgement?.decision ?? null };
    };
    const { isNotice, readPieces } = await chat("sse");
"""


def test_a_stream_cut_anywhere_reads_the_same() -> None:
    """Cut inside a character, a line end or the JSON: 1 cut at each of its bytes."""
    found = run_in_node(f"""{STREAM}
        const chunks = [chunk("Käse "), chunk("🎈."), chunk("", {{ sayso: note("shown") }})];
        const frames = [": waiting\\n\\n", ...chunks.map(frame), frame("[DONE]")];
        const whole = JSON.stringify(await read(frames));
        const length = new TextEncoder().encode(frames.join("")).length;
        const others = [];
        for (let cut = 1; cut < length; cut++) {{
            const here = JSON.stringify(await read(frames, cut));
            if (here !== whole) others.push([cut, here]);
        }}
        return {{ whole: JSON.parse(whole), others, length }};
    """)
    assert found["whole"] == {"texts": ["Käse ", "🎈.", ""], "last": "shown"}
    assert found["others"] == []
    assert found["length"] > 100


@pytest.mark.parametrize(
    ("frames", "told"),
    [
        ('[frame(chunk("Good"))]', {"texts": ["Good"], "kind": "cut"}),
        ('[frame(chunk("Good")), frame("{oops")]', {"texts": ["Good"], "kind": "cut"}),
        (
            '[frame(chunk("Good")), frame({ error: { message: "Broken." } }), frame("[DONE]")]',
            {"texts": ["Good"], "kind": "upstream"},
        ),
        ("[]", {"texts": [], "kind": "cut"}),
    ],
)
def test_a_stream_that_breaks_keeps_what_came_and_says_so(frames: str, told: dict[str, Any]) -> None:
    found = run_in_node(f"{STREAM} return read({frames});")
    assert {name: found[name] for name in told} == told
    assert found["message"]


def test_what_comes_after_the_end_is_not_read() -> None:
    found = run_in_node(
        f'{STREAM} return read([frame(chunk("Good")), frame("[DONE]"), frame(chunk("Bad"))]);'
    )
    assert found["texts"] == ["Good"]


def test_chunks_without_choices_or_content_say_nothing() -> None:
    found = run_in_node(
        f'{STREAM} return read([{{ choices: [] }}, {{ choices: [{{}}] }}, "1", "[DONE]"].map(frame));'
    )
    assert found == {"texts": ["", "", ""], "last": None}


@pytest.mark.parametrize(
    ("text", "is_notice"),
    [
        ("[Sayso] This reply is held back. (note 0123456789abcdef)", True),
        ("\n\n[Sayso] In two\nlines. (note 01234567)", True),
        ("[Sayso] is a name", False),
        ("See [Sayso] This reply (note 01234567)", False),
        ("[Sayso] This reply (note 01234567) and more", False),
    ],
)
def test_a_notice_is_known_by_both_of_its_ends(text: str, is_notice: bool) -> None:
    assert run_in_node(f"{STREAM} return isNotice({text!r});") is is_notice


TURNS = """
    const { makeReply, makeTurn, settle, textOf, toMessages } = await chat("turns");
    const make = (question, ...replies) => ({
        ...makeTurn(question), replies: replies.map((reply) => ({ ...makeReply(), ...reply })),
    });
"""


def test_the_model_is_told_of_each_question_and_the_last_reply_that_was_read() -> None:
    messages = run_in_node(f"""{TURNS}
        const turns = [
            make("one", {{ text: "first" }}, {{ text: "second" }}, {{ text: "" }}),
            make("two", {{ text: "" }}),
            make("three", {{ text: "a part", seen: "the whole" }}),
            make("four", {{ text: "read before" }}),
        ];
        return toMessages(turns, turns[3]).map(({{ role, content }}) => `${{role}}: ${{content}}`);
    """)
    assert messages == [
        "user: one",
        "assistant: second",
        "user: two",
        "user: three",
        "assistant: the whole",
        "user: four",
    ]


def test_after_a_refresh_nobody_waits_for_a_reply() -> None:
    states = run_in_node(f"""{TURNS}
        const before = ["done", "streaming", "waiting", "failed"].map((state) => ({{ state }}));
        return settle([make("one", ...before)])[0].replies.map(({{ state }}) => state);
    """)
    assert states == ["done", "stopped", "stopped", "failed"]


@pytest.mark.parametrize(
    ("status", "body", "kind", "message"),
    [
        (503, '{"error": {"message": "No bot.", "code": "missing_upstream"}}', "no_model", "No bot."),
        (502, '{"error": {"message": "It failed.", "code": "remote_broken"}}', "upstream", "It failed."),
        (
            401,
            '{"code": "not-allowed", "message": "Who are you?", "hint": "Send a key."}',
            "key",
            "Who are you?",
        ),
        (409, '{"code": "already-answered", "message": "Answered.", "hint": ""}', "conflict", "Answered."),
        (429, "null", "limit", "That was a lot for one minute."),
        (500, '"?"', "failed", "The server could not do that."),
    ],
)
def test_every_refusal_has_a_kind_and_words(status: int, body: str, kind: str, message: str) -> None:
    found = run_in_node(f"""
        const {{ explain, readEnvelope, TITLES }} = await chat("fault");
        const fault = explain({status}, readEnvelope({body}), null);
        return [fault.kind, fault.message, TITLES[fault.kind] !== ""];
    """)
    assert found == [kind, message, True]
