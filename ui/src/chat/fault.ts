/** Why nothing came back, in words for the reader, and what to do next. */

export type FaultKind =
  | "offline"
  | "gone"
  | "slow"
  | "limit"
  | "no_model"
  | "upstream"
  | "cut"
  | "key"
  | "conflict"
  | "failed";

interface Details {
  status?: number;
  code?: string;
  hint?: string;
  retryAfterS?: number | null;
}

export class Fault extends Error {
  readonly kind: FaultKind;
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly retryAfterS: number | null;

  constructor(kind: FaultKind, message: string, details: Details = {}) {
    super(message);
    this.kind = kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? "";
    this.hint = details.hint ?? "";
    this.retryAfterS = details.retryAfterS ?? null;
  }

  /** The server understood, knows who asks, and does not do it. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 403, 429].includes(this.status);
  }
}

export const TITLES: Readonly<Record<FaultKind, string>> = {
  offline: "You are offline",
  gone: "The server is away",
  slow: "The server is slow",
  limit: "A short pause",
  no_model: "There is no model to talk to",
  upstream: "The model did not answer",
  cut: "The reply broke off",
  key: "You need to be let in",
  conflict: "Answered before",
  failed: "That did not work",
};

export function failToReach(): Fault {
  return navigator.onLine
    ? new Fault("gone", "The server does not answer. What you wrote stays here; try again in a moment.")
    : new Fault("offline", "What you wrote stays here. Try again once you are back.");
}

export function failToWait(): Fault {
  return new Fault("slow", "The server takes too long. What you wrote stays here; try again in a moment.");
}

interface Envelope {
  code: string;
  message: string;
  hint: string;
}

export async function failFrom(response: Response): Promise<Fault> {
  const said = readEnvelope(await response.json().catch(() => null));
  return explain(response.status, said, Number(response.headers.get("retry-after")) || null);
}

/** Our own envelope, or OpenAI's. */
export function readEnvelope(body: unknown): Envelope {
  const outer = (body ?? {}) as Record<string, unknown>;
  const inner = (typeof outer["error"] === "object" && outer["error"] ? outer["error"] : outer) as Record<string, unknown>;
  const text = (name: string): string => (typeof inner[name] === "string" ? inner[name] : "");
  return { code: text("code"), message: text("message"), hint: text("hint") };
}

export function explain(status: number, said: Envelope, retryAfterS: number | null): Fault {
  const { code, hint } = said;
  const details = { status, code, hint, retryAfterS };
  const make = (kind: FaultKind, fallback: string): Fault => new Fault(kind, said.message || fallback, details);
  if (code === "missing_upstream") return make("no_model", "This server has no model to pass your message on to.");
  switch (status) {
    case 401:
    case 403:
      return make("key", "This server talks only with people it knows.");
    case 409:
      return make("conflict", "This was answered before, in another tab perhaps.");
    case 429:
      return make("limit", "That was a lot for one minute.");
    case 502:
    case 503:
    case 504:
      return make("upstream", "The model cannot answer now.");
    default:
      return make("failed", "The server could not do that.");
  }
}
