import type { MetricSeries } from '../../../workload/import/series.js';
import { TraceError } from '../../../workload/trace/trace-error.js';
import type { FittedAgent } from './agent-fit.js';
import { type FittedMemory, fittedMemory } from './memory-fit.js';
import { type FittedWarmUp, fittedWarmUp, warmUps } from './warm-up-fit.js';

/** What a metrics export tells of memory, of the file cache and of the autoscaler; a text says why it does not. */
export interface CalibratedMetrics {
  readonly source: string;
  readonly series: readonly MetricSeries[];
  readonly memory: FittedMemory | string;
  readonly warm_up: FittedWarmUp | string;
  /** Absent where no scenario says what the load was. */
  readonly agent?: FittedAgent | string;
}

/**
 * What the metrics of one compute tell.
 * @throws TraceError where there are several computes
 */
export async function calibratedMetrics(
  source: string,
  series: readonly MetricSeries[],
  confidence: number,
): Promise<CalibratedMetrics> {
  const computes = [...new Set(series.flatMap(({ labels }) => labels['endpoint_id'] ?? []))];
  if (computes.length > 1) {
    throw new TraceError(
      source,
      `the file has several computes: ${computes.join(', ')}; export one, by endpoint_id="${computes[0]}" in the query`,
    );
  }
  const counted = series.some(({ name }) => name === 'neon_lfc_misses');
  return {
    source,
    series,
    memory: fittedMemory(series, confidence),
    warm_up: counted
      ? await fittedWarmUp(warmUps(series), confidence)
      : 'the export has no neon_lfc_hits and neon_lfc_misses',
  };
}
