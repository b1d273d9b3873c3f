import type { Bill, MonthInvoice } from '../../../cost/bill/bill.js';
import type { BillComparison } from '../../../cost/bill/bill-comparison.js';
import type { BudgetCap, Cap } from '../../../cost/bill/caps.js';
import type { Charges } from '../../../cost/bill/charges.js';
import type { InvoiceLine } from '../../../cost/bill/invoice.js';
import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { formatList } from '../../../kernel/format-list.js';
import { HOUR_SECONDS } from '../../../kernel/units.js';
import type { Elsewhere } from '../../../study/elsewhere/elsewhere.js';
import type { Summary } from '../../../study/run/summary.js';
import type { BillOverWorlds } from '../../../study/worlds/bill-worlds.js';
import { type Cell, fileColumn } from '../../document/column.js';
import { notesOn, notesPart, type Part, type Report, table } from '../../document/report.js';
import { bytesText, counted, dollars, duration } from '../../figures/figure-text.js';
import { monthPrices } from '../../figures/month-basis.js';
import { findingCards } from '../../findings/finding-card.js';
import { utcText } from '../../text/iso-time.js';
import { type Verdict, verdictOf } from '../../text/verdict.js';
import { when } from '../../text/when.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import { costCause } from '../../verdict/cause-and-fix.js';
import { usedUp } from '../../verdict/quota-words.js';
import { cardsParts } from '../run/run.js';
import { budgetNote, capParts } from './bill-caps.js';
import { chargesParts } from './bill-charges.js';
import { comparisonParts } from './bill-comparison.js';
import { elsewhereParts } from './bill-elsewhere.js';
import { type BillRow, billRows, CHARGED, ITEM, PRICE, USED } from './bill-lines.js';
import { billWorldsParts, notes, previewParts, provisionedParts } from './bill-notes.js';

/** Context of a bill in addition to its lines. */
interface BillFacts {
  readonly compared?: BillComparison | undefined;
  readonly budget?: BudgetCap | undefined;
  readonly worlds?: BillOverWorlds | undefined;
  readonly elsewhere?: readonly Elsewhere[] | undefined;
  readonly warnings?: readonly string[];
  readonly charges?: Charges | undefined;
  /** The run that is billed, with its findings. */
  readonly summary?: Summary | undefined;
  /** The question, for commands that continue from it. */
  readonly asked?: AskedScenario;
}

/** The bill of a run: the vendor's line items, then what it rests on, and a real invoice next to it if there is one. */
export function billReport(
  bill: Bill,
  { compared, budget, worlds, elsewhere, charges, summary, asked, warnings = [] }: BillFacts,
): Report {
  const { scenario, plan, period, duration_seconds, projects, seed, start } = bill;
  const span =
    period === 'month'
      ? `a month of 730 h at the mean rate of ${duration(duration_seconds)}`
      : `the ${duration(duration_seconds)} of the run`;
  const verdict = billVerdict(bill, summary, asked);
  return {
    question: 'Bill',
    about: scenario,
    title: `bill for ${span}`,
    facts: [`plan ${plan}`, ...when(projects !== 1, counted(projects, 'project')), `seed ${seed}`],
    verdict,
    warnings: [...warnings, ...(compared?.warnings ?? [])],
    start,
    parts: [
      ...(summary === undefined ? [] : cardsParts('findings', findingCards(summary, asked, verdict))),
      ...bill.invoices.flatMap(invoiceParts),
      ...(charges === undefined ? [] : chargesParts(charges)),
      ...provisionedParts(bill),
      ...(elsewhere === undefined ? [] : elsewhereParts(elsewhere, start)),
      ...previewParts(bill),
      ...capParts(bill),
      notesPart('basis', [...(budget === undefined ? [] : [budgetNote(budget)]), ...notes(bill)]),
      ...(worlds === undefined ? [] : billWorldsParts(worlds)),
      ...(compared === undefined ? [] : comparisonParts(compared)),
      billTable(bill),
    ],
  };
}

/** Lines that are named in the verdict, the largest first. */
const LINES_NAMED = 2;

function billVerdict(bill: Bill, summary: Summary | undefined, asked: AskedScenario | undefined): Verdict {
  const { period, invoices, total_usd, exhausted, caps } = bill;
  const lines = new Map<string, number>();
  const parts = invoices.flatMap((each) => [
    ...each.lines,
    { label: 'up to the minimum of the plan', amount_usd: each.minimum_usd },
  ]);
  for (const { label, amount_usd } of parts) {
    lines.set(label, (lines.get(label) ?? 0) + amount_usd);
  }
  const largest = [...lines]
    .filter(([, usd]) => usd > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, LINES_NAMED);
  const named = largest.map(([label, usd]) => `${dollars(usd)} ${label}`);
  const prices = summary === undefined ? '' : monthPrices(summary);
  const span = period === 'month' ? `a month${prices}` : 'for the run';
  const capped =
    period === 'run'
      ? exhausted.map(({ at, reason }) => `from ${utcText(at)} on ${reason}`).slice(0, 1)
      : capSentences(caps);
  const cause = costCause(summary, asked, capped.length > 0);
  return verdictOf(
    capped.length > 0 ? 'warning' : 'neutral',
    [
      `${dollars(total_usd)} ${span}${named.length === 0 ? '' : `: ${formatList(named)}`}`,
      ...capped,
      ...lineCause(bill, largest[0]?.[0]),
      ...cause.sentences,
    ],
    cause.command,
  );
}

/** The cause of the largest line, if that is not compute; its data and branches are the scenario's own. */
function lineCause(
  { invoices, previews, sent_bytes_per_month: sent = {} }: Bill,
  largest: string | undefined,
): readonly (string | { readonly named: string })[] {
  const line = invoices.flatMap(({ lines }) => lines).find(({ label }) => label === largest);
  switch (line?.metric) {
    case 'public_network_transfer_bytes': {
      const [first] = Object.entries(sent).toSorted(([, one], [, other]) => other - one);
      return first === undefined ? [] : [{ named: `${first[0]} sends ${bytesText(first[1])} a month` }];
    }
    case 'extra_branches_month':
    case 'child_branch_bytes_month': {
      const { stale_branches: stale, stale_cost_usd } = previews?.month ?? {};
      if (stale === undefined || !(stale_cost_usd!.mean > 0)) return [];
      const usd = dollars(stale_cost_usd!.mean);
      return [
        `${counted(Math.round(stale), 'preview branch', 'preview branches')} that are never deleted cost ${usd} of it; compare TTLs with --ttl 1d,7d,never`,
      ];
    }
    default:
      return [];
  }
}

/** The caps that bind within a month: the first that suspends computes, and those that stop writes. */
function capSentences(caps: readonly Cap[]): readonly string[] {
  const binding = caps.flatMap((cap) =>
    cap.binds_after_hours !== null && cap.binds_after_hours < HOURS_PER_MONTH
      ? { ...cap, after_hours: cap.binds_after_hours }
      : [],
  );
  const suspends = binding.filter(({ effect }) => effect === 'suspends');
  const [first] = suspends.toSorted((a, b) => a.after_hours - b.after_hours);
  const stops = binding.filter(({ effect }) => effect === 'stops writes');
  return [...(first === undefined ? [] : [first]), ...stops].map((cap) => {
    const after = cap.after_hours > 0 ? ` after ${duration(cap.after_hours * HOUR_SECONDS)}` : '';
    const what = cap.effect === 'suspends' ? 'compute is suspended' : 'writes fail';
    return `${what}${after}: ${usedUp(cap)}`;
  });
}

type InvoiceRow = BillRow<InvoiceLine>;

function invoiceParts(invoice: MonthInvoice, place: number): readonly Part[] {
  const { total_usd, due_usd, month } = invoice;
  const rows: readonly InvoiceRow[] = billRows(invoice, ({ label, since }) =>
    since === undefined ? label : `${label}, since ${since}`,
  );
  const last = rows.length - 2;
  return [
    table<InvoiceRow>({
      id: `invoice-${place}`,
      title: month ?? 'Invoice',
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows,
      columns: [
        ITEM,
        USED,
        { name: 'unit', head: 'Unit', of: ({ line }) => line?.unit, in: ['workbook'] },
        CHARGED,
        PRICE,
        {
          name: 'amount_usd',
          head: 'Amount',
          unit: 'dollars',
          of: (row) => amountOf(row, last),
        },
      ],
      below: notesOn('', when(due_usd !== total_usd, 'invoices under $0.50 are not collected: $0 due')),
    }),
  ];
}

/** An amount follows what is charged and its price; the total follows the amounts. */
function amountOf({ line, amount_usd, isTotal }: InvoiceRow, last: number): Cell {
  if (isTotal === true) {
    return { value: amount_usd, formula: (at) => `SUM(${at('amount_usd', 0)}:${at('amount_usd', last)})` };
  }
  if (line === undefined) return amount_usd;
  return { value: amount_usd, formula: (at) => `ROUND(${at('billable')}*${at('usd_per_unit')},2)` };
}

type BilledLine = InvoiceLine & Pick<MonthInvoice, 'month' | 'hours'>;

/** `bill.csv`: a row for each line of each invoice. */
export function billTable({ invoices }: Pick<Bill, 'invoices'>) {
  const own = fileColumn<BilledLine>();
  const inUnits = { measure: 'billing units' };
  return table<BilledLine>({
    id: 'bill',
    in: ['csv'],
    rows: invoices.flatMap(({ month, hours, lines }) => lines.map((line) => ({ month, hours, ...line }))),
    columns: [
      own(
        'month',
        'text',
        'Calendar month of UTC, `YYYY-MM`; empty for a month of 730 hours at the rate of the run.',
      ),
      own('hours', 'hours', 'Hours of the month that the invoice covers.'),
      own('metric', 'text', 'Name of the metric, in the words of the API.'),
      own('label', 'text', 'What people call it.'),
      own(
        'since',
        'text',
        'Day of the price change that the line begins with; empty: the line begins with the month.',
      ),
      own('unit', 'text', 'Billing unit.'),
      {
        ...own('quantity', 'number', 'What was used; of branches all children, whether included or not.'),
        ...inUnits,
      },
      { ...own('billable', 'number', 'What is charged.'), ...inUnits },
      { ...own('usd_per_unit', 'price', 'Price beyond what is included.'), measure: 'USD a billing unit' },
      own('cost_usd', 'usd', 'Cost in full precision.'),
      own('amount_usd', 'dollars', 'Cost to the cent.'),
      own('source', 'text', 'Where the price is from.'),
      own('confidence', 'text', 'How sure the price is: `high`, `medium` or `low`.'),
      own('note', 'text', 'What is uncertain, or not charged and why.'),
    ],
  });
}
