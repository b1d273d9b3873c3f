import type { SenderName } from './senders/sender.js';

/** A comparison of latency on a real server and in the simulator. */
export interface LatencyRow {
  readonly name: string;
  /** CPU of the server: below 1 by a quota on one core, otherwise whole cores. */
  readonly cpus: 0.25 | 0.5 | 1 | 2;
  readonly rate_per_second: number;
  /** The load's `query`, with the requested mean or the measured one. */
  readonly query: (cpu_ms: number) => string;
  /** Requested mean CPU time; the actual one is measured. */
  readonly asked_cpu_ms: number;
  /** For a query that reads pages, its form for the simulator, with the measured CPU time of the pages. */
  readonly simulated_query?: (cpu_ms: number) => string;
  readonly connection: string;
  readonly seconds: number;
  readonly tables?: boolean;
  /** The pool of another language that sends it, instead of node-postgres. */
  readonly sender?: SenderName;
}

const exponential = (cpu_ms: number): string => `{ cpu: { exponential: { mean: ${cpu_ms}ms } } }`;
const mixed = (cpu_ms: number): string =>
  `{ cpu: { exponential: { mean: ${cpu_ms}ms } }, wait: { exponential: { mean: 10ms } } }`;
const heavyTailed = (cpu_ms: number): string => `{ cpu: { lognormal: { mean: ${cpu_ms}ms, cv: 2 } } }`;
const WIDE = '{ kind: pool, size: 40 }';

/** Utilizations that rows request, by name. */
const LOADS = { light: 0.3, middle: 0.6, high: 0.8 } as const;

/**
 * With two cores, the sender has no separate core and uses a millisecond per query. At high utilization, queries are so
 * long that this is a thirtieth, and the row is long enough for the same number of queries.
 */
const LONG_BESIDE_THE_SENDER = { asked_cpu_ms: 32, seconds: 360, utilisation: 0.8 } as const;

/** Clients in other languages send additional statements with each query, which take a tenth of the core. */
const HIGH_WITH_A_CLIENTS_STATEMENTS = 0.7;

function cpuBound(cpus: LatencyRow['cpus'], load: keyof typeof LOADS): LatencyRow {
  const { asked_cpu_ms, seconds, utilisation } =
    cpus === 2 && load === 'high'
      ? LONG_BESIDE_THE_SENDER
      : { asked_cpu_ms: 8, seconds: 90, utilisation: LOADS[load] };
  return {
    name: `CPU-bound, ${cpus} CPU, ${load} load`,
    cpus,
    rate_per_second: rateOf(cpus, utilisation, asked_cpu_ms),
    query: exponential,
    asked_cpu_ms,
    connection: WIDE,
    seconds,
  };
}

function rateOf(cpus: number, utilisation: number, cpu_ms: number): number {
  return Number(((cpus * utilisation * 1000) / cpu_ms).toPrecision(3));
}

/** Every row about latency, in the order of the table. */
export const LATENCY_ROWS: readonly LatencyRow[] = [
  ...([0.25, 0.5, 1, 2] as const).flatMap((cpus) =>
    (['light', 'middle', 'high'] as const).map((load) => cpuBound(cpus, load)),
  ),
  ...([0.25, 0.5, 1] as const).map((cpus) => ({
    name: `CPU and waiting, ${cpus} CPU, middle load`,
    cpus,
    rate_per_second: rateOf(cpus, LOADS.middle, 5),
    query: mixed,
    asked_cpu_ms: 5,
    connection: WIDE,
    seconds: 90,
  })),
  {
    name: 'lognormal CPU, 1 CPU, middle load',
    cpus: 1,
    rate_per_second: rateOf(1, LOADS.middle, 8),
    query: heavyTailed,
    asked_cpu_ms: 8,
    connection: WIDE,
    seconds: 90,
  },
  {
    name: 'reading pages of memory, 1 CPU, middle load',
    cpus: 1,
    rate_per_second: 60,
    query: () => '{ cpu: 0s, pages: { exponential: { mean: 3000 } }, working_set: 512MiB }',
    simulated_query: exponential,
    asked_cpu_ms: 0,
    connection: WIDE,
    seconds: 90,
    tables: true,
  },
  ...[3, 5].map((size) => ({
    name: `pool of ${size}, CPU and waiting, 1 CPU, middle load`,
    cpus: 1 as const,
    rate_per_second: rateOf(1, LOADS.middle, 5),
    query: mixed,
    asked_cpu_ms: 5,
    connection: `{ kind: pool, size: ${size} }`,
    seconds: 90,
  })),
  {
    name: 'preset node-postgres, CPU-bound, 1 CPU, high load',
    cpus: 1,
    rate_per_second: rateOf(1, LOADS.high, 8),
    query: exponential,
    asked_cpu_ms: 8,
    connection: '{ kind: pool, preset: node-postgres }',
    seconds: 90,
  },
  ...(['sqlalchemy', 'hikaricp'] as const).map((sender) => ({
    name: `preset ${sender}, CPU-bound, 1 CPU, high load`,
    cpus: 1 as const,
    rate_per_second: rateOf(1, HIGH_WITH_A_CLIENTS_STATEMENTS, 8),
    query: exponential,
    asked_cpu_ms: 8,
    connection: `{ kind: pool, preset: ${sender} }`,
    seconds: 90,
    sender,
  })),
];
