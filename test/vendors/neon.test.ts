import { describe, expect, test } from 'vitest';
import { NEON } from '../../src/vendors/neon.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const ROWS = [...NEON.prices, ...NEON.limits];

describe('rows of the price book', () => {
  test('every row has days that exist, a source and a plan', () => {
    for (const row of ROWS) {
      const { from, to = from, seen, src, tier } = row;
      for (const day of [from, to, seen]) {
        expect(day).toMatch(DAY);
        expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
      }
      expect(from <= to && to <= seen, JSON.stringify(row)).toBe(true);
      expect(NEON.sources[src], JSON.stringify(row)).toBeDefined();
      expect(tier).not.toEqual([]);
    }
  });

  test('no two rows of an item apply to a plan on one day', () => {
    for (const rows of [NEON.prices, NEON.limits] as const) {
      for (const [index, row] of rows.entries()) {
        const clash = rows
          .slice(index + 1)
          .find(
            (other) =>
              other.item === row.item &&
              other.tier.some((plan) => row.tier.includes(plan)) &&
              other.from <= (row.to ?? '9999') &&
              row.from <= (other.to ?? '9999'),
          );
        expect(clash, JSON.stringify(row)).toBeUndefined();
      }
    }
  });

  test('every source is used', () => {
    expect(new Set(ROWS.map(({ src }) => src))).toEqual(new Set(Object.keys(NEON.sources)));
  });
});
