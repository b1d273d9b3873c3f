import { describe, expect, it } from 'vitest';
import { type InvoicePart, invoice } from '../../../src/cost/bill/invoice.js';
import { type InvoiceMetric, type MetricUse, NO_USE } from '../../../src/vendors/invoice-metrics.js';
import { invoicePrices } from '../../../src/vendors/invoice-prices.js';

const NEWEST = '2026-06-01';

/** The invoice of one project, with nothing but what is given. */
function of(
  plan: string,
  use: Partial<MetricUse>,
  { day = NEWEST, extra_branch_hours = 0, share = 1, projects = 1 } = {},
) {
  const project = { use: { ...NO_USE, ...use }, extra_branch_hours };
  const part: InvoicePart = {
    since: undefined,
    share,
    prices: invoicePrices({ name: plan, as_of: undefined }, day),
    projects: Array.from({ length: projects }, () => project),
  };
  return invoice([part]);
}

function line(plan: string, metric: InvoiceMetric, value: number, more: Parameters<typeof of>[2] = {}) {
  return of(plan, { [metric]: value }, more).lines.find((each) => each.metric === metric)!;
}

// The worked examples of the platform's pages on plans, usage and cost calculations, and questions: each to the cent.
describe('published examples', () => {
  it('500,000 CU-seconds on Scale are 138.89 CU-hours, $30.83', () => {
    const found = line('scale', 'compute_unit_seconds', 500_000);
    expect(found.quantity).toBeCloseTo(138.89, 2);
    expect(found.amount_usd).toBe(30.83);
  });

  it('2.5e12 byte-hours of root storage are 3.36 GB-months, $1.18', () => {
    const found = line('launch', 'root_branch_bytes_month', 2.5e12);
    expect(found.quantity).toBeCloseTo(3.36, 2);
    expect(found.amount_usd).toBe(1.18);
  });

  it('2 GB over a month of 31 days are 2 GB-months, $0.70', () => {
    const found = line('scale', 'root_branch_bytes_month', 2e9 * 24 * 31);
    expect(found.quantity).toBe(2);
    expect(found.amount_usd).toBe(0.7);
  });

  it('12 child branches for a day on Launch are 72 branch-hours beyond the included, $0.15', () => {
    const found = line('launch', 'extra_branches_month', 288, { extra_branch_hours: 288 - 9 * 24 });
    expect(found.billable).toBeCloseTo(0.097, 3);
    expect(found.amount_usd).toBe(0.15);
  });

  it.each([
    [0.25 * 4, 1],
    [2 * 3, 6],
    [8 * 2, 16],
  ])('%d CU-hours', (size_hours, cu_hours) => {
    expect(line('launch', 'compute_unit_seconds', size_hours * 3600).quantity).toBe(cu_hours);
  });

  it('0.25 CU for 4 h a day of 30 days is $3.18, and always on for 744 h $19.72', () => {
    expect(line('launch', 'compute_unit_seconds', 0.25 * 4 * 30 * 3600).amount_usd).toBe(3.18);
    expect(line('launch', 'compute_unit_seconds', 0.25 * 744 * 3600).amount_usd).toBe(19.72);
  });

  it('15.9 TB sent in a month cost $1,580 beyond the 100 GB that were included until May 2026', () => {
    const sent = line('scale', 'public_network_transfer_bytes', 15.9e12, { day: '2026-05-31' });
    expect(sent.amount_usd).toBe(1580);
  });
});

// One for each line item: its rate, its included amount, and its plans.
describe('rules', () => {
  it('storage of children costs what that of roots does', () => {
    expect(line('scale', 'child_branch_bytes_month', 744e9).amount_usd).toBe(0.35);
  });

  it('instant restore is $0.20 a GB-month', () => {
    expect(line('launch', 'instant_restore_bytes_month', 10 * 744e9).amount_usd).toBe(2);
  });

  it('snapshots are charged from 2026-05-01 on, $0.09 a GB-month', () => {
    expect(line('launch', 'snapshot_storage_bytes_month', 10 * 744e9).amount_usd).toBe(0.9);
    const before = line('launch', 'snapshot_storage_bytes_month', 10 * 744e9, { day: '2026-04-30' });
    expect([before.amount_usd, before.note]).toEqual([0, 'not charged before 2026-05-01']);
  });

  it.each([
    ['2026-05-31', 60, 20],
    ['2026-06-01', 60, 0],
    ['2026-07-21', 300, 100],
    ['2026-07-22', 300, 0],
    ['2026-07-22', 501, 2],
  ])('on %s, of two projects that send %d GB each, %d GB are billed', (day, gb, billable) => {
    const two = line('launch', 'public_network_transfer_bytes', gb * 1e9, { day, projects: 2 });
    expect([two.billable, two.amount_usd]).toEqual([billable, billable / 10]);
  });

  it('what the free plan includes of storage is each project’s: 0.5 GB, since 2026-10-02 1 GB', () => {
    const two = (gb: number, day: string) =>
      line('free', 'root_branch_bytes_month', gb * 744e9, { projects: 2, day }).billable;
    expect([two(0.4, NEWEST), two(0.75, NEWEST), two(0.75, '2026-10-02')]).toEqual([0, 0.5, 0]);
  });

  it('private transfer is $0.01 a GB on Scale, and there is none on Launch', () => {
    expect(line('scale', 'private_network_transfer_bytes', 1e12).amount_usd).toBe(10);
    expect(line('launch', 'private_network_transfer_bytes', 1e12).note).toMatch(/Scale/);
  });

  it('a child branch more than are included is $1.50 a month, of Scale the 25th, of Launch the 10th', () => {
    expect(invoicePrices({ name: 'scale', as_of: undefined }, NEWEST).included_children).toBe(24);
    expect(invoicePrices({ name: 'launch', as_of: undefined }, NEWEST).included_children).toBe(9);
    expect(line('scale', 'extra_branches_month', 25 * 744, { extra_branch_hours: 744 }).amount_usd).toBe(1.5);
  });

  it('the free plan charges nothing', () => {
    const all = of('free', Object.fromEntries(Object.keys(NO_USE).map((metric) => [metric, 1e15])));
    expect(all.total_usd).toBe(0);
  });

  it('what is not reached of the $5 minimum of 2025 is added, whatever the lines are for', () => {
    const stored = of('launch', { root_branch_bytes_month: 10 * 744e9 }, { day: '2025-09-01' });
    expect([stored.lines[1]!.amount_usd, stored.minimum_usd, stored.total_usd]).toEqual([3.5, 1.5, 5]);
    const half = of('launch', {}, { day: '2025-09-01', share: 0.5 });
    expect(half.total_usd).toBe(2.5);
  });

  it('less than $0.50 is not collected', () => {
    const small = of('launch', { root_branch_bytes_month: 744e9 });
    expect([small.total_usd, small.due_usd]).toEqual([0.35, 0]);
    expect(of('launch', { root_branch_bytes_month: 2 * 744e9 }).due_usd).toBe(0.7);
    expect(of('scale', { private_network_transfer_bytes: 50e9 }).due_usd).toBe(0.5);
  });

  it('the total is the sum of the lines as they are printed', () => {
    // Three lines of 0.4 cents each round to 0.
    const small = of('scale', {
      root_branch_bytes_month: 0.0114 * 744e9,
      child_branch_bytes_month: 0.0114 * 744e9,
      private_network_transfer_bytes: 0.4e9,
    });
    expect(small.lines.reduce((sum, { cost_usd }) => sum + cost_usd, 0)).toBeGreaterThan(0.01);
    expect(small.total_usd).toBe(0);
  });

  it('plans that sold storage by other units have no such invoice', () => {
    expect(() => invoicePrices({ name: 'launch', as_of: undefined }, '2025-08-13')).toThrow(
      /since 2025-08-14/,
    );
    expect(() => invoicePrices({ name: 'business', as_of: undefined }, NEWEST)).toThrow(/business/);
  });
});

it('a price that does not change within a month has one line, and its included units count once', () => {
  const part = (since: string | undefined, day: string, share: number, gb: number): InvoicePart => ({
    since,
    share,
    prices: invoicePrices({ name: 'launch', as_of: undefined }, day),
    projects: [{ use: { ...NO_USE, public_network_transfer_bytes: gb * 1e9 }, extra_branch_hours: 0 }],
  });
  // Compute changes on the third of November 2025; 100 GB of transfer are included in all of the month.
  const month = invoice([
    part(undefined, '2025-11-02', 2 / 30, 90),
    part('2025-11-03', '2025-11-30', 28 / 30, 30),
  ]);
  const of = (metric: InvoiceMetric) => month.lines.filter((each) => each.metric === metric);
  expect(of('compute_unit_seconds').map(({ since }) => since)).toEqual([undefined, '2025-11-03']);
  expect(of('public_network_transfer_bytes').map(({ billable }) => billable)).toEqual([20]);
  // The lines of $2 count towards the minimum of the whole month.
  expect([month.minimum_usd, month.total_usd]).toEqual([3, 5]);
});

it('use up to the included amount, except for rounding, is not charged', () => {
  expect(line('free', 'compute_unit_seconds', 360_000 * (1 + 2e-16)).billable).toBe(0);
  expect(line('free', 'compute_unit_seconds', 360_000 + 1).billable).toBeCloseTo(1 / 3600, 10);
});
