/** A score and a marked word in one sentence each. */
import { expect, test } from "vitest";

import type { DraftWord } from "../src/api/types";
import { explainMark, warnOf } from "../src/words/reasons";
import { describeScores } from "../src/words/verdict";

test.each([
  [{ TOXICITY: 0.04 }, "People would likely not mind this."],
  [{ TOXICITY: 0.3 }, "The model is unsure. Some people may find this hurtful."],
  [{ TOXICITY: 0.5, INSULT: 0.4, THREAT: 0.2 }, "People would likely find this insulting."],
  [{ TOXICITY: 0.846, THREAT: 0.9 }, "People would very likely find this threatening."],
  [{ PROFANITY: 0.6 }, "People would likely find this coarse."],
])("%j in a sentence", (scores, says) => {
  expect(describeScores(scores)).toBe(says);
});

function word(weight: number, ...scores: number[]): DraftWord {
  const alternatives = scores.map((score_after) => ({ score_after }));
  return { weight, highlighted: scores.length > 0, alternatives } as DraftWord;
}

test.each([
  [word(0.7, 0.5, 0.33), "Readers would very likely mark this word; with another one the score could be 33."],
  [word(0.3), "Readers would likely mark this word, and the model has no other word for it here."],
])("why a word is marked", (marked, says) => {
  expect(explainMark(marked)).toBe(says);
});

test("a text without other words as a whole does not blame its words", () => {
  expect(explainMark(word(0.7), { refused: true })).toBe("Readers would very likely mark this word.");
});

test.each([
  [{ text: "noisy", reads: 0.8, keeps_meaning: 0.3 }, "means something else"],
  [{ text: "", reads: 0.8, keeps_meaning: 0.3 }, ""],
  [{ text: "noisy", reads: 0.2, keeps_meaning: 0.3 }, "means something else, may read oddly"],
])("what to know about %j", (alternative, says) => {
  expect(warnOf(alternative)).toBe(says);
});
