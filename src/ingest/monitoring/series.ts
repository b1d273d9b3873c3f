import { remembered } from '../../kernel/remembered.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import type { CountPer } from '../../workload/trace/reading/reading.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { differences, intervalOf } from '../../workload/trace/table/series.js';

/** One series of a monitoring system. */
export interface MetricSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Unix seconds, ascending. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Whether the system says that it counts up. */
  readonly counter: boolean;
  /** Time that the values are numbers per, if the system says it. */
  readonly per?: CountPer | undefined;
}

/** A series of one file, which those of other files may go on. */
export interface ReadSeries extends MetricSeries {
  /** Whether each value is what was counted since the point before it. */
  readonly delta?: boolean;
}

type Point = readonly [epoch_seconds: number, value: number];

/** A series while its points are read. */
export interface OpenSeries extends Omit<ReadSeries, 'times' | 'values'> {
  readonly points: Point[];
}

/** The series of that name and those labels among some, by how they are written; it is begun there where it is new. */
export function seriesAmong(all: Map<string, OpenSeries>, series: Omit<OpenSeries, 'points'>): OpenSeries {
  return remembered(all, seriesText(series), () => ({ ...series, points: [] }));
}

/** A series as its system writes it, `name{a="b"}`. */
export function seriesText({ name, labels }: Pick<MetricSeries, 'name' | 'labels'>): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((key) => `${key}="${labels[key]}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

/** Points of a series in the order of time; a point without a number is a gap. */
export function orderedSeries(
  name: string,
  labels: Readonly<Record<string, string>>,
  points: readonly Point[],
  counter = false,
): MetricSeries {
  const kept = ordered(points);
  return {
    name,
    labels,
    times: Float64Array.from(kept, ([time]) => time),
    values: Float64Array.from(kept, ([, value]) => value),
    counter,
  };
}

/**
 * The points of a series, each moment once: one that two files both have is one point.
 * @throws TraceError where they have different values for it, so that they are different series
 */
export function distinctPoints(points: readonly Point[], name: string, file: string): readonly Point[] {
  const distinct = new Map<number, number>();
  for (const [time, value] of points) {
    const known = distinct.get(time);
    if (known === undefined || Number.isNaN(known)) distinct.set(time, value);
    else if (known !== value && !Number.isNaN(value)) {
      throw new TraceError(
        file,
        `${name} has two values at ${new Date(time * 1000).toISOString()}, ${known} and ${value}: these are two series; export them with the labels that tell them apart`,
      );
    }
  }
  return [...distinct];
}

/** The largest value; 0 where none is above it. */
export function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** Counts since the point before as a counter; a zero before the first one keeps it. */
export function runningTotal(points: readonly Point[]): readonly Point[] {
  let total = 0;
  const running = ordered(points).map(([time, value]): Point => {
    total += value;
    return [time, total];
  });
  const step = running.length > 1 ? running[1]![0] - running[0]![0] : 0;
  return step > 0 ? [[running[0]![0] - step, 0], ...running] : running;
}

/** Points with a number, by their moments. */
function ordered(points: readonly Point[]): readonly Point[] {
  return points.filter(([, value]) => Number.isFinite(value)).toSorted(([a], [b]) => a - b);
}

/** Unix times from 1990 to 2099. */
const [EARLIEST, LATEST] = [631_152_000, 4_102_444_800];

/** Why a number is not a Unix time in seconds. */
export function unixProblem(time: number): string | undefined {
  if (time >= EARLIEST && time < LATEST) return undefined;
  const advice = time >= LATEST ? '; divide milliseconds by 1000' : '';
  return `${time} is not a Unix time in seconds from 1990 to 2099${advice}`;
}

/** @throws TraceError for a number that is not a Unix time in seconds */
export function unixSeconds(time: number, file: string): number {
  const problem = unixProblem(time);
  if (problem !== undefined) throw new TraceError(file, problem);
  return time;
}

/** Counts of intervals between the points of a counter. @throws TraceError if it has fewer than two points or falls too often */
export function countedSeries(series: MetricSeries, file: string) {
  try {
    const { rows, notes } = differences(series, widthOf(series, file));
    return { ...rows, warnings: notes };
  } catch (error) {
    if (error instanceof Refusal) throw new TraceError(file, `${seriesText(series)}: ${error.message}`);
    throw error;
  }
}

/** The commonest distance of a series' points. */
export function widthOf(series: MetricSeries, file: string): number {
  if (series.times.length < 2) {
    const reason = `${seriesText(series)} has ${series.times.length} point(s); expected two or more`;
    throw new TraceError(file, reason);
  }
  return intervalOf(series.times, undefined).seconds;
}

/**
 * The commonest distance of the points of several series.
 * @throws TraceError when they have different ones: sums at their moments would be of one at a time
 */
export function sameWidth(all: readonly MetricSeries[], file: string): number {
  // A series of a single point is a part of one of the others' steps.
  const long = all.filter(({ times }) => times.length > 1);
  const widths = (long.length > 0 ? long : all).map((series) => widthOf(series, file));
  const other = widths.find((width) => width !== widths[0]);
  if (other === undefined) return widths[0]!;
  throw new TraceError(
    file,
    `the series that are to be added have points every ${widths[0]} s and every ${other} s; export them with one step`,
  );
}

type Course = Pick<MetricSeries, 'times' | 'values'>;

/** The sum of several series, at the moments that any of them has. */
export function added(parts: readonly Course[], file: string): Course {
  if (parts.length === 1) return parts[0]!;
  alignedSeries(parts, file);
  const sums = new Map<number, number>();
  for (const { times, values } of parts) {
    for (let i = 0; i < times.length; i++) sums.set(times[i]!, (sums.get(times[i]!) ?? 0) + values[i]!);
  }
  const times = Float64Array.from(sums.keys()).sort();
  return { times, values: times.map((time) => sums.get(time)!) };
}

/** @throws TraceError when series cannot be added, because they have points at different moments */
export function alignedSeries(parts: readonly Course[], file: string): void {
  const moments = new Set(parts.flatMap(({ times }) => [...times]));
  if (moments.size <= 1.5 * longestLane(parts)) return;
  throw new TraceError(
    file,
    'the series have points at different moments and cannot be added; export them with one step',
  );
}

/** Points of the longest row of series that follow one another, as those of a compute do that is restarted under another id. */
function longestLane(parts: readonly Course[]): number {
  const lanes: { end: number; length: number }[] = [];
  for (const { times } of parts.toSorted((a, b) => (a.times[0] ?? 0) - (b.times[0] ?? 0))) {
    if (times.length === 0) continue;
    const free = lanes.find(({ end }) => end < times[0]!);
    const lane = free ?? { end: 0, length: 0 };
    if (free === undefined) lanes.push(lane);
    lane.end = times[times.length - 1]!;
    lane.length += times.length;
  }
  return largest(lanes.map(({ length }) => length));
}
