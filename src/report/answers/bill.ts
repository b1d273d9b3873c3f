import type { Bill, MonthInvoice } from '../../cost/bill/bill.js';
import type { BillComparison, ComparedLine, Implied } from '../../cost/bill/bill-comparison.js';
import type { BudgetCap } from '../../cost/bill/caps.js';
import type { InvoiceLine } from '../../cost/bill/invoice.js';
import type { PreviewMonth } from '../../cost/bill/preview-branches.js';
import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import type { BillOverWorlds } from '../../study/worlds/bill-worlds.js';
import type { Cell, Column } from '../document/column.js';
import { type Part, type Report, table } from '../document/report.js';
import type { Unit } from '../document/unit.js';
import {
  bytesText,
  counted,
  dollars,
  duration,
  money,
  number,
  percent,
  priceText,
} from '../figures/figure-text.js';
import { withSpread } from '../figures/spread-text.js';
import { type Note, notesOn, type ReportBlock } from '../text/text-report.js';
import { joined, type Verdict, verdictOf } from '../text/verdict.js';
import { when } from '../text/when.js';
import { budgetBlock, capBlocks } from './cap-blocks.js';
import { textParts } from './text-parts.js';
import { billWorldsBlocks } from './worlds-blocks.js';

/** What is known of a bill besides its lines. */
interface BillFacts {
  readonly compared?: BillComparison | undefined;
  readonly budget?: BudgetCap | undefined;
  readonly worlds?: BillOverWorlds | undefined;
  /** What was noticed in the scenario. */
  readonly warnings?: readonly string[];
}

/** The bill of a run: the vendor's line items, then what it rests on, and a real invoice next to it if there is one. */
export function billReport(bill: Bill, { compared, budget, worlds, warnings = [] }: BillFacts): Report {
  const { scenario, plan, period, duration_seconds, projects, seed, start } = bill;
  const span =
    period === 'month'
      ? `a month of 730 h at the mean rate of ${duration(duration_seconds)}`
      : `the ${duration(duration_seconds)} of the run`;
  return {
    question: 'Bill',
    about: scenario,
    title: `bill for ${span}`,
    facts: [`plan ${plan}`, ...when(projects !== 1, counted(projects, 'project')), `seed ${seed}`],
    verdict: billVerdict(bill),
    warnings: [...warnings, ...(compared?.warnings ?? [])],
    start,
    parts: [
      ...bill.invoices.flatMap(invoiceParts),
      ...textParts('provisioned', provisionedBlock(bill)),
      ...textParts('previews', previewBlocks(bill)),
      ...textParts('caps', capBlocks(bill)),
      ...textParts('budget', budget === undefined ? [] : [budgetBlock(budget)]),
      ...textParts('basis', [{ notes: notes(bill) }]),
      ...textParts('worlds', worlds === undefined ? [] : billWorldsBlocks(worlds)),
      ...(compared === undefined ? [] : comparisonParts(compared)),
      billTable(bill),
    ],
  };
}

/** Lines that are named in the verdict, the largest first. */
const LINES_NAMED = 2;

function billVerdict({ period, invoices, total_usd, running_hours }: Bill): Verdict {
  const lines = new Map<string, number>();
  for (const { label, amount_usd } of invoices.flatMap((each) => each.lines)) {
    lines.set(label, (lines.get(label) ?? 0) + amount_usd);
  }
  const named = [...lines]
    .filter(([, usd]) => usd > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, LINES_NAMED)
    .map(([label, usd]) => `${dollars(usd)} ${label}`);
  const span = period === 'month' ? 'a month' : 'for the run';
  const isCapped = period === 'month' && running_hours < HOURS_PER_MONTH;
  return verdictOf(isCapped ? 'warning' : 'neutral', [
    `${dollars(total_usd)} ${span}${named.length === 0 ? '' : `: ${joined(named)}`}`,
    ...when(
      isCapped,
      `a cap suspends compute after ${duration(running_hours * HOUR_SECONDS)} of its ${HOURS_PER_MONTH} h`,
    ),
  ]);
}

/** A row of an invoice as people read it: a line, what is added up to a minimum, or the total. */
interface InvoiceRow {
  readonly item: string;
  readonly line?: InvoiceLine;
  readonly amount_usd: number;
  readonly isTotal?: boolean;
}

function invoiceParts(invoice: MonthInvoice, place: number): readonly Part[] {
  const { lines, minimum_usd, total_usd, due_usd, month } = invoice;
  const rows: readonly InvoiceRow[] = [
    ...lines.map((line) => ({
      item: line.since === undefined ? line.label : `${line.label}, since ${line.since}`,
      line,
      amount_usd: line.amount_usd,
    })),
    ...when(minimum_usd !== 0, { item: 'Up to the minimum of the plan', amount_usd: minimum_usd }),
    { item: 'Total', amount_usd: total_usd, isTotal: true },
  ];
  const last = rows.length - 2;
  const path = (row: InvoiceRow, name: string, index: number) =>
    row.line === undefined ? `invoices.${place}.total_usd` : `invoices.${place}.lines.${index}.${name}`;
  return [
    table<InvoiceRow>({
      id: `invoice-${place}`,
      title: month ?? 'Invoice',
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows,
      columns: [
        { name: 'item', head: 'Item', of: ({ item }) => item },
        {
          name: 'quantity',
          head: 'Used',
          unit: 'number',
          of: ({ line }) => line?.quantity,
          text: ({ line }) => (line === undefined ? '' : `${number(line.quantity)} ${line.unit}`),
        },
        { name: 'unit', head: 'Unit', of: ({ line }) => line?.unit, in: ['workbook'] },
        {
          name: 'billable',
          head: 'Charged',
          unit: 'number',
          of: ({ line }) => line?.billable,
          text: ({ line }) =>
            line === undefined || line.billable === line.quantity ? '' : number(line.billable),
        },
        {
          name: 'usd_per_unit',
          head: 'Price per unit',
          unit: 'price',
          of: ({ line }) => line?.usd_per_unit,
          text: ({ line }) =>
            line === undefined || line.usd_per_unit === 0 ? '' : priceText(line.usd_per_unit),
        },
        {
          name: 'amount_usd',
          head: 'Amount',
          unit: 'dollars',
          path: (row, index) =>
            row.line === undefined && row.isTotal !== true
              ? `invoices.${place}.minimum_usd`
              : path(row, 'amount_usd', index),
          of: (row) => amountOf(row, last),
        },
      ],
    }),
    {
      kind: 'notes',
      id: `due-${place}`,
      notes: notesOn(
        '',
        when(due_usd !== total_usd, 'invoices under $0.50 are not collected: nothing is due'),
      ),
    },
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

/** A line of an invoice with the month that it is of. */
type BilledLine = InvoiceLine & Pick<MonthInvoice, 'month' | 'hours'>;

/** `bill.csv`: a row for each line of each invoice. */
export function billTable({ invoices }: Pick<Bill, 'invoices'>) {
  const text = (name: keyof BilledLine, meaning: string): Column<BilledLine> => ({
    name,
    head: name,
    meaning,
    of: (row) => row[name],
  });
  const value = (
    name: keyof BilledLine,
    unit: Unit,
    meaning: string,
    measure?: string,
  ): Column<BilledLine> => ({
    ...text(name, meaning),
    unit,
    ...(measure !== undefined && { measure }),
  });
  return table<BilledLine>({
    id: 'bill',
    in: ['csv'],
    rows: invoices.flatMap(({ month, hours, lines }) => lines.map((line) => ({ month, hours, ...line }))),
    columns: [
      text(
        'month',
        'Calendar month of UTC, `YYYY-MM`; empty for a month of 730 hours at the rate of the run.',
      ),
      value('hours', 'hours', 'Hours of the month that the invoice covers.'),
      text('metric', 'Name of the metric, in the words of the API.'),
      text('label', 'What people call it.'),
      text(
        'since',
        'Day of the price change that the line begins with; empty: the line begins with the month.',
      ),
      text('unit', 'Billing unit.'),
      value(
        'quantity',
        'number',
        'What was used; of branches all children, whether included or not.',
        'billing units',
      ),
      value('billable', 'number', 'What is charged.', 'billing units'),
      value('usd_per_unit', 'price', 'Price beyond what is included.', 'USD a billing unit'),
      value('cost_usd', 'usd', 'Cost in full precision.'),
      value('amount_usd', 'dollars', 'Cost to the cent.'),
      text('source', 'Where the price is from.'),
      text('confidence', 'How sure the price is: `high`, `medium` or `low`.'),
      text('note', 'What is uncertain, or not charged and why.'),
    ],
  });
}

function provisionedBlock({ provisioned, cu_hours_per_month, plan }: Bill): readonly ReportBlock[] {
  if (provisioned === null) return [];
  const { cu, usd_per_month, always_on_usd_per_month, break_even_cu_hours, sizes_cu } = provisioned;
  const machines =
    sizes_cu.length === 1
      ? `${number(cu)} CU`
      : sizes_cu.length > MAX_MACHINES
        ? `${counted(sizes_cu.length, 'machine')}, ${number(cu)} CU`
        : `${sizes_cu.map((size) => number(size)).join(' + ')} CU`;
  const evens =
    break_even_cu_hours === null
      ? `${plan} charges no compute`
      : `as dear as ${number(break_even_cu_hours)} CU-hours on ${plan}; this uses ${number(cu_hours_per_month)}`;
  return [
    {
      table: {
        head: ['instead, a month', 'size', 'amount', 'break-even'],
        left: 2,
        rows: [
          ['provisioned', machines, dollars(usd_per_month), evens],
          ...when(break_even_cu_hours !== null, [
            `on ${plan}, never suspended`,
            machines,
            dollars(always_on_usd_per_month),
            '',
          ]),
        ],
      },
    },
  ];
}

/** More are told by their number. */
const MAX_MACHINES = 4;

function notes(bill: Bill): readonly Note[] {
  const { metering, invoices, assumptions } = bill;
  const rate = invoices[0]?.lines[0]?.usd_per_unit ?? 0;
  const left_out = metering === null ? 0 : metering.cu_hours - metering.metered_cu_hours;
  const slices: readonly Note[] =
    metering === null || metering.cu_hours === 0
      ? []
      : [
          {
            about: 'slices',
            text: `the platform meters in slices of 4 s and charges the lesser size of each: ${number(metering.metered_cu_hours)} of ${number(metering.cu_hours)} CU-hours (${percent(left_out / metering.cu_hours)}, ${dollars(left_out * rate)}, are left out, mostly of short wakes); the line above is without that`,
          },
        ];
  const remarks = [
    ...new Map(
      lineNotes(invoices.flatMap(({ lines }) => lines)).map((note) => [note.text, note] as const),
    ).values(),
  ];
  const guessed = assumptions.filter(({ confidence }) => confidence !== 'yours' && confidence !== 'measured');
  const assumed = guessed.map(({ name, value, confidence }) => `${name} ${value} (${confidence})`).join(', ');
  return [
    ...when(bill.running_hours < HOURS_PER_MONTH, {
      about: 'capped',
      text: `a month has compute for ${duration(bill.running_hours * HOUR_SECONDS)} of its ${HOURS_PER_MONTH} h: then a cap suspends it, at the rate that the run shows until one does`,
      emphasis: 'bad',
    }),
    ...slices,
    ...remarks,
    ...when(bill.provisioned !== null, {
      about: 'provisioned',
      text: 'the size that suffices except for 0.5 % of the time, a fifth more, but no more than the compute may have, at $0.065 (from 1 CU on $0.10) a CU-hour: the platform’s own method and rates, autoscaling report of December 2025',
    }),
    ...when(assumed !== '', { about: 'assumed', text: `${assumed}; set them under data: in the scenario` }),
  ];
}

/** What is uncertain about lines that cost something, or could. */
function lineNotes(lines: readonly InvoiceLine[]): readonly Note[] {
  return (
    lines
      // A note on compute is about the day from which on its price holds.
      .filter(
        ({ metric, note, quantity }) => metric !== 'compute_unit_seconds' && note !== '' && quantity > 0,
      )
      .map(({ label, note }): Note => ({ about: '', text: `${label}: ${note}` }))
  );
}

/** A line of both invoices, or their totals. */
type BothRow = Pick<ComparedLine, 'label' | 'simulated_usd' | 'real_usd' | 'difference_usd'> &
  Partial<Pick<ComparedLine, 'simulated' | 'real' | 'unit'>>;

function comparisonParts(compared: BillComparison): readonly Part[] {
  const { lines, from, to, hours, simulated_usd, real_usd, slices_usd } = compared;
  const known = lines.filter(({ real_usd: usd, simulated_usd: own }) => usd !== null || own > 0);
  const explained = known
    .filter(({ difference_usd }) => difference_usd !== null && difference_usd !== 0)
    .flatMap((line) => explanation(line));
  const slices = when(slices_usd !== null && slices_usd !== 0 && explainsCompute(known), {
    about: '',
    text: `Compute: metering in slices of 4 s explains ${dollars(slices_usd ?? 0)} of it`,
    item: true,
  });
  const total = { label: 'Total', simulated_usd, real_usd, difference_usd: real_usd - simulated_usd };
  const used = (name: 'simulated' | 'real', head: string): Column<BothRow> => ({
    name,
    head,
    unit: 'number',
    of: (row) => row[name],
    text: ({ [name]: value, unit = '' }) =>
      value === null || value === undefined ? '' : `${number(value)} ${unit}`,
  });
  const money = (name: 'simulated_usd' | 'real_usd' | 'difference_usd', head: string): Column<BothRow> => ({
    name,
    head,
    unit: 'dollars',
    of: (row) => row[name],
    text: ({ [name]: usd }) => (usd === null ? '' : dollars(usd)),
  });
  return [
    table<BothRow>({
      id: 'compared',
      title: `Simulated and real invoice, ${from.slice(0, 10)} to ${to.slice(0, 10)}, ${number(hours)} h`,
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows: [...known, total],
      columns: [
        { name: 'item', head: 'Item', of: ({ label }) => label },
        used('simulated', 'Simulated'),
        used('real', 'Real'),
        money('simulated_usd', 'Simulated $'),
        money('real_usd', 'Real $'),
        money('difference_usd', 'Difference'),
      ],
    }),
    {
      kind: 'notes',
      id: 'explained',
      notes:
        explained.length === 0
          ? notesOn('explained', ['no line differs by a cent'])
          : [...notesOn('explained', ['the lines would agree with']), ...explained, ...slices],
    },
  ];
}

function explainsCompute(lines: readonly ComparedLine[]): boolean {
  const line = lines.find(({ metric }) => metric === 'compute_unit_seconds');
  return line?.difference_usd != null && line.difference_usd !== 0;
}

function impliedText(value: number, unit: Implied['unit']): string {
  return unit === 'bytes' || unit === 'bytes a day'
    ? `${bytesText(value)}${unit === 'bytes' ? '' : ' a day'}`
    : `${number(value)} ${unit}`;
}

function explanation({ label, implied, difference_usd }: ComparedLine): readonly Note[] {
  const text =
    implied === null
      ? `${label}: ${dollars(difference_usd ?? 0)}, of which the amount alone is known`
      : `${label}: ${implied.name} ${impliedText(implied.value, implied.unit)} instead of ${impliedText(implied.simulated, implied.unit)}`;
  return [{ about: '', text, item: true }];
}

/** Branches that come and go in a month, with a row for each TTL that was asked for. */
function previewBlocks({ previews }: Bill): readonly ReportBlock[] {
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
          text: `means over ${month.branches.n} simulated months with their 95 % intervals, in the lines above; 95 %: the number not exceeded for that part of the time; stale: branches that nobody deletes, and what they cost; by M/G/∞ there are ${number(month.branches_by_theory)}; no quota counts what they use`,
        },
        ...(month.refused_cu_hours === undefined
          ? []
          : [
              {
                about: 'active limit',
                text: `their computes would use ${number(month.refused_cu_hours)} CU-hours more, but only so many of a project can be active at once besides that of the default branch: the others stay suspended, and their clients are refused`,
                emphasis: 'bad' as const,
              },
            ]),
      ],
    },
  ];
}
