import type { Bill, MonthInvoice } from '../../cost/bill/bill.js';
import type { BillComparison, ComparedLine, Implied } from '../../cost/bill/bill-comparison.js';
import type { BudgetCap } from '../../cost/bill/caps.js';
import type { InvoiceLine } from '../../cost/bill/invoice.js';
import type { PreviewMonth } from '../../cost/bill/preview-branches.js';
import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import type { BillOverWorlds } from '../../study/worlds/bill-worlds.js';
import { bytesText, counted, dollars, duration, money, number, percent } from '../figures/figure-text.js';
import { withSpread } from '../figures/spread-text.js';
import type { Note, ReportBlock, TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';
import { when } from '../text/when.js';
import { budgetBlock, capBlocks } from './cap-blocks.js';
import { billWorldsBlocks } from './worlds-blocks.js';

/** The bill of a run: the vendor's line items, then what it rests on, and a real invoice where there is one. */
export function billReport(
  bill: Bill,
  {
    compared,
    budget,
    worlds,
    warnings = [],
  }: {
    readonly compared?: BillComparison | undefined;
    readonly budget?: BudgetCap | undefined;
    readonly worlds?: BillOverWorlds | undefined;
    /** What was noticed in the scenario. */
    readonly warnings?: readonly string[];
  },
): TextReport {
  return {
    title: title(bill),
    blocks: [
      ...bill.invoices.map(invoiceBlock),
      ...provisionedBlock(bill),
      ...previewBlocks(bill),
      ...capBlocks(bill),
      ...(budget === undefined ? [] : [budgetBlock(budget)]),
      { notes: notes(bill) },
      ...(worlds === undefined ? [] : billWorldsBlocks(worlds)),
      ...(compared === undefined ? [] : comparisonBlocks(compared)),
    ],
    warnings: [...warnings, ...(compared?.warnings ?? [])],
  };
}

function title({ scenario, plan, period, duration_seconds, projects, seed }: Bill): string {
  const span =
    period === 'month'
      ? `a month of 730 h at the mean rate of ${duration(duration_seconds)}`
      : `the ${duration(duration_seconds)} of the run`;
  const several = projects === 1 ? '' : `, ${counted(projects, 'project')}`;
  return `${scenario}: bill for ${span}, plan ${plan}${several}, seed ${seed}`;
}

function invoiceBlock({ lines, minimum_usd, total_usd, due_usd, month }: MonthInvoice): ReportBlock {
  const rows = lines.map((line) => [
    line.since === undefined ? line.label : `${line.label}, since ${line.since}`,
    `${number(line.quantity)} ${line.unit}`,
    line.billable === line.quantity ? '' : number(line.billable),
    line.usd_per_unit === 0 ? '' : rateText(line.usd_per_unit),
    dollars(line.amount_usd),
  ]);
  const minimum = ['Up to the minimum of the plan', '', '', '', dollars(minimum_usd)];
  const table: TextTable = {
    head: ['item', 'used', 'of it charged', 'a unit', 'amount'],
    rows: [...rows, ...when(minimum_usd !== 0, minimum), ['Total', '', '', '', dollars(total_usd)]],
  };
  const uncollected = { about: '', text: 'invoices under $0.50 are not collected: nothing is due' };
  return {
    ...(month !== null && { title: month }),
    table,
    notes: when(due_usd !== total_usd, uncollected),
  };
}

/** A rate with all its digits, and cents at least. */
function rateText(usd: number): string {
  return `$${usd.toFixed(Math.max(2, String(usd).split('.')[1]?.length ?? 0))}`;
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

function comparisonBlocks(compared: BillComparison): readonly ReportBlock[] {
  const { lines, from, to, hours, simulated_usd, real_usd, slices_usd } = compared;
  const known = lines.filter(({ real_usd: usd, simulated_usd: own }) => usd !== null || own > 0);
  const quantity = (value: number | null, unit: string) => (value === null ? '' : `${number(value)} ${unit}`);
  const explained = known
    .filter(({ difference_usd }) => difference_usd !== null && difference_usd !== 0)
    .flatMap((line) => explanation(line));
  const slices = when(slices_usd !== null && slices_usd !== 0 && explainsCompute(known), {
    about: '',
    text: `Compute: metering in slices of 4 s explains ${dollars(slices_usd ?? 0)} of it`,
    item: true,
  });
  return [
    {
      title: `Beside the real one, ${from.slice(0, 10)} to ${to.slice(0, 10)}, ${number(hours)} h`,
      table: {
        head: ['item', 'simulated', 'real', 'simulated $', 'real $', 'difference'],
        rows: [
          ...known.map((line) => [
            line.label,
            quantity(line.simulated, line.unit),
            quantity(line.real, line.unit),
            dollars(line.simulated_usd),
            line.real_usd === null ? '' : dollars(line.real_usd),
            line.difference_usd === null ? '' : dollars(line.difference_usd),
          ]),
          ['Total', '', '', dollars(simulated_usd), dollars(real_usd), dollars(real_usd - simulated_usd)],
        ],
      },
    },
    {
      notes:
        explained.length === 0
          ? [{ about: 'explained', text: 'no line differs by a cent' }]
          : [{ about: 'explained', text: 'the lines would agree with' }, ...explained, ...slices],
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
