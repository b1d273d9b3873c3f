import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scenarioJsonSchema } from '../../src/scenario/load-scenario.js';
import { example, exampleLoad } from './example.js';
import { flow, plainCase, readTables } from './reading.js';

const schema = scenarioJsonSchema();
const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
const compute = (policy: unknown) => [
  { name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2, policy },
];
const accepts = (over: Record<string, unknown>) =>
  validator.safeParse(JSON.parse(JSON.stringify(example(over)))).success;

describe('the JSON Schema', () => {
  it('the JSON Schema is draft 7, with a title and descriptions for editors', () => {
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

  it('the JSON Schema describes the policies and their parameters', () => {
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

  const read = readTables().flatMap(({ cases }) => cases.filter((one) => one.reads !== undefined));
  it.each(read.map((one) => [flow(one.given), one] as const))(
    'the JSON Schema accepts the example with %s',
    (_given, one) => {
      expect(validator.safeParse(plainCase(one)).success).toBe(true);
    },
  );

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
  ])('the JSON Schema rejects the example with %j', (over) => {
    expect(accepts(over)).toBe(false);
  });
});
