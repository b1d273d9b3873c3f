import { expect, it } from 'vitest';
import { simulate } from '../../src/simulation/simulation.js';
import { POOL_PRESET_NAMES, POOL_PRESETS } from '../../src/workload/pool-preset.js';
import { compiled, exampleLoad } from './example.js';

it.each([
  [
    'the scenario sets it',
    { model: { wake_latency: { exponential: { mean: '1s' } } } },
    'model.wake_latency',
    {
      value: '{ exponential: { mean: 1s } }',
      source: 'the scenario',
      confidence: 'yours',
      set_by: 'scenario',
    },
  ],
  [
    'the rules of the model set it',
    { model: { rules: 'platform' } },
    'model.reserved_connections',
    {
      value: '7',
      source: 'model.rules: platform; platform documentation, connection pooling, 2026-01-24',
      confidence: 'high',
      set_by: 'default',
    },
  ],
  [
    'a preset of a pool sets it',
    { load: [exampleLoad({ name: 'web.eu', connection: { kind: 'pool', preset: 'node-postgres' } })] },
    'load."web.eu".connection.idle_timeout',
    {
      value: '10s',
      source: 'idleTimeoutMillis of node-postgres 8, node-postgres.com/apis/pool',
      confidence: 'high',
      set_by: 'default',
    },
  ],
])('an assumption states its source if %s', async (_reason, over, name, assumption) => {
  const { assumptions } = await compiled(over);
  expect(assumptions.find((one) => one.name === name)).toMatchObject({ name, ...assumption });
});

it('the rules of the model precede the defaults that they set, which name them', async () => {
  const { assumptions } = await compiled({ model: { rules: 'platform', proxy: 'absent' } });
  expect(assumptions[0]).toMatchObject({ name: 'model.rules', value: 'platform', set_by: 'scenario' });
  const ruled = assumptions.filter(({ source }) => source.startsWith('model.rules'));
  expect(ruled.map(({ name }) => name)).toEqual([
    'model.suspend_check',
    'model.availability_check_interval',
    'model.reserved_connections',
    'model.memory_per_cu',
    'model.cpu_limit',
  ]);
});

it.each(POOL_PRESET_NAMES.map((name) => [name]))('each default of the preset %s has a source', (name) => {
  for (const { source, confidence } of Object.values(POOL_PRESETS[name])) {
    expect(source).toMatch(/\d.*(\.(com|io|dev|org)|github)/);
    expect(['high', 'medium', 'low']).toContain(confidence);
  }
});

it.each(POOL_PRESET_NAMES.map((name) => [name]))('a pool with the preset %s serves a run', async (preset) => {
  const load = [exampleLoad({ connection: { kind: 'pool', preset } })];
  const { arrived, completed } = simulate(await compiled({ duration: '1h', load })).computes[0]!;
  expect([completed, arrived > 0]).toEqual([arrived, true]);
});
