import { fitArticle } from "./article";
import type { Range } from "./offsets";

export interface Replacement extends Range {
  insert: string;
}

/** Puts other words into a place, with the article that fits them. */
export function replaceRange(text: string, range: Range, insert: string): Replacement {
  return fitArticle(text, range, putIn(text, range, insert));
}

/** Leaving the place out takes the space along that would then stand twice. */
function putIn(text: string, range: Range, insert: string): Replacement {
  if (insert) return { ...range, insert };
  const before = text.slice(0, range.from);
  const after = text.slice(range.to);
  if (/^$|\n$/.test(before) && after.startsWith(" ")) return { from: range.from, to: range.to + 1, insert };
  if (/\s$/.test(before) && /^(?:[\s.,;:!?)]|$)/.test(after)) return { from: range.from - 1, to: range.to, insert };
  return { ...range, insert };
}
