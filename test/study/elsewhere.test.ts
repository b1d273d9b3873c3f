import { beforeAll, describe, expect, test } from 'vitest';
import { billOf } from '../../src/cost/bill/bill.js';
import { RunRecord } from '../../src/cost/bill/run-record.js';
import { GIB } from '../../src/kernel/units.js';
import { simulate } from '../../src/simulation/simulation.js';
import { type Elsewhere, elsewhereStudy } from '../../src/study/elsewhere/elsewhere.js';
import { answer } from '../../src/study/engine/engine.js';
import { compileSource } from '../../src/study/runs/scenario-source.js';
import { readVendor, vendors } from '../../src/vendors/vendor-file.js';
import { sourceOf } from './quick-scenario.js';

const WEB = { name: 'web', compute: 'main', rate: '4/h', query: { cpu: '20ms' } };
const computeOf = (min: number, max: number) => [
  { name: 'main', autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max },
];

/** The row of each vendor for two days of a shop. */
async function compared(changes: object = {}, books = vendors()): Promise<ReadonlyMap<string, Elsewhere>> {
  const source = sourceOf({
    name: 'shop',
    start: '2026-11-02T00:00:00Z',
    duration: '2d',
    plan: 'launch',
    computes: computeOf(0.25, 2),
    load: [WEB],
    data: { logical_size_bytes: '5GB' },
    ...changes,
  });
  const scenario = await compileSource(source);
  const record = new RunRecord(scenario);
  const observations = simulate(scenario, { observer: record });
  const bill = billOf(scenario, observations, record, { period: 'month' });
  const rows = await answer(elsewhereStudy(source, scenario, bill, observations, books));
  return new Map(rows.map((row) => [row.vendor, row]));
}

const usd = (row: Elsewhere | undefined) => [row!.least_usd_per_month, row!.most_usd_per_month];
/** 5 GB on Aurora. */
const AURORA_STORAGE = (5e9 / GIB) * 0.1;

describe('a month of a load that arrives four times per hour', () => {
  let rows: ReadonlyMap<string, Elsewhere>;
  beforeAll(async () => {
    rows = await compared();
  });

  test.each([
    ['RDS', 'db.t4g.small', 730 * 0.032 + (5e9 / GIB) * 0.115],
    ['Cloud SQL', 'db-custom-1-3840', 730 * (0.0413 + 3.75 * 0.007) + 5 * 0.17],
    ['Azure, fixed size', 'B1ms', 730 * 0.017 + 5 * 0.12],
    ['Fly', 'starter', 72 + 5 * 0.28],
    ['Supabase', 'small', 25 + 730 * 0.0206 - 10],
  ])('%s has %s for the price of a whole month', (vendor, size, expected) => {
    const row = rows.get(vendor)!;
    expect(row).toMatchObject({ size, waits: null, awake_while: 'always' });
    expect(row.least_usd_per_month).toBeCloseTo(expected, 6);
    expect(row.most_usd_per_month).toBe(row.least_usd_per_month);
  });

  test('Lakebase charges for the time awake, as Neon does', () => {
    const compute = rows.get('Neon')!.least_usd_per_month! - 5 * 0.35 * (730 / 744);
    const hours = compute / 0.106 / 0.25;
    const [least, most] = usd(rows.get('Lakebase'));
    expect(least! / (hours * 0.5 * 0.213 * 0.52 + 5 * 15 * 0.023)).toBeCloseTo(1, 2);
    expect(most).toBe(least);
    expect(rows.get('Lakebase')!.waits).toMatchObject({ failed: 0 });
  });

  test('a wake of Aurora takes 15 seconds, during which clients are held', () => {
    const { waits } = rows.get('Aurora')!;
    expect(waits!.waited).toBeGreaterThan(0.5);
    expect(waits!.typical_seconds).toBeGreaterThan(14);
  });

  test('the bill of Xata is an upper bound, and that of Railway a lower bound', () => {
    expect(usd(rows.get('Xata'))[0]).toBeNull();
    expect(usd(rows.get('Railway'))).toEqual([5, null]);
  });
});

test('an open idle connection keeps Aurora and Xata awake for the whole month, but never Neon', async () => {
  const rows = await compared({
    load: [{ ...WEB, connection: { kind: 'pool', size: 5, idle_timeout: 'never' } }],
  });
  const [least, most] = usd(rows.get('Aurora'));
  // Half an ACU for 730 hours.
  const awake = 730 * 0.5 * 0.12 + AURORA_STORAGE;
  expect(least! / awake).toBeCloseTo(1, 2);
  expect(most! / awake).toBeCloseTo(1, 1);
  expect(usd(rows.get('Xata'))[1]! / (730 * 0.024 + 5 * 0.28)).toBeCloseTo(1, 2);
  expect(rows.get('Aurora')!.waits!.waited).toBeLessThan(0.01);
  expect(rows.get('Neon')!.least_usd_per_month).toBeLessThan(20);
});

test('the range of Aurora contains the measured 468.85 ACU-seconds of a job of 15 seconds', async () => {
  const job = { name: 'job', compute: 'main', process: { arrivals: ['10s'] }, query: { cpu: '7.65s' } };
  const rows = await compared({
    duration: '1h',
    computes: computeOf(0.25, 0.5),
    load: [{ ...job, retry: { connect_timeout: '30s' } }],
  });
  const [least, most] = usd(rows.get('Aurora')).map(
    (each) => (((each! - AURORA_STORAGE) / 0.12) * 3600) / 730,
  );
  expect(least).toBeLessThan(468.85);
  expect(most).toBeGreaterThan(468.85);
});

const RESIZED = [{ at: '1h', update: 'main', set: { autoscaling_limit_max_cu: 4 } }];
test.each([
  ['Aurora', { events: RESIZED }, /^an event changes the settings of a compute$/],
  ['RDS', { events: RESIZED }, null],
  ['Lakebase', { start: '2025-11-10T00:00:00Z' }, /^no price for compute on 2025-11-10$/],
  [
    'RDS',
    { computes: computeOf(8, 8) },
    /^no size with a known price has 8 vCPU, 32 GiB and \d+ connections/,
  ],
])(
  'a feature without an equivalent at %s has no cost, but a reason: %j, %s',
  async (vendor, changes, why) => {
    const row = (await compared(changes)).get(vendor)!;
    if (why === null) expect(row.why).toBeNull();
    else expect(row).toMatchObject({ why: expect.stringMatching(why), least_usd_per_month: null });
  },
);

test('a new vendor needs only one file', async () => {
  const tide = readVendor(
    `
id: tide
name: Tide
title: Tide
as_of: 2026-11-01
ship: compare
sources: { page: "tide.example, prices, 2026-11-01" }
sizes: [{ name: ebb, vcpu: 1, memory_gib: 4, src: page, conf: H }]
billing: { month_hours: 730, src: page, conf: H }
prices:
  - { item: compute, usd: 0.1, per: hour, seen: 2026-11-01, src: page, conf: H }
  - { item: storage, usd: 1, per: GB-month, seen: 2026-11-01, src: page, conf: H }
golden: []
excluded: []
assumed: []`,
    'tide.yaml',
  );
  expect(usd((await compared({}, [tide])).get('Tide'))).toEqual([78, 78]);
});
