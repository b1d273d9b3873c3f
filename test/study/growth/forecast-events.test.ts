import { describe, expect, it } from 'vitest';
import {
  decidingLoads,
  forecastEvents,
  type Horizon,
  missedBeyond,
} from '../../../src/study/growth/forecast-events.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';
import { tableOf } from '../../table.js';

interface Row {
  readonly rule: string;
  readonly levels: Readonly<Record<string, readonly number[]>>;
  readonly growth?: string;
  readonly objective: string;
  readonly event: object;
  /** Loads on either side of each end of each date. */
  readonly deciding?: readonly number[];
}

const START = Date.UTC(2026, 0, 1) / 1000;

function horizon(objectives: readonly string[], growth = '100%/month', over: object = {}) {
  const computes = [{ autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }];
  return {
    scenario: { computes, start_epoch_seconds: START },
    plan: {
      growth: parseGrowth(growth),
      confidence: 0.95,
      objectives: objectives.map((text) => parseConstraint(text)),
    },
    months: monthsFrom(START, 3),
    scaled: false,
    checks: { has: () => false, corrected: (_: unknown, __: unknown, beyond: number) => beyond },
    ...over,
  } as unknown as Horizon;
}

/** A load level with the wakes of each replication, and its use of size and connections. */
function level(factor: number, wakes: readonly number[], size = 0.5, connections = [0.5, 0.5]): LoadLevel {
  const runs = wakes.map((value, index) => ({
    figures: { wakes: value, cost_usd: value, queries_arrived: 1 },
    resources: { size, connections: connections[index] },
  }));
  return { factor, fidelity: 'exact', runs: runs as unknown as readonly LevelRun[] };
}

const RISING = [1, 2, 4, 8].map((factor) => level(factor, [10 * factor, 10 * factor]));

describe('an objective of a forecast is missed', () => {
  const rows = tableOf<Row>(import.meta.url, 'forecast-events.yaml');
  it.each(rows.map((row) => [row.rule, row] as const))(
    '%s',
    (_, { levels, growth, objective, ...expected }) => {
      const shown = Object.entries(levels)
        .map(([factor, wakes]) => level(Number(factor), wakes))
        .sort((a, b) => a.factor - b.factor);
      const over = horizon([objective], growth);
      const [event] = forecastEvents(shown, over);
      expect(event).toMatchObject({ what: objective, kind: 'objective', ...expected.event });
      const { earliest, date, latest } = event!;
      if (date !== null) expect(earliest! <= date && (latest === null || latest >= date)).toBe(true);
      if (growth?.includes('..') && date !== null) expect([earliest, latest]).not.toContain(date);
      if (expected.deciding !== undefined) expect([...decidingLoads(shown, over)]).toEqual(expected.deciding);
    },
  );

  it('for the cost of a run only by levels of its duration', () => {
    const limits = ['the maximum size', 'max_connections'];
    const asked = ['cost_usd <= $20', 'wakes <= 20'];
    const events = (scaled: boolean) =>
      forecastEvents(RISING, horizon(asked, undefined, { scaled })).map(({ what }) => what);
    expect(events(false)).toEqual([...asked, ...limits]);
    expect(events(true)).toEqual(['wakes <= 20', ...limits]);
  });
});

describe('a limit of a forecast', () => {
  it('is reached between the previous level and the first at which every replication reaches it', () => {
    const limited = [level(1, [1, 1]), level(2, [1, 1], 0.5, [1, 0.9]), level(4, [1, 1], 1 - 1e-10, [1, 1])];
    const reached = { load_factor: 4, date: '2026-03-01', earliest: '2026-02-01', latest: '2026-03-01' };
    const about = { kind: 'limit', evidence: null, ...reached };
    expect(forecastEvents(limited, horizon([]))).toEqual([
      { what: 'the maximum size', ...about },
      { what: 'max_connections', ...about },
    ]);
    // A fixed size has no maximum that could be reached.
    const computes = [{ autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }];
    const fixed = horizon([], undefined, { scenario: { computes, start_epoch_seconds: START } });
    expect(forecastEvents(limited, fixed).map(({ what }) => what)).toEqual(['max_connections']);
  });

  it('is reached now if the smallest level reaches it, and never if none does', () => {
    expect(forecastEvents([level(1, [1], 1)], horizon([]))).toMatchObject([
      { load_factor: 1, date: '2026-01-01', earliest: '2026-01-01' },
      { load_factor: null, date: null, earliest: null },
    ]);
  });
});

it('a load misses an objective by the logarithm of its excess', () => {
  const [beyond] = missedBeyond(horizon(['wakes <= 20']));
  expect(beyond!(RISING[2]!)).toBeCloseTo(Math.log(2), 12);
});
