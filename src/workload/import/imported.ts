import type { CountPer } from '../trace/trace.js';

/**
 * How surely something is known: `counted` stands in the file event by event, `measured` is a figure of the file,
 * `inferred` follows from figures under an assumption, `guessed` is a usual value.
 */
export type Certainty = 'counted' | 'measured' | 'inferred' | 'guessed';

/** One thing that an import found out. */
export interface Finding {
  readonly what: string;
  readonly certainty: Certainty;
  /** From what, and under which assumption. */
  readonly how: string;
}

/** A value for each of some intervals of one width, by their beginnings. */
export interface IntervalValues {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly width_seconds: number;
}

/** When queries arrive; times are Unix seconds, ascending. */
export type ImportedTraffic =
  | { readonly kind: 'arrivals'; readonly times: Float64Array }
  | (IntervalValues & { readonly kind: 'counts' })
  /** Per cent of so many vCPU that were busy. */
  | (IntervalValues & { readonly kind: 'level'; readonly vcpu: number })
  | { readonly kind: 'rate'; readonly per_second: number };

/** What a query asks for on the average. */
export interface ImportedDemand {
  readonly mean_seconds: number;
  /** Standard deviation ÷ mean; `undefined`: not known. */
  readonly cv: number | undefined;
}

/** One source of queries. */
export interface ImportedLoad {
  readonly name: string;
  /** A sentence about it; a query's text only where that was asked for. */
  readonly description: string | undefined;
  readonly traffic: ImportedTraffic;
  readonly cpu: ImportedDemand | undefined;
  /** Pages a query reads. */
  readonly pages: number | undefined;
  readonly working_set_bytes: number | undefined;
}

/** What an import makes of its files. */
export interface Imported {
  readonly loads: readonly ImportedLoad[];
  /** Connections that the application keeps; `undefined`: not known. */
  readonly pool_size: number | undefined;
  readonly pooler: boolean;
  /** vCPU of the machine that was recorded, where that is known. */
  readonly vcpu: number | undefined;
  /** `undefined` where nothing in the files has a clock. */
  readonly start_epoch_seconds: number | undefined;
  readonly duration_seconds: number;
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
}

/** What somebody says about the files that are imported. */
export interface ImportOptions {
  /** Queries that one request makes. */
  readonly queries_per_request: number;
  /** Time between two snapshots without a clock. */
  readonly interval_seconds: number | undefined;
  /** Name of the metric or column that is the load. */
  readonly value: string | undefined;
  /** What the values of a series are a number of queries per, where its name does not tell. */
  readonly per: CountPer | undefined;
  /** What the values of a series are, where its name does not tell. */
  readonly kind: 'counts' | 'level' | undefined;
  /** Multiplies the values of a series. */
  readonly scale: number | undefined;
  /** vCPU of the machine whose CPU % was recorded. */
  readonly vcpu: number | undefined;
  /** Whether texts of queries are kept. */
  readonly keep_text: boolean;
}

/** One thing that was found out. */
export function found(certainty: Certainty, what: string, how: string): Finding {
  return { what, certainty, how };
}

/** An import that knows its loads and nothing else, not even when they were: then it is of a day. */
export const NOTHING_ELSE = {
  pool_size: undefined,
  pooler: false,
  vcpu: undefined,
  start_epoch_seconds: undefined,
  duration_seconds: 86_400,
  warnings: [],
} as const;

/** What an import may know of a single load, and beside it. */
type Known = Partial<Omit<ImportedLoad, 'name' | 'traffic'> & Omit<Imported, 'loads' | 'findings'>>;

/** The import of one load, of which the traffic is known and what is said beside it. */
export function webImport(
  traffic: ImportedTraffic,
  findings: readonly Finding[],
  { description, cpu, pages, working_set_bytes, ...rest }: Known = {},
): Imported {
  const load = { name: 'web', description, traffic, cpu, pages, working_set_bytes };
  return { ...NOTHING_ELSE, loads: [load], ...spanOf(traffic), findings, ...rest };
}

/** Times before 1973 are no dates but seconds since a beginning. */
const EARLIEST_CLOCK = 1e8;

/** Beginning, on a whole second, and length of what was recorded. */
function spanOf(traffic: ImportedTraffic): Partial<Imported> {
  if (traffic.kind === 'rate') return {};
  const { times } = traffic;
  const start = Math.floor(times[0]!);
  const has_clock = start >= EARLIEST_CLOCK;
  const last = times[times.length - 1]!;
  const end = traffic.kind === 'arrivals' ? Math.floor(last) + 1 : Math.ceil(last + traffic.width_seconds);
  return { start_epoch_seconds: has_clock ? start : undefined, duration_seconds: end - start };
}
