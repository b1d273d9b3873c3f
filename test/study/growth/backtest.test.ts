import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { backtest, backtests } from '../../../src/study/growth/backtest.js';
import { called } from '../../cli/command.js';

const WEEK = 168;
/** Monday. */
const START = Date.parse('2026-01-05T00:00:00Z') / 1000;

/** An hourly load of this number of weeks. */
function weeks(count: number, of: (hour: number, week: number) => number): Float64Array {
  return Float64Array.from({ length: count * WEEK }, (_, hour) => of(hour % WEEK, Math.floor(hour / WEEK)));
}
const daily = (hour: number) => 10 + (hour % 24);

describe('a backtest', () => {
  it('has no error and nothing to scale by if all weeks are alike', () => {
    expect(backtest(weeks(6, daily), 1, START)).toEqual({
      training_weeks: 4,
      held_back_weeks: 2,
      error: 0,
      naive_error: 0,
      scaled_error: null,
      naive_scaled_error: null,
      total_error: 0,
      naive_total_error: 0,
    });
  });

  it('gives the errors of both methods as computed by hand', () => {
    // Training weeks of 10, 20, 30, 40 per hour; held out 50 and 60: the mean is 25, the last week 40.
    const found = backtest(
      weeks(6, (_, week) => 10 * (week + 1)),
      1,
      START,
    )!;
    expect(found.error).toBeCloseTo((25 + 35) / 110, 12);
    expect(found.naive_error).toBeCloseTo((10 + 20) / 110, 12);
    // Within the training weeks the seasonal naive method is off by 10 in each hour.
    expect(found.scaled_error).toBeCloseTo(3, 12);
    expect(found.naive_scaled_error).toBeCloseTo(1.5, 12);
    expect(found.total_error).toBeCloseTo(50 / 110 - 1, 12);
    expect(found.naive_total_error).toBeCloseTo(80 / 110 - 1, 12);
  });

  it('averages noise away, which the seasonal naive method repeats', () => {
    // A fixed, uneven pattern of noise around a week that repeats.
    const noise = (hour: number, week: number) => ((hour * 37 + week * 101 + week * week * 59) % 21) - 10;
    const found = backtest(
      weeks(12, (hour, week) => 100 + daily(hour) + noise(hour, week)),
      1,
      START,
    )!;
    expect(found.held_back_weeks).toBe(4);
    expect(found.error).toBeLessThan(found.naive_error);
  });

  it('uses the requested growth', () => {
    const growing = weeks(9, (_, week) => 100 * Math.exp((Math.log(1.1) * (week + 0.5)) / (365.25 / 12 / 7)));
    const [flat, right] = [1, 1.1].map((growth) => backtest(growing, growth, START)!);
    expect(Math.abs(right!.total_error)).toBeLessThan(Math.abs(flat!.total_error));
  });

  it('needs three whole weeks with arrivals', () => {
    expect(backtest(weeks(2, daily), 1, START)).toBeUndefined();
    expect(
      backtest(
        weeks(3, (_, week) => (week < 2 ? 1 : 0)),
        1,
        START,
      ),
    ).toBeUndefined();
    expect(backtest(weeks(3, daily), 1, START)!.held_back_weeks).toBe(1);
  });
});

describe('a forecast of a recording', () => {
  it('prints the error on held-out weeks before the forecast, and none if a recording repeats itself', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'neap-backtest-'));
    try {
      const row = (hour: number, count: number) =>
        `${new Date((START + hour * 3600) * 1000).toISOString()},${count}`;
      const counts = Array.from({ length: 4 * WEEK }, (_, hour) =>
        row(hour, 2 + (hour % 24 < 8 ? 0 : 3) + (Math.floor(hour / WEEK) % 4)),
      );
      writeFileSync(join(directory, 'web.csv'), `time,count\n${counts.join('\n')}\n`);
      const text = (more: string) => `
name: recorded
start: 2026-01-05
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load:
  - { name: web, compute: primary, process: trace, rate: { trace: { file: web.csv, kind: counts${more} } }, query: { cpu: 5ms } }
`;
      const scenario = await parseScenario(text(''), { directory });
      expect(backtests(scenario, 1)).toEqual([
        expect.objectContaining({ load: 'web', training_weeks: 3, held_back_weeks: 1 }),
      ]);
      expect(backtests(await parseScenario(text(', repeat: 2'), { directory }), 1)).toEqual([]);
      const path = join(directory, 'recorded.yaml');
      writeFileSync(path, text(''));
      const { stdout, stderr, status } = await called([
        'forecast',
        path,
        '--months',
        '1',
        '--replications',
        '2',
        '--quiet',
        '--workers',
        '1',
      ]);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout.indexOf('backtest')).toBeGreaterThan(0);
      expect(stdout.indexOf('backtest')).toBeLessThan(stdout.indexOf('Expected cost'));
      expect(stdout).toMatch(/web +1 week after 3/);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
