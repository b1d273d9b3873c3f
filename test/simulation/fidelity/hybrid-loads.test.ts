import { expect, it } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { hybridLoads, isSampled } from '../../../src/simulation/fidelity/hybrid-loads.js';

/** A compute under the given loads, for a day. */
const scenario = (loads: readonly string[], compute = '', more = '') =>
  parseScenario(`
name: hybrid
start: 2026-01-05T00:00:00Z
duration: 1d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1${compute} }
  - { name: other, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
load:
${loads.map((load, index) => `  - { name: load-${index}, ${load}${load.includes('query:') ? '' : ', query: { cpu: 4ms }'} }`).join('\n')}
${more}`);

/** The reason against skipping, or the loads whose queries are skipped. */
async function of(loads: readonly string[], compute?: string, more?: string) {
  const run = await scenario(loads, compute, more);
  const found = hybridLoads(run, 'primary', (index, purpose) =>
    randomStream('1', 0, run.load[index]!.name, purpose),
  );
  expect(isSampled(run)).toBe(typeof found !== 'string');
  return typeof found === 'string' ? found : found.thinned;
}

const web = (rate: string) => `compute: primary, rate: ${rate}`;

it.each<[string, readonly string[], string | readonly number[]]>([
  ['a load of many', [web('40/s')], [0]],
  ['two that are many together', [web('1.2/s'), web('1.2/s')], [0, 1]],
  ['one of them', [web('{ base: 40/s, daily: 0.9 }'), web('1/h')], [0]],
  ['a sparse one', [web('1.9/s')], 'sparse'],
  ['one that never comes to more', [web('{ base: 1/s, daily: 0.9 }')], 'sparse'],
  ['two sparse ones', [web('1/h'), web('2/h')], 'sparse'],
  ['a burst of 30,000', [web("{ cron: { schedule: '0 9 * * *', for: 5m, rate: 100/s } }")], 'few_queries'],
  ['bursts of 60,000', [web("{ cron: { schedule: '0 9,15 * * *', for: 5m, rate: 100/s } }")], [0]],
  [
    'a drift that is sparse most of the time',
    [web('{ log_ou: { mean: 0.2/s, sigma: 0.5, correlation_time: 1h, step: 1m } }')],
    'few_queries',
  ],
  ['steps down', [web('{ steps: [{ at: 0s, rate: 300/s }, { at: 2m, rate: 0/s }] }')], 'few_queries'],
  ['steps up', [web('{ steps: [{ at: 0s, rate: 0/s }, { at: 12h, rate: 2.5/s }] }')], [0]],
  [
    'a job next to a load',
    [web('40/s'), "compute: primary, process: { cron: { schedule: '0 3 * * *' } }"],
    [0],
  ],
  ['jobs alone', ["compute: primary, process: { cron: { schedule: '0 3 * * *' } }"], 'arrivals'],
  ['a closed loop', ['compute: primary, process: { closed: { clients: 8, think: 100ms } }'], 'arrivals'],
  [
    'memory that grows next to a load',
    [
      web('40/s'),
      'compute: primary, process: { arrivals: [1h] }, query: { cpu: 1s, memory: { peak: 1GB, over: 1m } }',
    ],
    'memory',
  ],
  ['one of two computes', ['route: { least_connections: [primary, other] }, rate: 40/s'], 'route'],
])('loads whose queries cannot be skipped: %s', async (_what, loads, expected) => {
  expect(await of(loads)).toEqual(expected);
});

it("no queries are skipped if the platform's proxy may limit connections, because it has to see each", async () => {
  const pooled = (rate: string) => `${web(rate)}, connection: { via: pooler }`;
  const proxy = 'model: { proxy: platform }';
  expect(await of([pooled('85/s'), pooled('90/s')], '', proxy)).toEqual([0, 1]);
  expect(await of([pooled('95/s'), pooled('90/s')], '', proxy)).toBe('arrivals');
  expect(await of([pooled('95/s'), pooled('90/s')])).toEqual([0, 1]);
});

it('no queries are skipped if a policy needs all of them', async () => {
  expect(await of([web('40/s')], ', policy: { suspend: observed_optimum }')).toBe('policy');
});
