/** Where the chat page draws replies, and what it writes down about them. */
import { expect, test } from "vitest";

import { BASE, LEFT, placeMarks, RIGHT, sayMark, toCsv, TOP } from "../src/chat/picture";
import type { Reply } from "../src/chat/turns";

function reply(score: number | null, decision = "shown", seen: string | null = null): Reply {
  return { id: `${score}`, at: 0, seen, judgement: { score, decision, cause: "under" } } as Reply;
}

test("replies of about the same score stand on each other", () => {
  // Of one pile are those in the same 25th: 0.40 and 0.43, not 0.44.
  const marks = placeMarks([0.4, 0.43, 0.44, null, 0, 1].map((score) => reply(score)));
  expect(marks.map(({ y }) => BASE - y)).toEqual([7, 18, 7, 7, 7]);
  expect(marks.slice(3).map(({ x }) => x)).toEqual([LEFT, RIGHT]);
});

test("a high pile stays inside the picture", () => {
  expect(placeMarks(Array<Reply>(60).fill(reply(0.1))).at(-1)?.y).toBeGreaterThanOrEqual(TOP);
});

test("a mark is said and written down with what became of it", () => {
  const marks = placeMarks([reply(0.1), reply(0.4, "held"), reply(0.45, "held", "text"), reply(0.9, "replaced")]);
  expect(marks.map(sayMark)).toEqual([
    "Reply 1: 0.10, shown",
    "Reply 2: 0.40, asked about",
    "Reply 3: 0.45, asked about, then seen",
    "Reply 4: 0.90, not shown",
  ]);
  const rows = toCsv(marks, 0.35, 0.35, 0.7).split("\r\n");
  expect(rows[0]).toBe("reply,time,score,decision,cause,seen,your_limit,soft_limit,hard_limit");
  expect(rows[3]).toBe("3,1970-01-01T00:00:00.000Z,0.4500,held,under,yes,0.35,0.35,0.7");
  expect(rows).toHaveLength(6);
});
