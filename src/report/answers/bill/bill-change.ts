import type { Bill } from '../../../cost/bill/bill.js';
import type { Invoice } from '../../../cost/bill/invoice.js';
import { INVOICE_METRICS, METRIC_UNITS } from '../../../vendors/invoice-metrics.js';
import { column } from '../../document/column.js';
import { notesOn, type Report, table } from '../../document/report.js';
import { dollars, number, signed } from '../../figures/figure-text.js';
import { verdictOf } from '../../text/verdict.js';

/** Two bills of one scenario, with the settings before and after a change. */
export interface BilledChange {
  readonly before: Bill;
  readonly after: Bill;
  /** After less before, in US dollars a month. */
  readonly difference_usd: number;
  readonly read: readonly string[];
  readonly left_out: readonly string[];
}

/** A metric before and after a change, or the totals. */
interface ChangedLine {
  readonly item: string;
  readonly used: string;
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

/** The cost of a change, line by line. */
export function terraformReport(change: BilledChange, warnings: readonly string[] = []): Report {
  const { before, after, difference_usd, read, left_out } = change;
  const [was, will] = [before.month.total_usd, after.month.total_usd];
  const text =
    difference_usd === 0
      ? `the change costs nothing: ${dollars(will)} a month as before`
      : `the change costs ${signed(difference_usd, dollars)} a month: ${dollars(will)} instead of ${dollars(was)}`;
  return {
    question: 'Change',
    about: after.scenario,
    title: 'what the change costs in a month of 730 h',
    facts: [`plan ${after.plan}`, `seed ${after.seed}`],
    verdict: verdictOf('neutral', [text]),
    start: after.start,
    warnings: [
      ...warnings,
      ...(read.length === 0 ? ['the scenario contains no part of the plan: both sides are the same'] : []),
    ],
    parts: [
      table<ChangedLine>({
        id: 'change',
        title: 'Lines of the invoice',
        rows: [
          ...linesOf(change),
          { item: 'Total', used: '', before: was, after: will, change: difference_usd },
        ],
        columns: [
          { name: 'item', head: 'Item', of: ({ item }) => item },
          column('used', 'Used', 'figure_text', ({ used }) => used),
          column('before', 'Before', 'dollars', ({ before: usd }) => usd),
          column('after', 'After', 'dollars', ({ after: usd }) => usd),
          column(
            'change',
            'Change',
            'dollars',
            (row) => ({ value: row.change, formula: (at) => `${at('after')}-${at('before')}` }),
            { text: (row) => signed(row.change, dollars) },
          ),
        ],
        in: ['screen', 'markdown', 'page', 'workbook'],
        below: [...notesOn('read', read), ...notesOn('left out', left_out)],
      }),
    ],
  };
}

function linesOf({ before, after }: BilledChange): readonly ChangedLine[] {
  return INVOICE_METRICS.flatMap((metric) => {
    const [was, will] = [lineOf(before.month, metric), lineOf(after.month, metric)];
    if (was.usd === 0 && will.usd === 0) return [];
    const { label, billing_unit } = METRIC_UNITS[metric];
    const used = `${number(was.quantity)} to ${number(will.quantity)} ${billing_unit}`;
    return [{ item: label, used, before: was.usd, after: will.usd, change: will.usd - was.usd }];
  });
}

function lineOf({ lines }: Invoice, metric: string): { readonly quantity: number; readonly usd: number } {
  const own = lines.filter((line) => line.metric === metric);
  return {
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
    usd: own.reduce((sum, { amount_usd }) => sum + amount_usd, 0),
  };
}
