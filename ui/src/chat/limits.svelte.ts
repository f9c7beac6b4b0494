/** The reader's own limits inside those of the community. */
import type { Server } from "./server";
import type { LimitsView, PolicyView } from "./types";

const PAUSE_MS = 250;

export class Limits {
  view = $state.raw<LimitsView | null>(null);
  /** What the sliders show, ahead of the server. */
  shown = $state<Record<string, number>>({});

  readonly #server: Server;
  #waiting: Record<string, number | null> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(server: Server) {
    this.#server = server;
  }

  get policy(): PolicyView | null {
    return this.view?.policy ?? null;
  }

  /** How high a limit of one's own may be: under a fixed rule it softens nothing. */
  get ceiling(): number {
    return (this.policy?.method === "fixed" ? this.policy.soft_limit : this.policy?.hard_limit) ?? 1;
  }

  /** What holds for an attribute, as the slider has it. */
  of(attribute: string): number {
    return this.shown[attribute] ?? this.view?.effective[attribute] ?? this.policy?.soft_limit ?? 0;
  }

  /** The limit that the picture draws: of what the policy watches first. */
  get main(): number {
    return this.of(this.policy?.attributes[0] ?? "");
  }

  async load(): Promise<void> {
    this.#accept(await this.#server.me<LimitsView>("limits"));
  }

  /** Moves at once here, and on the server after a pause; null: as the community has it. `done` tells how it went. */
  move(attribute: string, limit: number | null, done: (error: unknown) => void): void {
    this.shown[attribute] = limit ?? this.policy?.soft_limit ?? 0;
    this.#waiting[attribute] = limit;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send().then(done, done), PAUSE_MS);
  }

  /** What was moved and not yet sent, after what is on its way: the last move wins. A question must not be asked before. */
  send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#put());
    return this.#sending;
  }

  async #put(): Promise<void> {
    const limits = this.#waiting;
    if (!Object.keys(limits).length) return;
    this.#waiting = {};
    try {
      this.#accept(await this.#server.me<LimitsView>("limits", { method: "PUT", body: { limits } }));
    } catch (error) {
      this.shown = { ...this.view?.effective };
      throw error;
    }
  }

  #accept(view: LimitsView): void {
    this.view = view;
    this.shown = { ...view.effective, ...withoutNull(this.#waiting) };
  }
}

function withoutNull(values: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null));
}
