import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { lesserIntegral, projectUse, withPreviews } from '../../../src/cost/bill/data-use.js';
import type { DataSpecification } from '../../../src/scenario/scenario.js';
import type { MetricUse } from '../../../src/vendors/invoice-metrics.js';
import { DAY, HOUR, NO_DATA } from './example-bill.js';

const GB = 1e9;
const DATA: DataSpecification = {
  ...NO_DATA,
  logical_size_bytes: 10 * GB,
  written_bytes_per_second: GB / DAY,
  history_retention_seconds: 7 * DAY,
  egress_bytes_per_query: 1000,
  private_share: 0.25,
};
const TEN_DAYS = {
  from_seconds: 0,
  to_seconds: 10 * DAY,
  cu_seconds: 60,
  queries: 4000,
  compute_branches: 0,
};

interface Row {
  readonly rule: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly time?: Partial<typeof TEN_DAYS>;
  readonly included?: number;
  readonly use?: Readonly<Partial<MetricUse>>;
  /** Branch-hours beyond the included ones. */
  readonly extra?: number;
}
const ROWS: readonly Row[] = parse(readFileSync(new URL('data-use.yaml', import.meta.url), 'utf8'));

/** Data of a row: what it has per day, in GB, is bytes per second. */
const specification = (data: Row['data']): DataSpecification => {
  const entries = Object.entries(data).map(([key, value]) =>
    key.endsWith('_per_day')
      ? [key.replace('_per_day', '_bytes_per_second'), ((value as number) * GB) / DAY]
      : [key, value],
  );
  return { ...DATA, ...Object.fromEntries(entries) };
};

it.each(ROWS.map((row) => [row.rule, row] as const))(
  '%s',
  (_, { data, time, included = 0, use = {}, extra }) => {
    const found = projectUse(specification(data), { ...TEN_DAYS, ...time }, included);
    for (const [metric, value] of Object.entries(use)) {
      const size = metric.includes('byte') ? GB : 1;
      expect(found.use[metric as keyof MetricUse] / size, metric).toBeCloseTo(value, 9);
    }
    if (extra !== undefined) expect(found.extra_branch_hours).toBe(extra);
  },
);

it('short-lived branches are added as means over time', () => {
  const project = projectUse({ ...DATA, branches: 12 }, TEN_DAYS, 9);
  const mean = { branches: 4, extra_branches: 2, stored_bytes: 3e9, cu: 0.5 };
  const { use: all, extra_branch_hours } = withPreviews(project, 10 * HOUR, mean);
  expect(all).toEqual({
    ...project.use,
    compute_unit_seconds: 60 + 5 * HOUR,
    child_branch_bytes_month: 30e9,
    extra_branches_month: 12 * 240 + 40,
  });
  expect(extra_branch_hours).toBe(3 * 240 + 20);
});

it.each([
  // The lines cross outside of the bounds, or on one of them.
  [[0, 2], [4, 0], 3, 4, 4],
  [[0, 2], [4, 0], 0, 1, 1],
  [[0, 2], [4, 0], 2, 4, 8],
  [[0, 2], [4, 0], 0, 2, 4],
  [[3, 1], [1, 2], 1, 3, 9.5],
  [[0, 2], [4, 0], 0, 4, 12],
  [[4, 0], [0, 2], 0, 4, 12],
  [[1, 1], [1, 1], 2, 4, 8],
] as const)(
  'the integral of the lesser of two lines %j and %j from %d to %d is %d',
  (a, b, from, to, area) => {
    expect(lesserIntegral(a, b, from, to)).toBe(area);
  },
);
