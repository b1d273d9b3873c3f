import type { AttemptRow, LoadRecord } from '../../src/load/record/load-record.js';
import type { RealServer, ServerSetting } from './server.js';

/** Input to the simulation of a row: measured demands and durations, one value or all of a kind. */
export type Given = Readonly<Record<string, number | readonly number[]>>;

/** The results of a real run for a row of counts. */
export interface SeenCounts {
  readonly completed: number;
  readonly failed_by_error: Readonly<Record<string, number>>;
  readonly retried_by_error: Readonly<Record<string, number>>;
  readonly attempts: readonly AttemptRow[];
  readonly mean_ms: number;
  /** Values noted during the run, and the observed wakes of the compute. */
  readonly noted: Given;
}

/** The results of a sent load, from its record. */
export function seenCounts(
  record: LoadRecord,
  attempts: readonly AttemptRow[],
  noted: SeenCounts['noted'],
): SeenCounts {
  return {
    completed: record.completed,
    failed_by_error: record.failedByError,
    retried_by_error: record.retriedByError,
    attempts,
    mean_ms: record.latency.mean * 1000,
    noted,
  };
}

/** A comparison of a real run and the simulator on counts instead of latency. */
interface Compared {
  readonly name: string;
  readonly seconds: number;
  /** CPU of the compute in the simulator. */
  readonly cpus: 0.25 | 0.5 | 1;
  readonly tables?: boolean;
  /** The loads, as YAML. */
  readonly load: string;
  /** The same with the measured demands of its queries. */
  readonly simulated_load?: (given: Given) => string;
  /** Constants of the model, as one line of YAML, and other parts of the scenario. */
  readonly model: (given: Given) => string;
  readonly events?: string;
  /** The compared figures of the real run. */
  readonly figures: (
    seen: SeenCounts,
  ) => Readonly<Record<string, { value: number; half_width: number | null }>>;
}

/** A row about a running server: refused, cut or abandoned attempts, and the time to recover. */
export interface ServerRow extends Compared {
  readonly server: ServerSetting;
  /** PgBouncer's settings, if clients connect through it. */
  readonly pooler?: Readonly<Record<string, string>>;
  /** End of the measurement of CPU time and of the overhead of network and driver; by default neither is measured. */
  readonly cpu_until_seconds?: number;
  /** Run before the load and while it is sent; their results are passed to the simulation. */
  readonly prepare?: (server: RealServer) => Promise<Given>;
  readonly meanwhile?: (server: RealServer) => Promise<Given>;
}

/** A row about a compute that sleeps and wakes: a server behind the emulator's proxy, suspended at first. */
export interface ComputeRow extends Compared {
  readonly suspend_timeout_seconds: number;
  /** Interval between several wakes, each simulated with its measured length. */
  readonly wakes_every_seconds?: number;
  /** Runs while the load is sent. @param uri of the compute's database */
  readonly meanwhile?: (uri: string) => Promise<Given>;
}

/** A row about counts instead of latency. */
export type CountsRow = ServerRow | ComputeRow;

const Z = 1.959964;

/** A number of independent random events, with the half-width of its 95 % interval. */
export function count(value: number): { readonly value: number; readonly half_width: number } {
  return { value, half_width: Z * Math.sqrt(Math.max(1, value)) };
}

/** Measured durations as a distribution with each of them. */
export function listed(seconds: number | readonly number[]): string {
  const of = (each: number): string => `${Math.round(each * 1e6)}us`;
  return typeof seconds === 'number'
    ? of(seconds)
    : `{ mixture: [${seconds.map((each) => `{ weight: 1, of: ${of(each)} }`).join(', ')}] }`;
}

/** Resolves after a span of real time. */
export function after(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, seconds) * 1000));
}
