import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Given } from './counts-row.js';

/** A figure of a real run, and half of its 95 % interval; `null` where the run is too short for one. */
export interface RealFigure {
  readonly value: number;
  readonly half_width: number | null;
}

/** The latencies that are compared, in milliseconds. */
export const COMPARED = ['mean', 'p50', 'p95', 'p99'] as const;

/** A row about latency as it was measured. */
export interface MeasuredLatency {
  readonly name: string;
  /** When it was measured, in UTC. */
  readonly date: string;
  readonly server_version: string;
  /** For how long the load was sent. */
  readonly seconds: number;
  readonly queries: number;
  /** CPU time of the server a query, from the accounting of its control group during that very run. */
  readonly cpu_ms: number;
  /**
   * The same, had the server been as fast all the time as in each of so many equal parts of the run: others share the
   * machine. Absent of rows that were measured before that was noted.
   */
  readonly cpu_ms_by_section?: readonly number[];
  /** CPU time of the sender a query, where it had no core of its own and took it from the server's. */
  readonly sender_cpu_ms?: number;
  /** Of the CPU that it had. */
  readonly utilisation: number;
  readonly round_trip_ms: number;
  /** By how much the sender was late, on average. */
  readonly send_lag_ms: number;
  /** How many other processes ran or waited for a core when it began, on average. */
  readonly other_load: number;
  readonly latency_ms: Readonly<Record<(typeof COMPARED)[number], RealFigure>>;
}

/** A count or a time of a row about something else than latency. */
export interface MeasuredCounts {
  readonly name: string;
  /** When it was measured, in UTC. */
  readonly date: string;
  /** The same of other processes; absent of rows that were measured before that was noted. */
  readonly other_load?: number;
  readonly server_version: string;
  /** What the simulation of the row is told: demands and durations as they were measured. */
  readonly given: Given;
  readonly figures: Readonly<Record<string, RealFigure>>;
}

/** All rows that have been measured. */
export interface Measurements {
  readonly latency: readonly MeasuredLatency[];
  readonly counts: readonly MeasuredCounts[];
}

/** When a row was measured, and how busy the machine was by then. */
export function measuredAt(began_ms: number, other_load: number) {
  return { date: new Date(began_ms).toISOString().slice(0, 16).replace('T', ' '), other_load };
}

const FILE = fileURLToPath(new URL('measurements.json', import.meta.url));

/** The rows that have been measured, as the repository has them. */
export function measurements(): Measurements {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Measurements;
}

/** Puts a row among those of its kind, in the place of one of its name. */
export function keep(kind: keyof Measurements, row: MeasuredLatency | MeasuredCounts): void {
  const all = measurements();
  const rows = [...all[kind].filter(({ name }) => name !== row.name), row];
  const text = JSON.stringify({ ...all, [kind]: rows }, null, 2);
  // A list of numbers on one line, as the formatter has it.
  const lists = text.replace(
    /\[\s+([-\d.,\s]+?)\s+\]/g,
    (_, list: string) => `[${list.split(/,\s+/).join(', ')}]`,
  );
  writeFileSync(FILE, `${lists}\n`);
}
