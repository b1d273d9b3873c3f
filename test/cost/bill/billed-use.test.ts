import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BilledUseError, readBilledUse } from '../../../src/cost/bill/billed-use.js';
import { realInvoices } from '../../../src/cost/bill/real-invoice.js';
import { INVOICE_METRICS } from '../../../src/vendors/invoice-metrics.js';

const LAUNCH = { name: 'launch', as_of: undefined };
/** A midnight of March 2026. */
const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T00:00:00Z`;

type Frame = readonly [from: string, to: string, metrics: Readonly<Record<string, number>>];
const pageOf = (project_id: string, consumption: unknown, period_plan = 'launch') => ({
  projects: [{ project_id, periods: [{ period_plan, period_start: day(1), consumption }] }],
  pagination: { cursor: 'x' },
});
/** A page of one project's timeframes, as the API answers it. */
const page = (frames: readonly Frame[], project_id = 'one', period_plan = 'launch') => {
  const consumption = frames.map(([timeframe_start, timeframe_end, metrics]) => ({
    ...{ timeframe_start, timeframe_end },
    metrics: Object.entries(metrics).map(([metric_name, value]) => ({ metric_name, value })),
  }));
  return pageOf(project_id, consumption, period_plan);
};
const CU = { compute_unit_seconds: 1 };

describe('a consumption history', () => {
  it('a consumption history deducts the included branches day by day and project by project', () => {
    // Fewer than are included on the second day: nothing to set against another day.
    const first = page([
      [day(1), day(2), { extra_branches_month: 288 }],
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

  it('a consumption history is divided into months, each with its own allowance', () => {
    const sent = { public_network_transfer_bytes: 150e9 };
    const used = page([
      ['2026-04-30T00:00:00Z', '2026-05-01T00:00:00Z', sent],
      ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z', { ...sent, snapshot_storage_bytes_month: 744e9 }],
    ]);
    const months = realInvoices(LAUNCH, readBilledUse(used));
    expect(months.map(({ month, total_usd }) => [month, total_usd])).toEqual([
      ['2026-04', 5],
      ['2026-05', 5.09],
    ]);
  });

  it('a consumption history reports metrics that it leaves out, and metrics without figures', () => {
    const first = page([[day(1), day(2), { ...CU, active_time: 5, cpu: 2 }]]);
    const second = page([[day(2), day(3), { root_branch_bytes_month: 1, cpu: 2 }]], 'one', 'scale');
    const used = readBilledUse([first, second]);
    expect(used).toMatchObject({
      ...{ plan: 'scale', amounts_usd: {}, total_usd: undefined },
      ...{ start_ms: Date.parse(day(1)), end_ms: Date.parse(day(3)) },
      warnings: [
        'metrics that are not on an invoice are left out: active_time, cpu',
        'periods of several plans are priced as one: launch, scale',
        'the history lacks child_branch_bytes_month, instant_restore_bytes_month, snapshot_storage_bytes_month, ' +
          'public_network_transfer_bytes, private_network_transfer_bytes, extra_branches_month, which are not charged ' +
          'here; name them in metrics=',
      ],
    });
    expect(used.timeframes.map(({ project, metrics }) => [project, metrics])).toEqual([
      ['one', CU],
      ['one', { root_branch_bytes_month: 1 }],
    ]);
    const all = Object.fromEntries(INVOICE_METRICS.map((metric) => [metric, 0]));
    expect(readBilledUse(page([[day(1), day(2), all]])).warnings).toEqual([]);
  });

  it('a consumption history reports the hours that are in no timeframe of any project', () => {
    const missing = (value: unknown) =>
      readBilledUse(value).warnings.filter((each) => each.includes(' h between'));
    const wide = page([[day(1), day(5), CU]]);
    const narrow = page(
      [
        [day(6), day(7), CU],
        [day(1), day(2), CU],
      ],
      'two',
    );
    expect(missing([narrow, wide])).toEqual([
      '24 h between the first and the last timeframe are in none of them: the simulated side is of all hours',
    ]);
    expect(missing(wide)).toEqual([]);
    const holed = page([
      [day(1), day(2), CU],
      [day(4), day(5), CU],
    ]);
    expect(missing(holed)).toEqual([
      expect.stringContaining('48 h between the first and the last timeframe'),
    ]);
  });

  it('a consumption history is also read for branches, each with its timeframes', () => {
    const of = (branch_id: string, until: string) => {
      const metrics = [{ metric_name: 'compute_unit_seconds', value: 3600 }];
      const consumption = [{ timeframe_start: day(1), timeframe_end: until, metrics }];
      return { project_id: 'one', branch_id, periods: [{ period_plan: 7, consumption }] };
    };
    const used = readBilledUse({ branches: [of('a', day(2)), of('b', day(3))] });
    expect(used.plan).toBeUndefined();
    expect(realInvoices(LAUNCH, used)[0]!.lines[0]!.quantity).toBe(2);
    expect(() => readBilledUse({ branches: [of('a', day(2)), of('a', day(2))] })).toThrow(
      'branches[1]: its timeframe of 2026-03-01T00:00:00.000Z is there twice',
    );
  });
});

describe('typed totals', () => {
  it.each([
    ['2026-03-01', 0],
    ['2026-03-01T06:00Z', 6],
    ['2026-03-01T06:30:00Z', 6.5],
    ['2026-03-01T06:30:00.000Z', 6.5],
    ['2026-03-01T06:30:00.123456Z', 6.5 + 0.123 / 3600],
    ['2026-03-01T06:30:00+02:00', 4.5],
    ['2026-03-01T06:30-02:30', 9],
    [new Date('2026-03-01T12:00:00Z'), 12],
  ])('begin at the moment %s', (from, hours) => {
    const { start_ms } = readBilledUse({ from, to: '2026-04-01', total_usd: 1 });
    expect((start_ms - Date.parse(day(1))) / 3_600_000).toBeCloseTo(hours, 9);
  });

  it('typed totals are read unchanged', () => {
    const march = { from: '2026-03-01', to: '2026-04-01' };
    const amounts_usd = { compute_unit_seconds: 0, extra_branches_month: 7 };
    const times = { start_ms: Date.parse(day(1)), end_ms: Date.parse('2026-04-01T00:00:00Z') };
    const metrics = { compute_unit_seconds: 5 };
    expect(readBilledUse({ ...march, plan: 'launch', metrics, amounts_usd, total_usd: 7 })).toEqual({
      ...{ plan: 'launch', amounts_usd, total_usd: 7, ...times, warnings: [] },
      timeframes: [{ project: 'project', ...times, metrics }],
    });
    const total = readBilledUse({ ...march, total_usd: 0 });
    expect(total).toMatchObject({ plan: undefined, timeframes: [], amounts_usd: {}, total_usd: 0 });
    expect(readBilledUse({ ...march, amounts_usd }).timeframes).toEqual([]);
  });
});

interface Refused {
  readonly rule: string;
  readonly file?: unknown;
  readonly consumption?: unknown;
  readonly metrics?: unknown;
  readonly totals?: object;
  readonly says: string;
}
const REFUSED: readonly Refused[] = parse(readFileSync(new URL('refused-use.yaml', import.meta.url), 'utf8'));

function fileOf({ file, consumption, metrics, totals }: Refused): unknown {
  if (totals !== undefined) return { from: '2026-03-01', to: '2026-04-01', ...totals };
  if (file !== undefined) return file;
  return pageOf('one', consumption ?? [{ timeframe_start: day(1), timeframe_end: day(2), metrics }]);
}

it.each(REFUSED.map((row) => [row.rule, row] as const))(
  'a file is refused instead of a consumption history: %s',
  (_, row) => {
    let found: unknown;
    try {
      readBilledUse(fileOf(row));
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(BilledUseError);
    expect((found as Error).message.slice(0, row.says.length)).toBe(row.says);
  },
);

it.each([
  ...[
    'March',
    '2026-3-01',
    '26-03-01',
    ' 2026-03-01',
    '2026-03-01 ',
    '2026-03-01T06:00',
    '2026-03-01 06:00Z',
  ],
  ...['2026-03-01T06:30:00.Z', '2026-03-01T6:30Z', '2026-03-01T06:30+2:00', '2026-03-01T06:30+02'],
  ...['2026-03-01T25:00Z', '2026-13-01', '2026-02-29', 1_767_225_600, undefined],
])('totals are refused, because %s is not a moment', (from) => {
  const A_DAY = 'expected a day such as 2026-03-01 or a UTC timestamp such as 2026-03-01T00:00:00Z';
  expect(() => readBilledUse({ from, to: '2026-04-01', total_usd: 1 })).toThrow(`from: ${A_DAY}`);
});
