import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Summary, summarise } from '../../src/report/figures/summary.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

const file = fileURLToPath(new URL('../../scenarios/fleet.yaml', import.meta.url));

async function summaryWith(...set: readonly string[]): Promise<Summary> {
  const scenario = await loadScenario(file, { set });
  return summarise(scenario, simulate(scenario));
}

test('fleet: a few tenants make most of the bill, and a shorter timeout saves what was estimated', async () => {
  const before = await summaryWith();
  const { fleet, total } = before;
  expect(Math.round(total.cost_usd_per_month)).toBe(947);
  expect(fleet!.concentration.cost!.top_1_percent).toBeCloseTo(0.13, 2);
  expect(fleet!.concentration.cost!.top_10_percent).toBeCloseTo(0.6, 2);
  const idle = fleet!.classes.find(({ name }) => name === 'idle')!;
  expect(idle.tenants).toBe(216);
  expect(idle.cost_share).toBeCloseTo(0.1, 2);
  expect(Math.round(fleet!.saving.saving_usd_per_month)).toBe(606);
  expect(fleet!.saving.saving_wakes_per_month / 1000).toBeCloseTo(87, 0);

  const after = await summaryWith('computes.template.suspend_timeout_seconds=60');
  expect(Math.round(total.cost_usd_per_month - after.total.cost_usd_per_month)).toBe(611);
  expect(((after.total.wakes - total.wakes) * 730) / 168 / 1000).toBeCloseTo(86.7, 1);
});
