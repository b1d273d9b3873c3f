/** The recorded queries of one load; times are seconds since the recording began. */
export interface RecordedQueries {
  readonly load: string;
  /** Every arrival, those of queries that failed too, ascending. */
  readonly arrivals: Float64Array;
  /** Of each query that completed: when it arrived, and how long it took. */
  readonly arrived: Float64Array;
  readonly latency: Float64Array;
}

/**
 * Between which moments latencies are measured: from when a query is sent to the answer, as clients see it; or in the
 * server alone, from where the statement begins to its end. Both hold waiting for the CPU, and neither is a demand.
 */
export type MeasuredSpan = 'client' | 'server';

/** A recording of some loads. */
export interface Recording {
  /** File or folder. */
  readonly source: string;
  /** Name of the scenario whose load was sent; `undefined` of an application's own. */
  readonly scenario: string | undefined;
  readonly span: MeasuredSpan;
  readonly duration_seconds: number;
  readonly queries: readonly RecordedQueries[];
  /** Pages of the table that a sent load read from, 0 without any; `undefined` for an application's load. */
  readonly table_pages: number | undefined;
  /** Mean CPU time that the queries of a sent load requested; `undefined` if unknown. */
  readonly cpu_asked_seconds: number | undefined;
  readonly warnings: readonly string[];
}
