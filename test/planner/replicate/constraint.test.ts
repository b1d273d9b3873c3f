import { describe, expect, it } from 'vitest';
import { parseConstraint, sloConstraints } from '../../../src/planner/replicate/constraint.js';

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
  ])('%s', (text, figure, comparison, bound) => {
    expect(parseConstraint(text)).toMatchObject({ figure, comparison, bound, from: 'option' });
  });

  it.each([
    ['latncy_p99 <= 300ms', 'there is no figure "latncy_p99"; did you mean "latency_p99"? (column 1 of'],
    ['latency_p99 == 300ms', "expected FIGURE <= VALUE, such as 'latency_p99 <= 300ms' (column 13 of"],
    ['latency_p99 <= 300', 'expected a duration such as 300ms, got "300" (column 16 of'],
    ['wake_probability <= 1s', 'expected a share such as 1% or 0.01, got "1s" (column 21 of'],
    ['wakes <=', 'expected a number such as 20, got nothing (column 9 of'],
    ['300ms', 'expected FIGURE <= VALUE'],
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
  ])('%s is taken as it stands', (text, bound) => {
    expect(parseConstraint(text).bound).toBe(bound);
  });

  it('is what an objective of the scenario asks for', () => {
    const constraints = sloConstraints([
      { objective: 'success_rate', target: 0.999 },
      { objective: 'latency_p99', target: 250 },
    ]);
    expect(constraints.map(({ text }) => text)).toEqual(['success_rate >= 99.9%', 'latency_p99 <= 250ms']);
    expect(constraints.map(({ text }) => parseConstraint(text).bound)).toEqual([0.999, 250]);
  });
});
