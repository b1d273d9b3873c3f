import type { Bill } from '../../cost/bill/bill.js';
import type { PreviewMonth } from '../../cost/bill/preview-branches.js';
import { bytesText, duration, money, number } from '../figures/figure-text.js';
import { withSpread } from '../figures/spread-text.js';
import type { ReportBlock } from '../text/text-report.js';

/** Branches that come and go in a month, with a row for each TTL that was asked for. */
export function previewBlocks({ previews }: Bill): readonly ReportBlock[] {
  if (previews === null) return [];
  const { month, sweep } = previews;
  const row = (label: string, one: PreviewMonth) => [
    label,
    withSpread(one.branches.mean, number, one.branches),
    number(one.branches_p95),
    number(one.stale_branches),
    number(one.extra_branches.mean),
    bytesText(one.stored_bytes.mean),
    withSpread(one.cost_usd.mean, money, one.cost_usd),
    money(one.stale_cost_usd.mean),
  ];
  return [
    {
      table: {
        head: ['previews', 'branches', '95 %', 'stale', 'extra', 'stored', 'cost a month', 'stale cost'],
        rows: [
          row('as they are', month),
          ...sweep.map((one) =>
            row(one.ttl_seconds === null ? 'TTL never' : `TTL ${duration(one.ttl_seconds)}`, one),
          ),
        ],
      },
      notes: [
        {
          about: 'previews',
          text: `means over ${month.branches.n} simulated months with their 95 % intervals, in the lines above; 95 %: the number not exceeded for that part of the time; stale: branches that nobody deletes, and what they cost; by M/G/∞ there are ${number(month.branches_by_theory)}`,
        },
      ],
    },
  ];
}
