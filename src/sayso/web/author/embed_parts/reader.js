// Asks about a text once its author pauses. An answer about an older text never arrives; a service that is slow
// or gone is asked again later, ever more rarely, and nobody waits for it.

import { Failure } from "./transport.js";

const PAUSE_MS = 300;
const SLOW_MS = 8000;
const FIRST_REST_MS = 2000;
const LONGEST_REST_MS = 60000;
const MOST_RETRIES = 5;
const FINAL = new Set(["no-access", "refused"]);

export class DraftReader {
  #ask;
  #onAnswer;
  #onFailure;
  #text = "";
  #timer = 0;
  #running = null;
  #failures = 0;
  #restsUntil = 0;

  constructor({ ask, onAnswer, onFailure }) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
  }

  /** Forgets what was asked before and asks about this text after a pause. */
  read(text) {
    this.stop();
    this.#text = text;
    const rest = this.#restsUntil - Date.now();
    this.#timer = setTimeout(() => this.#go(), Math.max(PAUSE_MS, rest));
  }

  stop() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }

  async #go() {
    const text = this.#text;
    const running = new AbortController();
    this.#running = running;
    let tooSlow = false;
    const patience = setTimeout(() => {
      tooSlow = true;
      running.abort();
    }, SLOW_MS);
    try {
      const answer = checkDraft(await this.#ask("/api/v1/author/draft", { text }, running.signal));
      if (this.#running !== running) return;
      this.#failures = 0;
      this.#onAnswer(text, answer);
    } catch (error) {
      if (this.#running === running) this.#fail(tooSlow ? new Failure("slow") : toFailure(error));
    } finally {
      clearTimeout(patience);
    }
  }

  #fail(failure) {
    this.#running = null;
    const rest = Math.min(FIRST_REST_MS * 2 ** this.#failures, LONGEST_REST_MS);
    this.#failures += 1;
    this.#restsUntil = Date.now() + Math.max(rest, failure.waitS * 1000);
    const isWorthIt = this.#failures <= MOST_RETRIES && !FINAL.has(failure.reason);
    if (isWorthIt) this.#timer = setTimeout(() => this.#go(), this.#restsUntil - Date.now());
    this.#onFailure(failure);
  }
}

function toFailure(error) {
  return error instanceof Failure ? error : new Failure("unreachable");
}

function checkDraft(answer) {
  const looksRight = typeof answer?.scores?.TOXICITY === "number" && Array.isArray(answer.words);
  if (!looksRight) throw new Failure("bad-answer");
  return answer;
}
