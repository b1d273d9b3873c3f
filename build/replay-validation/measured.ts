import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Day } from './days.js';

/** A figure of real days, and the half-width of its 95 % interval; `null` without one. */
export interface RealFigure {
  readonly value: number;
  readonly half_width: number | null;
}

/** A measured day. */
export interface MeasuredDay extends Day {
  /** Its beginning, in UTC. */
  readonly date: string;
  readonly queries: number;
  /** CPU time of the server, from the accounting of its control group. */
  readonly cpu_ms_per_query: number;
  /** Requested CPU time, by the speed of the machine before the first day. */
  readonly cpu_asked_ms_per_query: number;
  /** Share of its quota while queries arrived. */
  readonly utilisation: number;
  readonly mean_ms: number;
  readonly p95_ms: number;
  /** From the states that the API reported. */
  readonly cu_hours: number;
  /** The reason why a day is excluded: a disturbance from outside the experiment. */
  readonly left_out?: string;
  /** For a judging day, the times of sent queries by load, as differences in tenths of a millisecond. */
  readonly sent?: Readonly<Record<string, string>>;
}

/** The results of one experiment. */
export interface ReplayMeasurement {
  readonly machine: string;
  readonly server_version: string;
  /** Mean number of other processes that ran or waited for a core before. */
  readonly other_load: number;
  readonly wakes: number;
  readonly days: readonly MeasuredDay[];
  /** Known reasons why figures miss their tolerance, by name. */
  readonly missed: Readonly<Record<string, string>>;
  /** Pooled over all judging days. */
  readonly pooled: {
    readonly mean_ms: RealFigure;
    readonly p95_ms: RealFigure;
    readonly cu_hours: RealFigure;
  };
}

const MEASUREMENT = fileURLToPath(new URL('measurement.json', import.meta.url));
const FITTED = fileURLToPath(new URL('fitted.yaml', import.meta.url));

/** The experiment in the repository. */
export function measurement(): ReplayMeasurement {
  return JSON.parse(readFileSync(MEASUREMENT, 'utf8')) as ReplayMeasurement;
}

/** The scenario that `neap calibrate` wrote in the experiment. */
export function fittedScenario(): string {
  return readFileSync(FITTED, 'utf8');
}

/** Stores an experiment, replacing the previous one. */
export function keep(measured: ReplayMeasurement, fitted: string): void {
  writeFileSync(MEASUREMENT, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(FITTED, fitted);
}

/** Tenths of a millisecond: a hundredth of what a query takes. */
const TICKS_PER_SECOND = 10_000;

/** Packs ascending times as differences. */
export function packedMoments(seconds: ArrayLike<number>): string {
  let before = 0;
  return Array.from(seconds, (moment) => {
    const tick = Math.round(moment * TICKS_PER_SECOND);
    const step = tick - before;
    before = tick;
    return step;
  }).join(' ');
}

/** Unpacks the result of {@link packedMoments}. */
export function unpackedMoments(text: string): Float64Array {
  let tick = 0;
  return Float64Array.from(text.split(' '), (step) => {
    tick += Number(step);
    return tick / TICKS_PER_SECOND;
  });
}
