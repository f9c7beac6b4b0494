/** A streamed completion, piece by piece, as the guard releases it. */
import { EventSourceParserStream } from "eventsource-parser/stream";

import { Fault } from "./fault.ts";
import type { Judgement } from "./types.ts";

export interface Piece {
  text: string;
  finish: string | null;
  judgement: Judgement | null;
}

interface Chunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null; sayso?: Judgement }[];
  sayso?: Judgement;
  error?: { message?: string; code?: string | null };
}

export const DONE = "[DONE]";

const NOTICE = /^\s*\[Sayso\] .*\(note [0-9a-f]{8,32}\)\s*$/s;

/** Whether a piece may be the sentence that stands in place of a reply, for clients that know nothing else to show. */
export const isNotice = (text: string): boolean => NOTICE.test(text);

/** Until `[DONE]`; a stream that ends without it was cut off. */
export async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Piece> {
  const text = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
  for await (const { data } of walk(text.pipeThrough(new EventSourceParserStream()))) {
    if (data === DONE) return;
    yield readPiece(data);
  }
  throw new Fault("cut", "The reply broke off before its end.");
}

/** Choice 0 of a chunk. A chunk that is no JSON says no more than one that is cut off. */
export function readPiece(data: string): Piece {
  const chunk = parse(data);
  if (chunk.error) throw new Fault("upstream", chunk.error.message ?? "", { code: chunk.error.code ?? "" });
  const choice = chunk.choices?.[0];
  const judgement = chunk.sayso ?? choice?.sayso ?? null;
  return {
    text: choice?.delta?.content ?? "",
    finish: choice?.finish_reason ?? null,
    judgement,
  };
}

function parse(data: string): Chunk {
  try {
    const chunk: unknown = JSON.parse(data);
    return typeof chunk === "object" && chunk !== null ? chunk : {};
  } catch {
    throw new Fault("cut", "The reply could not be read to its end.");
  }
}

/** Not every browser can walk a stream with `for await`. */
async function* walk<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
