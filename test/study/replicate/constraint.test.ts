import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import {
  type Constraint,
  parseConstraint,
  requestedConstraints,
  sloConstraints,
  writtenConstraint,
} from '../../../src/study/replicate/constraint.js';
import { tableOf } from '../../table.js';

type Row = readonly [string, Constraint['figure'], Constraint['comparison'], number];

describe('a constraint', () => {
  it.each(tableOf<Row>(import.meta.url, 'constraint.yaml'))(
    '%s means %s %s %d',
    (text, figure, comparison, bound) => {
      expect(parseConstraint(text)).toEqual({ text: text.trim(), figure, comparison, bound, from: 'option' });
    },
  );

  it.each(tableOf<readonly [string, string]>(import.meta.url, 'constraint-refusals.yaml'))(
    '%s is refused: %s',
    (text, message) => {
      expect(() => parseConstraint(text)).toThrow(message);
    },
  );

  it.each([
    ['success_rate', 0.999, 'success_rate >= 99.9%'],
    ['latency_p99', 250, 'latency_p99 <= 250ms'],
    ['cost_usd', 5, 'cost_usd <= $5'],
    ['cu_hours', 20, 'cu_hours <= 20'],
    ['wake_probability', 0.075, 'wake_probability <= 7.5%'],
  ] as const)('from an objective on %s of %d is written in its unit', (objective, target, text) => {
    const [constraint] = sloConstraints([{ objective, target }]);
    expect(constraint).toMatchObject({ text, bound: target, from: 'scenario' });
    expect(parseConstraint(text).bound).toBe(target);
  });

  it('is read back from results, including the source of a cap', () => {
    const text = 'cu_hours <= 120 (quota.compute_time_seconds for a month of 744 h)';
    expect(writtenConstraint(text)).toMatchObject({ text, figure: 'cu_hours', bound: 120 });
  });

  it('from an option replaces the objective on the same figure', () => {
    const slo = [
      { objective: 'success_rate', target: 0.999 },
      { objective: 'latency_p99', target: 250 },
    ];
    const texts = (given?: readonly string[]) =>
      requestedConstraints({ slo } as unknown as Scenario, given).map(({ text }) => text);
    const given = ['latency_p99 <= 1s', 'wakes <= 5'];
    expect(texts(given)).toEqual([...given, 'success_rate >= 99.9%']);
    expect(texts()).toEqual(['success_rate >= 99.9%', 'latency_p99 <= 250ms']);
  });
});
