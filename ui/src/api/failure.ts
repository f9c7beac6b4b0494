/** Why the server gave no answer, in words for the author. The draft itself is never at risk: it lives here. */

export type FailureKind = "offline" | "gone" | "slow" | "limit" | "too_long" | "key" | "failed";

const RETRIED: ReadonlySet<FailureKind> = new Set(["offline", "gone", "slow", "limit"]);

export class Failure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterS: number | null;

  constructor(kind: FailureKind, message: string, retryAfterS: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterS = retryAfterS;
  }

  /** Whether the page tries again by itself. */
  get passes(): boolean {
    return RETRIED.has(this.kind);
  }
}

export function failToReach(): Failure {
  if (!navigator.onLine) {
    return new Failure("offline", "You are offline. Your text stays here, and is read again once you are back.");
  }
  return new Failure("gone", "The server does not answer. Your text stays here, and this page keeps trying.");
}

export function failToWait(): Failure {
  return new Failure("slow", "The server takes too long. Your text stays here, and this page tries again.");
}

export function failAtLength(excess: number): Failure {
  const characters = excess === 1 ? "one character" : `${excess.toLocaleString("en")} characters`;
  return new Failure(
    "too_long",
    `This text is too long to be read at once, by about ${characters}. Shorten it, or paste it in parts.`,
  );
}

interface Envelope {
  message?: string;
  hint?: string;
}

export async function failFrom(response: Response): Promise<Failure> {
  const { message = "", hint = "" } = await readEnvelope(response);
  const retryAfterS = Number(response.headers.get("retry-after")) || null;
  switch (response.status) {
    case 401:
    case 403:
      return new Failure("key", "This server reads texts only for people with a key.");
    case 413:
      return new Failure("too_long", "This text is longer than the server takes. Shorten it, or paste it in parts.");
    case 429:
      return new Failure("limit", "That was a lot of reading for one minute.", retryAfterS ?? 5);
    case 502:
    case 503:
    case 504:
      return new Failure("gone", "The server cannot answer now. Your text stays here, and this page keeps trying.");
    default:
      return new Failure("failed", [message || "The server could not read this text.", hint].join(" ").trim());
  }
}

async function readEnvelope(response: Response): Promise<Envelope> {
  try {
    return (await response.json()) as Envelope;
  } catch {
    return {};
  }
}
