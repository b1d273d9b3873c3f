import { describe, expect, it } from 'vitest';
import { readBilledUse } from '../../../src/cost/bill/billed-use.js';
import { realInvoices } from '../../../src/cost/bill/real-invoice.js';

const LAUNCH = { name: 'launch', as_of: undefined };

function page(
  frames: readonly (readonly [string, string, Readonly<Record<string, number>>])[],
  project_id = 'one',
) {
  return {
    projects: [
      {
        project_id,
        periods: [
          {
            period_id: '4e5e4b0a-0000-4000-8000-000000000000',
            period_plan: 'launch',
            period_start: '2026-03-01T00:00:00Z',
            consumption: frames.map(([timeframe_start, timeframe_end, metrics]) => ({
              timeframe_start,
              timeframe_end,
              metrics: Object.entries(metrics).map(([metric_name, value]) => ({ metric_name, value })),
            })),
          },
        ],
      },
    ],
    pagination: { cursor: 'x' },
  };
}

const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T00:00:00Z`;

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
    expect(used.warnings.join()).toMatch(/no compute_unit_seconds/);
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

  it.each([
    [{ projects: [{ periods: [] }] }, /project_id/],
    [{ from: '2026-02-31', to: '2026-04-01', total_usd: 1 }, /from: expected a day/],
    [
      { from: '2026-02-01', to: '2026-03-01', amounts_eur: { compute_unit_seconds: 1 } },
      /amounts_eur: unknown key/,
    ],
    [{ from: '2026-02-01', to: '2026-03-01', total_usd: '$30' }, /total_usd: expected a number/],
    [
      { from: '2026-02-01', to: '2026-03-01', amounts_usd: { compute_unit_seconds: -3 } },
      /expected a number of 0/,
    ],
    [
      page([
        [day(1), day(2), { compute_unit_seconds: 1 }],
        ['2026-03-01T05:00:00Z', '2026-03-01T06:00:00Z', { compute_unit_seconds: 1 }],
      ]),
      /different granularity/,
    ],
    [
      {
        projects: [
          {
            project_id: 'a',
            periods: [
              {
                consumption: [
                  {
                    timeframe_start: day(1),
                    timeframe_end: day(2),
                    metrics: [1, 2].map((value) => ({ metric_name: 'compute_unit_seconds', value })),
                  },
                ],
              },
            ],
          },
        ],
      },
      /there twice in a timeframe/,
    ],
    [
      { projects: [{ project_id: 'a', periods: [{ consumption: [{ timeframe_start: 'x' }] }] }] },
      /timeframe_start/,
    ],
    [page([[day(1), day(2), { compute_unit_seconds: -1 }]]), /compute_unit_seconds: expected a number/],
    [page([[day(2), day(1), { compute_unit_seconds: 1 }]]), /ends before it begins/],
    [[page([[day(1), day(2), { compute_unit_seconds: 1 }]]), 7], /page 2/],
    [page([]), /no timeframe/],
    [
      page([
        [day(1), day(2), { compute_unit_seconds: 1 }],
        [day(1), day(2), { compute_unit_seconds: 1 }],
      ]),
      /twice/,
    ],
    [
      {
        projects: [
          {
            project_id: 'a',
            periods: [{ consumption: [{ timeframe_start: day(1), timeframe_end: day(2), active_time: 1 }] }],
          },
        ],
      },
      /older endpoints/,
    ],
    [
      { from: '2026-03-01', to: '2026-04-01', metrics: { compute: 1 } },
      /metrics\.compute: there is no such metric/,
    ],
    [{ from: '2026-03-01', to: '2026-04-01' }, /no figure/],
    [{ from: 'March', to: '2026-04-01', total_usd: 3 }, /from: expected a day/],
    [{ from: '2026-03-01', to: '2026-04-01', total: 3 }, /total: unknown key/],
    ['text', /expected what GET/],
  ])('refuses what is none (%#)', (value, message) => {
    expect(() => readBilledUse(value)).toThrow(message);
  });

  it('the same page twice is refused across pages as well', () => {
    const one = page([[day(1), day(2), { compute_unit_seconds: 1 }]]);
    expect(() => readBilledUse([one, one])).toThrow(/twice/);
  });
});
