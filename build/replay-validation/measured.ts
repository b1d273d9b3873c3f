import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Day } from './days.js';

/** A figure of real days, and half of its 95 % interval; `null` where there is none. */
export interface RealFigure {
  readonly value: number;
  readonly half_width: number | null;
}

/** A day as it was measured. */
export interface MeasuredDay extends Day {
  /** When it began, in UTC. */
  readonly date: string;
  readonly queries: number;
  /** Of the server, by the accounting of its control group. */
  readonly cpu_ms_per_query: number;
  /** What its queries asked for, by the speed of the machine before the first day. */
  readonly cpu_asked_ms_per_query: number;
  /** Of its quota, while queries arrived. */
  readonly utilisation: number;
  readonly mean_ms: number;
  readonly p95_ms: number;
  /** By the states that the API told. */
  readonly cu_hours: number;
  /** Why a day is not used, in words: something else than the experiment has disturbed it. */
  readonly left_out?: string;
  /** Of a day that judges: when queries were sent, by load, as distances in tenths of a millisecond. */
  readonly sent?: Readonly<Record<string, string>>;
}

/** What one experiment has shown. */
export interface ReplayMeasurement {
  readonly machine: string;
  readonly server_version: string;
  /** How many other processes ran or waited for a core before, on average. */
  readonly other_load: number;
  readonly wakes: number;
  readonly days: readonly MeasuredDay[];
  /** Why figures are not as near as asked for, by their names, as far as that was found. */
  readonly missed: Readonly<Record<string, string>>;
  /** Of all days that judge, together. */
  readonly pooled: {
    readonly mean_ms: RealFigure;
    readonly p95_ms: RealFigure;
    readonly cu_hours: RealFigure;
  };
}

const MEASUREMENT = fileURLToPath(new URL('measurement.json', import.meta.url));
const FITTED = fileURLToPath(new URL('fitted.yaml', import.meta.url));

/** The experiment as the repository has it. */
export function measurement(): ReplayMeasurement {
  return JSON.parse(readFileSync(MEASUREMENT, 'utf8')) as ReplayMeasurement;
}

/** The scenario that `neap calibrate` wrote in it. */
export function fittedScenario(): string {
  return readFileSync(FITTED, 'utf8');
}

/** Keeps an experiment in the place of the one before. */
export function keep(measured: ReplayMeasurement, fitted: string): void {
  writeFileSync(MEASUREMENT, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(FITTED, fitted);
}

/** Tenths of a millisecond: a hundredth of what a query takes. */
const TICKS_PER_SECOND = 10_000;

/** Ascending moments as distances. */
export function packedMoments(seconds: ArrayLike<number>): string {
  let before = 0;
  return Array.from(seconds, (moment) => {
    const tick = Math.round(moment * TICKS_PER_SECOND);
    const step = tick - before;
    before = tick;
    return step;
  }).join(' ');
}

/** What {@link packedMoments} has packed. */
export function unpackedMoments(text: string): Float64Array {
  let tick = 0;
  return Float64Array.from(text.split(' '), (step) => {
    tick += Number(step);
    return tick / TICKS_PER_SECOND;
  });
}
