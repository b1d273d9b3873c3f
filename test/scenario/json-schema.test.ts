import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { scenarioJsonSchema } from '../../src/scenario/load-scenario.js';
import { example } from './example.js';
import { flow, plainCase, readTables } from './reading.js';

const schema = scenarioJsonSchema();
const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
const REJECTED: readonly Record<string, unknown>[] = parse(
  readFileSync(new URL('schema-rejects.yaml', import.meta.url), 'utf8'),
);
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
        duration: { description: expect.stringContaining('Length') },
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

  it.each(REJECTED.map((keys) => [keys]))('the JSON Schema rejects the example with %j', (over) => {
    expect(accepts(over)).toBe(false);
  });
});
