/** Everything that was filtered in this conversation, why, and what the reader said about it. */
import { Fault } from "./fault";
import type { Server } from "./server";
import type { Held, Ruling, Scope } from "./types";

export class Filtered {
  entries = $state.raw<readonly Held[]>([]);

  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  find(id: string): Held | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  async load(conversation: string): Promise<void> {
    const query = new URLSearchParams({ conversation });
    const { held } = await this.#server.me<{ held: Held[] }>(`held?${query}`);
    this.entries = held;
  }

  forget(): void {
    this.entries = [];
  }

  view(id: string, view: boolean): Promise<Held> {
    return this.#answer(id, "view", { view });
  }

  rule(id: string, future: Ruling, scope: Scope, word: string): Promise<Held> {
    return this.#answer(id, "future", { future, scope, word });
  }

  takeBack(id: string): Promise<Held> {
    return this.#answer(id, "undo");
  }

  /** Where another tab or the clock was quicker, what holds now is shown, and the fault tells so. */
  async #answer(id: string, question: string, body?: unknown): Promise<Held> {
    try {
      return this.#put(await this.#server.me<Held>(`held/${encodeURIComponent(id)}/${question}`, { method: "POST", body }));
    } catch (error) {
      if (error instanceof Fault && error.isRefusal) {
        this.#put(await this.#server.me<Held>(`held/${encodeURIComponent(id)}`));
      }
      throw error;
    }
  }

  #put(held: Held): Held {
    const isKnown = this.entries.some(({ id }) => id === held.id);
    this.entries = isKnown
      ? this.entries.map((entry) => (entry.id === held.id ? held : entry))
      : [held, ...this.entries];
    return held;
  }
}
