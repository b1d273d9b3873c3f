import type { Reading } from '../../workload/trace/reading/reading.js';

/**
 * How surely something is known: `counted` is in the file event by event, `measured` is a figure of the file,
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

/** When queries arrive. */
export type ImportedTraffic =
  /** One recording, or one for each tenant of a fleet; `vcpu` is that of the machine of a level. */
  | {
      readonly kind: 'recorded';
      readonly readings: readonly Reading[];
      readonly vcpu?: number | undefined;
      /** Whether a missing interval is known to be empty. */
      readonly is_complete?: boolean | undefined;
    }
  | { readonly kind: 'rate'; readonly per_second: number };

/** Mean demand of a query. */
export interface ImportedDemand {
  readonly mean_seconds: number;
  /** Standard deviation ÷ mean; `undefined`: not known. */
  readonly cv: number | undefined;
}

/** One source of queries. */
export interface ImportedLoad {
  readonly name: string;
  /** A sentence about it; a query's text only if it is to be kept. */
  readonly description: string | undefined;
  readonly traffic: ImportedTraffic;
  readonly cpu: ImportedDemand | undefined;
  readonly pages: number | undefined;
  readonly working_set_bytes: number | undefined;
}

export interface Imported {
  readonly loads: readonly ImportedLoad[];
  /** Connections that the application keeps; `undefined`: not known. */
  readonly pool_size: number | undefined;
  readonly pooler: boolean;
  /** vCPU of the machine that was recorded, if known. */
  readonly vcpu: number | undefined;
  /** Largest size that a compute needs, if known. */
  readonly largest_cu: number | undefined;
  /** Suspend timeout of the compute, if known. */
  readonly suspend_timeout_seconds?: number | undefined;
  /** `undefined` if nothing in the files has a clock. */
  readonly start_epoch_seconds: number | undefined;
  readonly duration_seconds: number;
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
}

export function found(certainty: Certainty, what: string, how: string): Finding {
  return { what, certainty, how };
}

/** An import that knows its loads only: then it lasts a day. */
export const LOADS_ONLY = {
  pool_size: undefined,
  pooler: false,
  vcpu: undefined,
  largest_cu: undefined,
  start_epoch_seconds: undefined,
  duration_seconds: 86_400,
  warnings: [],
} as const;

type Known = Partial<Omit<ImportedLoad, 'name' | 'traffic'> & Omit<Imported, 'loads' | 'findings'>>;

export function webImport(
  traffic: ImportedTraffic,
  findings: readonly Finding[],
  { description, cpu, pages, working_set_bytes, ...rest }: Known = {},
): Imported {
  const load = { name: 'web', description, traffic, cpu, pages, working_set_bytes };
  return { ...LOADS_ONLY, loads: [load], ...spanOf(traffic), findings, ...rest };
}

/** Start, on a whole second, and length of the recording. */
function spanOf(traffic: ImportedTraffic): Partial<Imported> {
  if (traffic.kind === 'rate') return {};
  const { from, dated, kind } = traffic.readings[0]!;
  const to = Math.max(...traffic.readings.map((reading) => reading.to));
  const start = Math.floor(from);
  const end =
    kind === 'arrivals' ? Math.floor(to) + (to > Math.floor(to) || to === from ? 1 : 0) : Math.ceil(to);
  return { start_epoch_seconds: dated ? start : undefined, duration_seconds: Math.max(1, end - start) };
}
