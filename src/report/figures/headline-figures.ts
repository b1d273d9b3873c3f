import { type PlacedFigure, placedFigure } from '../../figures/catalogue.js';
import type { FigureInterval } from '../../figures/figure-interval.js';
import { valueAt } from '../../scenario/document/value-at.js';
import type { Summary } from '../../study/run/summary.js';
import { monthBasis } from './month-basis.js';

/** A figure that reports of a run show first. */
export interface HeadlineFigure extends Pick<PlacedFigure, 'label' | 'unit' | 'better'> {
  /** Its path in `summary.json`, such as `total.latency_ms.p99`. */
  readonly path: string;
}

/** The first figures in a run's reports, over all its computes. */
export const HEADLINE_FIGURES: readonly HeadlineFigure[] = [
  'cost_usd',
  'cost_usd_per_month',
  'cu_hours',
  'mean_cu_active',
  'max_cu',
  'suspended_seconds',
  'wakes',
  'suspends',
  'restarts',
  'resizes',
  'queries_arrived',
  'queries_completed',
  'queries_failed',
  'attempts_retried',
  'wake_probability',
  'delayed_probability',
  'delay_p50',
  'delay_p99',
  'latency_mean',
  'latency_p50',
  'latency_p90',
  'latency_p95',
  'latency_p99',
  'latency_p999',
  'latency_max',
  'availability_request',
  'availability_time',
  'overloaded_seconds',
  'longest_backlog_seconds',
  'client_pool_wait_probability',
  'connections_refused',
  'connections_dropped',
  'cache_hit_ratio',
  'cpu_utilisation',
].map((name) => {
  const { path, label, unit, better } = placedFigure(name);
  return { path: ['total', ...path].join('.'), label, unit, better };
});

/** Those that a run determines: the cost of a month only if its length represents one. */
export function headlineFigures({
  duration_seconds,
}: Pick<Summary, 'duration_seconds'>): readonly HeadlineFigure[] {
  if (monthBasis(duration_seconds).carried) return HEADLINE_FIGURES;
  return HEADLINE_FIGURES.filter(({ path }) => path !== 'total.cost_usd_per_month');
}

/** The value of a figure in a summary; `null` if it was not measured, or a saved summary lacks it. */
export function summaryFigure(summary: Pick<Summary, 'total'>, path: string): number | null {
  const value = valueAt(summary, path.split('.'));
  return typeof value === 'number' ? value : null;
}

/** A figure with its interval if there are replications, otherwise its value. */
export function figureAt(
  summary: Pick<Summary, 'total' | 'ci'>,
  path: string,
): FigureInterval | number | null {
  return intervalAt(summary, path) ?? summaryFigure(summary, path);
}

/** The interval of a figure; `undefined` for a single run, and if it was not measured. */
export function intervalAt(summary: Pick<Summary, 'ci'>, path: string): FigureInterval | undefined {
  const interval = valueAt(summary.ci, path.split('.'));
  return typeof interval === 'object' && interval !== null ? (interval as FigureInterval) : undefined;
}
