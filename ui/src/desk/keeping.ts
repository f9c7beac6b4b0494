/** What this browser remembers. The text outlives a refresh of this tab, and nothing more unless the author says so. */

const CONSENT = "sayso.consent";
const KEEP = "sayso.keep";
const DRAFT = "sayso.draft";
const KEY = "sayso.key";
const TERMS = "1";

/** A browser may forbid storage; then the page works and forgets. */
export function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export const hasAgreed = (): boolean => attempt(() => localStorage.getItem(CONSENT) === TERMS, false);

export function rememberAgreement(): void {
  attempt(() => localStorage.setItem(CONSENT, TERMS), undefined);
}

export const keepsDraft = (): boolean => attempt(() => localStorage.getItem(KEEP) === "yes", false);

/** Agreeing copies the draft to where it outlives the tab; taking it back erases it there. */
export function setKeeping(keep: boolean, text: string): void {
  attempt(() => {
    if (keep) {
      localStorage.setItem(KEEP, "yes");
      localStorage.setItem(DRAFT, text);
    } else {
      localStorage.removeItem(KEEP);
      localStorage.removeItem(DRAFT);
    }
  }, undefined);
}

export function saveDraft(text: string): void {
  attempt(() => sessionStorage.setItem(DRAFT, text), undefined);
  if (keepsDraft()) attempt(() => localStorage.setItem(DRAFT, text), undefined);
}

const HANDED_OVER = "#draft=";

/** A draft that another page handed over behind the #; it is taken out of the address, and of the history. */
function takeHandedOver(): string | null {
  if (!location.hash.startsWith(HANDED_OVER)) return null;
  const text = attempt(() => decodeURIComponent(location.hash.slice(HANDED_OVER.length)), "");
  history.replaceState(null, "", location.pathname + location.search);
  if (text) saveDraft(text);
  return text || null;
}

/** The draft that was handed over, else that of this tab, else the one the author chose to keep. */
export function loadDraft(): string {
  const handed = takeHandedOver();
  if (handed !== null) return handed;
  const here = attempt(() => sessionStorage.getItem(DRAFT), null);
  if (here !== null) return here;
  return keepsDraft() ? attempt(() => localStorage.getItem(DRAFT), null) ?? "" : "";
}

export const readKey = (): string => attempt(() => sessionStorage.getItem(KEY), null) ?? "";

export function saveKey(key: string): void {
  attempt(() => sessionStorage.setItem(KEY, key), undefined);
}
