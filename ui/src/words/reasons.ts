/** What a mark says, in one plain sentence: how likely readers would mark the word, not what the score comes from. */
import type { DraftWord } from "../api/types";
import { toHundred } from "./verdict";

const STRONG = 0.6;

/** `refused`: the model offers no words for the whole text, so the word itself is not why. */
export function explainMark(word: DraftWord, { refused = false } = {}): string {
  const share =
    word.weight >= STRONG ? "Readers would very likely mark this word" : "Readers would likely mark this word";
  if (refused) return `${share}.`;
  const best = Math.min(...word.alternatives.map((alternative) => alternative.score_after));
  if (!word.highlighted || !Number.isFinite(best)) return `${share}, and the model has no other word for it here.`;
  return `${share}; with another one the score could be ${toHundred(best)}.`;
}

/** What to know about an alternative before taking it; empty if there is nothing to warn of. */
export function warnOf(alternative: { reads: number; keeps_meaning: number; text: string }): string {
  const warnings: string[] = [];
  if (alternative.text && alternative.keeps_meaning < 0.35) warnings.push("means something else");
  if (alternative.reads < 0.25) warnings.push("may read oddly");
  return warnings.join(", ");
}
