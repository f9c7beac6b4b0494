/** The drafts on the way here, each with its scores: what an edit did can be seen, and taken back. */
import type { DraftAnswer } from "../api/types";
import { LIMIT, overall } from "../words/verdict";
import { onlyWordsChanged, type Opinions } from "./opinions";

export interface Step extends Opinions {
  id: number;
  text: string;
  /** What was done, in words. */
  how: string;
  at: number;
}

export const TYPED = "You typed";
const BURST_MS = 2000;
/** A change of the score by this much is a step of its own, however quickly it was typed. */
const NOTABLE = 0.1;
const LONGEST = 50;

export class History {
  steps = $state.raw<readonly Step[]>([]);
  /** The first draft since the page was empty that people would likely mind. */
  #firstOver: Step | null = null;
  #ids = 0;
  /** Steps up to this one belong to another text. */
  #before = 0;

  add(text: string, draft: DraftAnswer, how: string): void {
    const opinions = { first: overall(draft.scores), second: draft.second_opinion.score };
    const step: Step = { id: ++this.#ids, text, how, at: Date.now(), ...opinions };
    const last = this.steps.at(-1);
    if (last?.text === text) return;
    const kept = last && isOneBurst(last, step) ? this.steps.slice(0, -1) : this.steps;
    this.steps = [...kept, step].slice(-LONGEST);
    if (!this.#firstOver && step.first >= LIMIT) this.#firstOver = step;
  }

  /** The draft against which the present one has only other words; null if there is none. */
  findSameMessage(): Step | null {
    const now = this.steps.at(-1);
    if (!now) return null;
    const earlier = [this.steps.at(-2), this.#firstOver];
    return earlier.find((step) => step && step.id > this.#before && onlyWordsChanged(step, now)) ?? null;
  }

  /** A new text has nothing to do with those before it. */
  startOver(): void {
    this.#before = this.#ids;
    this.#firstOver = null;
  }
}

function isOneBurst(last: Step, step: Step): boolean {
  const isSmall = Math.abs(step.first - last.first) < NOTABLE;
  return last.how === TYPED && step.how === TYPED && isSmall && step.at - last.at < BURST_MS;
}
