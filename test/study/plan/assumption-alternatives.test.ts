import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { constantNamed } from '../../../src/scenario/model/model-constants.js';
import type { Assumption, ScenarioAssumption } from '../../../src/scenario/scenario.js';
import { alternativesOf } from '../../../src/study/plan/assumption-alternatives.js';

function assumption(
  name: string,
  written: unknown,
  confidence: Assumption['confidence'] = 'low',
): ScenarioAssumption {
  const alternatives = constantNamed(name.replace('model.', ''))?.alternatives;
  const value = stringify(written, { collectionStyle: 'flow' }).trim();
  return { name, value, confidence, source: '', set_by: 'default', written, alternatives };
}

describe('other values of an assumption', () => {
  it.each([
    ['model.page_miss_latency', '286us', 'low', { low: '143us', high: '572us' }],
    [
      'model.wake_latency',
      { lognormal: { median: '350ms', p99: '2s' } },
      'low',
      { low: '{ lognormal: { median: 175ms, p99: 1s } }', high: '{ lognormal: { median: 700ms, p99: 4s } }' },
    ],
    ['model.query_wait_timeout', '120s', 'high', { low: '109.1s', high: '2m12s' }],
    ['model.load_average_fraction_target', 0.9, 'high', { low: '0.8182', high: '0.9091' }],
    ['model.prewarm', 'never', 'medium', { low: undefined, high: 'always' }],
    ['model.suspend_check', '0s', 'low', { low: undefined, high: '{ uniform: { min: 0s, max: 60s } }' }],
    ['model.pooler_max_clients', 10_000, 'yours', { low: '8000', high: '12500' }],
    ['plan', 'launch', 'low', undefined],
    ['any', 1, 'low', { low: '0.5', high: '2' }],
    ['any', 3, 'low', { low: '2', high: '6' }],
    ['any', 2, 'medium', { low: '1', high: '3' }],
    ['any', 0.123456, 'medium', { low: '0.0823', high: '0.1852' }],
    ['any', 0, 'low', undefined],
    ['any', true, 'low', undefined],
    ['any', null, 'low', undefined],
    ['any', '6GiB', 'measured', { low: '5.455GiB', high: '6.6GiB' }],
    ['any', '0GiB', 'low', undefined],
    ['any', '40/s', 'yours', { low: '32/s', high: '50/s' }],
    ['any', '0/s', 'low', undefined],
    ['any', '0s', 'low', undefined],
    ['any', 'many GiB', 'low', undefined],
    ['any', '4 apples', 'low', undefined],
    ['any', [1, '10ms'], 'low', { low: '[ 0.5, 5ms ]', high: '[ 2, 20ms ]' }],
    ['any', [1, 'soon'], 'low', undefined],
    ['any', { a: 4, b: { c: 0 } }, 'low', undefined],
    [
      'any',
      { gamma: { mean: '8ms', shape: 3, cv: 2, weight: 0.5 } },
      'low',
      {
        low: '{ gamma: { mean: 4ms, shape: 3, cv: 2, weight: 0.5 } }',
        high: '{ gamma: { mean: 16ms, shape: 3, cv: 2, weight: 0.5 } }',
      },
    ],
    // An assumption without any effect has no other value.
    ['any', { cv: 2 }, 'low', undefined],
    ['model.load_average_fraction_target', 1, 'low', { low: '0.5', high: '2' }],
    ['model.load_average_fraction_target', 0.8, 'yours', { low: '0.64', high: '0.84' }],
    ['model.prewarm', 'always', 'medium', { low: undefined, high: undefined }],
    ['model.cpu_limit', 'share', 'yours', undefined],
    ['model.scale_down_blocked', false, 'yours', undefined],
  ] as const)('%s', (name, written, confidence, expected) => {
    expect(alternativesOf(assumption(name, written, confidence))).toEqual(expected);
  });

  it('are values that a scenario accepts, whatever it assumes', async () => {
    const text = JSON.stringify({
      duration: '10d',
      plan: 'scale',
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }],
      load: [
        {
          name: 'web',
          compute: 'primary',
          rate: '1/s',
          query: { cpu: '5ms', pages: 10, working_set: '1GiB' },
          connection: { kind: 'pool', size: 5, via: 'pooler' },
        },
      ],
    });
    const { assumptions } = await parseScenario(text);
    expect(assumptions.length).toBeGreaterThan(20);
    const without = assumptions.filter((each) => alternativesOf(each) === undefined).map(({ name }) => name);
    expect(without).toEqual([]);
    for (const each of assumptions) {
      const { low, high } = alternativesOf(each)!;
      for (const value of [low, high]) {
        if (value !== undefined) await parseScenario(text, { set: [`${each.name}=${value}`] });
      }
    }
  });
});
