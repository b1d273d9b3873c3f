import { describe, expect, it } from 'vitest';
import { readBilledUse } from '../../../src/cost/bill/billed-use.js';
import { realInvoices } from '../../../src/cost/bill/real-invoice.js';
import { INVOICE_METRICS } from '../../../src/vendors/invoice-metrics.js';
import { day, page } from './consumption-page.js';

const LAUNCH = { name: 'launch', as_of: undefined };

describe('a consumption history', () => {
  it('takes the included branches off day by day and project by project', () => {
    const first = page([
      [day(1), day(2), { extra_branches_month: 288 }],
      // Fewer than are included: nothing to set against another day.
      [day(2), day(3), { extra_branches_month: 24 }],
    ]);
    const second = page([[day(1), day(2), { extra_branches_month: 288 }]], 'two');
    const used = readBilledUse([first, second]);
    const [march] = realInvoices(LAUNCH, used);
    const line = march!.lines.find(({ metric }) => metric === 'extra_branches_month')!;
    expect(line.billable).toBeCloseTo((72 + 72) / 744, 12);
    expect(used.plan).toBe('launch');
    expect(used.warnings.join()).toMatch(/lacks compute_unit_seconds/);
  });

  it('divides the months, each with its own allowance', () => {
    const used = readBilledUse(
      page([
        ['2026-04-30T00:00:00Z', '2026-05-01T00:00:00Z', { public_network_transfer_bytes: 150e9 }],
        [
          '2026-05-01T00:00:00Z',
          '2026-05-02T00:00:00Z',
          { public_network_transfer_bytes: 150e9, snapshot_storage_bytes_month: 744e9 },
        ],
      ]),
    );
    const months = realInvoices(LAUNCH, used);
    expect(months.map(({ month, total_usd }) => [month, total_usd])).toEqual([
      ['2026-04', 5],
      ['2026-05', 5.09],
    ]);
  });

  it('says which hours are in no timeframe', () => {
    const used = readBilledUse(
      page([
        [day(1), day(2), { compute_unit_seconds: 1 }],
        [day(4), day(5), { compute_unit_seconds: 1 }],
      ]),
    );
    expect(used.warnings.join()).toContain('48 h between the first and the last timeframe');
  });

  it('says what it passes over, and what it has no figures of', () => {
    const first = page([[day(1), day(2), { compute_unit_seconds: 1, active_time: 5, cpu: 2 }]]);
    const second = page([[day(2), day(3), { root_branch_bytes_month: 1, cpu: 2 }]]);
    second.projects[0]!.periods[0]!.period_plan = 'scale';
    const used = readBilledUse([first, second]);
    expect(used).toMatchObject({
      plan: 'scale',
      amounts_usd: {},
      total_usd: undefined,
      start_ms: Date.parse(day(1)),
      end_ms: Date.parse(day(3)),
      warnings: [
        'metrics that are not on an invoice are left out: active_time, cpu',
        'periods of several plans are priced as one: launch, scale',
        'the history lacks child_branch_bytes_month, instant_restore_bytes_month, snapshot_storage_bytes_month, ' +
          'public_network_transfer_bytes, private_network_transfer_bytes, extra_branches_month, which are not charged ' +
          'here; name them in metrics=',
      ],
    });
    expect(used.timeframes.map(({ project, metrics }) => [project, metrics])).toEqual([
      ['one', { compute_unit_seconds: 1 }],
      ['one', { root_branch_bytes_month: 1 }],
    ]);
    const all = Object.fromEntries(INVOICE_METRICS.map((metric) => [metric, 0]));
    expect(readBilledUse(page([[day(1), day(2), all]])).warnings).toEqual([]);
  });

  it('misses no hour that a timeframe of anything has', () => {
    const wide = page([[day(1), day(5), { compute_unit_seconds: 1 }]]);
    const narrow = page(
      [
        [day(6), day(7), { compute_unit_seconds: 1 }],
        [day(1), day(2), { compute_unit_seconds: 1 }],
      ],
      'two',
    );
    const missing = (value: unknown) =>
      readBilledUse(value).warnings.filter((each) => each.includes(' h between'));
    expect(missing([narrow, wide])).toEqual([
      '24 h between the first and the last timeframe are in none of them: the simulated side is of all hours',
    ]);
    expect(missing(wide)).toEqual([]);
  });

  it('is read for branches as well, each with its timeframes', () => {
    const of = (branch_id: string, until: string) => ({
      project_id: 'one',
      branch_id,
      periods: [
        {
          period_plan: 7,
          consumption: [
            {
              timeframe_start: day(1),
              timeframe_end: until,
              metrics: [{ metric_name: 'compute_unit_seconds', value: 3600 }],
            },
          ],
        },
      ],
    });
    const used = readBilledUse({ branches: [of('a', day(2)), of('b', day(3))] });
    expect(used.plan).toBeUndefined();
    const [march] = realInvoices(LAUNCH, used);
    expect(march!.lines[0]!.quantity).toBe(2);
    expect(() => readBilledUse({ branches: [of('a', day(2)), of('a', day(2))] })).toThrow(
      'branches[1]: its timeframe of 2026-03-01T00:00:00.000Z is there twice',
    );
  });

  it.each([
    ['2026-03-01', 0],
    ['2026-03-01T06:00Z', 6],
    ['2026-03-01T06:30:00Z', 6.5],
    ['2026-03-01T06:30:00.000Z', 6.5],
    ['2026-03-01T06:30:00.123456Z', 6.5 + 0.123 / 3600],
    ['2026-03-01T06:30:00+02:00', 4.5],
    ['2026-03-01T06:30-02:30', 9],
    [new Date('2026-03-01T12:00:00Z'), 12],
  ])('takes %s for a moment', (from, hours) => {
    const { start_ms } = readBilledUse({ from, to: '2026-04-01', total_usd: 1 });
    expect((start_ms - Date.parse(day(1))) / 3_600_000).toBeCloseTo(hours, 9);
  });

  it('takes totals as they were typed', () => {
    const used = readBilledUse({
      from: '2026-03-01',
      to: '2026-04-01',
      plan: 'launch',
      metrics: { compute_unit_seconds: 5 },
      amounts_usd: { compute_unit_seconds: 0, extra_branches_month: 7 },
      total_usd: 7,
    });
    const [start_ms, end_ms] = [Date.parse(day(1)), Date.parse('2026-04-01T00:00:00Z')];
    expect(used).toEqual({
      plan: 'launch',
      timeframes: [{ project: 'project', start_ms, end_ms, metrics: { compute_unit_seconds: 5 } }],
      amounts_usd: { compute_unit_seconds: 0, extra_branches_month: 7 },
      total_usd: 7,
      start_ms,
      end_ms,
      warnings: [],
    });
    const total = readBilledUse({ from: '2026-03-01', to: '2026-04-01', total_usd: 0 });
    expect(total).toMatchObject({ plan: undefined, timeframes: [], amounts_usd: {}, total_usd: 0 });
    const amounts = { from: '2026-03-01', to: '2026-04-01', amounts_usd: { compute_unit_seconds: 1 } };
    expect(readBilledUse(amounts).timeframes).toEqual([]);
  });
});
