import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { Simulation, simulate } from '../../src/simulation/simulation.js';

const DOCUMENT = JSON.stringify({
  name: 'slices',
  duration: '1h',
  plan: 'scale',
  computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }],
  load: [
    { name: 'web', compute: 'primary', rate: '2/s', query: { cpu: { exponential: { mean: '100ms' } } } },
  ],
});

test('a run advanced in slices ends where a continuous run ends, and time never goes back', async () => {
  const scenario = await parseScenario(DOCUMENT);
  const sliced = new Simulation(scenario);
  const times = [sliced.now_seconds];
  while (!sliced.advance(997)) times.push(sliced.now_seconds);
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(sliced.now_seconds).toBe(3600);
  expect(JSON.stringify(sliced.observations())).toBe(JSON.stringify(simulate(scenario)));
  expect(sliced.arrived).toBe(sliced.observations().computes[0]!.arrived);
});

test('a run advanced in slices has no result before its end, and no work after it', async () => {
  const simulation = new Simulation(await parseScenario(DOCUMENT));
  simulation.advance(10);
  expect(() => simulation.observations()).toThrow('has not reached its end');
  while (!simulation.advance(100_000));
  expect(simulation.advance(1)).toBe(true);
});
