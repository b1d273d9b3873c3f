import type { PolicySide } from '../../compute/policy/own-policies.js';
import type { PolicyFigures } from '../../figures/policy-figures.js';
import type { PolicyRow } from '../../study/policies/policy-comparison.js';
import type { PolicyRegret } from '../../study/policies/policy-regret.js';
import { type Column, column } from '../document/column.js';
import { count, milliseconds, money, number } from '../figures/figure-text.js';
import { when } from '../text/when.js';

/** Columns of a side's table: what they show, with the unit last, how it is written, and their place among the minor ones. */
function figureOf<Figure extends keyof PolicyFigures | keyof PolicyRegret>(
  head: string,
  figure: Figure,
  text: (value: PolicyRow[Figure], row: PolicyRow) => string,
  minor: number,
): Column<PolicyRow> {
  const cell = (row: PolicyRow) => text(row[figure], row);
  return column(figure, head, 'number', (row) => row[figure], { text: cell, path: figure, minor });
}

const USED = [figureOf('CU-hours', 'cu_hours', number, 10), figureOf('cost', 'cost_usd', money, 0)];
const FAILED = figureOf('failed', 'queries_failed', count, 11);
const P99 = figureOf('p99', 'latency_p99_ms', milliseconds, 13);
const DELAYED = figureOf('delayed %', 'delayed_probability', hundredths, 14);

/** The columns after the policy's name, the most important first. */
export const POLICY_COLUMNS: Readonly<Record<PolicySide, readonly Column<PolicyRow>[]>> = {
  size: [
    ...USED,
    figureOf('above oracle %', 'regret_cu_hours_share', hundredths, 6),
    figureOf('slack %', 'cpu_slack', hundredths, 1),
    figureOf('saturated %', 'cpu_saturated', hundredths, 5),
    figureOf('p50', 'latency_p50_ms', milliseconds, 2),
    P99,
    FAILED,
    figureOf('resizes', 'resizes', count, 3),
    figureOf('wakes', 'wakes', count, 4),
    DELAYED,
    figureOf('out of memory', 'out_of_memory', count, 7),
  ],
  suspend: [
    ...USED,
    figureOf('above oracle h/day', 'regret_hours_per_day', threeDigits, 9),
    figureOf('wakes', 'wakes', count, 12),
    figureOf('resumes', 'resumes', count, 8),
    DELAYED,
    P99,
    FAILED,
    figureOf('ready, held %', 'ready_held', ready, 6),
    figureOf('ready, resumed %', 'ready_resumed', ready, 5),
    figureOf('idle, held %', 'allocated_held', tenths, 4),
    figureOf('idle, resumed rightly %', 'allocated_resumed_rightly', tenths, 3),
    figureOf('idle, resumed wrongly %', 'allocated_resumed_wrongly', tenths, 2),
    figureOf('wakes, suspends per hour', 'overhead_per_hour', number, 1),
    figureOf('delay p99', 'delay_p99_ms', milliseconds, 7),
  ],
};

function ready(share: number | null, { idle_periods }: PolicyRow): string {
  return idle_periods === 0 ? '-' : tenths(share);
}

export function threeDigits(value: number | null): string {
  return value === null ? '-' : number(Number(value.toPrecision(3)));
}

/** A share in per cent, without the sign, which is in the heading; 0 and 100 only for exact values. */
export function hundredths(share: number | null): string {
  if (share === null) return '-';
  if (share > 0 && share < 1e-4) return '<0.01';
  if (share < 1 && share >= 0.9995) return '>99.9';
  return number(Number((share * 100).toPrecision(3)));
}

function tenths(share: number | null): string {
  return share === null ? '-' : String(Number((share * 100).toFixed(1)));
}

/** The kind of a policy, in addition to its name. */
export function policyTags({ own, foresight, offered }: PolicyRow): readonly string[] {
  return [
    ...when(own, 'today'),
    ...when(foresight, 'knows the future'),
    ...when(!foresight && !offered, 'not offered'),
  ];
}
