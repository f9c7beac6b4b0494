/** Speaks with the server for one reader. Addresses are relative to the page, so that a path prefix needs no setting. */
import { readKey } from "../desk/keeping";
import { failFrom, failToReach, failToWait } from "./fault";

export const LONGEST_WAIT_MS = 15_000;
const READERS = "api/v1/readers";

export interface Request {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  /** Sent as it is, not as JSON. */
  file?: { content: string; type: string };
}

export class Server {
  token = "";

  /** An address of the reader's own, such as `words`. */
  me<T>(path: string, request: Request = {}): Promise<T> {
    return this.ask<T>(path ? `${READERS}/me/${path}` : `${READERS}/me`, request);
  }

  async ask<T>(path: string, request: Request = {}): Promise<T> {
    const response = await this.#fetch(path, request);
    return (response.status === 204 ? undefined : await readJson(response)) as T;
  }

  /** A file to keep: its content as it comes. */
  async fetchFile(path: string): Promise<{ content: Blob; name: string }> {
    const response = await this.#fetch(`${READERS}/me/${path}`, {});
    const named = /filename="?([\w.-]+)/.exec(response.headers.get("content-disposition") ?? "");
    return { content: await response.blob(), name: named?.[1] ?? "" };
  }

  /** Becomes a reader under a name made up by the server: with a key, or without one where it is open. */
  async arrive(): Promise<void> {
    this.token = "";
    const { token } = await this.ask<{ token: string }>(READERS, { method: "POST", body: {} });
    this.token = token;
  }

  /** A streamed answer; only the wait for its beginning is limited by `signal` alone. */
  async open(path: string, body: unknown, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const response = await reach(path, {
      method: "POST",
      headers: { ...this.#headers(), ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || !response.body) throw await failFrom(response);
    return response;
  }

  async #fetch(path: string, { method = "GET", body, file }: Request): Promise<Response> {
    const type = file?.type ?? (body === undefined ? null : "application/json");
    const response = await reach(path, {
      method,
      headers: { ...this.#headers(), ...(type ? { "content-type": type } : {}) },
      body: file?.content ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
      keepalive: method === "PUT", // small, and sent even while the page is being left
    });
    if (!response.ok) throw await failFrom(response);
    return response;
  }

  #headers(): Record<string, string> {
    const key = readKey();
    return {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(this.token ? { "x-sayso-reader": this.token } : {}),
    };
  }
}

async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") throw failToWait();
    if (error instanceof TypeError) throw failToReach();
    throw error;
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw failToReach();
  }
}
