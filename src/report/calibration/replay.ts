import type { Recording } from '../../ingest/calibrate/demand/recorded-queries.js';
import { Histogram } from '../../statistics/histogram.js';
import { LATENCY_QUANTILES } from '../../study/run/latency-quantiles.js';
import type { HeadlineFigure } from '../figures/headline-figures.js';
import type { SavedSummary } from '../figures/saved-summary.js';
import { summaryDifference } from '../figures/summary-difference.js';

/** A figure as recorded, and as simulated with the calibrated scenario. */
export interface ReplayedFigure extends Pick<HeadlineFigure, 'path' | 'label' | 'unit'> {
  readonly recorded: number;
  readonly replayed: number;
  /** (replayed − recorded) ÷ recorded; `null` if the recorded value is 0. */
  readonly relative_error: number | null;
}

/** A result folder that was replayed. */
export type ReplayedRun = ReturnType<typeof replayedRun>;

export function replayedRun(folder: string, recorded: SavedSummary, replayed: SavedSummary) {
  const { figures, doubts } = summaryDifference(replayed, recorded, {
    before: 'as recorded',
    now: 'replayed',
  });
  return {
    folder,
    /** Those that both have, except counts that are zero in both. */
    figures: figures.flatMap(({ figure, before, now, difference }): readonly ReplayedFigure[] => {
      if (before === null || now === null || difference === null || (before === 0 && now === 0)) return [];
      const { path, label, unit } = figure;
      const relative_error = before === 0 ? null : difference / Math.abs(before);
      return [{ path, label, unit, recorded: before, replayed: now, relative_error }];
    }),
    // The start of a recording always differs.
    doubts: doubts.filter((doubt) => !doubt.startsWith('start:')),
  };
}

/** The summary of a sent load. Latencies count from the moment of sending, without the sender's lateness. */
export function sinceSent(summary: SavedSummary, { queries }: Recording): SavedSummary {
  const latency = new Histogram();
  for (const each of queries) for (const seconds of each.latency) latency.add(seconds);
  if (latency.count === 0) return summary;
  const quantiles = Object.entries(LATENCY_QUANTILES).map(([name, p]) => [name, latency.quantile(p) * 1000]);
  const latency_ms = {
    ...summary.total.latency_ms,
    ...Object.fromEntries(quantiles),
    mean: latency.mean * 1000,
    max: latency.max * 1000,
  };
  return { ...summary, total: { ...summary.total, latency_ms } };
}
