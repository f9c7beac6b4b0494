import type { Range } from "./offsets";
import type { Replacement } from "./replacing";

const ARTICLE = /(?<![\p{L}\p{N}])(an?)( +)$/iu;

/** Whether a word begins with the sound of a vowel: by its letters, but for the common exceptions. */
export function takesAn(word: string): boolean {
  if (/^(?:heir|honest|hono|hour)/i.test(word)) return true;
  if (/^(?:eu|once|one(?!r)|u[bgk][aior]|unani|uni(?!dent|[mn])|ur[aio]|us[aeiu]|ut[ei])/i.test(word)) return false;
  return /^[aeiou]/i.test(word);
}

/**
 * "a" and "an" go by the word behind them: the change of a word, with the article before it where that has to
 * change too. Only an article that fits the old word is one: "vitamin A" stays.
 */
export function fitArticle(text: string, word: Range, change: Replacement): Replacement {
  const [, article, space] = ARTICLE.exec(text.slice(0, word.from)) ?? [];
  const [, next] = /^ *(\p{L}+)/u.exec(change.insert + text.slice(change.to)) ?? [];
  if (!article || !space || !next) return change;
  const isAn = article.length === 2;
  if (takesAn(text.slice(word.from, word.to)) !== isAn || takesAn(next) === isAn) return change;
  const end = word.from - space.length;
  const other = isAn ? article.charAt(0) : `${article}n`;
  return { from: end - article.length, to: change.to, insert: other + text.slice(end, change.from) + change.insert };
}
