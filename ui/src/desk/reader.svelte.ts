/** Has the draft read while it is being written: after a pause, one question at a time, only the newest answer counts. */
import { failAtLength, Failure } from "../api/failure";
import type { DraftAnswer, DraftQuestion } from "../api/types";
import { countExcess } from "../text/length";
import { Offsets, type Range } from "../text/offsets";

export interface Question {
  text: string;
  selection: Range | null;
}

export interface Answer extends Question {
  draft: DraftAnswer;
}

type Ask = (question: DraftQuestion, signal: AbortSignal) => Promise<DraftAnswer>;

const PAUSE_MS = 120;
const LATE_MS = 300;
const RETRY_MS = [1000, 2000, 4000, 8000];
const GREETING_MS = 4000;

export class Reader {
  answer = $state.raw<Answer | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** A question is out for so long that the page should say so. */
  late = $state(false);
  /** The server answers again after it did not. */
  returned = $state(false);

  readonly #ask: Ask;
  readonly #onAnswer: (answer: Answer) => void;
  #question: Question = { text: "", selection: null };
  #asking: AbortController | null = null;
  #attempts = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  #lateness: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: Ask, onAnswer: (answer: Answer) => void) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
  }

  /** Drops what was asked before, and asks this after a pause. */
  read(question: Question): void {
    this.#stop();
    this.#question = question;
    if (!question.text.trim()) return this.#forget();
    const excess = countExcess(question.text);
    if (excess) return this.#refuse(failAtLength(excess));
    if (isSame(question, this.answer)) return void (this.failure = null);
    this.#next = setTimeout(() => void this.#send(), PAUSE_MS);
  }

  /** Asks again at once. */
  retry(): void {
    this.#stop();
    this.#attempts = 0;
    if (this.#question.text.trim()) void this.#send();
  }

  async #send(): Promise<void> {
    const asking = new AbortController();
    const question = this.#question;
    this.#asking = asking;
    this.#lateness = setTimeout(() => (this.late = true), LATE_MS);
    try {
      const draft = await this.#ask(toBody(question), asking.signal);
      if (!asking.signal.aborted) this.#accept({ ...question, draft });
    } catch (error) {
      if (!asking.signal.aborted) this.#fail(error);
    }
  }

  #accept(answer: Answer): void {
    this.#stop();
    if (this.failure?.passes) this.#greet();
    this.#attempts = 0;
    this.failure = null;
    this.answer = answer;
    this.#onAnswer(answer);
  }

  #fail(error: unknown): void {
    this.#stop();
    this.failure = error instanceof Failure ? error : new Failure("failed", "Something went wrong here.");
    if (!this.failure.passes) return;
    const wait = this.failure.retryAfterS === null ? RETRY_MS[this.#attempts] : this.failure.retryAfterS * 1000;
    this.#attempts = Math.min(this.#attempts + 1, RETRY_MS.length - 1);
    this.#next = setTimeout(() => void this.#send(), wait);
  }

  #refuse(failure: Failure): void {
    this.answer = null;
    this.failure = failure;
  }

  #forget(): void {
    this.answer = null;
    this.failure = null;
  }

  #greet(): void {
    this.returned = true;
    setTimeout(() => (this.returned = false), GREETING_MS);
  }

  #stop(): void {
    clearTimeout(this.#next);
    clearTimeout(this.#lateness);
    this.#asking?.abort();
    this.#asking = null;
    this.late = false;
  }
}

function isSame(question: Question, answer: Answer | null): boolean {
  if (answer?.text !== question.text) return false;
  const [asked, known] = [question.selection, answer.selection];
  return asked === null || (asked.from === known?.from && asked.to === known.to);
}

function toBody({ text, selection }: Question): DraftQuestion {
  if (!selection) return { text, alternatives: true };
  const offsets = new Offsets(text);
  const span = { begin: offsets.toPoints(selection.from), end: offsets.toPoints(selection.to) };
  return { text, selection: span, alternatives: true };
}
