import type { PolicyFigures } from '../../figures/policy-figures.js';
import type { PolicySide } from '../../scenario/policy/own-policies.js';
import type { PolicyRow } from '../../study/policies/policy-comparison.js';
import type { PolicyRegret } from '../../study/policies/policy-regret.js';
import { count, milliseconds, money, number } from '../figures/figure-text.js';

/** One column of a table of policies for people. */
export interface PolicyColumn {
  /** What it shows, with the unit last. */
  readonly name: string;
  readonly cell: (row: PolicyRow) => string;
  /** The figure that the cell writes, by its name in the JSON. */
  readonly figure: PolicyFigure;
}

/** A figure of a policy that tables show. */
type PolicyFigure = keyof PolicyFigures | keyof PolicyRegret;

/** A column that shows a figure. */
function column<Figure extends PolicyFigure>(
  name: string,
  figure: Figure,
  text: (value: PolicyRow[Figure], row: PolicyRow) => string,
): PolicyColumn {
  return { name, figure, cell: (row) => text(row[figure], row) };
}

const USED = [column('CU-hours', 'cu_hours', number), column('cost', 'cost_usd', money)];
const WAKES = column('wakes', 'wakes', count);
const DELAYED = column('delayed %', 'delayed_probability', hundredths);
const P99 = column('p99', 'latency_p99_ms', milliseconds);
const FAILED = column('failed', 'queries_failed', count);

/** The columns after the policy's name, the most important first. */
export const POLICY_COLUMNS: Readonly<Record<PolicySide, readonly PolicyColumn[]>> = {
  size: [
    ...USED,
    column('above oracle %', 'regret_cu_hours_share', hundredths),
    column('slack %', 'cpu_slack', hundredths),
    column('saturated %', 'cpu_saturated', hundredths),
    column('p50', 'latency_p50_ms', milliseconds),
    P99,
    FAILED,
    column('resizes', 'resizes', count),
    WAKES,
    DELAYED,
    column('out of memory', 'out_of_memory', count),
  ],
  suspend: [
    ...USED,
    column('above oracle h/day', 'regret_hours_per_day', threeDigits),
    WAKES,
    column('resumes', 'resumes', count),
    DELAYED,
    P99,
    FAILED,
    column('ready, held %', 'ready_held', (share, row) => ready(row, share)),
    column('ready, resumed %', 'ready_resumed', (share, row) => ready(row, share)),
    column('idle, held %', 'allocated_held', tenths),
    column('idle, resumed rightly %', 'allocated_resumed_rightly', tenths),
    column('idle, resumed wrongly %', 'allocated_resumed_wrongly', tenths),
    column('wakes, suspends per hour', 'overhead_per_hour', number),
    column('delay p99', 'delay_p99_ms', milliseconds),
  ],
};

/** Figures in the order in which a narrow terminal leaves them out. */
export const LEAST_USEFUL: Readonly<Record<PolicySide, readonly PolicyFigure[]>> = {
  size: [
    'cpu_slack',
    'latency_p50_ms',
    'resizes',
    'wakes',
    'cpu_saturated',
    'regret_cu_hours_share',
    'out_of_memory',
    'cu_hours',
    'queries_failed',
    'latency_p99_ms',
    'delayed_probability',
  ],
  suspend: [
    'overhead_per_hour',
    'allocated_resumed_wrongly',
    'allocated_resumed_rightly',
    'allocated_held',
    'ready_resumed',
    'ready_held',
    'delay_p99_ms',
    'resumes',
    'regret_hours_per_day',
    'cu_hours',
    'queries_failed',
    'wakes',
    'latency_p99_ms',
    'delayed_probability',
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
