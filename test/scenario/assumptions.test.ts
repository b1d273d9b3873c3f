import { describe, expect, it } from 'vitest';
import { ASSUMPTION_CATALOGUE } from '../../src/scenario/assumption-catalogue.js';
import { compiled, exampleLoad } from './example.js';

async function names(over: Record<string, unknown>): Promise<readonly string[]> {
  return (await compiled(over)).assumptions.map(({ name }) => name.replace('model.', ''));
}

const fixed = {
  name: 'primary',
  autoscaling_limit_min_cu: 2,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: -1,
};

describe('the model', () => {
  it('has a default for every constant, in base units', async () => {
    const { model } = await compiled();
    expect(model).toEqual({
      wake_latency: { kind: 'lognormal', mu: Math.log(0.35), sigma: expect.closeTo(0.7492298656, 9) },
      warm_pool_miss: 0,
      warm_pool_miss_latency: { kind: 'uniform', min: 3, max: 6 },
      long_idle_after: 604_800,
      long_idle_factor: 1.25,
      restart_latency: { kind: 'lognormal', mu: Math.log(0.5), sigma: expect.closeTo(0.2979550859, 9) },
      connect_latency: { kind: 'constant', value: 0 },
      suspend_check: { kind: 'constant', value: 0 },
      max_connections: undefined,
      reserved_connections: 0,
      memory_per_cu: 4_294_967_296,
      metrics_interval: 5,
      load_average_fraction_target: 0.9,
      bill_startup: false,
      page_miss_latency: 0.0003,
      pooler_pool_share: 0.9,
      pooler_max_clients: 10_000,
      query_wait_timeout: 120,
    });
  });

  it('takes every constant from the scenario', async () => {
    const model = {
      wake_latency: '1s',
      warm_pool_miss: '5%',
      warm_pool_miss_latency: '4s',
      long_idle_after: '3d',
      long_idle_factor: 2,
      restart_latency: '2s',
      connect_latency: '30ms',
      suspend_check: { uniform: { min: '0s', max: '5s' } },
      max_connections: 50,
      reserved_connections: 7,
      memory_per_cu: '4GB',
      metrics_interval: '10s',
      load_average_fraction_target: 0.8,
      bill_startup: true,
      page_miss_latency: '1ms',
      pooler_pool_share: 0.5,
      pooler_max_clients: 100,
      query_wait_timeout: '1m',
    };
    expect(Object.keys(model)).toEqual(Object.keys(ASSUMPTION_CATALOGUE));
    expect((await compiled({ model })).model).toEqual({
      wake_latency: { kind: 'constant', value: 1 },
      warm_pool_miss: 0.05,
      warm_pool_miss_latency: { kind: 'constant', value: 4 },
      long_idle_after: 259_200,
      long_idle_factor: 2,
      restart_latency: { kind: 'constant', value: 2 },
      connect_latency: { kind: 'constant', value: 0.03 },
      suspend_check: { kind: 'uniform', min: 0, max: 5 },
      max_connections: 50,
      reserved_connections: 7,
      memory_per_cu: 4e9,
      metrics_interval: 10,
      load_average_fraction_target: 0.8,
      bill_startup: true,
      page_miss_latency: 0.001,
      pooler_pool_share: 0.5,
      pooler_max_clients: 100,
      query_wait_timeout: 60,
    });
  });
});

describe('assumptions', () => {
  it('say where a default comes from, and whose a value is that the scenario sets', async () => {
    const { assumptions } = await compiled({ model: { wake_latency: { exponential: { mean: '1s' } } } });
    expect(assumptions.find(({ name }) => name === 'model.wake_latency')).toEqual({
      name: 'model.wake_latency',
      value: '{ exponential: { mean: 1s } }',
      source: 'the scenario',
      confidence: 'yours',
      set_by: 'scenario',
    });
    expect(assumptions.find(({ name }) => name === 'model.restart_latency')).toBeUndefined();
    expect(assumptions.find(({ name }) => name === 'model.suspend_check')).toMatchObject({
      value: '0s',
      confidence: 'low',
      set_by: 'default',
    });
  });

  it('are few for a fixed compute that never suspends and reads no pages', async () => {
    expect(await names({ computes: [fixed] })).toEqual([
      'connect_latency',
      'reserved_connections',
      'memory_per_cu',
    ]);
  });

  it('are none of the load without a load', async () => {
    expect(await names({ computes: [fixed], load: [] })).toEqual([]);
  });

  it.each([
    [{}, ['wake_latency', 'warm_pool_miss', 'suspend_check', 'bill_startup', 'metrics_interval']],
    [{ duration: '30d' }, ['long_idle_after', 'long_idle_factor']],
    [{ model: { warm_pool_miss: 0.1 } }, ['warm_pool_miss_latency']],
    [{ computes: [fixed], events: [{ at: '1h', restart: 'primary' }] }, ['restart_latency', 'bill_startup']],
    [{ computes: [fixed], events: [{ at: '1h', suspend: 'primary' }] }, ['wake_latency']],
    [
      { computes: [fixed], events: [{ at: '1h', update: 'primary', set: { autoscaling_limit_max_cu: 4 } }] },
      ['restart_latency', 'metrics_interval', 'load_average_fraction_target'],
    ],
    [
      { load: [exampleLoad({ query: { cpu: '1ms', pages: 4, working_set: '1GiB' } })] },
      ['page_miss_latency', 'load.web.query.popularity'],
    ],
    [
      { load: [exampleLoad({ connection: { via: 'pooler' } })] },
      ['pooler_pool_share', 'pooler_max_clients', 'query_wait_timeout'],
    ],
    [{ model: { max_connections: 10 } }, ['max_connections']],
    [{ plan: undefined }, ['plan']],
  ])('%j adds what it makes matter', async (over, expected) => {
    expect(await names(over)).toEqual(expect.arrayContaining(expected));
  });

  it('leave out a popularity that the load gives itself', async () => {
    const query = { cpu: '1ms', pages: 4, working_set: '1GiB', popularity: 1 };
    expect(await names({ load: [exampleLoad({ query })] })).not.toContain('load.web.query.popularity');
  });
});
