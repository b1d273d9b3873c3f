import { expect, it } from 'vitest';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { tableOf } from '../../table.js';

type Growth = readonly [written: string, text: string, low?: number, high?: number];

it.each(tableOf<Growth>(import.meta.url, 'growth-option.yaml').map((row) => [row[0], row] as const))(
  'the growth %j is read, or refused, as in the table',
  (_, [written, text, low, high]) => {
    if (low === undefined || high === undefined) {
      expect(() => parseGrowth(written, '--rate')).toThrow(`--rate ${written}: error: ${text}`);
      return;
    }
    const growth = parseGrowth(written);
    expect(growth.text).toBe(text);
    expect(growth.low).toBeCloseTo(low, 12);
    expect(growth.high).toBeCloseTo(high, 12);
  },
);
