import type { AttemptRow, LoadRecord } from '../../src/load/record/load-record.js';
import type { RealServer, ServerSetting } from './server.js';

/** What the simulation of a row is told: demands and durations as they were measured, one or all of a kind. */
export type Given = Readonly<Record<string, number | readonly number[]>>;

/** What a real run has shown: to a row that counts. */
export interface SeenCounts {
  readonly completed: number;
  readonly failed_by_error: Readonly<Record<string, number>>;
  readonly retried_by_error: Readonly<Record<string, number>>;
  readonly attempts: readonly AttemptRow[];
  readonly mean_ms: number;
  /** What the row has noted meanwhile, and what was seen of the compute's wakes. */
  readonly noted: Given;
}

/** What the record of a load that was sent comes to. */
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

/** What is asked of a real run and of the simulator alike, about something else than latency. */
interface Compared {
  readonly name: string;
  readonly seconds: number;
  /** CPU of the compute in the simulator. */
  readonly cpus: 0.25 | 0.5 | 1;
  readonly tables?: boolean;
  /** The loads, as YAML. */
  readonly load: string;
  /** The same with what its queries really took. */
  readonly simulated_load?: (given: Given) => string;
  /** Constants of the model, as YAML of one line, and what else the scenario has. */
  readonly model: (given: Given) => string;
  readonly events?: string;
  /** The figures that are compared, of the real run. */
  readonly figures: (
    seen: SeenCounts,
  ) => Readonly<Record<string, { value: number; half_width: number | null }>>;
}

/** A row about a server that is there: what was refused, cut or gave up, and how long it took to be back. */
export interface ServerRow extends Compared {
  readonly server: ServerSetting;
  /** PgBouncer's settings, where clients go through one. */
  readonly pooler?: Readonly<Record<string, string>>;
  /** Until when the CPU time of its queries is taken, and what network and driver add; neither is unless given. */
  readonly cpu_until_seconds?: number;
  /** Before the load, and while it is sent; what they return the simulation is told. */
  readonly prepare?: (server: RealServer) => Promise<Given>;
  readonly meanwhile?: (server: RealServer) => Promise<Given>;
}

/** A row about a compute that sleeps and wakes: a server behind the emulator's proxy, suspended when the load begins. */
export interface ComputeRow extends Compared {
  readonly suspend_timeout_seconds: number;
  /** From one wake to the next, where there are several: each is simulated with its own length. */
  readonly wakes_every_seconds?: number;
  /** While the load is sent. @param uri of the compute's database */
  readonly meanwhile?: (uri: string) => Promise<Given>;
}

/** A row about something else than latency. */
export type CountsRow = ServerRow | ComputeRow;

const Z = 1.959964;

/** A number of events that come by chance, each for itself, with half of its 95 % interval. */
export function count(value: number): { readonly value: number; readonly half_width: number } {
  return { value, half_width: Z * Math.sqrt(Math.max(1, value)) };
}

/** Durations that were measured, as a distribution that has each of them. */
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
