import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import type { ComputeObservations } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';

/** Runs a scenario of this folder and accounts for every arrival of its trace. */
export async function runTrace(
  name: string,
  arrivals: number,
): Promise<{ readonly scenario: Scenario; readonly compute: ComputeObservations }> {
  const scenario = await loadScenario(fileURLToPath(new URL(`${name}.yaml`, import.meta.url)));
  const [compute] = simulate(scenario).computes;
  if (compute === undefined) throw new Error('the scenario has no compute');
  expect(compute.arrived).toBe(arrivals);
  expect(compute.completed + compute.failed + compute.in_flight).toBe(arrivals);
  return { scenario, compute };
}
