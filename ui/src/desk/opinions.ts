/** Whether an edit changed the words but, to a second model that shares nothing with the first, not the message. */
import { LIMIT } from "../words/verdict";

export interface Opinions {
  first: number;
  second: number;
}

const FALL = 0.1;
const STEADY = 0.05;
const SHARE = 0.2;
/** Under this the second opinion saw little harm to begin with, and there is nothing to tell. */
const SEEN = 0.3;

export function onlyWordsChanged(before: Opinions, now: Opinions): boolean {
  const fall = before.first - now.first;
  const secondFall = before.second - now.second;
  return (
    before.first >= LIMIT && fall >= FALL && now.second >= SEEN && secondFall < Math.max(STEADY, SHARE * fall)
  );
}
