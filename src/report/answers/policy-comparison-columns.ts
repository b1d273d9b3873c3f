import type { PolicyRow } from '../../planner/policies/policy-comparison.js';
import type { PolicySide } from '../../scenario/policy/own-policies.js';
import { count, milliseconds, money, number } from '../figures/figure-text.js';

/** One column of a table of policies for people. */
export interface PolicyColumn {
  /** What it shows, with the unit last. */
  readonly name: string;
  /** The name on several lines. */
  readonly heading: string;
  readonly cell: (row: PolicyRow) => string;
}

/** A column; a word of its name on each line of the heading unless it is given. */
function column(
  name: string,
  cell: PolicyColumn['cell'],
  heading = name.replaceAll(' ', '\n'),
): PolicyColumn {
  return { name, heading, cell };
}

const USED = [
  column('CU-hours', (row) => number(row.cu_hours)),
  column('cost', (row) => money(row.cost_usd)),
];
const WAKES = column('wakes', (row) => count(row.wakes));
const DELAYED = column('delayed %', (row) => hundredths(row.delayed_probability));
const P99 = column('p99', (row) => milliseconds(row.latency_p99_ms));
const FAILED = column('failed', (row) => count(row.queries_failed));

/** The columns after the policy's name, the most important first. */
export const POLICY_COLUMNS: Readonly<Record<PolicySide, readonly PolicyColumn[]>> = {
  size: [
    ...USED,
    column('above oracle %', (row) => hundredths(row.regret_cu_hours_share)),
    column('slack %', (row) => hundredths(row.cpu_slack)),
    column('saturated %', (row) => hundredths(row.cpu_saturated)),
    column('p50', (row) => milliseconds(row.latency_p50_ms)),
    P99,
    FAILED,
    column('resizes', (row) => count(row.resizes)),
    WAKES,
    DELAYED,
    column('out of memory', (row) => count(row.out_of_memory), 'out of\nmemory'),
  ],
  suspend: [
    ...USED,
    column('above oracle h/day', (row) => threeDigits(row.regret_hours_per_day)),
    WAKES,
    column('resumes', (row) => count(row.resumes)),
    DELAYED,
    P99,
    FAILED,
    column('ready, held %', (row) => ready(row, row.ready_held)),
    column('ready, resumed %', (row) => ready(row, row.ready_resumed)),
    column('idle, held %', (row) => tenths(row.allocated_held)),
    column('idle, resumed rightly %', (row) => tenths(row.allocated_resumed_rightly)),
    column('idle, resumed wrongly %', (row) => tenths(row.allocated_resumed_wrongly)),
    column('wakes and suspends an hour', (row) => number(row.overhead_per_hour), 'wakes,\nsuspends\nan hour'),
    column('delay p99', (row) => milliseconds(row.delay_p99_ms)),
  ],
};

function ready({ idle_periods }: PolicyRow, share: number | null): string {
  return idle_periods === 0 ? '-' : tenths(share);
}

/** A policy's name with the marks that the notes below a table explain. */
export function markedName({ policy, own, foresight }: PolicyRow): string {
  return marked(policy, own, foresight);
}

/** A name with those marks. */
export function marked(name: string, own: boolean, foresight: boolean): string {
  return `${name}${own ? ' *' : ''}${foresight ? ' †' : ''}`;
}

/** A number to three digits. */
export function threeDigits(value: number | null): string {
  return value === null ? '-' : number(Number(value.toPrecision(3)));
}

/** A share in per cent, without the sign that its heading has; all and nothing only where it is that. */
export function hundredths(share: number | null): string {
  if (share === null) return '-';
  if (share > 0 && share < 1e-4) return '<0.01';
  if (share < 1 && share >= 0.9995) return '>99.9';
  return number(Number((share * 100).toPrecision(3)));
}

/** The same to a tenth. */
function tenths(share: number | null): string {
  return share === null ? '-' : String(Number((share * 100).toFixed(1)));
}
