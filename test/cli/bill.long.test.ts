import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveScenario } from '../../src/cli/serve/serve-scenario.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { summarise } from '../../src/study/run/summary.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const SHOP = `
name: shop
start: 2026-06-01T00:00:00Z
duration: 2d
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 4 }]
load: [{ name: cron, compute: primary, process: regular, rate: 2/h, query: { cpu: 5ms } }]
model: { wake_latency: 300ms }
data: { logical_size_bytes: 40GB }
`;
const CHURN = 'previews: { rate: 40/w, life: 2d, forgotten: 10%, compute: { active: 1h } }\n';

const folder = temporaryFolder();
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const shop = file('shop.yaml', SHOP);

/** The JSON of a bill. */
async function billed(path: string, ...options: readonly string[]) {
  const { status, stdout, stderr } = await called(['bill', path, '--json', '--quiet', ...options]);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('neap bill', () => {
  it('charges for compute the amount that a run reports, per month and for the run itself', async () => {
    const scenario = await parseScenario(SHOP);
    const { total } = summarise(scenario, simulate(scenario));
    for (const [period, cost_usd] of [
      ['month', total.cost_usd_per_month],
      ['run', total.cost_usd],
    ] as const) {
      const { invoices } = await billed(shop, '--period', period);
      expect(invoices[0].lines[0]).toMatchObject({
        metric: 'compute_unit_seconds',
        usd_per_unit: 0.106,
        cost_usd: expect.closeTo(cost_usd, 9),
      });
    }
  });

  it('reproduces the consumption of a driven emulator to the cent', async () => {
    const scenario = await parseScenario(SHOP);
    const operation_duration_ms = { start_compute: 300, suspend_compute: 0 };
    const test = new EmulatorUnderTest({
      platform: { seed: 'test', default_plan: 'launch', operation_duration_ms },
      start_ms: scenario.start_epoch_seconds * 1000,
    });
    await serveScenario(test.emulator, scenario, test.account);
    test.emulator.skip(2 * 86_400_000);
    const query = new URLSearchParams({
      org_id: (await test.call('GET', '/users/me/organizations')).body.organizations[0].id,
      from: '2026-06-01T00:00:00Z',
      to: '2026-06-03T00:00:00Z',
      granularity: 'hourly',
      metrics: 'compute_unit_seconds,root_branch_bytes_month,child_branch_bytes_month,extra_branches_month',
    });
    const { body } = await test.call('GET', `/consumption_history/v2/projects?${query}`);
    const consumption = file('consumption.json', JSON.stringify(body));
    const { comparison } = await billed(shop, '--invoice', consumption);
    // 96 wakes of five minutes at 4 CU, and 40 GB for two days.
    for (const [metric, usd] of [
      ['compute_unit_seconds', 3.39],
      ['root_branch_bytes_month', 0.9],
      ['extra_branches_month', 0],
    ] as const) {
      const line = { metric, simulated_usd: usd, real_usd: usd };
      expect(comparison.lines).toContainEqual(expect.objectContaining(line));
    }
  });

  it('proposes a cap on compute with which the month is at most a cent below the budget', async () => {
    const { budget } = await billed(shop, '--budget', '60');
    const hours = budget.compute_time_seconds / 3600;
    expect(budget.other_usd + 0.106 * hours).toBeLessThanOrEqual(60);
    expect(budget.other_usd + 0.106 * hours).toBeGreaterThan(59.99);
    // 32 CU-hours in two days.
    expect(budget.binds_after_hours).toBeCloseTo((hours * 48) / 32, 1);
  });

  it('bills branches that are created and deleted, with a row for each TTL', async () => {
    const churn = file('churn.yaml', `${SHOP}${CHURN}`);
    const { previews, month } = await billed(churn, '--ttl', '3d,never');
    expect(previews.sweep[1]).toEqual(previews.month);
    expect(previews.sweep[0].cost_usd.mean).toBeLessThan(previews.month.cost_usd.mean);
    const plain = await billed(shop);
    expect(month.total_usd - plain.month.total_usd).toBeCloseTo(previews.month.cost_usd.mean, 1);
    const { stdout } = await called(['bill', churn, '--quiet', '--ttl', '3d']);
    expect(stdout).toMatch(/\n {0,2}as they are .*\nTTL 3 d/);
    expect(stdout).toMatch(/no\s+quota\s+counts\s+what\s+they\s+use/);
  });
});
