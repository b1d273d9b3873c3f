import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { jsonOf, requiredIn, rowsIn } from '../recording/file-text.js';
import type { MeasuredLatency, MeasuredSource } from './measured-latencies.js';
import { SeenStarts } from './seen-starts.js';

/** The latencies of a result folder. */
export interface MeasuredResults extends MeasuredSource {
  /** The middle time of a query that does nothing; `undefined` where no load was sent. */
  readonly round_trip_seconds: number | undefined;
}

/** What is used of a `summary.json`. */
interface ResultSummary {
  readonly duration_seconds?: unknown;
  readonly observed?: { readonly poll_seconds?: unknown };
  readonly load_sent?: { readonly round_trip_ms?: unknown };
}

/**
 * Reads the results of `neap observe --out` or `neap run --out`: wakes and restarts from `decisions.csv`, as exactly as
 * `operations.csv` or the interval between polls allows, and the round trip of a sent load.
 *
 * @throws TraceError when the folder holds no result, or a table is not in neap's format
 */
export async function readResults(folder: string): Promise<MeasuredResults> {
  const file = join(folder, 'summary.json');
  if (!existsSync(file)) {
    throw new TraceError(
      folder,
      'summary.json is missing; expected a folder that "neap observe --out" writes',
    );
  }
  const summary = (await jsonOf(file)) as ResultSummary;
  const { duration_seconds } = summary;
  if (typeof duration_seconds !== 'number') {
    throw new TraceError(
      file,
      'it has no duration_seconds; expected the summary.json of "neap observe --out"',
    );
  }
  const poll = summary.observed?.poll_seconds;
  const trip = summary.load_sent?.round_trip_ms;
  return {
    source: folder,
    latencies: await startsIn(folder, typeof poll === 'number' ? poll : 0, duration_seconds),
    warnings: [],
    round_trip_seconds: typeof trip === 'number' && trip > 0 ? trip / 1000 : undefined,
  };
}

async function startsIn(
  folder: string,
  poll_seconds: number,
  end_seconds: number,
): Promise<readonly MeasuredLatency[]> {
  const starts = new SeenStarts(poll_seconds);
  const operations = join(folder, 'operations.csv');
  if (existsSync(operations)) {
    for (const row of await rowsIn(operations, [
      'seen_seconds',
      'compute',
      'action',
      'status',
      'duration_ms',
    ])) {
      const text = row.cells.get('duration_ms')!;
      starts.operation({
        compute: row.cells.get('compute')!,
        action: row.cells.get('action')!,
        seen_seconds: requiredIn(operations, row, 'seen_seconds', Number.NEGATIVE_INFINITY),
        duration_ms:
          row.cells.get('status') === 'finished' && text !== ''
            ? requiredIn(operations, row, 'duration_ms')
            : undefined,
      });
    }
  }
  const decisions = join(folder, 'decisions.csv');
  if (existsSync(decisions)) {
    for (const row of await rowsIn(decisions, ['time_seconds', 'compute', 'decision', 'reason'])) {
      starts.decision({
        compute: row.cells.get('compute')!,
        decision: row.cells.get('decision')!,
        reason: row.cells.get('reason')!,
        at_seconds: requiredIn(decisions, row, 'time_seconds'),
      });
    }
  }
  return starts.latencies(end_seconds);
}

/** The round trip of the loads that were sent, on average; the demands of all are found with it. */
export function meanRoundTrip(sources: readonly MeasuredSource[]) {
  const sent = sources.filter(
    (source): source is MeasuredResults & { readonly round_trip_seconds: number } =>
      (source as Partial<MeasuredResults>).round_trip_seconds !== undefined,
  );
  if (sent.length === 0) return undefined;
  return {
    seconds: sent.reduce((sum, { round_trip_seconds }) => sum + round_trip_seconds, 0) / sent.length,
    source: sent.map(({ source }) => source).join(', '),
  };
}
