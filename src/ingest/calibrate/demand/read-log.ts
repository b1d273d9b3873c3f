import { TraceError } from '../../../workload/trace/reading/trace-error.js';
import { recorded } from '../../ingest.js';
import { openFile } from '../../recording/file-text.js';
import { postgresLog } from '../../sources/postgres-log.js';
import type { Recording } from './recorded-queries.js';

/**
 * Reads the queries of a log of PostgreSQL as those of one load.
 * @param load name of their load, which a log does not contain
 * @throws TraceError when the files are not logs with durations
 */
export async function readLoggedQueries(files: readonly string[], load: string): Promise<Recording> {
  const queries: { readonly began: number; readonly took: number }[] = [];
  const texts = await Promise.all(files.map(openFile));
  // Without any query, the error explains why.
  await recorded(postgresLog, texts, { queries_per_request: 1, vcpu: undefined }, (began, took) =>
    queries.push({ began, took }),
  );
  queries.sort((a, b) => a.began - b.began);
  const start = Math.floor(queries[0]!.began);
  const end = queries.reduce((last, { began, took }) => Math.max(last, began + took), start);
  if (!(end > start)) throw new TraceError(files[0]!, 'the queries of the log take no time at all');
  const arrivals = Float64Array.from(queries, ({ began }) => began - start);
  return {
    source: files.join(', '),
    scenario: undefined,
    span: 'server',
    duration_seconds: end - start,
    queries: [{ load, arrivals, arrived: arrivals, latency: Float64Array.from(queries, ({ took }) => took) }],
    table_pages: undefined,
    cpu_asked_seconds: undefined,
    warnings: [],
  };
}
