/** What the chat page tells the model of the conversation, and its reader of a refusal. */
import { expect, test } from "vitest";

import { explain, readEnvelope, TITLES } from "../src/chat/fault";
import { makeReply, makeTurn, type Reply, settle, toMessages, type Turn } from "../src/chat/turns";

function make(question: string, ...replies: Partial<Reply>[]): Turn {
  return { ...makeTurn(question), replies: replies.map((reply) => ({ ...makeReply(), ...reply })) };
}

test("the model is told of each question and the last reply that was read", () => {
  const last = make("four", { text: "read before" });
  const turns = [
    make("one", { text: "first" }, { text: "second" }, { text: "" }),
    make("two", { text: "" }),
    make("three", { text: "a part", seen: "the whole" }),
    last,
  ];
  expect(toMessages(turns, last).map(({ role, content }) => `${role}: ${content}`)).toEqual([
    "user: one",
    "assistant: second",
    "user: two",
    "user: three",
    "assistant: the whole",
    "user: four",
  ]);
});

test("after a refresh nobody waits for a reply", () => {
  const before = (["done", "streaming", "waiting", "failed"] as const).map((state) => ({ state }));
  const states = settle([make("one", ...before)])[0]?.replies.map(({ state }) => state);
  expect(states).toEqual(["done", "stopped", "stopped", "failed"]);
});

test.each([
  [503, { error: { message: "No bot.", code: "missing_upstream" } }, "no_model", "No bot."],
  [502, { error: { message: "It failed.", code: "remote_broken" } }, "upstream", "It failed."],
  [401, { code: "not-allowed", message: "Who are you?", hint: "Send a key." }, "key", "Who are you?"],
  [409, { code: "already-answered", message: "Answered.", hint: "" }, "conflict", "Answered."],
  [429, null, "limit", "That was a lot for one minute."],
  [500, "?", "failed", "The server could not do that."],
] as const)("a refusal with %d and %j has a kind and words", (status, body, kind, message) => {
  const fault = explain(status, readEnvelope(body), null);
  expect(fault).toMatchObject({ kind, message });
  expect(TITLES[fault.kind]).not.toBe("");
});
