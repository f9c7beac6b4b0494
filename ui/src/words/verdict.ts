/** The score in one sentence. A score is not a verdict: the sentence says what people would likely find. */
import { explainScore } from "./attributes";

/** Over this the text counts as one that people would likely mind. */
export const LIMIT = 0.5;
/** In place of a sentence about a text that the model could not judge: no score is not a low one. */
export const UNJUDGED = "This could not be judged.";
const VERY_LIKELY = 0.85;
const UNSURE = 0.3;

export function overall(scores: Readonly<Record<string, number>>): number {
  return scores["TOXICITY"] ?? Math.max(0, ...Object.values(scores));
}

/** From 0 to 1 to the numbers of the bar. */
export function toHundred(score: number): number {
  return Math.round(score * 100);
}

export function describeScores(scores: Readonly<Record<string, number>>): string {
  const score = toHundred(overall(scores)) / 100; // as the bar shows it, so that number and words agree
  const what = explainScore(scores)[0]?.adjective ?? "hurtful";
  if (score >= VERY_LIKELY) return `People would very likely find this ${what}.`;
  if (score >= LIMIT) return `People would likely find this ${what}.`;
  if (score >= UNSURE) return `The model is unsure. Some people may find this ${what}.`;
  return "People would likely not mind this.";
}
