/** All that the page is about: who reads, the conversation, what was filtered, the words, the limits. */
import { Bank } from "./bank.svelte";
import { Conversation } from "./conversation.svelte";
import { Fault } from "./fault";
import { Filtered } from "./filtered.svelte";
import { focusField, focusReply } from "./focus";
import { forgetReader, loadToken, saveToken } from "./keeping";
import { Limits } from "./limits.svelte";
import { Server } from "./server";
import { announce } from "./speaking";
import { filteredId, type Reply, type Turn } from "./turns";
import type { Held, ReaderView, Ruling, Scope } from "./types";

export type Drawer = "words" | "limits" | "filtered" | "how" | "data" | "rule";

export class Chat {
  readonly server = new Server();
  readonly bank = new Bank(this.server);
  readonly limits = new Limits(this.server);
  readonly filtered = new Filtered(this.server);
  readonly conversation = new Conversation(this.server, (reply) => void this.#settle(reply));

  /** Whether the reader has said here what may be kept. */
  #hasChosen = false;
  /** The last answer to a question, on its way: it counts for the very next reply. */
  #answer: Promise<unknown> = Promise.resolve();
  /** Until the server knows who reads; nothing can be done for the reader before. */
  #arrival: Promise<void> = Promise.resolve();

  me = $state.raw<ReaderView | null>(null);
  /** Why the page cannot begin. */
  barrier = $state.raw<Fault | null>(null);
  /** What went wrong with the last thing the reader did beside talking. */
  fault = $state.raw<Fault | null>(null);
  drawer = $state<Drawer | null>(null);
  /** What the words are searched for when their drawer opens. */
  search = $state("");
  /** What is being written. */
  draft = $state("");
  /** One sentence for screen readers. */
  said = $state("");

  /** Whether the server knows who would be asking. */
  get isReady(): boolean {
    return this.me !== null && this.limits.view !== null;
  }

  /** Finds out who reads; a token that no longer counts is replaced by a new one. */
  begin(): Promise<void> {
    this.#arrival = this.#arrive();
    return this.#arrival;
  }

  async #arrive(): Promise<void> {
    this.barrier = null;
    try {
      this.server.token = loadToken();
      await this.#identify();
      const parts = [this.limits.load(), this.bank.load(), this.#loadFiltered()];
      await Promise.all(parts);
    } catch (error) {
      this.barrier = toFault(error);
    }
  }

  async #identify(): Promise<void> {
    if (this.server.token) {
      try {
        this.me = await this.server.me<ReaderView>("");
        return;
      } catch (error) {
        if (toFault(error).status !== 401) throw error;
      }
    }
    await this.server.arrive();
    saveToken(this.server.token);
    this.me = await this.server.me<ReaderView>("");
  }

  async ask(question: string): Promise<void> {
    await this.#answer;
    await this.attempt(() => this.limits.send());
    this.conversation.ask(question);
  }

  /** The focus goes to the reply that is waited for, since the button that asked may be gone. */
  async askAgain(turn: Turn, without: string[] = []): Promise<void> {
    await this.attempt(() => this.limits.send());
    this.conversation.askAgain(turn, without);
    if (this.conversation.current) await focusReply(this.conversation.current.id);
  }

  startOver(): void {
    this.conversation.startOver();
    this.filtered.forget();
    this.say("A new conversation. The model knows nothing of the last one.");
    void focusField();
  }

  /** Sees a held reply, or leaves it. */
  async view(id: string, view: boolean): Promise<void> {
    await this.attempt(() => this.filtered.view(id, view));
    await this.#catchUp(id);
  }

  async rule(id: string, future: Ruling, scope: Scope, word: string): Promise<void> {
    this.#answer = this.attempt(() => this.filtered.rule(id, future, scope, word));
    await this.#answer;
    await this.#catchUp(id);
  }

  async takeBack(id: string): Promise<void> {
    const held = await this.attempt(() => this.filtered.takeBack(id));
    if (held) this.say("Taken back.");
    await this.#catchUp(id);
  }

  /** What was said about records on arrival, unless the reader has said otherwise meanwhile. */
  async agreeOnArrival(records: boolean | null): Promise<void> {
    if (records === null || this.#hasChosen || !this.me || this.me.records === records) return;
    await this.agree(records);
  }

  async agree(records: boolean, joinsList: boolean | null = null): Promise<void> {
    this.#hasChosen = true;
    const body = { records, joins_list: joinsList };
    const me = await this.attempt(() => this.server.me<ReaderView>("agreement", { method: "PUT", body }));
    if (me) this.me = me;
  }

  /** Deletes all that the server keeps of this reader, and begins anew. */
  async leave(): Promise<boolean> {
    const left = await this.attempt(() => this.server.me("", { method: "DELETE" }).then(() => true));
    if (!left) return false;
    forgetReader();
    this.startOver();
    await this.begin();
    return true;
  }

  /** A file of the reader's own, with the last answer in it. */
  async fetchFile(path: string): Promise<{ content: Blob; name: string } | undefined> {
    await this.#answer;
    return this.attempt(() => this.server.fetchFile(path));
  }

  /** Does something, once the reader has arrived; what goes wrong is told, and nothing comes back. */
  async attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    this.fault = null;
    await this.#arrival;
    try {
      return await action();
    } catch (error) {
      this.fault = toFault(error);
      return undefined;
    }
  }

  say(sentence: string): void {
    this.said = this.said === sentence ? `${sentence}\u00a0` : sentence;
  }

  /** What the reader has seen stays readable here, also once the server has erased it. */
  #show(held: Held): void {
    const reply = this.conversation.findByFiltered(held.id);
    if (!reply) return;
    if (held.view !== true) reply.seen = null;
    else if (held.reply) reply.seen = held.reply;
    this.conversation.save();
  }

  async #loadFiltered(): Promise<void> {
    await this.filtered.load(this.conversation.id);
    this.filtered.entries.forEach((held) => this.#show(held));
  }

  async #settle(reply: Reply): Promise<void> {
    this.say(announce(reply));
    if (filteredId(reply)) await this.attempt(() => this.#loadFiltered());
  }

  /** After an answer, or one that another tab gave first: the reply, and the words that it changed. */
  async #catchUp(id: string): Promise<void> {
    const held = this.filtered.find(id);
    if (held) this.#show(held);
    const fault = this.fault;
    await this.attempt(() => this.bank.load());
    this.fault ??= fault;
  }
}

function toFault(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault("failed", "Something went wrong here.");
}
