import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scenarioJsonSchema } from '../../src/scenario/load-scenario.js';
import { example, exampleLoad } from './example.js';

const schema = scenarioJsonSchema();
const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
const compute = (policy: unknown) => [
  { name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2, policy },
];
const accepts = (over: Record<string, unknown>) =>
  validator.safeParse(JSON.parse(JSON.stringify(example(over)))).success;

describe('the JSON Schema', () => {
  it('is draft 7, with a title and descriptions for editors', () => {
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'urn:neap:scenario',
      description: expect.stringContaining('their load'),
      title: 'neap scenario',
      type: 'object',
      additionalProperties: false,
      required: ['computes'],
      properties: {
        duration: { description: expect.stringContaining('How long') },
        model: {
          properties: {
            metrics_interval: { default: '5s', description: expect.stringContaining('autoscaler') },
          },
        },
      },
    });
  });

  it('describes the policies and their parameters', () => {
    const { definitions } = schema as { definitions: Record<string, { anyOf: unknown[] }> };
    const { anyOf } = definitions['SuspendPolicy']!;
    expect(anyOf[0]).toMatchObject({
      anyOf: expect.arrayContaining([
        { const: 'observed_optimum', description: expect.stringContaining('idle periods observed so far') },
      ]),
    });
    expect(anyOf).toContainEqual(
      expect.objectContaining({
        properties: {
          hybrid_histogram: expect.objectContaining({
            properties: expect.objectContaining({
              range_seconds: expect.objectContaining({
                default: '4h',
                description: expect.stringContaining('Longest idle time'),
              }),
            }),
          }),
        },
      }),
    );
  });

  it.each([
    [{}],
    [{ load: [exampleLoad({ rate: { base: '40/s', daily: 0.6 } })] }],
    [
      {
        load: [
          exampleLoad({
            rate: { product: ['40/s', 0.5] },
            query: { cpu: { lognormal: { mean: '4ms', cv: 2 } } },
          }),
        ],
      },
    ],
    [{ load: [exampleLoad({ rate: undefined, process: { cron: { schedule: '* * * * *' } } })] }],
    [{ load: [exampleLoad({ rate: '0', query: { cpu: '0', memory: '0', temp: '0' } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'pool', size: 3 }, retry: { attempts: 2 } })] }],
    [{ events: [{ at: '1h', update: 'primary', set: { suspend_timeout_seconds: '10m' } }] }],
    [
      {
        plan: { name: 'launch', as_of: '2026-01-05' },
        slo: { latency_p99: '1s' },
        model: { wake_latency: '1s' },
      },
    ],
    [{ computes: compute('./my-policy.js') }],
    [{ computes: compute({ size: 'oracle', suspend: 'observed_optimum' }) }],
    [{ computes: compute({ suspend: { hybrid_histogram: { range_seconds: '4h', head_share: '5%' } } }) }],
    [{ computes: compute({ size: { './my-policy.js': { day_cu: 2 } } }) }],
    [{ model: { page_reads_per_second: 'unlimited', prewarm: 'always' } }],
    [{ model: { rules: 'platform', proxy: 'absent', idle_in_transaction_timeout: '1m' } }],
    [{ load: [exampleLoad({ compute: undefined, route: { weight: { primary: 2 } } })] }],
    [{ load: [exampleLoad({ compute: undefined, route: { least_connections: ['primary'] } })] }],
    [{ load: [exampleLoad({ rate: undefined, process: { closed: { clients: 25, think: '100ms' } } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'pool', preset: 'pgx', idle_timeout: 'never' } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'pool', size: 1, acquire_timeout: 'never' } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'session', queries: 1, in_transaction: true } })] }],
    [{ load: [{ name: 'a', compute: 'primary', connection: { kind: 'listen', clients: 3 } }] }],
    [{ load: [exampleLoad({ retry: { attempts: 3, budget: '20%', give_up: '1m' } })] }],
    [{ faults: [{ at: '1h', crash: 'primary' }] }],
    [{ faults: [{ at: '1h', for: '1m', slow_wakes: 'all', latency: '9s' }] }],
    [{ faults: [{ at: '1h', for: '1m', control_plane_outage: true }] }],
  ])('accepts %j', (over) => {
    expect(accepts(over)).toBe(true);
  });

  it.each([
    [{ sede: 1 }],
    [{ duration: 7 }],
    [{ computes: [] }],
    [{ load: [exampleLoad({ rate: 40 })] }],
    [{ load: [exampleLoad({ query: {} })] }],
    [{ load: [exampleLoad({ query: { cpu: { lognromal: {} } } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'pol' } })] }],
    [{ events: [{ at: '1h' }] }],
    [{ model: { wake_latancy: '1s' } }],
    [{ model: { rules: 'sead' } }],
    [{ load: [exampleLoad({ route: { weight: { primary: 0 } } })] }],
    [{ load: [exampleLoad({ route: { most_connections: ['primary'] } })] }],
    [{ load: [exampleLoad({ process: { closed: { clients: 0 } } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'pool', preset: 'pg' } })] }],
    [{ load: [exampleLoad({ connection: { kind: 'pool', size: 1, idle_timeout: 'nver' } })] }],
    [{ load: [exampleLoad({ retry: { attempts: 3, budget: -1 } })] }],
    [{ faults: [{ at: '1h', zone_loss: 'primary' }] }],
    [{ faults: [{ at: '1h', for: '1m', control_plane_outage: false }] }],
    [{ faults: [{ at: '1h', for: '1m', crahs: 'primary' }] }],
    [{ model: { page_reads_per_second: 'unlimted' } }],
    [{ computes: compute('observed_optimum') }],
    [{ computes: compute({ sise: 'agent' }) }],
    [{ computes: compute({ size: 'observed_optimum' }) }],
    [{ computes: compute({ suspend: { hybrid_histogram: { range: '4h' } } }) }],
    [{ computes: compute({ suspend: { hybrid_histogram: { range_seconds: true } } }) }],
  ])('rejects %j', (over) => {
    expect(accepts(over)).toBe(false);
  });
});
