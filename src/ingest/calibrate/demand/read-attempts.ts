import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getOrCreate } from '../../../kernel/get-or-create.js';
import { TraceError } from '../../../workload/trace/reading/trace-error.js';
import { jsonOf, requiredIn, rowsIn } from '../../recording/file-text.js';
import type { RecordedQueries, Recording } from './recorded-queries.js';

const COLUMNS = ['load', 'intended_seconds', 'attempt', 'began_seconds', 'ended_seconds', 'outcome'] as const;

interface LoadSummary {
  readonly scenario?: unknown;
  readonly duration_seconds: number;
  readonly load_sent?: { readonly table_pages?: unknown; readonly cpu_seconds_asked?: unknown };
  readonly total?: { readonly queries?: { readonly arrived?: unknown; readonly in_flight?: unknown } };
}

/** Columns that grow as rows are read. */
interface Columns {
  readonly arrivals: number[];
  readonly arrived: number[];
  readonly latency: number[];
  /** When the first attempt of a query was sent that is not through yet, by when the query was meant to arrive. */
  readonly open: Map<number, number>;
}

/**
 * Reads the queries of a load that `neap observe --load` has sent: latencies from when the first attempt was sent to the answer
 * of the one that completed. How late the sender itself was is not the database's doing.
 * @returns `undefined` where the folder is that of a run without a load that was sent
 * @throws TraceError when `attempts.csv` is not what neap writes
 */
export async function readAttempts(folder: string): Promise<Recording | undefined> {
  const file = join(folder, 'attempts.csv');
  if (!existsSync(file)) return undefined;
  const summary = (await jsonOf(join(folder, 'summary.json'))) as LoadSummary;
  const loads = new Map<string, Columns>();
  let failed = 0;
  for (const row of await rowsIn(file, COLUMNS)) {
    const load = row.cells.get('load')!;
    const known = getOrCreate(loads, load, () => ({
      arrivals: [],
      arrived: [],
      latency: [],
      open: new Map(),
    }));
    const intended = requiredIn(file, row, 'intended_seconds');
    const began = requiredIn(file, row, 'began_seconds');
    const ended = requiredIn(file, row, 'ended_seconds');
    if (ended < began) {
      throw new TraceError(file, `the attempt ended at ${ended} s, before it began at ${began} s`, {
        line: row.line,
      });
    }
    const first = row.cells.get('attempt') === '1';
    const sent = first ? began : (known.open.get(intended) ?? intended);
    if (first) known.arrivals.push(began);
    if (row.cells.get('outcome') !== 'completed') {
      failed += 1;
      known.open.set(intended, sent);
      continue;
    }
    known.open.delete(intended);
    known.arrived.push(sent);
    known.latency.push(ended - sent);
  }
  const queries = [...loads].map(
    ([load, { arrivals, arrived, latency }]): RecordedQueries => ({
      load,
      arrivals: Float64Array.from(arrivals).sort(),
      arrived: Float64Array.from(arrived),
      latency: Float64Array.from(latency),
    }),
  );
  const completed = queries.reduce((sum, { latency }) => sum + latency.length, 0);
  const { duration_seconds, load_sent, total } = summary;
  const pages = load_sent?.table_pages;
  const asked = Number(load_sent?.cpu_seconds_asked) / Number(total?.queries?.arrived);
  return {
    source: folder,
    scenario: typeof summary.scenario === 'string' ? summary.scenario : undefined,
    span: 'client',
    duration_seconds,
    queries,
    table_pages: typeof pages === 'number' ? pages : 0,
    cpu_asked_seconds: asked > 0 && Number.isFinite(asked) ? asked : undefined,
    warnings: doubts(folder, completed, failed, Number(total?.queries?.in_flight ?? 0)),
  };
}

/** Shares above which missing data matter. */
const MIN_DOUBTFUL_SHARE = 0.02;

function doubts(folder: string, completed: number, failed: number, open: number): readonly string[] {
  const share = (count: number): string => `${Math.round((100 * count) / (completed + count))} %`;
  return [
    ...(failed > MIN_DOUBTFUL_SHARE * completed
      ? [
          `${folder}: ${share(failed)} of the attempts failed; a demand is fitted to the queries that completed`,
        ]
      : []),
    ...(open > MIN_DOUBTFUL_SHARE * completed
      ? [
          `${folder}: ${share(open)} of the queries were still open at the end: the load was more than the database could do, and the demand is not known well`,
        ]
      : []),
  ];
}
