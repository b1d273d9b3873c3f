import type { PolicyRow } from '../planner/policy-comparison.js';
import type { PolicySide } from '../scenario/policy/own-policies.js';
import { count, milliseconds, money, number } from './figure-text.js';

/** One column of a table of policies for people. */
export interface PolicyColumn {
  /** What it shows, with the unit last. */
  readonly name: string;
  /** The name on several lines. */
  readonly heading: readonly string[];
  readonly cell: (row: PolicyRow) => string;
}

/** The columns after the policy's name, the most important first. */
export const POLICY_COLUMNS: Readonly<Record<PolicySide, readonly PolicyColumn[]>> = {
  size: [
    { name: 'CU-hours', heading: ['CU-', 'hours'], cell: (row) => number(row.cu_hours) },
    { name: 'cost', heading: ['cost'], cell: (row) => money(row.cost_usd) },
    {
      name: 'above oracle %',
      heading: ['above', 'oracle', '%'],
      cell: (row) => hundredths(row.regret_cu_hours_share),
    },
    { name: 'slack %', heading: ['slack', '%'], cell: (row) => hundredths(row.cpu_slack) },
    { name: 'saturated %', heading: ['satu-', 'rated', '%'], cell: (row) => hundredths(row.cpu_saturated) },
    { name: 'p50', heading: ['p50'], cell: (row) => milliseconds(row.latency_p50_ms) },
    { name: 'p99', heading: ['p99'], cell: (row) => milliseconds(row.latency_p99_ms) },
    { name: 'failed', heading: ['failed'], cell: (row) => count(row.queries_failed) },
    { name: 'resizes', heading: ['resizes'], cell: (row) => count(row.resizes) },
    { name: 'wakes', heading: ['wakes'], cell: (row) => count(row.wakes) },
    { name: 'delayed %', heading: ['delayed', '%'], cell: (row) => hundredths(row.delayed_probability) },
    { name: 'out of memory', heading: ['out of', 'memory'], cell: (row) => count(row.out_of_memory) },
  ],
  suspend: [
    { name: 'CU-hours', heading: ['CU-', 'hours'], cell: (row) => number(row.cu_hours) },
    { name: 'cost', heading: ['cost'], cell: (row) => money(row.cost_usd) },
    {
      name: 'above oracle h/day',
      heading: ['above', 'oracle', 'h/day'],
      cell: (row) => figure(row.regret_hours_per_day),
    },
    { name: 'wakes', heading: ['wakes'], cell: (row) => count(row.wakes) },
    { name: 'resumes', heading: ['re-', 'sumes'], cell: (row) => count(row.resumes) },
    { name: 'delayed %', heading: ['delayed', '%'], cell: (row) => hundredths(row.delayed_probability) },
    {
      name: 'ready: held + resumed %',
      heading: ['ready:', 'held +', 'resumed', '%'],
      cell: (row) =>
        row.idle_periods === 0 ? '-' : [row.ready_held, row.ready_resumed].map(tenths).join('+'),
    },
    {
      name: 'idle: held + right + wrong %',
      heading: ['idle:', 'held +', 'right +', 'wrong', '%'],
      cell: (row) =>
        [row.allocated_held, row.allocated_resumed_rightly, row.allocated_resumed_wrongly]
          .map(tenths)
          .join('+'),
    },
    { name: 'p99', heading: ['p99'], cell: (row) => milliseconds(row.latency_p99_ms) },
    { name: 'failed', heading: ['failed'], cell: (row) => count(row.queries_failed) },
    {
      name: 'wakes and suspends an hour',
      heading: ['wakes,', 'suspends', 'an hour'],
      cell: (row) => number(row.overhead_per_hour),
    },
    { name: 'delay p99', heading: ['delay', 'p99'], cell: (row) => milliseconds(row.delay_p99_ms) },
  ],
};

/** A policy's name with the marks that the notes below a table explain. */
export function markedName({ policy, own, foresight }: PolicyRow): string {
  return `${policy}${own ? ' *' : ''}${foresight ? ' †' : ''}`;
}

function figure(value: number | null): string {
  return value === null ? '-' : number(Number(value.toPrecision(3)));
}

/** A share in per cent, without the sign that its heading has; all and nothing only where it is that. */
function hundredths(share: number | null): string {
  if (share === null) return '-';
  if (share > 0 && share < 1e-4) return '<0.01';
  if (share < 1 && share >= 0.9995) return '>99.9';
  return number(Number((share * 100).toPrecision(3)));
}

/** The same to a tenth. */
function tenths(share: number | null): string {
  return share === null ? '-' : String(Number((share * 100).toFixed(1)));
}
