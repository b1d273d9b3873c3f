import type { Bill } from '../../cost/bill/bill.js';
import type { Invoice } from '../../cost/bill/invoice.js';
import { INVOICE_METRICS, METRIC_UNITS } from '../../vendors/invoice-metrics.js';
import { dollars, number } from '../figures/figure-text.js';
import { notesOn, type TextReport } from '../text/text-report.js';

/** Two bills of one scenario, with the settings before and after a change. */
export interface BilledChange {
  readonly before: Bill;
  readonly after: Bill;
  /** After less before, in US dollars a month. */
  readonly difference_usd: number;
  readonly read: readonly string[];
  readonly left_out: readonly string[];
}

/** What a change costs, line by line. */
export function terraformReport(
  { before, after, difference_usd, read, left_out }: BilledChange,
  warnings: readonly string[] = [],
): TextReport {
  const rows = INVOICE_METRICS.flatMap((metric) => {
    const [was, will] = [before, after].map(({ month }) => lineOf(month, metric));
    if (was!.usd === 0 && will!.usd === 0) return [];
    const { label, billing_unit } = METRIC_UNITS[metric];
    const units = `${number(was!.quantity)} to ${number(will!.quantity)} ${billing_unit}`;
    return [[label, units, dollars(was!.usd), dollars(will!.usd), signed(will!.usd - was!.usd)]];
  });
  return {
    title: `${after.scenario}: what the change costs in a month of 730 h, plan ${after.plan}, seed ${after.seed}`,
    blocks: [
      {
        table: {
          head: ['item', 'used', 'before', 'after', 'change'],
          rows: [
            ...rows,
            [
              'Total',
              '',
              dollars(before.month.total_usd),
              dollars(after.month.total_usd),
              signed(difference_usd),
            ],
          ],
        },
      },
      { notes: [...notesOn('read', read), ...notesOn('left out', left_out)] },
    ],
    warnings: [
      ...warnings,
      ...(read.length === 0 ? ['nothing of the plan is in the scenario: both sides are the same'] : []),
    ],
  };
}

function lineOf({ lines }: Invoice, metric: string): { readonly quantity: number; readonly usd: number } {
  const own = lines.filter((line) => line.metric === metric);
  return {
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
    usd: own.reduce((sum, { amount_usd }) => sum + amount_usd, 0),
  };
}

function signed(usd: number): string {
  return usd > 0 ? `+${dollars(usd)}` : dollars(usd);
}
