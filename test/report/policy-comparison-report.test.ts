import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { policiesReport } from '../../src/report/answers/policies.js';
import { policiesTable } from '../../src/report/answers/policies-table.js';
import type { Document } from '../../src/report/document/report.js';
import { screenLines } from '../../src/report/forms/screen.js';
import { reportTables } from '../../src/report/tables/file-table.js';
import type { PolicyComparison, PolicyRow } from '../../src/study/policies/policy-comparison.js';
import type { FrontPoint } from '../../src/study/policies/wake-front.js';
import { textOfTable } from './table-text.js';

function rowOf(overrides: Partial<PolicyRow>): PolicyRow {
  return {
    policy: 'agent',
    own: false,
    foresight: false,
    offered: ['agent', 'fixed'].includes(overrides.policy ?? 'agent'),
    cu_hours: 106.7,
    cost_usd: 11.31,
    cost_usd_per_month: 49.15,
    wakes: 1750,
    resumes: 52,
    suspends: 1750,
    overhead_per_hour: 2.604,
    wake_probability: 0.3617,
    delayed_probability: 0.36174,
    idle_periods: 3981,
    ready_held: 0.56071,
    ready_resumed: 0.009036,
    not_ready: 0.43025,
    allocated_held: 0.3064,
    allocated_resumed_rightly: 0.004538,
    allocated_resumed_wrongly: 0.1057,
    cpu_slack: 0.99988,
    cpu_saturated: 0.00005,
    resizes: 1478,
    latency_p50_ms: 3.273,
    latency_p99_ms: 1488,
    delay_p99_ms: 2133,
    queries_arrived: 4846,
    queries_failed: 0,
    out_of_memory: 0,
    active_seconds: 920_000,
    slo: [],
    regret_hours_per_day: null,
    regret_cu_hours_share: null,
    ...overrides,
  };
}

const COMPARISON: PolicyComparison = {
  scenario: 'example',
  seed: '42',
  start: '2026-01-05T00:00:00Z',
  prices_checked_until: '2026-11-26',
  duration_seconds: 7 * 86_400,
  front: null,
  sides: [
    {
      side: 'size',
      nothing_to_decide: null,
      own_choice: null,
      wake_cost_seconds: null,
      rows: [
        rowOf({ own: true, regret_cu_hours_share: 0.9718 }),
        rowOf({ policy: 'oracle', foresight: true, regret_cu_hours_share: 0, cpu_saturated: 0 }),
      ],
      settings: [],
    },
    {
      side: 'suspend',
      nothing_to_decide: null,
      own_choice: 'primary by observed_optimum (wake_cost_seconds 2m)',
      wake_cost_seconds: 60,
      rows: [
        rowOf({ policy: 'own choice', own: true, regret_hours_per_day: 3.775 }),
        rowOf({
          policy: 'hybrid_histogram',
          regret_hours_per_day: 0.7656,
          idle_periods: 0,
          latency_p99_ms: null,
        }),
      ],
      settings: [],
    },
  ],
};

const point = (overrides: Partial<FrontPoint>): FrontPoint => ({
  policy: 'observed_optimum',
  own: false,
  wake_cost_seconds: null,
  cost_usd: 1,
  delayed_probability: 0.36174,
  running_hours_per_day: 1.5,
  wakes_per_day: 12.25,
  regret_hours_per_day: [0.25, 1.125],
  least_cost_from_seconds: null,
  least_cost_to_seconds: null,
  ...overrides,
});

const WITH_FRONT: PolicyComparison = {
  ...COMPARISON,
  front: {
    wake_costs_seconds: [10, 300],
    points: [
      point({ policy: 'fixed', own: true, least_cost_from_seconds: 90 }),
      point({ wake_cost_seconds: 10, least_cost_from_seconds: 0, least_cost_to_seconds: 20.5 }),
      point({ wake_cost_seconds: 300, least_cost_from_seconds: 20.5, least_cost_to_seconds: 90 }),
    ],
  },
  sides: [10, 300].map((wake_cost_seconds) => ({
    side: 'suspend',
    nothing_to_decide: null,
    own_choice: null,
    wake_cost_seconds,
    rows: [rowOf({ policy: 'fixed', own: true }), rowOf({ policy: 'observed_optimum' })],
    settings: [],
  })),
};

/** Without the verdict, which has tests of its own. */
const tablesOf = (comparison: PolicyComparison): Document => {
  const { verdict: _, ...tables } = policiesReport(comparison);
  return tables;
};
const linesOf = (comparison: PolicyComparison, width: number) => screenLines(tablesOf(comparison), width);
const csvOf = (comparison: PolicyComparison) => textOfTable(reportTables([policiesTable(comparison)])[0]!);

it('says from which worth of a wake to which a policy costs least', () => {
  const lines = linesOf(WITH_FRONT, 100).map((each) => each.text);
  const at = lines.indexOf('Suspension policies by what a wake is worth');
  expect(lines.slice(at + 3, at + 6)).toEqual([
    'fixed (today)            90 s and more      1.5     12.3     36.2           0.25            1.13',
    'observed_optimum 10 s     up to 20.5 s      1.5     12.3     36.2           0.25            1.13',
    'observed_optimum 5 min  20.5 s to 90 s      1.5     12.3     36.2           0.25            1.13',
  ]);
  // The whole table stands there once.
  expect(lines.filter((each) => each === 'Suspension policies')).toHaveLength(1);
});

it('says why the policies of a side are not compared, and has no row of them in the file', () => {
  const side = {
    ...COMPARISON.sides[0]!,
    nothing_to_decide: 'every compute has a fixed size',
    rows: [],
  };
  const nothing: PolicyComparison = { ...COMPARISON, sides: [side] };
  expect(linesOf(nothing, 80).map((each) => each.text)).toContain(
    'not compared every compute has a fixed size',
  );
  expect(parse(csvOf(nothing), { columns: true })).toEqual([]);
});

describe('policies.csv', () => {
  it('has a row for each policy of each side, in full precision, empty where nothing was measured', () => {
    const rows: Record<string, string>[] = parse(csvOf(COMPARISON), { columns: true });
    expect(rows.map((row) => `${row['side']} ${row['policy']}`)).toEqual([
      'size agent',
      'size oracle',
      'suspend own choice',
      'suspend hybrid_histogram',
    ]);
    expect(rows[0]).toMatchObject({
      own: 'yes',
      foresight: 'no',
      cu_hours: '106.7',
      regret_cu_hours_share: '0.9718',
      regret_hours_per_day: '',
      cpu_slack: '0.99988',
    });
    expect(rows[3]).toMatchObject({ regret_hours_per_day: '0.7656', latency_p99_ms: '' });
    // Every figure of a row is a column.
    const { slo: _, ...judged } = COMPARISON.sides[0]!.rows[0]!;
    const figures = Object.keys(judged);
    const added = ['side', 'wake_cost_seconds', 'least_cost_from_seconds', 'least_cost_to_seconds'];
    expect(Object.keys(rows[0]!).sort()).toEqual([...figures, ...added].sort());
    expect(rows.map((row) => row['wake_cost_seconds'])).toEqual(['', '', '60', '60']);
  });

  it('has a row for each worth of a wake, with the range in which its run costs least', () => {
    const rows: Record<string, string>[] = parse(csvOf(WITH_FRONT), { columns: true });
    expect(
      rows.map((row) =>
        ['policy', 'wake_cost_seconds', 'least_cost_from_seconds', 'least_cost_to_seconds'].map(
          (name) => row[name],
        ),
      ),
    ).toEqual([
      ['fixed', '10', '90', ''],
      ['observed_optimum', '10', '0', '20.5'],
      ['fixed', '300', '90', ''],
      ['observed_optimum', '300', '20.5', '90'],
    ]);
  });
});
