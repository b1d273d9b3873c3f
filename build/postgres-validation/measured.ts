import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Given } from './counts-row.js';

/** A figure of a real run, and the half-width of its 95 % interval; `null` if the run is too short for one. */
export interface RealFigure {
  readonly value: number;
  readonly half_width: number | null;
}

/** The compared latencies, in milliseconds. */
export const COMPARED = ['mean', 'p50', 'p95', 'p99'] as const;

/** A measured row about latency. */
export interface MeasuredLatency {
  readonly name: string;
  /** Time of the measurement, in UTC. */
  readonly date: string;
  readonly server_version: string;
  /** Duration of the load, in seconds. */
  readonly seconds: number;
  readonly queries: number;
  /** CPU time of the server per query, from the accounting of its control group during this run. */
  readonly cpu_ms: number;
  /**
   * The same, if the server had always been as fast as in each of several equal parts of the run: other work shares the
   * machine. Absent for rows that were measured before this was recorded.
   */
  readonly cpu_ms_by_section?: readonly number[];
  /** CPU time of the sender per query, if it shared the server's cores. */
  readonly sender_cpu_ms?: number;
  /** Share of its available CPU. */
  readonly utilisation: number;
  readonly round_trip_ms: number;
  /** Mean delay of the sender. */
  readonly send_lag_ms: number;
  /** Mean number of other processes that ran or waited for a core before it began. */
  readonly other_load: number;
  readonly latency_ms: Readonly<Record<(typeof COMPARED)[number], RealFigure>>;
}

/** A count or a time of a row of counts. */
export interface MeasuredCounts {
  readonly name: string;
  /** Time of the measurement, in UTC. */
  readonly date: string;
  /** As for latency; absent for rows that were measured before this was recorded. */
  readonly other_load?: number;
  readonly server_version: string;
  /** Input to the simulation of the row: measured demands and durations. */
  readonly given: Given;
  readonly figures: Readonly<Record<string, RealFigure>>;
}

/** All measured rows. */
export interface Measurements {
  readonly latency: readonly MeasuredLatency[];
  readonly counts: readonly MeasuredCounts[];
}

/** The time of a row's measurement, and how busy the machine was before. */
export function measuredAt(began_ms: number, other_load: number) {
  return { date: new Date(began_ms).toISOString().slice(0, 16).replace('T', ' '), other_load };
}

const FILE = fileURLToPath(new URL('measurements.json', import.meta.url));

/** The measured rows in the repository. */
export function measurements(): Measurements {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Measurements;
}

/** Stores a row, replacing one with the same name. */
export function keep(kind: keyof Measurements, row: MeasuredLatency | MeasuredCounts): void {
  const all = measurements();
  const rows = [...all[kind].filter(({ name }) => name !== row.name), row];
  const text = JSON.stringify({ ...all, [kind]: rows }, null, 2);
  // Formats a list of numbers on one line, as the formatter does.
  const lists = text.replace(
    /\[\s+([-\d.,\s]+?)\s+\]/g,
    (_, list: string) => `[${list.split(/,\s+/).join(', ')}]`,
  );
  writeFileSync(FILE, `${lists}\n`);
}
