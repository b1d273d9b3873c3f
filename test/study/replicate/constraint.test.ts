import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import {
  parseConstraint,
  requestedConstraints,
  sloConstraints,
  writtenConstraint,
} from '../../../src/study/replicate/constraint.js';

describe('a constraint', () => {
  it.each([
    ['latency_p99 <= 300ms', 'latency_p99', '<=', 300],
    ['latency_p99<1.5s', 'latency_p99', '<=', 1500],
    ['wake_probability <= 1%', 'wake_probability', '<=', 0.01],
    ['success_rate >= 0.999', 'success_rate', '>=', 0.999],
    ['cost_usd <= $50', 'cost_usd', '<=', 50],
    ['cost_usd <= $50/month', 'cost_usd_per_month', '<=', 50],
    ['wakes ≤ 20', 'wakes', '<=', 20],
    ['cu_hours <= 120', 'cu_hours', '<=', 120],
    ['  success_rate  >  99%  ', 'success_rate', '>=', 0.99],
    ['success_rate ≥ 100%', 'success_rate', '>=', 1],
    ['cu_hours < 1.5e3', 'cu_hours', '<=', 1500],
    ['wakes <= .5', 'wakes', '<=', 0.5],
    ['active_seconds <= 2min', 'active_seconds', '<=', 120],
    ['latency_p99 <= 0.1us', 'latency_p99', '<=', 0.0001],
    ['cost_usd <= 12 usd', 'cost_usd', '<=', 12],
    ['cost_usd <= $ 12 / month', 'cost_usd_per_month', '<=', 12],
    ['cost_usd_per_month <= 12/month', 'cost_usd_per_month', '<=', 12],
  ])('%s', (text, figure, comparison, bound) => {
    expect(parseConstraint(text)).toEqual({ text: text.trim(), figure, comparison, bound, from: 'option' });
  });

  it.each([
    ['latncy_p99 <= 300ms', 'unknown figure "latncy_p99"; did you mean "latency_p99"? (column 1 of'],
    ['latency_p99 == 300ms', "expected FIGURE <= VALUE, such as 'latency_p99 <= 300ms' (column 13 of"],
    ['latency_p99 <= 300', 'expected a duration such as 300ms, got "300" (column 16 of'],
    ['wake_probability <= 1s', 'expected a share such as 1% or 0.01, got "1s" (column 21 of'],
    ['wakes <=', 'expected a number such as 20, got nothing (column 9 of'],
    ['300ms', "expected FIGURE <= VALUE, such as 'latency_p99 <= 300ms' (column 1 of"],
    ['  wakes', 'expected FIGURE <= VALUE, such as \'latency_p99 <= 300ms\' (column 8 of "  wakes")'],
    [' cost <= 5', 'unknown figure "cost"'],
    [' cost <= 5', '(column 2 of'],
    ['cost_usd <= five', 'expected an amount such as $50, or $50/month, got "five" (column 13 of'],
    ['cost_usd <= $1.2.3', 'expected an amount such as $50, or $50/month, got "$1.2.3"'],
    ['wakes <= 1/month', 'expected a number such as 20, got "1/month"'],
    ['cu_hours <= 2e', 'expected a number of CU-hours such as 120, got "2e"'],
    ['active_seconds <= 10', 'expected a duration such as 10s, got "10"'],
  ])('%s is refused', (text, message) => {
    expect(() => parseConstraint(text)).toThrow(message);
  });

  it.each(['0/month', '00/month', '/month', '.50', '05', '0', ''])(
    'cost_usd <= %s, what a shell leaves of an amount in double quotes, is refused',
    (value) => {
      expect(() => parseConstraint(`cost_usd <= ${value}`)).toThrow(
        "did the shell take the $ and a digit? Use single quotes: 'cost_usd <= $50/month'",
      );
    },
  );

  it.each([
    ['cost_usd <= $0', 0],
    ['cost_usd <= 0.5', 0.5],
    ['cost_usd <= $.50', 0.5],
    ['cost_usd_per_month <= 20', 20],
  ])('%s is accepted', (text, bound) => {
    expect(parseConstraint(text).bound).toBe(bound);
  });

  it('is taken from an objective of the scenario', () => {
    const constraints = sloConstraints([
      { objective: 'success_rate', target: 0.999 },
      { objective: 'latency_p99', target: 250 },
    ]);
    expect(constraints.map(({ text }) => text)).toEqual(['success_rate >= 99.9%', 'latency_p99 <= 250ms']);
    expect(constraints.map(({ text }) => parseConstraint(text).bound)).toEqual([0.999, 250]);
  });

  it.each([
    ['cost_usd', 5, 'cost_usd <= $5'],
    ['cu_hours', 20, 'cu_hours <= 20'],
    ['wake_probability', 0.075, 'wake_probability <= 7.5%'],
  ] as const)('on %s of %s is written in its unit', (objective, target, text) => {
    expect(sloConstraints([{ objective, target }])).toMatchObject([
      { text, bound: target, from: 'scenario' },
    ]);
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
