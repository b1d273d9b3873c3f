import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { SlicedRun } from '../../src/simulation/fleet/fleet-simulation.js';
import { type Summary, summarise } from '../../src/study/run/summary.js';

const file = fileURLToPath(new URL('../../scenarios/fleet.yaml', import.meta.url));

async function summaryWith(...set: readonly string[]): Promise<Summary> {
  const scenario = await loadScenario(file, { set });
  const run = new SlicedRun(scenario);
  while (!run.advance(1_000_000)) {
    // No work between slices.
  }
  return summarise(scenario, run.observations());
}

test('fleet: a few tenants make up most of the bill, and other timeouts save the estimated amount', async () => {
  const before = await summaryWith();
  const { fleet, total } = before;
  expect(Math.round(total.cost_usd_per_month)).toBe(947);
  expect(fleet!.concentration.cost!.top_1_percent).toBeCloseTo(0.13, 2);
  expect(fleet!.concentration.cost!.top_10_percent).toBeCloseTo(0.6, 2);
  const idle = fleet!.classes.find(({ name }) => name === 'idle')!;
  expect(idle.tenants).toBe(216);
  expect(idle.cost_share).toBeCloseTo(0.1, 2);
  const { saving } = fleet!;
  expect(Math.round(saving.saving_usd_per_month)).toBe(611);
  expect(saving.saving_wakes_per_month / 1000).toBeCloseTo(86.9, 1);
  expect(Math.round(saving.each_same_wakes.saving_usd_per_month)).toBe(272);
  expect(saving.each_same_wakes.saving_wakes_per_month).toBeLessThanOrEqual(0);

  for (const timeout of [60, 600]) {
    const after = await summaryWith(`computes.template.suspend_timeout_seconds=${timeout}`);
    const estimate = saving.by_timeout.find((one) => one.suspend_timeout_seconds === timeout)!;
    const saved = total.cost_usd_per_month - after.total.cost_usd_per_month;
    const wakes = ((after.total.wakes - total.wakes) * 730) / 168;
    expect(Math.abs(estimate.saving_usd_per_month / saved - 1)).toBeLessThan(0.001);
    expect(Math.abs(estimate.saving_wakes_per_month / wakes - 1)).toBeLessThan(0.003);
    if (timeout === 60) {
      expect(Math.round(saved)).toBe(611);
      expect(wakes / 1000).toBeCloseTo(86.7, 1);
    }
  }
});
