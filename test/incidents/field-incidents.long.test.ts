import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioFindings } from '../../src/findings/catalogue.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { at, type Example, primary, runExample } from '../simulation/support/one-compute.js';

// https://github.com/Open-Finance-Lab/AgenticTrading/pull/294
test('with a pool that closes connections at a suspend, chance decides which connection the next query meets', async () => {
  const queries = 160_000;
  const scenario = await parseScenario(`
name: tie
duration: ${305 * queries}s
timeline_interval: 30d
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
load:
  - name: app
    compute: primary
    process: { renewal: { gap: { uniform: { min: 300s, max: 310s } } } }
    connection: { kind: pool, size: 3, stale: handed_out, idle_timeout: 305s }
    query: { cpu: 0s }
model:
  suspend_check: { uniform: { min: 0s, max: 10s } }
  wake_latency: 0s
  connect_latency: 0s
  fork_latency: 0s
`);
  expect(scenarioFindings(scenario).map(({ id }) => id)).toEqual(['pool_outlives_suspend']);
  const { arrived, failed } = simulate(scenario).computes[0]!;
  // The compute suspends 0 to 10 s late, the pool closes 5 s late, the next query comes 0 to 10 s late: it fails if
  // it comes after the one and before the other, with ∫₀⁵ g/10 dg/10 = 1/8, and finds an empty pool afterwards.
  const met = arrived - failed;
  const sigma = Math.sqrt(((1 / 8) * (7 / 8)) / met);
  expect(Math.abs(failed / met - 1 / 8)).toBeLessThan(2.576 * sigma);
});

// https://github.com/elizaOS/eliza/pull/8695
test('fifty idle agents that keep two connections each leave too few for other clients', async () => {
  const crowd = (min_idle: number): Example => ({
    load: [
      ...Array.from({ length: 50 }, (_, agent) => ({
        name: `agent-${agent}`,
        process: at(10),
        connection: { kind: 'pool', size: 5, min_idle },
      })),
      { name: 'web', process: at(...Array(20).fill(60)), query: { cpu: '0s', wait: '5s' } },
    ],
    model: { max_connections: 112, reserved_connections: 7, connect_latency: '0s' },
    scenario: { duration: '2min' },
  });
  const two = await runExample(crowd(2));
  expect(primary(two).connections.refused).toBeGreaterThan(0);
  expect(scenarioFindings(two.scenario).map(({ id }) => id)).toEqual(['deploy_exhausts_slots']);
  expect(primary(await runExample(crowd(1))).connections.refused).toBe(0);
});

test('docs/incidents.md lists each incident, and those that are not modeled, with a link', () => {
  const text = readFileSync('docs/incidents.md', 'utf8');
  const threads = [
    'DragosDreptate/the-playground/pull/617',
    'Open-Finance-Lab/AgenticTrading/pull/294',
    'zzstoatzz/plyr.fm/pull/1789',
    'neondatabase/neon-pkgs/pull/448',
    'porsager/postgres/issues/1100',
    'neondatabase/neon/issues/12897',
    'BuilderIO/agent-native/issues/4440',
    'elizaOS/eliza/pull/8695',
    'camgraphe/MaxVideoAi/pull/267',
    'BuilderIO/agent-native/pull/2305',
    'spanlens/Spanlens/pull/463',
    'neondatabase/neon/issues/6684',
  ];
  for (const thread of threads) expect(text).toContain(`https://github.com/${thread}`);
});
