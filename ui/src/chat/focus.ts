/** Where the focus goes when what had it is gone. */
import { tick } from "svelte";

export const FIELD = "message";

export const nameReply = (id: string): string => `reply-${id}`;

async function focusOn(id: string): Promise<void> {
  await tick();
  document.getElementById(id)?.focus();
}

/** Only if nobody has the focus: who has moved on in the meantime is left alone. */
export async function focusIfLost(find: () => HTMLElement | null | undefined): Promise<void> {
  await tick();
  if (document.activeElement === document.body || document.activeElement === null) find()?.focus();
}

export const focusField = (): Promise<void> => focusOn(FIELD);
export const focusReply = (id: string): Promise<void> => focusOn(nameReply(id));
