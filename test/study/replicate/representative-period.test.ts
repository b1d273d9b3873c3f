import { expect, it } from 'vitest';
import type { TimelineRow } from '../../../src/simulation/run/observation.js';
import { representativePeriod } from '../../../src/study/replicate/representative-period.js';
import { WeekdayMeter } from '../../../src/study/runs/weekday-use.js';
import { compiled } from '../../scenario/example.js';
import { tableOf } from '../../table.js';

interface Row {
  readonly rule: string;
  readonly start?: string;
  readonly over?: Readonly<Record<string, unknown>>;
  readonly period?: object;
  /** Why the scenario is simulated as it is. */
  readonly reasons?: string;
}

const ROWS = tableOf<Row>(import.meta.url, 'representative-period.yaml');

it.each(ROWS.map((row) => [row.rule, row] as const))('a forecast simulates %s', async (_, row) => {
  const { start = '2026-01-07', over = {}, reasons } = row;
  const again = `the scenario as it stands is taken to happen again and again, each day on its weekday: ${reasons}`;
  const as_it_is = { set: ['timeline_interval=1h'], days: 2, as_it_stands: true, warnings: [again] };
  const found = representativePeriod(await compiled({ duration: '2d', start, ...over }));
  expect(found).toMatchObject(row.period ?? as_it_is);
});

it('use by weekday adds up all computes, and counts the time once', () => {
  // A Sunday, and the Monday after it.
  const meter = new WeekdayMeter(Date.UTC(2026, 0, 4) / 1000);
  for (const start_seconds of [0, 3600, 86_400]) {
    for (const [compute, cu_seconds] of [
      ['primary', 900],
      ['replica', 100],
    ] as const) {
      const use = { cu_seconds, active_seconds: 2 * cu_seconds, completed: 3 * cu_seconds };
      const end_seconds = start_seconds + 3600;
      meter.timeline({ compute, start_seconds, end_seconds, ...use } as TimelineRow);
    }
  }
  expect(meter.use).toEqual({
    seconds: [3600, 0, 0, 0, 0, 0, 7200],
    cu_seconds: [1000, 0, 0, 0, 0, 0, 2000],
    active_seconds: [2000, 0, 0, 0, 0, 0, 4000],
    queries: [3000, 0, 0, 0, 0, 0, 6000],
  });
});
