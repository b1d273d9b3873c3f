import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { foreseenWork } from '../../src/simulation/foreseen-work.js';
import { simulate } from '../../src/simulation/simulation.js';

async function scenarioWith(load: object, over: object = {}) {
  return parseScenario(
    JSON.stringify({
      name: 'foreseen',
      seed: 7,
      start: '2026-01-05T00:00:00Z',
      duration: '6h',
      plan: 'scale',
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }],
      load: [{ name: 'web', compute: 'primary', query: { cpu: '2ms' }, ...load }],
      ...over,
    }),
  );
}

describe('the queries of a run, foreseen', () => {
  test.each([
    ['a constant rate', { rate: '3/s' }, 3 * 6 * 3600],
    ['a schedule', { process: { cron: { schedule: '*/10 * * * *', count: 5 } } }, 36 * 5],
    ['a ramp', { rate: { ramp: { from: '0/s', to: '2/s', start: '0s', over: '6h' } } }, 6 * 3600],
    ['gaps', { process: { renewal: { gap: '30s' } } }, 720],
    ['clients that think', { process: { closed: { clients: 10, think: '998ms' } } }, 10 * 6 * 3600],
    ['nobody', { connection: { kind: 'listen', clients: 2 }, query: undefined }, 0],
  ])('%s: what can be said by hand', async (_, load, expected) => {
    expect(foreseenWork(await scenarioWith(load)).queries).toBeCloseTo(expected, 0);
  });

  test('a season over weeks that are alike', async () => {
    const load = { rate: { base: '20/h', daily: 0.5 } };
    const weeks = await scenarioWith(load, { duration: '30d' });
    expect(foreseenWork(weeks).queries / (20 * 24 * 30)).toBeCloseTo(1, 6);
  });

  test('a random rate takes the course that the run takes', async () => {
    const scenario = await scenarioWith({
      rate: {
        mmpp: [
          { rate: '1/s', mean: '10m' },
          { rate: '40/s', mean: '1m' },
        ],
      },
    });
    const { arrived } = simulate(scenario).computes[0]!;
    const { queries } = foreseenWork(scenario);
    // Poisson around the integral of the rate: five standard deviations.
    expect(Math.abs(arrived - queries)).toBeLessThan(5 * Math.sqrt(queries));
  });
});
