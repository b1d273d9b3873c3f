import { describe, expect, it } from 'vitest';
import { MODEL } from '../../src/scenario/model/model-constants.js';
import { compiled, complaints, exampleLoad } from './example.js';

async function names(over: Record<string, unknown>): Promise<readonly string[]> {
  return (await compiled(over)).assumptions.map(({ name }) => name.replace('model.', ''));
}

const fixed = {
  name: 'primary',
  autoscaling_limit_min_cu: 2,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: -1,
};

const reader = exampleLoad({ query: { cpu: '1ms', pages: 4, working_set: '1GiB' } });

const tracking = {
  name: 'primary',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 4,
  policy: { size: 'target_tracking' },
};

describe('the model', () => {
  it('has a default for every constant, in base units', async () => {
    const { model } = await compiled();
    expect(model).toEqual({
      rules: 'seed',
      wake_latency: { kind: 'lognormal', mu: Math.log(0.35), sigma: expect.closeTo(0.7492298656, 9) },
      warm_pool_miss: 0,
      warm_pool_miss_latency: { kind: 'uniform', min: 3, max: 6 },
      long_idle_after: 604_800,
      long_idle_factor: 1.25,
      restart_latency: { kind: 'lognormal', mu: Math.log(0.5), sigma: expect.closeTo(0.2979550859, 9) },
      connect_latency: { kind: 'constant', value: 0 },
      round_trip_latency: 0,
      fork_latency: 0.0005,
      connection_cpu: 0,
      session_end_latency: 0,
      suspend_check: { kind: 'constant', value: 0 },
      idle_clock: 'work',
      availability_check_interval: Number.POSITIVE_INFINITY,
      autovacuum_interval: Number.POSITIVE_INFINITY,
      proxy: 'transparent',
      idle_in_transaction_timeout: 300,
      max_connections: undefined,
      reserved_connections: 0,
      memory_per_cu: 4_294_967_296,
      cpu_limit: 'share',
      cpu_quota_burst: 4,
      cpu_quota_period: 0.1,
      metrics_interval: 5,
      metrics_fetch_latency: 0.01,
      load_average_fraction_target: 0.9,
      memory_usage_fraction_target: 0.75,
      memory_total_fraction_target: 0.9,
      cpu_stable_zone_ratio: 0,
      cpu_mixed_zone_ratio: 0,
      lfc_metrics: true,
      lfc_metrics_interval: 15,
      scaling_call_latency: { kind: 'constant', value: 0.1 },
      resize_latency: { kind: 'constant', value: 0.1 },
      host_full: 0.00018,
      migration_latency: { kind: 'constant', value: 128 },
      migration_pause: { kind: 'constant', value: 0.063 },
      bill_startup: false,
      base_memory: 44 * 1_048_576,
      connection_memory: 1.5 * 1_048_576,
      file_cache_formula: 'table',
      file_cache_per_cu: undefined,
      page_miss_latency: 0.000286,
      page_reads_per_second: 10_650,
      prewarm: 'never',
      prewarm_pages_per_second: 10_650,
      pooler_pool_share: 0.9,
      pooler_max_clients: 10_000,
      query_wait_timeout: 120,
    });
  });

  it('takes every constant from the scenario', async () => {
    const model = {
      rules: 'platform',
      wake_latency: '1s',
      warm_pool_miss: '5%',
      warm_pool_miss_latency: '4s',
      long_idle_after: '3d',
      long_idle_factor: 2,
      restart_latency: '2s',
      connect_latency: '30ms',
      round_trip_latency: '0.5ms',
      fork_latency: '2ms',
      connection_cpu: '4ms',
      session_end_latency: '2ms',
      suspend_check: { uniform: { min: '0s', max: '5s' } },
      idle_clock: 'connections',
      availability_check_interval: '6h',
      autovacuum_interval: '2m',
      proxy: 'absent',
      idle_in_transaction_timeout: '1m',
      max_connections: 50,
      reserved_connections: 7,
      memory_per_cu: '4GB',
      cpu_limit: 'bandwidth',
      cpu_quota_burst: 1,
      cpu_quota_period: '50ms',
      metrics_interval: '10s',
      metrics_fetch_latency: '20ms',
      load_average_fraction_target: 0.8,
      memory_usage_fraction_target: 0.5,
      memory_total_fraction_target: 0.95,
      cpu_stable_zone_ratio: 0.1,
      cpu_mixed_zone_ratio: 1.5,
      lfc_metrics: false,
      lfc_metrics_interval: '20s',
      scaling_call_latency: '5ms',
      resize_latency: { exponential: { mean: '1s' } },
      host_full: '1%',
      migration_latency: '1m',
      migration_pause: '0s',
      bill_startup: true,
      base_memory: '100MiB',
      connection_memory: 2_000_000,
      file_cache_formula: 'monitor',
      file_cache_per_cu: 3_221_225_472,
      page_miss_latency: '1ms',
      page_reads_per_second: '6000/min',
      prewarm: 'restarts',
      prewarm_pages_per_second: 500,
      pooler_pool_share: 0.5,
      pooler_max_clients: 100,
      query_wait_timeout: '1m',
    };
    expect(Object.keys(model)).toEqual(['rules', ...Object.keys(MODEL)]);
    expect((await compiled({ model })).model).toEqual({
      rules: 'platform',
      wake_latency: { kind: 'constant', value: 1 },
      warm_pool_miss: 0.05,
      warm_pool_miss_latency: { kind: 'constant', value: 4 },
      long_idle_after: 259_200,
      long_idle_factor: 2,
      restart_latency: { kind: 'constant', value: 2 },
      connect_latency: { kind: 'constant', value: 0.03 },
      round_trip_latency: 0.0005,
      fork_latency: 0.002,
      connection_cpu: 0.004,
      session_end_latency: 0.002,
      suspend_check: { kind: 'uniform', min: 0, max: 5 },
      idle_clock: 'connections',
      availability_check_interval: 21_600,
      autovacuum_interval: 120,
      proxy: 'absent',
      idle_in_transaction_timeout: 60,
      max_connections: 50,
      reserved_connections: 7,
      memory_per_cu: 4e9,
      cpu_limit: 'bandwidth',
      cpu_quota_burst: 1,
      cpu_quota_period: 0.05,
      metrics_interval: 10,
      metrics_fetch_latency: 0.02,
      load_average_fraction_target: 0.8,
      memory_usage_fraction_target: 0.5,
      memory_total_fraction_target: 0.95,
      cpu_stable_zone_ratio: 0.1,
      cpu_mixed_zone_ratio: 1.5,
      lfc_metrics: false,
      lfc_metrics_interval: 20,
      scaling_call_latency: { kind: 'constant', value: 0.005 },
      resize_latency: { kind: 'exponential', mean: 1 },
      host_full: 0.01,
      migration_latency: { kind: 'constant', value: 60 },
      migration_pause: { kind: 'constant', value: 0 },
      bill_startup: true,
      base_memory: 104_857_600,
      connection_memory: 2_000_000,
      file_cache_formula: 'monitor',
      file_cache_per_cu: 3_221_225_472,
      page_miss_latency: 0.001,
      page_reads_per_second: 100,
      prewarm: 'restarts',
      prewarm_pages_per_second: 500,
      pooler_pool_share: 0.5,
      pooler_max_clients: 100,
      query_wait_timeout: 60,
    });
  });

  it('reads page rates as numbers or rates, and one without a limit', async () => {
    const read = async (value: unknown) =>
      (await compiled({ model: { page_reads_per_second: value } })).model.page_reads_per_second;
    expect(await read(10_650)).toBe(10_650);
    expect(await read('10650/s')).toBe(10_650);
    expect(await read('unlimited')).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['page_reads_per_second', 0, 'expected pages a second such as 10650 or 10650/s, or unlimited, above 0'],
    ['page_reads_per_second', 'unlimitd', 'or unlimited, got "unlimitd"'],
    ['prewarm_pages_per_second', 'unlimited', 'expected pages a second such as 10650 or 10650/s, got'],
    [
      'prewarm',
      'restart',
      'expected one of never, restarts, always, got "restart"; did you mean "restarts"?',
    ],
    ['proxy', 'none', 'expected one of transparent, platform, absent, got "none"'],
    ['idle_in_transaction_timeout', '0s', 'above 0, got "0s"'],
    ['rules', 'platfrom', 'expected one of seed, platform, got "platfrom"; did you mean "platform"?'],
    ['rules', true, 'model.rules: expected one of seed, platform, got true'],
    ['load_average_fraction_target', 2, 'expected a load average per vCPU above 0 and below 2, got 2'],
    ['memory_usage_fraction_target', 1, 'expected a share of RAM above 0 and below 1, got 1'],
    ['memory_total_fraction_target', 0, 'expected a share of RAM above 0 and below 1, got 0'],
    ['cpu_stable_zone_ratio', -0.1, 'expected a ratio of 0 or more, got -0.1'],
    ['host_full', 2, 'expected a share such as 99.9% or 0.999, got 2'],
    ['lfc_metrics_interval', '0s', 'above 0, got "0s"'],
  ])('refuses %s: %j', async (key, value, message) => {
    expect((await complaints({ model: { [key]: value } })).join('\n')).toContain(message);
  });
});

describe('the rules of the model', () => {
  it("are the specification's unless told otherwise", async () => {
    const seed = {
      rules: 'seed',
      reserved_connections: 0,
      memory_per_cu: 4_294_967_296,
      proxy: 'transparent',
      file_cache_formula: 'table',
    };
    expect((await compiled()).model).toMatchObject(seed);
    expect((await compiled({ model: { rules: 'seed' } })).model).toMatchObject(seed);
    expect((await compiled()).model).toEqual((await compiled({ model: { rules: 'seed' } })).model);
  });

  it("may be the platform's present ones, which move seven defaults", async () => {
    const { model } = await compiled({ model: { rules: 'platform' } });
    expect(model).toEqual({
      ...(await compiled()).model,
      rules: 'platform',
      reserved_connections: 7,
      memory_per_cu: 4e9,
      cpu_limit: 'bandwidth',
      proxy: 'platform',
      file_cache_formula: 'monitor',
      suspend_check: { kind: 'uniform', min: 0, max: 5 },
      availability_check_interval: 86_400,
    });
  });

  it.each([
    ['seed', 0],
    ['platform', 1],
  ])('decide how far apart autoscaling limits may be: %s', async (rules, problems) => {
    const wide = { name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 16 };
    const found = await complaints({ model: { rules }, computes: [wide] });
    expect(found).toHaveLength(problems);
    expect(found.join()).toContain(problems === 0 ? '' : 'a maximum of 8 CU or less');
  });

  it('yield to what the scenario sets', async () => {
    const { model } = await compiled({ model: { rules: 'platform', reserved_connections: 4 } });
    expect(model).toMatchObject({ reserved_connections: 4, memory_per_cu: 4e9 });
  });

  it('stand before the defaults that they set, which name them', async () => {
    const { assumptions } = await compiled({ model: { rules: 'platform', proxy: 'absent' } });
    expect(assumptions[0]).toMatchObject({
      name: 'model.rules',
      value: 'platform',
      source: 'the scenario',
      confidence: 'yours',
      set_by: 'scenario',
    });
    expect(assumptions.find(({ name }) => name === 'model.reserved_connections')).toMatchObject({
      name: 'model.reserved_connections',
      value: '7',
      source: 'model.rules: platform; platform documentation, connection pooling, 2026-01-24',
      confidence: 'high',
      set_by: 'default',
    });
    const ruled = assumptions.filter(({ source }) => source.startsWith('model.rules'));
    expect(ruled.map(({ name }) => name)).toEqual([
      'model.suspend_check',
      'model.availability_check_interval',
      'model.reserved_connections',
      'model.memory_per_cu',
      'model.cpu_limit',
    ]);
  });
});

describe('assumptions', () => {
  it('say where a default comes from, and whose a value is that the scenario sets', async () => {
    const { assumptions } = await compiled({ model: { wake_latency: { exponential: { mean: '1s' } } } });
    expect(assumptions.find(({ name }) => name === 'model.wake_latency')).toMatchObject({
      name: 'model.wake_latency',
      value: '{ exponential: { mean: 1s } }',
      source: 'the scenario',
      confidence: 'yours',
      set_by: 'scenario',
    });
    expect(assumptions.find(({ name }) => name === 'model.query_wait_timeout')).toBeUndefined();
    expect(assumptions.find(({ name }) => name === 'model.suspend_check')).toMatchObject({
      value: '0s',
      confidence: 'low',
      set_by: 'default',
    });
  });

  it('are few for a fixed compute that never suspends and reads no pages', async () => {
    expect(await names({ computes: [fixed] })).toEqual([
      // What needs more memory than there is restarts.
      'restart_latency',
      'connect_latency',
      'round_trip_latency',
      'fork_latency',
      'connection_cpu',
      'session_end_latency',
      'proxy',
      'reserved_connections',
      'memory_per_cu',
      'bill_startup',
      'base_memory',
      'connection_memory',
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
      {},
      ['memory_usage_fraction_target', 'cpu_stable_zone_ratio', 'scaling_call_latency', 'migration_pause'],
    ],
    [
      { load: [reader] },
      ['lfc_metrics', 'lfc_metrics_interval', 'page_miss_latency', 'page_reads_per_second', 'prewarm'],
    ],
    [{ load: [reader], model: { prewarm: 'always' } }, ['prewarm_pages_per_second']],
    [{ load: [reader] }, ['load.web.query.popularity']],
    [
      { load: [exampleLoad({ connection: { via: 'pooler' } })] },
      ['pooler_pool_share', 'pooler_max_clients', 'query_wait_timeout'],
    ],
    [{ model: { max_connections: 10 } }, ['max_connections']],
    [{}, ['cpu_limit']],
    [{ model: { cpu_limit: 'bandwidth' } }, ['cpu_limit', 'cpu_quota_burst']],
    [{ model: { cpu_limit: 'bandwidth', cpu_quota_burst: 1 } }, ['cpu_quota_period']],
    [
      {
        load: [
          exampleLoad({ connection: { kind: 'session', queries: 2, think: '1s', in_transaction: true } }),
        ],
      },
      ['idle_in_transaction_timeout'],
    ],
    [{ faults: [{ at: '1h', for: '1h', slow_wakes: 'all' }] }, ['warm_pool_miss_latency']],
    [
      { computes: [fixed], load: [], faults: [{ at: '1h', crash: 'primary' }] },
      ['restart_latency', 'bill_startup'],
    ],
    [{ plan: undefined }, ['plan']],
  ])('%j adds what it makes matter', async (over, expected) => {
    expect(await names(over)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    [{}, ['lfc_metrics', 'page_reads_per_second', 'prewarm']],
    [{ load: [reader] }, ['prewarm_pages_per_second']],
    [{ load: [reader], model: { lfc_metrics: false } }, ['lfc_metrics_interval']],
    [{ model: { host_full: 0 } }, ['migration_latency', 'migration_pause']],
    [{}, ['cpu_quota_burst', 'cpu_quota_period']],
    // Four times a quarter, and of anything more, is as many processors as there are.
    [{ model: { cpu_limit: 'bandwidth' } }, ['cpu_quota_period']],
    [{ computes: [fixed], model: { rules: 'platform' } }, ['cpu_limit', 'cpu_quota_burst']],
    [{}, ['idle_in_transaction_timeout', 'rules', 'warm_pool_miss_latency']],
    [{ faults: [{ at: '1h', for: '1h', slow_wakes: 'all', latency: '9s' }] }, ['warm_pool_miss_latency']],
    [{ computes: [fixed] }, ['resize_latency', 'host_full', 'memory_total_fraction_target']],
    [
      { load: [reader], computes: [tracking] },
      ['load_average_fraction_target', 'memory_total_fraction_target', 'lfc_metrics'],
    ],
  ])('%j leaves out what cannot matter', async (over, absent) => {
    const found = await names(over);
    expect(absent.filter((name) => found.includes(name))).toEqual([]);
  });

  it('leave out a popularity that the load gives itself', async () => {
    const query = { cpu: '1ms', pages: 4, working_set: '1GiB', popularity: 1 };
    expect(await names({ load: [exampleLoad({ query })] })).not.toContain('load.web.query.popularity');
  });
});
