import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe('figures as text', () => {
  it('show three significant digits', () => {
    expect(
      [0, 0.020833, 1.2345, 12.345, 123.45, 9999.6, 123_456, 22_809_946, 4.5e9, 1e-9].map(number),
    ).toEqual([
      '0',
      '0.0208',
      '1.23',
      '12.3',
      '123',
      '10,000',
      '123,456',
      '22.8 million',
      '4.5 billion',
      '1.00e-9',
    ]);
  });

  it('are exact counts below a million', () => {
    expect(count(999_999)).toBe('999,999');
    expect(count(2_500_000)).toBe('2.5 million');
    expect(counted(1, 'wake')).toBe('1 wake');
    expect(counted(0, 'query', 'queries')).toBe('0 queries');
  });

  it('show cents only for small amounts', () => {
    expect([0, 0.0000001, 0.0022, 0.05, 0.106, 3.18, 99.99, 99.996, 1234.5, 2_500_000].map(money)).toEqual([
      '$0',
      '$1.0e-7',
      '$0.0022',
      '$0.05',
      '$0.106',
      '$3.18',
      '$99.99',
      '$100',
      '$1,235',
      '$2.5 million',
    ]);
  });

  it('show as many nines as needed', () => {
    expect([0, 0.00000347, 0.421, 0.99, 0.995, 0.9998, 0.99976, 0.9999999, 1].map(percent)).toEqual([
      '0 %',
      '<0.001 %',
      '42.1 %',
      '99 %',
      '99.5 %',
      '99.98 %',
      '99.976 %',
      '99.99999 %',
      '100 %',
    ]);
    expect(percent(1 - 1e-12)).toBe('> 99.999999 %');
  });

  it('never round a share to 0 % or 100 % unless it is exactly that', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true }),
        (share) => {
          expect(['0 %', '100 %']).not.toContain(percent(share));
        },
      ),
      { seed: 5, numRuns: 2000 },
    );
  });

  it('choose the unit that suits a duration', () => {
    expect([0, 0.00041, 0.35, 1.5, 90, 600, 7200, 604_800].map(duration)).toEqual([
      '0 s',
      '0.41 ms',
      '350 ms',
      '1.5 s',
      '90 s',
      '10 min',
      '2 h',
      '7 d',
    ]);
    expect(milliseconds(null)).toBe('-');
  });

  it('give a duration and its half-width the same unit', () => {
    const spread = (ms: number, half_width: number) =>
      withSpread(ms, milliseconds, { mean: ms, half_width, confidence: 0.95 });
    expect([spread(5372, 183), spread(72.4, 1.31), spread(182, 2104), spread(5372, 3)]).toEqual([
      '5.37 s ± 0.18 s',
      '72.4 ms ± 1.3 ms',
      '200 ms ± 2,100 ms',
      '5.37 s ± <0.01 s',
    ]);
    expect(withSpread(10_800, duration, { mean: 10_800, half_width: 240, confidence: 0.95 })).toBe(
      '3 h ± 0.067 h',
    );
    expect(withSpread(17.912, money, { mean: 17.912, half_width: 0.09, confidence: 0.95 })).toBe(
      '$17.91 ± $0.09',
    );
  });
});
