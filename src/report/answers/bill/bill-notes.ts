import type { Bill } from '../../../cost/bill/bill.js';
import type { InvoiceLine } from '../../../cost/bill/invoice.js';
import type { PreviewMonth } from '../../../cost/bill/preview-branches.js';
import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { HOUR_SECONDS } from '../../../kernel/units.js';
import { confidenceText } from '../../../scenario/model/assumption.js';
import type { BillOverWorlds } from '../../../study/worlds/bill-worlds.js';
import { column } from '../../document/column.js';
import { type Note, notesOn, notesPart, type Part, table } from '../../document/report.js';
import { bytesText, counted, dollars, duration, money, number, percent } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import { spreadWords } from '../../verdict/worlds-words.js';
import { intervalParts, spreadPart } from '../worlds.js';

/** The cost of the same work on machines that never suspend. */
export function provisionedParts({ provisioned, cu_hours_per_month, plan }: Bill): readonly Part[] {
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
      : `as expensive as ${number(break_even_cu_hours)} CU-hours on ${plan}; this uses ${number(cu_hours_per_month)}`;
  interface Machines {
    readonly name: string;
    readonly size: string;
    readonly usd: number;
    readonly evens?: string;
  }
  return [
    table<Machines>({
      id: 'provisioned',
      in: ['screen', 'markdown', 'page', 'workbook'],
      keys: 2,
      rows: [
        { name: 'provisioned', size: machines, usd: usd_per_month, evens },
        ...when(break_even_cu_hours !== null, {
          name: `on ${plan}, never suspended`,
          size: 'as it is',
          usd: always_on_usd_per_month,
        }),
      ],
      columns: [
        { name: 'instead', head: 'Instead, per month', of: ({ name }) => name },
        { name: 'size', head: 'Size', of: ({ size }) => size },
        column('amount', 'Amount', 'dollars', ({ usd }) => usd),
        { name: 'break_even', head: 'Break-even', unit: 'figure_text', of: (row) => row.evens },
      ],
    }),
  ];
}

/** Beyond this number only the count is printed. */
const MAX_MACHINES = 4;

export function notes(bill: Bill): readonly Note[] {
  const { metering, invoices, assumptions } = bill;
  const rate = invoices[0]?.lines[0]?.usd_per_unit ?? 0;
  const left_out = metering === null ? 0 : metering.cu_hours - metering.metered_cu_hours;
  const metered =
    metering === null || metering.cu_hours === 0
      ? []
      : [
          `the platform meters in slices of 4 s and charges the lesser size of each: ${number(metering.metered_cu_hours)} of ${number(metering.cu_hours)} CU-hours (${percent(left_out / metering.cu_hours)}, ${dollars(left_out * rate)}, are left out, mostly of short wakes); the line above is without that`,
        ];
  const sent = Object.entries(bill.sent_bytes_per_month ?? {})
    .toSorted(([, one], [, other]) => other - one)
    .map(([load, bytes]) => `${load} sends ${bytesText(bytes)}`);
  const remarks = new Set(invoices.flatMap(({ lines }) => lineRemarks(lines)));
  return [
    ...notesOn(
      'capped',
      when(
        bill.running_hours < HOURS_PER_MONTH,
        `a month has compute for ${duration(bill.running_hours * HOUR_SECONDS)} of its ${HOURS_PER_MONTH} h: then a cap suspends it, at the rate that the run shows until one does`,
      ),
      { emphasis: 'bad' },
    ),
    ...notesOn('metering', metered),
    ...notesOn('transfer', when(bill.sent_bytes_per_month !== undefined, `per month ${sent.join(', ')}`)),
    ...notesOn('lines', [...remarks]),
    ...notesOn(
      'provisioned',
      when(
        bill.provisioned !== null,
        'the size that suffices except for 0.5 % of the time, a fifth more, but no more than the compute may have, at $0.065 (from 1 CU on $0.10) a CU-hour: the platform’s own method and rates, autoscaling report of December 2025',
      ),
    ),
    ...assumedData(assumptions),
  ];
}

/** Data that the scenario does not give. */
export function assumedData(assumptions: Bill['assumptions']): readonly Note[] {
  const guessed = assumptions.filter(({ confidence }) => confidence !== 'yours' && confidence !== 'measured');
  const assumed = guessed
    .map(({ name, value, confidence }) => `${name} ${value} (${confidenceText(confidence)})`)
    .join(', ');
  return notesOn('assumed', when(assumed !== '', `${assumed}; set them under data: in the scenario`));
}

/** What is uncertain about lines that cost something, or could. */
function lineRemarks(lines: readonly InvoiceLine[]): readonly string[] {
  return (
    lines
      // A note on compute concerns the first day of its price.
      .filter(
        ({ metric, note, quantity }) => metric !== 'compute_unit_seconds' && note !== '' && quantity > 0,
      )
      .map(({ label, note }) => `${label}: ${note}`)
  );
}

/** Branches that come and go in a month, with a row for each TTL that was asked for. */
export function previewParts({ previews }: Bill): readonly Part[] {
  if (previews === null) return [];
  const { month, sweep } = previews;
  type Row = PreviewMonth & { readonly name: string };
  const rows: readonly Row[] = [
    { ...month, name: 'as they are' },
    ...sweep.map((one) => ({
      ...one,
      name: one.ttl_seconds === null ? 'TTL never' : `TTL ${duration(one.ttl_seconds)}`,
    })),
  ];
  const notes = [
    ...notesOn('previews', [
      `means over ${month.branches.n} simulated months with their 95 % intervals, in the lines above; 95 %: the number not exceeded for that part of the time; stale: branches that are never deleted, and their cost; by M/G/∞ there are ${number(month.branches_by_theory)}; no quota counts what they use`,
    ]),
    ...notesOn(
      'active limit',
      when(
        month.refused_cu_hours !== undefined,
        `their computes would use ${number(month.refused_cu_hours ?? 0)} CU-hours more, but the plan limits how many of a project can be active at once besides that of the default branch: the others stay suspended, and their clients are refused`,
      ),
      { emphasis: 'bad' },
    ),
  ];
  return [
    table<Row>({
      id: 'previews',
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows,
      columns: [
        { name: 'previews', head: 'Previews', of: ({ name }) => name },
        column('branches', 'Branches', 'number', ({ branches }) => branches, { interval: true }),
        column('branches_p95', '95 %', 'number', (row) => row.branches_p95),
        column('stale', 'Stale', 'number', (row) => row.stale_branches),
        column('extra', 'Extra', 'number', (row) => row.extra_branches.mean),
        column('stored', 'Stored', 'figure_text', (row) => bytesText(row.stored_bytes.mean)),
        column('cost', 'Cost per month', 'usd', (row) => row.cost_usd, { interval: true }),
        column('stale_cost', 'Stale cost', 'usd', (row) => row.stale_cost_usd.mean),
      ],
      below: notes,
    }),
  ];
}

/** The bill over worlds: its lines, and which interval matters most. */
export function billWorldsParts(bill: BillOverWorlds): readonly Part[] {
  const { worlds, spread, middle_usd, lines } = bill;
  return [
    spreadPart(
      worlds,
      'Item',
      [...lines.map((line) => ({ ...line, name: line.label })), { ...spread, name: 'Total' }],
      [],
      ', a month of 730 h',
    ),
    notesPart(
      'worlds-notes',
      notesOn(
        'answer',
        [
          `${spreadWords(bill, 'a month')}; ${money(middle_usd)} in the middle world, which is the bill above`,
        ],
        { emphasis: 'strong' },
      ),
    ),
    ...intervalParts(bill, 'the bill'),
  ];
}
