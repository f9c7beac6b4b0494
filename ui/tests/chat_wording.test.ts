/** What the pages say about limits, scores and answers. */
import { describe, expect, test } from "vitest";

import { countTouched } from "../src/chat/picture";
import type { Reply } from "../src/chat/turns";
import type { Held, PolicyView } from "../src/chat/types";
import { describeAnswer, describeLimit, sayLikelihood, toNumber } from "../src/chat/wording";

const policy = (method: string): PolicyView => ({ soft_limit: 0.35, hard_limit: 0.7, method }) as PolicyView;

describe("a slider", () => {
  test.each([
    [0.35, "0.35: the usual limit here; asks you about replies from 0.35 up to 0.70."],
    [0.2, "0.20: asks you about more replies than usual (0.35), those from 0.20 up to 0.70."],
    [0.5, "0.50: asks you about fewer replies than usual (0.35), those from 0.50 up to 0.70."],
    [0.7, "0.70: asks you about nothing under 0.70; what reaches 0.70 is never shown."],
    [0, "0.00: asks you about every reply."],
  ])("at %d says what its value means", (limit, says) => {
    expect(describeLimit(limit, policy("dynamic"), { touched: 0, all: 0 })).toBe(says);
  });

  test("says how many replies it touches", () => {
    const scores = [0.1, 0.35, 0.5, 0.69, 0.7, 0.9, null];
    const replies = [...scores.map((score) => ({ judgement: { score } })), { judgement: null }] as Reply[];
    const says = describeLimit(0.35, policy("dynamic"), countTouched(replies, 0.35, 0.7));
    expect(says).toMatch(/Of the 6 replies here, 3 would be asked about\.$/);
  });

  test("says filtered where replies are not asked about", () => {
    const replies = [0.1, 0.3, 0.9].map((score) => ({ judgement: { score } })) as Reply[];
    expect(describeLimit(0.2, policy("fixed"), countTouched(replies, 0.2))).toBe(
      "0.20: filters more replies than usual (0.35), those from 0.20 on. Of the 3 replies here, 2 would be filtered.",
    );
  });
});

test.each([
  [0.35, "0.35"],
  [0.6999, "0.69"],
  [0.29, "0.29"],
  [0.7, "0.70"],
  [1, "1.00"],
  [0, "0.00"],
])("%d is not rounded up to a limit", (score, shown) => {
  expect(toNumber(score)).toBe(shown);
});

test.each([
  [0.29, "unlikely"],
  [0.3, "unsure"],
  [0.5, "likely"],
  [0.85, "very likely"],
])("%d in words", (score, says) => {
  expect(sayLikelihood(score)).toBe(says);
});

test.each([
  [{ view: null, state: "waiting" }, "It waits for your answer."],
  [{ view: null, state: "expired" }, "The question has expired, and the reply is erased."],
  [{ view: true, state: "viewed" }, "You saw it and have not said yet whether to filter replies like it."],
  [
    { view: false, state: "declined" },
    "You left it. Replies with “silly rule” are not shown in this conversation.",
  ],
  [
    { view: true, future: "permit", scope: "always" },
    "You said: do not filter. “silly rule” no longer counts, for good.",
  ],
  [
    { view: true, future: "block", scope: "conversation" },
    "You said: filter. Replies with “silly rule” are not shown, in this conversation.",
  ],
  [{ view: true, future: "ask" }, "You said: ask me again, when “silly rule” comes up."],
])("the answer %j in words", (held, says) => {
  expect(describeAnswer({ terms: ["silly rule"], words: [], ...held } as unknown as Held)).toBe(says);
});

test("an answer is about the word it turns on", () => {
  const held = { terms: ["open parade geese"], words: ["geese", "open"], view: true, future: "permit", scope: "always" };
  expect(describeAnswer(held as unknown as Held)).toBe("You said: do not filter. “geese” no longer counts, for good.");
});
