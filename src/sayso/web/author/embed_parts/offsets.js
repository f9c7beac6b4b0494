// The service counts code points, a text box counts UTF-16 units.

const HALF = /[\ud800-\udfff]/;

/** How many code points a text has. */
export function countPoints(text) {
  return HALF.test(text) ? Array.from(text).length : text.length;
}

/** A function from an offset in code points to one in UTF-16 units. */
export function unitOffsets(text) {
  if (!HALF.test(text)) return (point) => Math.min(point, text.length);
  const units = [0];
  for (const point of text) units.push(units[units.length - 1] + point.length);
  return (point) => units[Math.min(point, units.length - 1)];
}
