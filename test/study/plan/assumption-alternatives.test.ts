import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { constantNamed } from '../../../src/scenario/model/model-constants.js';
import type { Assumption, ScenarioAssumption } from '../../../src/scenario/scenario.js';
import { alternativesOf } from '../../../src/study/plan/assumption-alternatives.js';
import { tableOf } from '../../table.js';

type Value = string | null | undefined;
type Row = [string, unknown, Assumption['confidence'], Value, Value];
const ROWS = tableOf<Row>(import.meta.url, 'assumption-alternatives.yaml');

describe('other values of an assumption', () => {
  it.each(ROWS)(
    'of %s, %j with %s confidence, are as in the table',
    (name, written, confidence, low, high) => {
      const assumption: ScenarioAssumption = {
        name,
        value: stringify(written, { collectionStyle: 'flow' }).trim(),
        confidence,
        source: '',
        set_by: 'default',
        written,
        alternatives: constantNamed(name.replace('model.', ''))?.alternatives,
      };
      const expected = low === undefined ? undefined : { low: low ?? undefined, high: high ?? undefined };
      expect(alternativesOf(assumption)).toEqual(expected);
    },
  );

  it('are values that a scenario accepts, whatever it assumes', async () => {
    const text = `
duration: 10d
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }]
load:
  - name: web
    compute: primary
    rate: 1/s
    query: { cpu: 5ms, pages: 10, working_set: 1GiB }
    connection: { kind: pool, size: 5, via: pooler }
`;
    const { assumptions } = await parseScenario(text);
    expect(assumptions.length).toBeGreaterThan(20);
    for (const each of assumptions) {
      const { low, high } = alternativesOf(each)!;
      for (const value of [low, high]) {
        if (value !== undefined) await parseScenario(text, { set: [`${each.name}=${value}`] });
      }
    }
  });
});
