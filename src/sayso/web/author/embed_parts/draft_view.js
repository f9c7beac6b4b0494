// What the panel shows of an answer. No elements here.

import { fitArticle } from "./article.js";
import { countPoints, unitOffsets } from "./offsets.js";
import { fill, toPoints } from "./words.js";

const MOST_ALTERNATIVES = 6;
const KINDS = ["INSULT", "PROFANITY", "THREAT", "IDENTITY_ATTACK", "SEXUALLY_EXPLICIT"];
const TELLING = 0.2;
const VERY_LIKELY = 0.85;
const UNSURE = 0.6; // of the limit
const CLEAR_FALL = 0.2;
const SAME = 0.1;

/** The flagged words with their places in UTF-16 units (`from`, `to`); `begin` and `end` stay code points. */
export function listFlagged(text, answer) {
  const toUnit = unitOffsets(text);
  const seen = new Map();
  return answer.words
    .filter((word) => word.flagged)
    .map((word) => {
      const occurrence = (seen.get(word.text) ?? 0) + 1;
      seen.set(word.text, occurrence);
      return {
        ...word,
        key: `${word.text} ${occurrence}`,
        from: toUnit(word.begin),
        to: toUnit(word.end),
        alternatives: word.highlighted && !answer.refused ? word.alternatives.slice(0, MOST_ALTERNATIVES) : [],
      };
    });
}

/** What the score means, in one sentence: with the usual limit, the one that the full page says of it too. */
export function describeScore(answer, { limit, words }) {
  if (answer.unjudged) return words.unjudged;
  const score = toPoints(answer.scores.TOXICITY) / 100; // as the bar shows it, so that number and words agree
  const worst = KINDS.reduce((best, kind) => (valueOf(answer, kind) > valueOf(answer, best) ? kind : best));
  const kind = valueOf(answer, worst) >= TELLING ? worst : "TOXICITY";
  return fill(chooseSentence(score, { limit, words }), { kind: words.kinds[kind] });
}

function chooseSentence(score, { limit, words }) {
  if (score >= limit) return score >= VERY_LIKELY ? words.wellOver : words.over;
  return score >= UNSURE * limit ? words.unsure : words.fine;
}

function valueOf(answer, kind) {
  return answer.scores[kind] ?? 0;
}

/** Whether the first model's score fell clearly and the second's did not: other words, the same message. */
export function isGamed(first, now, { limit }) {
  if (!first?.second_opinion || !now.second_opinion) return false;
  const fall = first.scores.TOXICITY - now.scores.TOXICITY;
  const secondFall = first.second_opinion.score - now.second_opinion.score;
  return fall >= CLEAR_FALL && secondFall < SAME && now.second_opinion.score >= limit;
}

/** Whether a second model would object to the text with this alternative in it as much as to the text now. */
export function isDoubtful(alternative, answer, { limit }) {
  const before = answer.second_opinion?.score;
  const after = alternative.second_opinion_after;
  return typeof before === "number" && typeof after === "number" && after >= limit && before - after < SAME;
}

export function describeAlternative(alternative, words) {
  const wording = alternative.text ? fill(words.alternative, alternative) : words.omission;
  const points = toPoints(alternative.score_after);
  return { wording, after: fill(words.after, { points: fill(words.points, { points }) }) };
}

/** What to put where, in units: other words, with the article that fits them. */
export function makeChange(text, word, alternative) {
  return fitArticle(text, word, { ...findRange(text, word, alternative), insert: alternative.text });
}

/** The units to replace: with a word that is left out goes one space beside it. */
function findRange(text, word, alternative) {
  const { from, to } = word;
  if (alternative.text) return { from, to };
  const isFree = (unit) => unit === undefined || /[\s.,;:!?]/.test(unit);
  if (text[from - 1] === " " && isFree(text[to])) return { from: from - 1, to };
  if (text[to] === " " && isFree(text[from - 1])) return { from, to: to + 1 };
  return { from, to };
}

/** The smallest change that makes `before` into `after`, so that undoing moves the caret to it. */
export function findChange(before, after) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}

export function wholeText(text) {
  return { begin: 0, end: countPoints(text) };
}
