/** Offsets of the API count code points, those of the editor UTF-16 units: an emoji is one of those, two of these. */

export interface Range {
  from: number;
  to: number;
}

const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]/;

export class Offsets {
  /** Where each code point begins, in UTF-16 units, and the end; null where both counts are the same. */
  readonly #starts: Uint32Array | null;
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    this.#starts = SURROGATES.test(text) ? findStarts(text) : null;
  }

  toUtf16(point: number): number {
    if (!this.#starts) return Math.min(point, this.#length);
    return this.#starts[Math.min(point, this.#starts.length - 1)] ?? this.#length;
  }

  /** A unit in the middle of a code point counts as its beginning. */
  toPoints(unit: number): number {
    if (!this.#starts) return Math.min(unit, this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function findStarts(text: string): Uint32Array {
  const points = Array.from(text);
  const starts = new Uint32Array(points.length + 1);
  points.forEach((point, index) => {
    starts[index + 1] = (starts[index] ?? 0) + point.length;
  });
  return starts;
}
