import type { ObjectiveResult } from '../../figures/objectives.js';
import { moreIsBetter } from '../../figures/run-figures.js';
import type { ComputeSummary } from '../figures/compute-summary.js';
import { count, milliseconds, money, number, percent } from '../figures/figure-text.js';
import { leadingAssumptions } from '../figures/leading-assumptions.js';
import { boundText, figureText } from '../figures/named-figure.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';

/** Columns of the short table of computes. */
export const COMPUTES_HEAD = ['Compute', 'CU-hours', 'Cost', 'Suspended', 'Wakes', 'p99'] as const;

/** A compute's row of it. @param duration_seconds of the run */
export function computeRow(compute: ComputeSummary, duration_seconds: number): readonly string[] {
  return [
    compute.name,
    number(compute.cu_hours),
    money(compute.cost_usd),
    percent(duration_seconds > 0 ? compute.suspended_seconds / duration_seconds : 0),
    count(compute.wakes),
    milliseconds(compute.latency_ms.p99),
  ];
}

/** An objective in words: what was asked for, the result, and whether it was met; in doubt with a question mark. */
export function objectiveTexts({ objective, target, actual, met, ci, clear }: ObjectiveResult) {
  const text = (value: number): string => figureText(objective, value);
  const doubt = clear === false ? '?' : '';
  return {
    target: `${moreIsBetter(objective) ? 'at least' : 'at most'} ${boundText(objective, target)}`,
    actual: actual === null ? 'nothing measured' : withSpread(actual, text, ci),
    verdict: `${met ? 'met' : 'MISSED'}${doubt}`,
  };
}

/** An assumption's value without the marks of YAML: `lognormal median 350ms, p99 2s`. */
export function assumedValue(value: string): string {
  return value.replaceAll(/[{}]/g, '').replaceAll(/:? +/g, ' ').trim();
}

/** The assumptions that matter most to a run: `wake_latency median 350 ms p99 2 s (low confidence)`. */
export function assumptionTexts(summary: Summary): readonly string[] {
  return leadingAssumptions(summary).map(({ name, value, confidence }) => {
    const words = assumedValue(value);
    // Whether somebody knows better than the platform tells, or how sure the default is.
    const sure = ['yours', 'measured'].includes(confidence) ? confidence : `${confidence} confidence`;
    return `${name.startsWith('model.') ? name.slice(6).replaceAll('_', ' ') : name} ${words} (${sure})`;
  });
}
