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

/** When queries arrive; times are Unix seconds, ascending. */
export type ImportedTraffic =
  | { readonly kind: 'arrivals'; readonly times: Float64Array }
  | {
      readonly kind: 'counts';
      readonly times: Float64Array;
      readonly values: Float64Array;
      readonly width_seconds: number;
    }
  /** Per cent of so many vCPU that were busy. */
  | {
      readonly kind: 'level';
      readonly times: Float64Array;
      readonly values: Float64Array;
      readonly width_seconds: number;
      readonly vcpu: number;
    }
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

/** The rest of an import that knows a load and nothing else. */
export const NOTHING_ELSE = {
  pool_size: undefined,
  pooler: false,
  vcpu: undefined,
  warnings: [],
} as const;

/** A load of which only the traffic is known. */
export function bareLoad(name: string, traffic: ImportedTraffic): ImportedLoad {
  return {
    name,
    description: undefined,
    traffic,
    cpu: undefined,
    pages: undefined,
    working_set_bytes: undefined,
  };
}
