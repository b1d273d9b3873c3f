import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  count,
  counted,
  duration,
  milliseconds,
  money,
  number,
  percent,
} from '../../src/report/figures/figure-text.js';
import { withSpread } from '../../src/report/figures/spread-text.js';
import { growthOfMonthWords, growthWords } from '../../src/report/verdict/growth-words.js';

const TEXTS = {
  ...{ count, duration, milliseconds, money, number, percent },
  ...{ growth: growthWords, 'growth of a month': growthOfMonthWords },
};

interface Row {
  readonly rule: string;
  readonly text: keyof typeof TEXTS;
  readonly values?: readonly (readonly [value: never, text: string])[];
  readonly spreads?: readonly (readonly [mean: number, half_width: number, text: string])[];
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('figure-text.yaml', import.meta.url), 'utf8'));

it.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_rule, { text, values = [], spreads = [] }) => {
  expect(values.map(([value]) => TEXTS[text](value))).toEqual(values.map(([, shown]) => shown));
  for (const [mean, half_width, shown] of spreads) {
    const interval = { mean, half_width, confidence: 0.95 };
    expect(withSpread(mean, TEXTS[text] as typeof money, interval)).toBe(shown);
  }
});

it('a number of things agrees with its noun', () => {
  expect(counted(1, 'wake')).toBe('1 wake');
  expect(counted(0, 'query', 'queries')).toBe('0 queries');
});

it('a share is never rounded to 0 % or 100 % unless it is exactly that', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true }), (share) => {
      expect(['0 %', '100 %']).not.toContain(percent(share));
    }),
    { seed: 5, numRuns: 2000 },
  );
});
