import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { backtest, backtests } from '../../../src/study/growth/backtest.js';
import { called } from '../../cli/command.js';
import { temporaryFolder } from '../../temporary-folder.js';

const directory = temporaryFolder();
const WEEK = 168;
/** Monday. */
const START = Date.parse('2026-01-05T00:00:00Z') / 1000;

/** The backtest of an hourly load of this number of weeks. */
function tested(weeks: number, of: (hour: number, week: number) => number, growth = 1) {
  const load = Array.from({ length: weeks * WEEK }, (_, hour) => of(hour % WEEK, Math.floor(hour / WEEK)));
  return backtest(Float64Array.from(load), growth, START);
}
const daily = (hour: number) => 10 + (hour % 24);

describe('a backtest', () => {
  it('has no error if all weeks are alike', () => {
    expect(tested(6, daily)).toEqual({
      training_weeks: 4,
      held_back_weeks: 2,
      error: 0,
      naive_error: 0,
      total_error: 0,
      naive_total_error: 0,
    });
  });

  it('gives the errors of both methods as computed by hand', () => {
    // Training weeks of 10, 20, 30, 40 per hour; held out 50 and 60: the mean is 25, the last week 40.
    expect(tested(6, (_, week) => 10 * (week + 1))).toMatchObject({
      error: expect.closeTo((25 + 35) / 110, 12),
      naive_error: expect.closeTo((10 + 20) / 110, 12),
      total_error: expect.closeTo(50 / 110 - 1, 12),
      naive_total_error: expect.closeTo(80 / 110 - 1, 12),
    });
  });

  it('averages noise away, which the seasonal naive method repeats', () => {
    // A fixed, uneven pattern of noise around a week that repeats.
    const noise = (hour: number, week: number) => ((hour * 37 + week * 101 + week * week * 59) % 21) - 10;
    const found = tested(12, (hour, week) => 100 + daily(hour) + noise(hour, week))!;
    expect(found.held_back_weeks).toBe(4);
    expect(found.error).toBeLessThan(found.naive_error);
  });

  it('uses the requested growth', () => {
    const growing = (_: number, week: number) =>
      100 * Math.exp((Math.log(1.1) * (week + 0.5)) / (365.25 / 12 / 7));
    const [flat, right] = [1, 1.1].map((growth) => tested(9, growing, growth)!);
    expect(Math.abs(right!.total_error)).toBeLessThan(Math.abs(flat!.total_error));
  });

  it('needs three whole weeks with arrivals', () => {
    expect(tested(2, daily)).toBeUndefined();
    expect(tested(3, (_, week) => (week < 2 ? 1 : 0))).toBeUndefined();
    expect(tested(3, daily)!.held_back_weeks).toBe(1);
  });
});

it('a forecast of a recording prints the error on held-out weeks first, and none if it repeats itself', async () => {
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
  expect(backtests(await parseScenario(text(''), { directory }), 1)).toMatchObject([
    { load: 'web', training_weeks: 3, held_back_weeks: 1 },
  ]);
  expect(backtests(await parseScenario(text(', repeat: 2'), { directory }), 1)).toEqual([]);
  const path = join(directory, 'recorded.yaml');
  writeFileSync(path, text(''));
  const { stdout } = await called(['forecast', path, '--months', '1', '--replications', '2', '--quiet']);
  expect(stdout).toMatch(/Backtest.*web +1 week after 3.*Expected cost/s);
});
