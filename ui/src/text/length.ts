/** What the draft address takes at most, in bytes of UTF-8. */
export const LONGEST_BYTES = 20_480;

const encoder = new TextEncoder();

/** How many characters have to go, about; 0 if the text is short enough. */
export function countExcess(text: string): number {
  if (text.length * 3 <= LONGEST_BYTES) return 0;
  const bytes = encoder.encode(text).length;
  if (bytes <= LONGEST_BYTES) return 0;
  return Math.max(1, Math.ceil(((bytes - LONGEST_BYTES) * text.length) / bytes));
}
