import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scenarioFindings } from '../../src/findings/catalogue.js';
import { summarise } from '../../src/report/figures/summary.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { at, type Example, primary, runExample } from '../simulation/support/one-compute.js';

const query = { cpu: '0s' };
const every = (gap: string) => ({ process: { renewal: { gap } } });
const stale = (further: object) => ({
  connection: { kind: 'pool', size: 3, stale: 'handed_out', ...further },
});

const findingsOf = async (example: Example) => {
  const { scenario, observations } = await runExample(example);
  return summarise(scenario, observations).findings!.map(({ id }) => id);
};

describe('problems reported from the field', () => {
  // https://github.com/Open-Finance-Lab/AgenticTrading/pull/294
  test('a pool that closes connections at a suspend: chance decides which connection the next query meets', async () => {
    const queries = 160_000;
    const scenario = await parseScenario(
      JSON.stringify({
        name: 'tie',
        duration: `${305 * queries}s`,
        timeline_interval: '30d',
        plan: 'scale',
        computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
        load: [
          {
            name: 'app',
            compute: 'primary',
            process: { renewal: { gap: { uniform: { min: '300s', max: '310s' } } } },
            ...stale({ idle_timeout: '305s' }),
            query,
          },
        ],
        model: {
          suspend_check: { uniform: { min: '0s', max: '10s' } },
          wake_latency: '0s',
          connect_latency: '0s',
          fork_latency: '0s',
        },
      }),
    );
    expect(scenarioFindings(scenario).map(({ id }) => id)).toEqual(['pool_outlives_suspend']);
    const { arrived, failed } = simulate(scenario).computes[0]!;
    // The compute suspends 0 to 10 s late, the pool closes 5 s late, the next query comes 0 to 10 s late: it fails if
    // it comes after the one and before the other, with ∫₀⁵ g/10 dg/10 = 1/8, and finds an empty pool afterwards.
    const met = arrived - failed;
    const sigma = Math.sqrt(((1 / 8) * (7 / 8)) / met);
    expect(Math.abs(failed / met - 1 / 8)).toBeLessThan(2.576 * sigma);
  });

  // https://github.com/zzstoatzz/plyr.fm/pull/1789
  test('connections recycled after half an hour do not survive a suspend after five minutes', async () => {
    const app = (max_lifetime: string): Example => ({
      load: { name: 'app', ...every('400s'), ...stale({ max_lifetime }), query },
      scenario: { duration: '1d' },
    });
    expect(primary(await runExample(app('1800s'))).failed).toBeGreaterThan(50);
    expect(await findingsOf(app('1800s'))).toEqual(['pool_outlives_suspend']);
    expect(primary(await runExample(app('240s'))).failed).toBe(0);
    expect(await findingsOf(app('240s'))).toEqual([]);
  });

  // https://github.com/porsager/postgres/issues/1100
  test('functions that are frozen with their pools leak connections until none are left', async () => {
    const functions = (hold: string): Example => ({
      compute: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
      load: {
        name: 'functions',
        rate: '12/min',
        connection: { kind: 'session', hold },
        query: { cpu: '1ms' },
      },
      scenario: { duration: '2h' },
    });
    const frozen = primary(await runExample(functions('15min')));
    expect(frozen.connections.refused).toBeGreaterThan(100);
    expect(frozen.failed_by_error['53300']).toBeGreaterThan(100);
    expect(await findingsOf(functions('15min'))).toContain('pool_per_frozen_function');
    expect(primary(await runExample(functions('5s'))).failed).toBe(0);
  });

  // https://github.com/BuilderIO/agent-native/issues/4440
  test('a deploy exhausts the slots with the pools of old and new instances together', async () => {
    const requests = (moment: number) => at(...Array.from({ length: 60 }, () => moment));
    const instances = (name: string, moment: number) => ({
      name,
      process: requests(moment),
      connection: { kind: 'pool', size: 60 },
      query: { cpu: '0s', wait: '30s' },
    });
    const deploy = (second: number): Example => ({
      compute: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25, initial_state: 'active' },
      load: [instances('old', 100), instances('new', second)],
      model: { connect_latency: '0s', max_connections: 112, reserved_connections: 7 },
    });
    const record = await runExample(deploy(110));
    expect(primary(record).connections.refused).toBe(120 - 105);
    const [old, fresh] = record.observations.causes![0]!;
    expect(old).toMatchObject({ name: 'old', refusals_caused: 15, refused: {} });
    expect(fresh).toMatchObject({ name: 'new', refused: { '53300': 15 } });
    expect(scenarioFindings(record.scenario).map(({ id }) => id)).toEqual(['deploy_exhausts_slots']);
  });

  // https://github.com/elizaOS/eliza/pull/8695
  test('fifty idle agents that keep two connections each leave too few for other clients', async () => {
    const agents = (min_idle: number) =>
      Array.from({ length: 50 }, (_, agent) => ({
        name: `agent-${agent}`,
        process: at(10),
        connection: { kind: 'pool', size: 5, min_idle },
        query,
      }));
    const web = {
      name: 'web',
      process: at(...Array.from({ length: 20 }, () => 60)),
      query: { cpu: '0s', wait: '5s' },
    };
    const crowd = (min_idle: number): Example => ({
      load: [...agents(min_idle), web],
      model: { max_connections: 112, reserved_connections: 7, connect_latency: '0s' },
      scenario: { duration: '2min' },
    });
    const two = primary(await runExample(crowd(2)));
    expect(two.connections.refused).toBeGreaterThan(0);
    expect(primary(await runExample(crowd(1))).connections.refused).toBe(0);
    expect(await findingsOf(crowd(2))).toEqual(['deploy_exhausts_slots']);
  });

  // https://github.com/DragosDreptate/the-playground/pull/617
  test('jobs on the hour that meet a suspended compute are reported before the run', async () => {
    const job = (name: string) => ({ name, process: { cron: { schedule: '0 * * * *' } }, query });
    const example: Example = {
      load: [job('mail'), job('reports'), job('sync')],
      scenario: { duration: '1d' },
      model: { rules: 'platform', proxy: 'platform' },
    };
    const record = await runExample(example);
    // All three wait for each wake; how the pooled client of a framework reacts is not modeled.
    expect(primary(record)).toMatchObject({ delayed: 72, failed: 0 });
    expect(scenarioFindings(record.scenario).map(({ id }) => id)).toEqual(['crons_share_a_minute']);
  });
});

test('docs/incidents.md lists each incident, and those that are not modelled, with a link', () => {
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
