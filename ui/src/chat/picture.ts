/** Where the replies of a conversation have fallen between 0 and 1, as places in a picture. */
import type { Reply } from "./turns.ts";
import type { Decision } from "./types.ts";
import { toNumber } from "./wording.ts";

export interface Mark {
  number: number;
  id: string;
  score: number;
  decision: Decision;
  cause: string;
  seen: boolean;
  at: number;
  x: number;
  y: number;
}

export const WIDTH = 320;
export const HEIGHT = 168;
export const LEFT = 12;
export const RIGHT = 308;
export const TOP = 30;
export const BASE = 128;
const BIN = 0.04;
const STEP = 11;
const RADIUS = 5;

export function toX(score: number): number {
  return LEFT + Math.min(1, Math.max(0, score)) * (RIGHT - LEFT);
}

/** Replies of about the same score stand on top of each other, in the order they came. */
export function placeMarks(replies: readonly Reply[]): Mark[] {
  const judged = replies.filter(({ judgement }) => judgement && judgement.score !== null);
  const piles = new Map<number, number>();
  const marks = judged.map((reply, index) => placeMark(reply, index + 1, piles));
  const highest = Math.max(0, ...piles.values());
  const step = Math.min(STEP, (BASE - TOP - 2 * RADIUS) / Math.max(1, highest - 1));
  return marks.map((mark) => ({ ...mark, y: BASE - RADIUS - 2 - mark.y * step }));
}

function placeMark(reply: Reply, number: number, piles: Map<number, number>): Mark {
  const { decision = "shown", cause = "under" } = reply.judgement ?? {};
  const score = reply.judgement?.score ?? 0;
  const bin = Math.floor(score / BIN + 1e-9);
  const level = piles.get(bin) ?? 0;
  piles.set(bin, level + 1);
  const { id, at } = reply;
  return { number, id, score, decision, cause, seen: reply.seen !== null, at, x: toX(score), y: level };
}

export function sayMark({ number, score, decision, seen }: Mark): string {
  const what = { shown: "shown", held: seen ? "asked about, then seen" : "asked about", replaced: "not shown" };
  return `Reply ${number}: ${toNumber(score)}, ${what[decision]}`;
}

/** How many of the replies a limit would touch, and of how many; what lies over `hard` is no longer its doing. */
export function countTouched(replies: readonly Reply[], limit: number, hard = Infinity): { touched: number; all: number } {
  const scores = replies.flatMap(({ judgement }) => judgement?.score ?? []);
  return { touched: scores.filter((score) => score >= limit && score < hard).length, all: scores.length };
}

/** For a spreadsheet; nothing that was said is in it. */
export function toCsv(marks: readonly Mark[], limit: number, soft: number, hard: number): string {
  const head = "reply,time,score,decision,cause,seen,your_limit,soft_limit,hard_limit";
  const rows = marks.map(({ number, at, score, decision, cause, seen }) =>
    [number, new Date(at).toISOString(), score.toFixed(4), decision, cause, seen ? "yes" : "no", limit, soft, hard].join(","),
  );
  return [head, ...rows, ""].join("\r\n");
}
