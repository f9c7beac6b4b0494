/** The two questions this page asks. Addresses are relative to the page, so that a path prefix needs no setting. */
import { readKey } from "../desk/keeping";
import { failFrom, failToReach, failToWait } from "./failure";
import type { DraftAnswer, DraftQuestion, FeedbackNote, FeedbackReceipt } from "./types";

export const LONGEST_WAIT_MS = 15_000;

export function askDraft(question: DraftQuestion, signal: AbortSignal): Promise<DraftAnswer> {
  return post<DraftAnswer>("api/v1/author/draft", question, signal);
}

export function sendFeedback(note: FeedbackNote): Promise<FeedbackReceipt> {
  return post<FeedbackReceipt>("api/v1/author/feedback", note, new AbortController().signal);
}

async function post<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  const tooLong = AbortSignal.timeout(LONGEST_WAIT_MS);
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorize() },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, tooLong]),
    });
    if (!response.ok) throw await failFrom(response);
    return (await response.json()) as T;
  } catch (error) {
    if (tooLong.aborted) throw failToWait();
    if (error instanceof TypeError || error instanceof SyntaxError) throw failToReach();
    throw error;
  }
}

function authorize(): Record<string, string> {
  const key = readKey();
  return key ? { authorization: `Bearer ${key}` } : {};
}
