import { NumberList } from '../../workload/trace/cells/number-list.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { type Reading, readingOf } from '../../workload/trace/reading/reading.js';
import { askAboutStrays } from '../../workload/trace/reading/strays.js';
import { boundSeconds } from '../../workload/trace/table/cut-rows.js';
import { findGaps, missingIntervals } from '../../workload/trace/table/gaps.js';
import type { ImportOptions } from './import-options.js';
import { found, type Imported, webImport } from './imported.js';
import { ServiceTimes, Sessions } from './service-times.js';
import { assumedQueries, type Unit } from './source.js';

/** Told of each query with a duration: Unix seconds at which it began, and how long it took. */
export type QueryListener = (began: number, took: number) => void;

/** Seconds that a query may begin before the first line of its log. */
const MAX_LEAD_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** Queries whose moments are kept; more are counted by the second, in constant memory. */
const MAX_SINGLE = 1_000_000;

/**
 * The load that a source finds in its files. A source calls `arrival` or `count` for each line of the load, and
 * `covers` for any other line with a time: the recording goes from the first to the last line, whatever these are.
 */
export class Recording {
  /** Queries by second, if every moment is a whole second or there are too many to keep each. */
  #seconds: Map<number, number> | undefined = new Map();
  #arrivals = new NumberList();
  readonly #intervals = new Map<number, number>();
  readonly #tallies = new Map<string, number>();
  readonly #notes: string[] = [];
  /** Queries by hour: shows stray lines in constant memory. */
  readonly #hours = new Map<number, number>();
  readonly #low: number;
  readonly #high: number;
  readonly service = new ServiceTimes();
  readonly sessions = new Sessions();
  #every = 0;
  #queries = 0;
  /** Whether the queries went through a connection pooler. */
  pooler = false;
  /** When the file was written, Unix seconds: the year of times without one. */
  written_seconds = 0;
  /** Time of the line before in the same file, if its times name no zone: settles the hour that clocks repeat. */
  latest = Number.NaN;
  /** Told of each query with a duration. */
  on_query: QueryListener | undefined;
  /** Last words of a source: notes about the whole recording. */
  before_finish: (() => void) | undefined;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  constructor(
    readonly options: ImportOptions,
    public unit: Unit = 'query',
  ) {
    const context = { first: Number.NaN, dated: true };
    this.#low = boundSeconds('from', options.from, context) ?? Number.NEGATIVE_INFINITY;
    this.#high = boundSeconds('to', options.to, context) ?? Number.POSITIVE_INFINITY;
    if (Number.isNaN(this.#low) || Number.isNaN(this.#high))
      throw new Refusal(
        '--window of a log has timestamps, such as 2026-01-05T00:00:00Z..2026-01-12T00:00:00Z',
      );
  }

  /** A line at a moment: the recording covers it. Unix seconds. @returns whether it is within the bounds that were given */
  covers(at: number): boolean {
    if (at < this.#low || at >= this.#high) return false;
    if (at < this.first) this.first = at;
    if (at > this.last) this.last = at;
    const hour = Math.floor(at / HOUR_SECONDS);
    if (!this.#hours.has(hour)) this.#hours.set(hour, 0);
    return true;
  }

  /** One query. @param took seconds from its arrival to `at`, if the line was written when it ended */
  arrival(at: number, took = 0): void {
    if (!this.covers(at)) return;
    this.#queries += 1;
    const hour = Math.floor(at / HOUR_SECONDS);
    this.#hours.set(hour, this.#hours.get(hour)! + 1);
    const moment = at - took;
    if (this.#seconds !== undefined) {
      if (this.#queries > MAX_SINGLE || (Number.isInteger(moment) && Number.isInteger(at))) {
        this.#inSecond(moment);
        return;
      }
      for (const [second, count] of this.#seconds)
        for (let i = 0; i < count; i++) this.#arrivals.push(second);
      this.#seconds = undefined;
    }
    this.#arrivals.push(moment);
    if (this.#queries === MAX_SINGLE) this.#countSeconds();
  }

  #inSecond(moment: number): void {
    const second = Math.floor(moment);
    this.#seconds!.set(second, (this.#seconds!.get(second) ?? 0) + 1);
  }

  #countSeconds(): void {
    if (this.#queries === MAX_SINGLE) this.note('more than a million queries are counted by the second');
    this.#seconds = new Map();
    for (const moment of this.#arrivals.values()) this.#inSecond(moment);
    this.#arrivals = new NumberList();
  }

  /** Queries of the interval that begins at a moment. */
  count(at: number, every: number, queries: number): void {
    if (!this.covers(at)) return;
    this.#every = every;
    this.#queries += queries;
    const made = queries * this.options.queries_per_request;
    this.#intervals.set(at, (this.#intervals.get(at) ?? 0) + made);
    this.last = Math.max(this.last, at + every);
  }

  /** Counts something that is reported next to the load: errors, static files, lines left out. */
  tally(what: string, by = 1): void {
    this.#tallies.set(what, (this.#tallies.get(what) ?? 0) + by);
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }

  /** @throws Question about stray lines; Refusal for an empty load */
  finish(rows: number): Imported {
    this.before_finish?.();
    const is_single = this.#intervals.size === 0;
    const reading = is_single ? this.#single(rows) : this.#series(rows);
    const each = this.options.queries_per_request;
    const load =
      each === 1
        ? found(
            'counted',
            `${round(this.#queries)} queries`,
            `${is_single ? 'lines' : 'queries'} of the file`,
          )
        : found(
            'inferred',
            `${round(this.#queries)} requests, ${each} queries each`,
            '--queries-per-request',
          );
    const demand = this.service.finding();
    const { demand: cpu } = this.service;
    const pool_size = this.sessions.most;
    const tallies = [...this.#tallies].map(([what, n]) =>
      found('counted', `${n} ${what}`, 'lines of the file'),
    );
    return webImport(
      {
        kind: 'recorded',
        readings: [reading],
        vcpu: this.options.vcpu,
        is_complete: is_single,
      },
      [
        load,
        ...(demand === undefined ? [] : [demand]),
        ...(pool_size === undefined
          ? []
          : [found('inferred', `at most ${pool_size} connections at once`, this.sessions.how)]),
        ...tallies,
        ...assumedQueries(this.unit, this.options),
      ],
      {
        cpu,
        pool_size,
        pooler: this.pooler,
        vcpu: this.options.vcpu,
        warnings: [...reading.notes, ...this.#notes],
      },
    );
  }

  #series(rows: number): Reading {
    const times = Float64Array.from(this.#intervals.keys()).sort();
    const values = times.map((time) => this.#intervals.get(time)!);
    const missing = missingIntervals(findGaps(times, this.#every));
    return readingOf({
      kind: 'counts',
      times,
      values,
      interval_seconds: this.#every,
      notes: missing === 0 ? [] : [`${missing} intervals are missing; nothing arrives then`],
      how: { rows },
    });
  }

  #single(rows: number): Reading {
    if (this.#queries === 0) {
      const others = [...this.#tallies].map(([what, n]) => `${n} ${what}`);
      throw new Refusal(
        `the file has no queries${others.length > 0 ? `; it has ${others.join(', ')}` : ''}`,
        this.#notes[0],
      );
    }
    this.#askAboutStrays();
    if (this.options.queries_per_request !== 1 && this.#seconds === undefined) this.#countSeconds();
    if (this.#seconds !== undefined) return this.#bySecond(this.#seconds, rows);
    const times = this.#arrivals.values().sort();
    const begin = this.#begin(times);
    let early = 0;
    for (; times[early]! < begin; early++) times[early] = begin;
    this.#noteEarly(early);
    return readingOf({
      kind: 'arrivals',
      times,
      from: Math.floor(begin),
      to: Math.floor(this.last) + 1,
      how: { rows },
    });
  }

  /** A query that began shortly before the first line was written belongs to the recording; an older one is moved. */
  #begin(times: Iterable<number>): number {
    let begin = this.first;
    for (const at of times) if (at < begin && at >= this.first - MAX_LEAD_SECONDS) begin = at;
    return begin;
  }

  #noteEarly(queries: number): void {
    if (queries === 0) return;
    const what = queries === 1 ? '1 query' : `${queries} queries`;
    this.note(`${what} began more than a minute before the first line; counted at its moment`);
  }

  /** Counts per second, with an empty second at either end if the log continues there. */
  #bySecond(seconds: Map<number, number>, rows: number): Reading {
    const from = Math.floor(this.#begin(seconds.keys()));
    const to = Math.floor(this.last);
    for (const end of [from, to]) if (!seconds.has(end)) seconds.set(end, 0);
    let early = 0;
    for (const [second, count] of seconds) {
      if (second >= from) continue;
      early += count;
      seconds.delete(second);
    }
    seconds.set(from, seconds.get(from)! + early);
    this.#noteEarly(early);
    const times = Float64Array.from(seconds.keys()).sort();
    const values = times.map((time) => seconds.get(time)! * this.options.queries_per_request);
    return readingOf({ kind: 'counts', times, values, interval_seconds: 1, from, to: to + 1, how: { rows } });
  }

  #askAboutStrays(): void {
    const hours = [...this.#hours.keys()].sort((a, b) => a - b);
    const times = Float64Array.from(hours, (hour) => hour * HOUR_SECONDS);
    const values = Float64Array.from(hours, (hour) => this.#hours.get(hour)!);
    if (hours.length > 1) askAboutStrays(times, HOUR_SECONDS, true, 'counts', values, this.options);
  }
}

function round(queries: number): string {
  return String(Number(queries.toPrecision(12)));
}
