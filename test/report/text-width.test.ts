import { assert, property, string } from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { columns } from '../../src/report/text/text-width.js';

/** Decomposed Hangul syllables, which the reference implementation counts differently. */
const JAMO = /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]/;

/** Around the characters that are counted without a lookup. */
const PLAIN = [
  [0x20, 0x3d0],
  [0x200e, 0x202a],
  [0x218e, 0x2196],
  [0x221e, 0x2266],
  [0x24ff, 0x25a2],
] as const;

describe('columns of a terminal', () => {
  test.each([
    ['cost_usd ± 0.02 · 3 % → $1.20', 29],
    ['█▇░ ≤ “x”…', 10],
    ['データベース', 12],
    ['한국어', 6],
    ['e\u0301clair', 6],
    ['👍🏽 👨‍👩‍👧 🇩🇪 1️⃣', 11],
    ['❤ ❤️', 4],
    ['\u200B\u00AD\uFEFF', 0],
    ['አማ', 2],
    ['שרת', 3],
    ['± † … █ →', 9],
  ])('the text %s is %i columns wide', (text, expected) => {
    expect(columns(text)).toBe(expected);
    expect(stringWidth(text)).toBe(expected);
  });

  test('every character that is one column wide is counted like the reference implementation does', () => {
    for (const [from, to] of PLAIN) {
      for (let code = from; code <= to; code += 1) {
        const character = String.fromCodePoint(code);
        expect([code, columns(character)]).toEqual([code, stringWidth(character)]);
      }
    }
  });

  test('any text of letters is counted like the reference implementation does', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        if (!JAMO.test(text.normalize('NFD'))) expect(columns(text)).toBe(stringWidth(text));
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
