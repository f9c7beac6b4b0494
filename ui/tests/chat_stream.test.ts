/** How the chat page reads a streamed reply. */
import { expect, test } from "vitest";

import type { Fault } from "../src/chat/fault";
import { isNotice, type Piece, readPieces } from "../src/chat/sse";

const frame = (value: unknown): string =>
  `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const chunk = (content: string, more = {}): unknown => ({ choices: [{ index: 0, delta: { content } }], ...more });
const encode = (frames: string[]): Uint8Array => new TextEncoder().encode(frames.join(""));

interface Told {
  texts: string[];
  last?: string | null;
  kind?: string;
  message?: string;
}

/** What is read of a stream that comes in the given parts. */
async function read(...parts: Uint8Array[]): Promise<Told> {
  const pieces: Piece[] = [];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  try {
    for await (const piece of readPieces(stream)) pieces.push(piece);
  } catch (error) {
    const { kind, message } = error as Fault;
    return { texts: pieces.map(({ text }) => text), kind, message };
  }
  return { texts: pieces.map(({ text }) => text), last: pieces.at(-1)?.judgement?.decision ?? null };
}

test("a stream cut anywhere reads the same: inside a character, a line end or the JSON", async () => {
  const note = { decision: "shown", score: 0.4, cause: "under", message: "", model: "m", policy: 1 };
  const chunks = [chunk("Käse "), chunk("🎈."), chunk("", { sayso: note })];
  const bytes = encode([": waiting\n\n", ...chunks.map(frame), frame("[DONE]")]);
  expect(bytes.length).toBeGreaterThan(100);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const found = await read(bytes.slice(0, cut), bytes.slice(cut));
    expect(found, `cut at ${cut}`).toEqual({ texts: ["Käse ", "🎈.", ""], last: "shown" });
  }
});

test.each([
  [[frame(chunk("Good"))], ["Good"], "cut"],
  [[frame(chunk("Good")), frame("{oops")], ["Good"], "cut"],
  [[frame(chunk("Good")), frame({ error: { message: "Broken." } }), frame("[DONE]")], ["Good"], "upstream"],
  [[], [], "cut"],
])("a stream that breaks keeps what came and says so: %j", async (frames, texts, kind) => {
  const found = await read(encode(frames));
  expect(found).toMatchObject({ texts, kind });
  expect(found.message).not.toBe("");
});

test("what comes after the end is not read", async () => {
  const found = await read(encode([frame(chunk("Good")), frame("[DONE]"), frame(chunk("Bad"))]));
  expect(found.texts).toEqual(["Good"]);
});

test("chunks without choices or content say nothing", async () => {
  const found = await read(encode([{ choices: [] }, { choices: [{}] }, "1", "[DONE]"].map(frame)));
  expect(found).toEqual({ texts: ["", "", ""], last: null });
});

test.each([
  ["[Sayso] This reply is held back. (note 0123456789abcdef)", true],
  ["\n\n[Sayso] In two\nlines. (note 01234567)", true],
  ["[Sayso] is a name", false],
  ["See [Sayso] This reply (note 01234567)", false],
  ["[Sayso] This reply (note 01234567) and more", false],
])("a notice is known by both of its ends: %j", (text, expected) => {
  expect(isNotice(text)).toBe(expected);
});
