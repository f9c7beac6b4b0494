/** A conversation as data: questions, and the replies to each. Nothing is ever taken out, only added. */
import type { FaultKind } from "./fault.ts";
import type { Judgement } from "./types.ts";

export type ReplyState = "waiting" | "streaming" | "done" | "stopped" | "failed";

export interface Reply {
  id: string;
  at: number;
  state: ReplyState;
  /** What the guard released as it came. */
  text: string;
  /** All of it, held back at first, then seen; null unless the reader wanted to see it. */
  seen: string | null;
  /** Words the reader asked to do without. */
  without: string[];
  judgement: Judgement | null;
  fault: { kind: FaultKind; message: string; hint: string } | null;
}

export interface Turn {
  id: string;
  question: string;
  replies: Reply[];
}

export interface Message {
  role: "user" | "assistant";
  content: string;
}

export function makeTurn(question: string): Turn {
  return { id: makeId(), question, replies: [] };
}

export function makeReply(without: string[] = []): Reply {
  const blank = { state: "waiting", text: "", seen: null, judgement: null, fault: null } as const;
  return { id: makeId(), at: Date.now(), ...blank, without };
}

/** Outside of a secure context a browser has no `randomUUID`. */
export function makeId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What the model is told of the conversation up to a turn: questions, and of each the last reply that was read.
 * A reply that was filtered is left out altogether: the model must not learn that it has nothing to say.
 */
export function toMessages(turns: readonly Turn[], current: Turn): Message[] {
  const before = turns.slice(0, turns.findIndex(({ id }) => id === current.id));
  return [...before.flatMap(tell), { role: "user", content: current.question }];
}

function tell({ question, replies }: Turn): Message[] {
  const read = replies.map(textOf).findLast((text) => text.trim());
  const asked: Message = { role: "user", content: question };
  return read ? [asked, { role: "assistant", content: read }] : [asked];
}

/** What the reader may read of a reply now. */
export function textOf({ text, seen }: Reply): string {
  return seen ?? text;
}

/** After a refresh nobody waits for a reply any more. */
export function settle(turns: readonly Turn[]): Turn[] {
  const rest = (reply: Reply): Reply =>
    reply.state === "waiting" || reply.state === "streaming" ? { ...reply, state: "stopped" } : reply;
  return turns.map((turn) => ({ ...turn, replies: turn.replies.map(rest) }));
}

/** The id under which the server knows a filtered reply. */
export function filteredId(reply: Reply): string {
  return reply.judgement?.held?.id ?? reply.judgement?.filtered?.id ?? "";
}
