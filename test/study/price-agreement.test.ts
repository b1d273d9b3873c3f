import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { called } from '../cli/command.js';
import { temporaryFolder } from '../temporary-folder.js';

const folder = temporaryFolder();

/** A compute that is always on, in a whole month of 30 days. */
function scenarioOf(start: string, plan: string, cu: number): string {
  const file = join(folder, `${start}-${plan}-${cu}.yaml`);
  writeFileSync(
    file,
    `start: ${start}
duration: 30d
seed: 1
timeline_interval: 1d
plan: ${plan}
computes: [{ name: primary, autoscaling_limit_min_cu: ${cu}, autoscaling_limit_max_cu: ${cu}, suspend_timeout_seconds: -1, initial_state: active }]
`,
  );
  return file;
}

/** Worker threads need the built package. */
const MANY = ['--replications', '2', '--workers', '1'];

async function json(...args: readonly string[]) {
  const { status, stdout, stderr } = await called([...args, '--json']);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('commands agree on the price of a plan on a date', () => {
  test.each([
    // The fee covers 750 CU-hours on scale, 300 on launch.
    ['2025-06-01', 'scale', 1, 69, 69],
    ['2025-06-01', 'launch', 1, 19 + 420 * 0.16, 19 + 430 * 0.16],
    // Cheaper than the minimum.
    ['2025-09-01', 'launch', 0.25, 25.2, 25.55],
    ['2025-11-01', 'launch', 0.25, 0.25 * (48 * 0.14 + 672 * 0.106), 0.25 * 730 * 0.14],
    ['2026-06-01', 'scale', 1, 720 * 0.222, 730 * 0.222],
  ])('from %s on %s with %d CU', async (start, plan, cu, month_usd, mean_month_usd) => {
    const file = scenarioOf(start, plan, cu);
    const run = await json('run', file, '--quiet');
    expect(run.total.cost_usd).toBeCloseTo(month_usd, 6);
    expect(run.total.cost_usd_per_month).toBeCloseTo(mean_month_usd, 6);
    const sweep = await json('sweep', file, '--vary', `plan=${plan}`, ...MANY, '--quiet');
    expect(sweep.rows[0].figures.cost_usd.mean).toBeCloseTo(month_usd, 6);
    expect(sweep.rows[0].figures.cost_usd_per_month.mean).toBeCloseTo(mean_month_usd, 6);
    const forecast = await json('forecast', file, '--months', '1', ...MANY, '--quiet');
    expect(forecast.months[0].cost_usd.mean).toBeCloseTo(month_usd, 6);
    if (start < '2025-08-14') return;
    const bill = await json(
      'bill',
      file,
      '--period',
      'run',
      '--quiet',
      '--set',
      'data.logical_size_bytes=0B',
      '--set',
      'data.written=0B/d',
    );
    expect(bill.total_usd).toBeCloseTo(month_usd, 2);
    const compute = bill.month.lines.find(
      (each: { metric: string }) => each.metric === 'compute_unit_seconds',
    );
    expect(compute.amount_usd).toBeCloseTo(mean_month_usd, 2);
  });

  test('a month below the minimum costs the minimum, and a plan with a fee costs at least its fee', async () => {
    for (const [start, plan, usd] of [
      ['2025-09-01', 'scale', 5],
      ['2025-11-01', 'scale', 5],
      ['2025-06-01', 'business', 700],
    ] as const) {
      const file = scenarioOf(start, plan, 0.25);
      const idle = ['--set', 'computes.primary.suspend_timeout_seconds=60', '--quiet'];
      const run = await json('run', file, ...idle);
      expect([run.total.cost_usd, run.total.cost_usd_per_month]).toEqual([usd, usd]);
      const forecast = await json('forecast', file, '--months', '1', ...MANY, ...idle);
      expect(forecast.months[0].cost_usd.mean).toBeCloseTo(usd, 9);
    }
  });
});
