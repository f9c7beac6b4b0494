// How the service is asked. An extension brings another function of the same shape.

/** Why there is no answer: `unreachable`, `slow`, `limit`, `no-access`, `refused` or `bad-answer`. */
export class Failure extends Error {
  constructor(reason, { status = 0, waitS = 0 } = {}) {
    super(`Sayso gave no answer: ${reason}`);
    this.reason = reason;
    this.status = status;
    this.waitS = waitS;
  }
}

const REASONS = { 401: "no-access", 403: "no-access", 429: "limit" };

/** `ask(path, body, signal)` resolves to the answer or rejects with a `Failure`. */
export function makeFetchTransport({ root, key = "" }) {
  const headers = { "content-type": "application/json" };
  if (key) headers["x-api-key"] = key;
  return async (path, body, signal) => {
    const request = { method: "POST", credentials: "omit", cache: "no-store", headers, signal };
    let response;
    try {
      response = await fetch(root + path, { ...request, body: JSON.stringify(body) });
    } catch {
      throw new Failure("unreachable");
    }
    return readAnswer(response);
  };
}

export async function readAnswer(response) {
  const { status } = response;
  if (!response.ok) {
    const reason = REASONS[status] ?? (status < 500 ? "refused" : "unreachable");
    throw new Failure(reason, { status, waitS: Number(response.headers.get("retry-after")) || 0 });
  }
  try {
    return await response.json();
  } catch {
    throw new Failure("bad-answer", { status });
  }
}
