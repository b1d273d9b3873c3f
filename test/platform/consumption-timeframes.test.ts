import { describe, expect, test } from 'vitest';
import { finestStart, timeframes } from '../../src/platform/consumption/consumption-timeframes.js';
import { DAY, HOUR, iso, refusal } from './demo-platform.js';

type Granularity = Parameters<typeof timeframes>[0]['granularity'];

describe('timeframes', () => {
  const NOW = Date.parse('2026-03-15T01:30:00Z');
  const starts = (granularity: Granularity, from: string, to: string) =>
    timeframes({ granularity, from, to }, NOW).map(({ start_ms }) => iso(start_ms).slice(0, 16));

  test.each([
    ['hourly', '2026-03-14T22:59:59Z', '2026-03-15T00:00:00Z', ['2026-03-14T22:00', '2026-03-14T23:00']],
    ['hourly', '2026-03-15T00:00:00Z', '2026-03-15T01:00:01Z', ['2026-03-15T00:00', '2026-03-15T01:00']],
    ['hourly', '2026-03-15T01:10:00Z', '2026-03-16T00:00:00Z', ['2026-03-15T01:00']],
    ['hourly', '2026-03-15T01:59:00Z', '2026-03-15T01:00:00Z', []],
    ['daily', '2026-03-14T12:00:00Z', '2026-03-20T00:00:00Z', ['2026-03-14T00:00', '2026-03-15T00:00']],
    ['monthly', '2026-01-31T00:00:00Z', '2026-03-01T00:00:00Z', ['2026-01-01T00:00', '2026-02-01T00:00']],
  ] as const)(
    '%s timeframes start with the one that contains %s, and end before %s and now',
    (granularity, from, to, expected) => {
      expect(starts(granularity, from, to)).toEqual(expected);
      const [first] = timeframes({ granularity, from, to }, NOW);
      const length = { hourly: HOUR, daily: DAY, monthly: 31 * DAY }[granularity];
      if (first !== undefined) expect(first.end_ms - first.start_ms).toBe(length);
    },
  );

  test.each([
    ['hourly', '2026-03-08T01:00:00Z'],
    ['daily', '2026-01-14T00:00:00Z'],
    ['monthly', '2025-03-01T00:00:00Z'],
  ] as const)('%s timeframes reach back to %s', (granularity, earliest) => {
    const from = (before: number) => iso(Date.parse(earliest) - before);
    expect(starts(granularity, from(0), iso(NOW)).length).toBeGreaterThan(10);
    expect(refusal(() => starts(granularity, from(1), iso(NOW))).kind).toBe('not_acceptable');
  });

  test.each([
    ['2026-03-08T01:59:59Z', '2026-03-08T01:00:00.000Z'],
    ['2026-03-08T00:59:59Z', '2026-03-08T00:00:00.000Z'],
    ['2026-01-14T23:00:00Z', '2026-01-14T00:00:00.000Z'],
    ['2026-01-13T23:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2025-03-01T00:00:00Z', '2025-03-01T00:00:00.000Z'],
  ])('the finest timeframe that contains %s and can be requested starts at %s', (at, start) => {
    expect(iso(finestStart(Date.parse(at), NOW)!)).toBe(start);
  });

  test('no timeframe older than a year can be requested', () => {
    expect(finestStart(Date.parse('2025-02-28T23:59:59Z'), NOW)).toBeUndefined();
  });
});
