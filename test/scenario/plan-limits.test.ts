import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { secondsToStored, storedBytes } from '../../src/scenario/sections/stored-bytes.js';
import { compiled, problems } from './example.js';

type Part = Readonly<Record<string, unknown>>;

interface Row {
  readonly rule: string;
  readonly given: Part;
  /** Branches with a compute each in addition to the first one, and further settings of these computes. */
  readonly children?: Part & { readonly count: number };
  /** `path: message` of each problem. */
  readonly refused?: readonly string[];
}

const ROWS = parse(readFileSync(new URL('plan-limits.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as readonly Row[];

function compute(name: string, more: Part = {}): Part {
  return { name, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25, ...more };
}

function textOf(given: Part, { count, ...more }: NonNullable<Row['children']> = { count: 0 }): string {
  const branches = Array.from({ length: count }, (_, index) => `b${index}`);
  return JSON.stringify({
    name: 'limits',
    start: '2026-09-01',
    duration: '30d',
    computes: [
      compute('primary'),
      ...branches.map((branch) => compute(branch, { branch, type: 'read_write', ...more })),
    ],
    load: [{ name: 'web', compute: 'primary', rate: '1/h', query: { cpu: '1ms' } }],
    ...given,
  });
}

it.each(ROWS)('a plan decides about a scenario: $rule', async ({ given, children, refused = [] }) => {
  const found = await problems(textOf(given, children));
  expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual(refused);
});

it('omitted settings do not contradict the plan', async () => {
  const { data } = await parseScenario(textOf({ plan: 'free' }));
  expect(data).toMatchObject({ logical_size_bytes: 5e8, history_retention_seconds: 6 * 3600 });
  const paid = await parseScenario(textOf({ plan: 'launch' }));
  expect(paid.data).toMatchObject({ logical_size_bytes: 1e9, history_retention_seconds: 86_400 });
});

it.each([
  ['at the start, branches have what they wrote before', 0, 1400],
  ['later, each branch has written more, and those with computes too', 50, 1750],
  ['no branch has more than its logical size', 1000, 8000],
])('stored bytes: %s', async (_, seconds, bytes) => {
  const data = {
    ...(await compiled({})).data,
    logical_size_bytes: 1000,
    growth_bytes_per_second: 1,
    branches: 2,
    branch_age_seconds: 100,
    branch_written_bytes_per_second: 2,
  };
  expect(storedBytes(data, 1, seconds)).toBe(bytes);
  expect(Math.abs(secondsToStored(data, 1, bytes)! - seconds)).toBeLessThanOrEqual(1);
});
