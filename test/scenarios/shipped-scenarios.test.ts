import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { summarise } from '../../src/report/figures/summary.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { shopWeek } from './shop-week.js';

const folder = fileURLToPath(new URL('../../scenarios', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

async function summaryOf(name: string) {
  const scenario = await loadScenario(`${folder}/${name}.yaml`);
  return summarise(scenario, simulate(scenario));
}

describe('shipped scenarios', () => {
  test.each(names)('%s is valid, says what it teaches, and warns of nothing', async (name) => {
    const scenario = await loadScenario(`${folder}/${name}`);
    expect(scenario.warnings).toEqual([]);
    expect(`${scenario.name}.yaml`).toBe(name);
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    expect(text).toMatch(/^# /);
    expect(text).toContain('# Result:');
  });

  test('hobby-app: the bill rises steeply, then hardly at all', async () => {
    const { computes } = await summaryOf('hobby-app');
    const hours = computes.map(({ cu_hours }) => Math.round(cu_hours));
    expect(hours).toEqual([5, 17, 38, 55, 60]);
    expect(computes[0]!.wake_probability).toBeCloseTo(0.9, 1);
  });

  test('cron-poller: a period below the timeout never lets the compute sleep', async () => {
    const [polled, batched] = (await summaryOf('cron-poller')).computes;
    expect(polled!.suspends).toBe(0);
    expect(polled!.cu_hours).toBeCloseTo(42, 2);
    expect(batched!.suspends).toBe(1008);
  });

  test('edit-at-noon: one restart for the limit, none for the timeout', async () => {
    const { total } = await summaryOf('edit-at-noon');
    expect(total.restarts).toBe(1);
    expect(total.connections.dropped).toBeGreaterThan(0);
    expect(total.queries.failed).toBe(0);
  });

  test('free-plan: out of hours until the month ends', async () => {
    const { total, quota_exhausted_seconds } = await summaryOf('free-plan');
    expect(quota_exhausted_seconds / 86_400).toBeCloseTo(11.7, 1);
    expect(total.cost_usd).toBe(0);
    expect(Object.keys(total.queries.by_error)).toEqual(['XX000']);
  });

  test('recorded-shop: its trace is made by the project itself', async () => {
    expect(readFileSync(`${folder}/traces/shop-week.csv`, 'utf8')).toBe(await shopWeek());
    const { total } = await summaryOf('recorded-shop');
    expect(total.queries.arrived).toBe(255_698);
    expect(total.suspends).toBeGreaterThan(10);
  });
});
