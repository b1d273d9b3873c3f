import { expect, it } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/load-scenario.js';

it('the JSON Schema takes an interval for an estimate, and not for a decision', () => {
  const { properties, definitions } = scenarioJsonSchema() as Record<string, Record<string, object>>;
  expect(Object.keys(definitions!)).toContain('Interval');
  expect(JSON.stringify(properties!['duration'])).not.toContain('Interval');
  expect(JSON.stringify(properties!['data'])).toContain('#/definitions/Interval');
});
