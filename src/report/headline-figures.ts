import type { FigureUnit } from '../planner/run-figures.js';
import { count, duration, milliseconds, money, number, percent } from './figure-text.js';
import type { FigureInterval } from './mean-of-figures.js';
import type { Summary } from './summary.js';

/** What a figure of a summary is measured in. */
export type HeadlineUnit = FigureUnit | 'cu' | 'seconds';

/** A figure that reports of a run show first. */
export interface HeadlineFigure {
  /** Where it stands in `summary.json`, such as `total.latency_ms.p99`. */
  readonly path: string;
  readonly label: string;
  readonly unit: HeadlineUnit;
}

/** The figures that stand first in a run's reports, over all its computes. */
export const HEADLINE_FIGURES: readonly HeadlineFigure[] = [
  figure('cost_usd', 'Cost of the run', 'usd'),
  figure('cost_usd_per_month', 'Cost per month', 'usd'),
  figure('cu_hours', 'CU-hours', 'cu_hours'),
  figure('mean_cu_active', 'Mean size while active', 'cu'),
  figure('max_cu', 'Largest size', 'cu'),
  figure('suspended_seconds', 'Suspended', 'seconds'),
  figure('wakes', 'Wakes', 'count'),
  figure('suspends', 'Suspends', 'count'),
  figure('restarts', 'Restarts', 'count'),
  figure('resizes', 'Resizes', 'count'),
  figure('queries.arrived', 'Queries', 'count'),
  figure('queries.completed', 'Queries completed', 'count'),
  figure('queries.failed', 'Queries failed', 'count'),
  figure('queries.attempts.retried', 'Attempts retried', 'count'),
  figure('wake_probability', 'Queries that found the compute idle', 'share'),
  figure('delayed_probability', 'Queries that waited for a wake or restart', 'share'),
  figure('delay_ms.p50', 'Their wait, median', 'milliseconds'),
  figure('delay_ms.p99', 'Their wait, p99', 'milliseconds'),
  figure('latency_ms.mean', 'Latency, mean', 'milliseconds'),
  figure('latency_ms.p50', 'Latency, p50', 'milliseconds'),
  figure('latency_ms.p90', 'Latency, p90', 'milliseconds'),
  figure('latency_ms.p95', 'Latency, p95', 'milliseconds'),
  figure('latency_ms.p99', 'Latency, p99', 'milliseconds'),
  figure('latency_ms.p999', 'Latency, p99.9', 'milliseconds'),
  figure('latency_ms.max', 'Latency, longest', 'milliseconds'),
  figure('availability.request', 'Queries answered', 'share'),
  figure('availability.time', 'Time available', 'share'),
  figure('connections.refused', 'Connections refused', 'count'),
  figure('connections.dropped', 'Connections cut', 'count'),
  figure('cache.hit_ratio', 'Page reads answered by the cache', 'share'),
  figure('cpu.utilisation', 'CPU utilisation while active', 'share'),
];

/** The value of a figure in a summary; `null` where nothing was measured, or a saved summary has none. */
export function figureAt(summary: Pick<Summary, 'total'>, path: string): number | null {
  const value = at(summary, path);
  return typeof value === 'number' ? value : null;
}

/** The interval of a figure; `undefined` for a single run, and where nothing was measured. */
export function intervalAt(summary: Pick<Summary, 'ci'>, path: string): FigureInterval | undefined {
  const interval = at(summary.ci, path);
  return typeof interval === 'object' && interval !== null ? (interval as FigureInterval) : undefined;
}

/** A figure as people write it. */
export function headlineText(unit: HeadlineUnit, value: number | null): string {
  if (value === null) return '-';
  switch (unit) {
    case 'usd':
      return money(value);
    case 'milliseconds':
      return milliseconds(value);
    case 'share':
      return percent(value);
    case 'count':
      return count(value);
    case 'seconds':
      return duration(value);
    case 'cu':
      return `${number(value)} CU`;
    case 'cu_hours':
      return number(value);
  }
}

function at(whole: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, key)
          ? (part as Readonly<Record<string, unknown>>)[key]
          : undefined,
      whole,
    );
}

function figure(path: string, label: string, unit: HeadlineUnit): HeadlineFigure {
  return { path: `total.${path}`, label, unit };
}
