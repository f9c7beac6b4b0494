/** One conversation: asks, reads the stream, stops, asks again. */
import { Fault } from "./fault";
import { loadConversation, saveConversation } from "./keeping";
import type { Server } from "./server";
import { isNotice, type Piece, readPieces } from "./sse";
import { filteredId, makeId, makeReply, makeTurn, type Reply, settle, toMessages, type Turn } from "./turns";

const MODEL = "default";

export class Conversation {
  id = $state(makeId());
  turns = $state<Turn[]>([]);
  /** The reply that is being waited for or written. */
  current = $state<Reply | null>(null);

  readonly #server: Server;
  readonly #onEnd: (reply: Reply) => void;
  #model = "";
  #asking: AbortController | null = null;

  constructor(server: Server, onEnd: (reply: Reply) => void) {
    this.#server = server;
    this.#onEnd = onEnd;
    const kept = loadConversation();
    if (!kept) return;
    this.id = kept.id;
    this.turns = settle(kept.turns);
  }

  get replies(): Reply[] {
    return this.turns.flatMap(({ replies }) => replies);
  }

  get last(): Turn | undefined {
    return this.turns.at(-1);
  }

  ask(question: string): void {
    this.turns.push(makeTurn(question));
    this.#reply();
  }

  /** The same question again: another reply, perhaps without some words. Asked of an earlier turn, it is a new one. */
  askAgain(turn: Turn, without: string[] = []): void {
    if (turn.id !== this.last?.id) this.turns.push(makeTurn(turn.question));
    this.#reply(without);
  }

  stop(): void {
    this.#asking?.abort();
  }

  startOver(): void {
    this.stop();
    this.current = null;
    this.id = makeId();
    this.turns = [];
    this.save();
  }

  save(): void {
    saveConversation($state.snapshot({ id: this.id, turns: this.turns }));
  }

  findByFiltered(id: string): Reply | undefined {
    return this.replies.find((reply) => filteredId(reply) === id);
  }

  #reply(without: string[] = []): void {
    this.stop();
    this.last?.replies.push(makeReply(without));
    const reply = this.last?.replies.at(-1);
    if (reply && this.last) void this.#read(reply, this.last);
  }

  async #read(reply: Reply, turn: Turn): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    this.current = reply;
    this.save();
    try {
      await this.#stream(reply, turn, asking.signal);
      reply.state = "done";
    } catch (error) {
      if (asking.signal.aborted) reply.state = "stopped";
      else fail(reply, error);
    }
    if (this.current === reply) this.current = null;
    if (!this.replies.includes(reply)) return; // of a conversation that is over
    this.save();
    this.#onEnd(reply);
  }

  async #stream(reply: Reply, turn: Turn, signal: AbortSignal): Promise<void> {
    const wish = reply.without.length ? { sayso: { without: reply.without } } : {};
    const body = { model: await this.#findModel(), messages: toMessages(this.turns, turn), stream: true, ...wish };
    const headers = { "x-sayso-conversation": this.id };
    const response = await this.#server.open("v1/chat/completions", body, headers, signal);
    if (!response.body) return;
    await gather(reply, readPieces(response.body));
  }

  /** The first that the server offers. */
  async #findModel(): Promise<string> {
    if (this.#model) return this.#model;
    try {
      const { data } = await this.#server.ask<{ data: { id: string }[] }>("v1/models");
      this.#model = data[0]?.id ?? "";
    } catch {
      // The question itself will tell what is wrong.
    }
    return this.#model || MODEL;
  }
}

/** What looks like a notice is kept back until the end says whether it is one: this page says it in its own way. */
async function gather(reply: Reply, pieces: AsyncIterable<Piece>): Promise<void> {
  let notice = "";
  for await (const { text, judgement } of pieces) {
    if (text && isNotice(text)) notice = text;
    else if (text) {
      reply.text += notice + text;
      reply.state = "streaming";
      notice = "";
    }
    if (judgement) reply.judgement = judgement;
  }
  if (reply.judgement?.decision === "shown") reply.text += notice;
}

function fail(reply: Reply, error: unknown): void {
  const fault = error instanceof Fault ? error : new Fault("cut", "The connection broke off.");
  reply.state = "failed";
  reply.fault = { kind: fault.kind, message: fault.message, hint: fault.hint };
}
