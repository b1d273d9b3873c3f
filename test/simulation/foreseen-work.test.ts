import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { randomStream } from '../../src/kernel/random-stream.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { foreseenWork } from '../../src/simulation/foreseen-work.js';
import { simulate } from '../../src/simulation/simulation.js';
import { expectedQueries } from '../../src/workload/arrival/expected-queries.js';

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

test.each([
  ['a constant rate', { rate: '3/s' }, 3 * 6 * 3600],
  ['a schedule', { process: { cron: { schedule: '*/10 * * * *', count: 5 } } }, 36 * 5],
  ['a ramp', { rate: { ramp: { from: '0/s', to: '2/s', start: '0s', over: '6h' } } }, 6 * 3600],
  ['gaps', { process: { renewal: { gap: '30s' } } }, 720],
  ['clients that think', { process: { closed: { clients: 10, think: '998ms' } } }, 10 * 6 * 3600],
  ['listeners', { connection: { kind: 'listen', clients: 2 }, query: undefined }, 0],
])('the predicted query count of %s matches a calculation by hand', async (_, load, expected) => {
  expect(foreseenWork(await scenarioWith(load)).queries).toBeCloseTo(expected, 0);
});

test('the predicted query count covers a season over equal weeks', async () => {
  const load = { rate: { base: '20/h', daily: 0.5 } };
  const weeks = await scenarioWith(load, { duration: '30d' });
  expect(foreseenWork(weeks).queries / (20 * 24 * 30)).toBeCloseTo(1, 6);
});

test('a few large tenants have most of the predicted queries of a fleet', async () => {
  const text = readFileSync('scenarios/fleet.yaml', 'utf8');
  const fleet = await parseScenario(text, { file: 'fleet.yaml', directory: '/', set: ['duration=1d'] });
  const { seed, load, duration_seconds } = fleet;
  const each = load.map((one) =>
    expectedQueries(one, duration_seconds, (purpose) => randomStream(seed, 0, one.name, purpose)),
  );
  const { queries } = foreseenWork(fleet);
  expect(Math.abs(queries / each.reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(0.1);
});

test('a random rate is predicted along the path that the run takes', async () => {
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

test.each([
  ['rests between queries', '20/h'],
  ['rests rarely', '4/min'],
])('the predicted events cover an autoscaler that %s', async (_, rate) => {
  const scenario = await scenarioWith({ rate });
  const seen = simulate(scenario).events_fired;
  expect(Math.abs(foreseenWork(scenario).events / seen - 1)).toBeLessThan(0.25);
});
