import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

/** CU-hours of a small autoscaled compute with four simultaneous jobs every five seconds, for six hours. */
async function cuHours(seed: number): Promise<number> {
  const loads = [1, 2, 3, 4].map(
    (job) =>
      `  - { name: job-${job}, compute: p, process: { regular: { every: 5s } }, query: { cpu: 100ms } }`,
  );
  const scenario = await parseScenario(`
name: periodic
seed: ${seed}
duration: 6h
plan: scale
computes: [{ name: p, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4 }]
load:
${loads.join('\n')}
`);
  return simulate(scenario).computes[0]!.cu_seconds / 3600;
}

test('work every five seconds costs the same at any phase relative to the load average', async () => {
  const found: number[] = [];
  for (let seed = 1; seed <= 10; seed++) found.push(await cuHours(seed));
  expect(Math.max(...found) / Math.min(...found)).toBeLessThan(1.15);
  // An independent simulation of kernel and agent with samples every 5.004 s gives 2.71 to 3.12 over all phases.
  for (const hours of found) {
    expect(hours).toBeGreaterThan(2.71);
    expect(hours).toBeLessThan(3.12);
  }
});
