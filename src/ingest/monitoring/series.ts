import { getOrCreate } from '../../kernel/get-or-create.js';
import { openText } from '../../workload/trace/layout/open-text.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import type { CountPer, Reading, ReadingOptions } from '../../workload/trace/reading/reading.js';
import { readTable } from '../../workload/trace/table/read-table.js';

/** The description of a series by a monitoring system. */
export interface SeriesFacts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether it counts up. */
  readonly counter?: boolean;
  /** Whether each value counts the events since the previous point. */
  readonly delta?: boolean;
  /** Time that the values are numbers per. */
  readonly per?: CountPer | undefined;
}

/** One series of a monitoring system. */
export interface MetricSeries extends SeriesFacts {
  /** Unix seconds, ascending. */
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** A series as its system writes it, `name{a="b"}`. */
export function seriesText({ name, labels }: Pick<SeriesFacts, 'name' | 'labels'>): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((key) => `${key}="${labels[key]}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

type Points = Map<number, number>;

/** Series while the points of one file or of several are read. */
export class SeriesSet {
  readonly #all = new Map<string, { readonly facts: SeriesFacts; readonly points: Points }>();

  /** A reader of the points of a series. @throws Refusal if the series has two descriptions */
  series(facts: SeriesFacts): (seconds: number, value: number) => void {
    const known = getOrCreate(this.#all, seriesText(facts), () => ({ facts, points: new Map() }));
    if ((known.facts.delta === true) !== (facts.delta === true))
      throw new Refusal(
        `${facts.name} counts up in one place and since the point before in another; export it with one temporality`,
      );
    const { points } = known;
    return (seconds, value) => {
      const before = points.get(seconds);
      if (before === undefined || Number.isNaN(before)) points.set(seconds, value);
      else if (before !== value && !Number.isNaN(value)) {
        throw new Refusal(
          `${seriesText(facts)} has two values at ${new Date(seconds * 1000).toISOString()}, ${before} and ${value}: these are two series; export them with the labels that distinguish them`,
        );
      }
    };
  }

  /** A point without a finite number is a gap. */
  all(): readonly MetricSeries[] {
    return [...this.#all.values()].map(({ facts, points }) => {
      const kept = [...points].filter(([, value]) => Number.isFinite(value)).sort(([a], [b]) => a - b);
      const rows = facts.delta === true ? runningTotal(kept) : kept;
      return {
        ...facts,
        times: Float64Array.from(rows, ([time]) => time),
        values: Float64Array.from(rows, ([, value]) => value),
      };
    });
  }
}

/** Counts since the point before as a counter; a zero before the first one keeps it. */
function runningTotal(
  points: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  let total = 0;
  const running = points.map(([time, value]) => {
    total += value;
    return [time, total] as const;
  });
  const step = running.length > 1 ? running[1]![0] - running[0]![0] : 0;
  return step > 0 ? [[running[0]![0] - step, 0], ...running] : running;
}

/** Unix times from 1990 to 2099. */
const [EARLIEST, LATEST] = [631_152_000, 4_102_444_800];

/** @throws Refusal for a number that is not a Unix time in seconds */
export function unixTime(time: number): number {
  if (time >= EARLIEST && time < LATEST) return time;
  const advice = time >= LATEST ? '; divide milliseconds by 1000' : '';
  throw new Refusal(`${time} is not a Unix time in seconds from 1990 to 2099${advice}`);
}

/** The largest value of some series; 0 if none is above it. */
export function largest(all: readonly MetricSeries[]): number {
  let most = 0;
  for (const { values } of all) for (const value of values) most = Math.max(most, value);
  return most;
}

/** Scrapes without a clock count from 0. */
const EARLIEST_CLOCK = 1e8;
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Reads series as a table with a row per point, whose labels distinguish parts.
 * @param name of the column of values
 * @throws Refusal if no series has two points; Question if the rows can be read in several ways
 */
export async function seriesReading(
  series: readonly MetricSeries[],
  name: string,
  file: string,
  how: ReadingOptions,
): Promise<Reading> {
  const [first] = series;
  if (series.every(({ times }) => times.length < 2))
    throw new Refusal(`${seriesText(first!)} has ${first!.times.length} point(s); expected two or more`);
  const rows = series
    .flatMap(({ times, values, ...one }) =>
      [...times].map((time, i) => ({ time, cells: `${time},${quoted(seriesText(one))},${values[i]}\n` })),
    )
    .sort((a, b) => a.time - b.time);
  async function* text() {
    yield `time,labels,${quoted(name)}\n`;
    for (const { cells } of rows) yield cells;
  }
  const table = await openText(file, text());
  const time_format = rows[0]!.time >= EARLIEST_CLOCK ? 's' : 'offset';
  return readTable(table, { ...how, value: '3', time_format });
}
