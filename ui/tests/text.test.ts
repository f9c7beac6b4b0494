/** Places in a text, what is put into them, and how long a text may be. */
import { expect, test } from "vitest";

import { countExcess, LONGEST_BYTES } from "../src/text/length";
import { Offsets } from "../src/text/offsets";
import { replaceRange } from "../src/text/replacing";

test.each([
  ["plain", [0, 1, 2, 3, 4, 5]],
  ["a🎈b", [0, 1, 3, 4]],
  ["😀😀", [0, 2, 4]],
  ["e\u0301x", [0, 1, 2, 3]],
])("the code points of %s begin at %j", (text, starts) => {
  const offsets = new Offsets(text);
  expect(starts.map((_start, point) => offsets.toUtf16(point))).toEqual(starts);
  expect(starts.map((start) => offsets.toPoints(start))).toEqual(starts.map((_start, point) => point));
});

test("the middle of a code point counts as its beginning, and past the end is the end", () => {
  const offsets = new Offsets("a🎈b");
  expect(offsets.toPoints(2)).toBe(1);
  expect(offsets.toUtf16(99)).toBe(4);
  expect(offsets.toPoints(99)).toBe(3);
  expect(new Offsets("ab").toUtf16(99)).toBe(2);
  expect(new Offsets("ab").toPoints(99)).toBe(2);
});

test.each([
  ["You are a |stupid| kid.", "naive", "You are a naive kid."],
  ["You are a |stupid| kid.", "", "You are a kid."],
  ["It is a |stupid| idea.", "", "It is an idea."],
  ["so |stupid|!", "", "so!"],
  ["|Stupid| rain", "", "rain"],
  ["one\n|stupid| two", "", "one\ntwo"],
  ["un|stupid|ly", "", "unly"],
])("%s with %j", (marked, insert, expected) => {
  const [before = "", word = "", after = ""] = marked.split("|");
  const text = before + word + after;
  const change = replaceRange(text, { from: before.length, to: before.length + word.length }, insert);
  expect(text.slice(0, change.from) + change.insert + text.slice(change.to)).toBe(expected);
});

test.each([
  ["a".repeat(LONGEST_BYTES), 0],
  ["a".repeat(LONGEST_BYTES + 3), 3],
  ["é".repeat(LONGEST_BYTES / 2), 0],
  ["é".repeat(LONGEST_BYTES / 2 + 1), 1],
])("a text too long by its bytes", (text, excess) => {
  expect(countExcess(text)).toBe(excess);
});
