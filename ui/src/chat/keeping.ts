/** What this browser remembers: who the reader is, for good; the conversation, until the tab is closed. */
import { attempt } from "../desk/keeping";
import type { Turn } from "./turns";

const CONSENT = "sayso.chat.consent";
const TERMS = "1";
const READER = "sayso.reader";
const CONVERSATION = "sayso.chat";

export interface Kept {
  id: string;
  turns: Turn[];
}

const read = (name: string): string => attempt(() => localStorage.getItem(name), null) ?? "";
const write = (name: string, value: string): void => attempt(() => localStorage.setItem(name, value), undefined);

export const hasAgreed = (): boolean => read(CONSENT) === TERMS;
export const rememberAgreement = (): void => write(CONSENT, TERMS);
export const loadToken = (): string => read(READER);
export const saveToken = (token: string): void => write(READER, token);

/** Of this tab alone. What another version of the page kept in another shape is let go. */
export function loadConversation(): Kept | null {
  return attempt(() => {
    const kept = JSON.parse(sessionStorage.getItem(CONVERSATION) ?? "null") as Kept | null;
    return kept && typeof kept.id === "string" && Array.isArray(kept.turns) ? kept : null;
  }, null);
}

export function saveConversation(kept: Kept): void {
  attempt(() => sessionStorage.setItem(CONVERSATION, JSON.stringify(kept)), undefined);
}

/** Nothing of the reader stays in this browser but that they agreed. */
export function forgetReader(): void {
  attempt(() => localStorage.removeItem(READER), undefined);
  attempt(() => sessionStorage.removeItem(CONVERSATION), undefined);
}
