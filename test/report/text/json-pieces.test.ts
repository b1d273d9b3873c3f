import { describe, expect, it } from 'vitest';
import { jsonPieces } from '../../../src/files/json-pieces.js';

const long = Array.from({ length: 300 }, (_, index) => ({
  name: `line\n"${index}"`,
  none: undefined,
  n: index / 7,
}));

describe('JSON written in pieces equals the output of JSON.stringify', () => {
  it.each([
    [null],
    [{}],
    ['text\n'],
    [[1, undefined, Number.NaN]],
    [long],
    [
      {
        a: 1,
        gone: undefined,
        computes: long,
        'odd "key"': [],
        deep: { by: [{ computes: long, total: {} }] },
        z: [],
      },
    ],
    [long.map((_, index) => (index % 2 === 0 ? undefined : [long[index]]))],
  ])('case %#', (value) => {
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value, null, 2));
  });

  it('has pieces of bounded length', () => {
    const many = Array.from({ length: 12_000 }, () => long[7]);
    const large = [...jsonPieces({ all: many, more: many, again: many })];
    expect(large.length).toBeGreaterThan(1);
    expect(Math.max(...large.map(({ length }) => length))).toBeLessThan(1.1e6);
  });
});
