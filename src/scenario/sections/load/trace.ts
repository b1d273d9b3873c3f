import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Distribution } from '../../../kernel/distribution.js';
import { mean } from '../../../kernel/distribution-moments.js';
import { countBelow } from '../../../statistics/count-below.js';
import type { ProcessSpecification } from '../../../workload/load-specification.js';
import type { RateSpecification } from '../../../workload/rate/rate-specification.js';
import {
  DATE_ORDERS,
  DECIMAL_SIGNS,
  DUPLICATE_RULES,
  TIME_FORMATS,
} from '../../../workload/trace/reading/reading.js';
import type { PlayedTrace, TraceSelection } from '../../../workload/trace/trace.js';
import type { DocumentPath } from '../../document/scenario-document.js';
import { shown } from '../../form/choice.js';
import { formatDuration, parseDuration } from '../../form/quantity.js';
import {
  DURATION,
  numberAboveZero,
  positive,
  quantity,
  SIGNED_DURATION,
  wholeNumberSchema,
} from '../../form/quantity-schema.js';
import { readBy } from '../../form/read-by.js';
import { as, record } from '../../form/record.js';
import { text, trueOrFalse, word } from '../../form/text-schema.js';
import type { Problem } from '../../schema/list-section.js';

/** Where a cut of a trace begins or ends: an ISO 8601 timestamp, or seconds from the first row. */
const moment = readBy(
  (value): string | number | undefined => {
    const seconds = typeof value === 'number' && value >= 0 ? value : parseDuration(value);
    const isTimestamp = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
    return seconds ?? (isTimestamp && !Number.isNaN(Date.parse(value)) ? value : undefined);
  },
  (value) =>
    `expected an ISO 8601 timestamp such as 1998-05-04T00:00:00Z, or a duration from the first row such as 2h, got ${shown(value)}`,
).meta({ anyOf: [{ type: 'string' }, { type: 'number', minimum: 0 }] });

const fleetColumns = z.union([
  z.literal('all'),
  z.array(text('the name of a column', 256)).min(1, 'expected one column at least'),
]);

const GAPS = { keep: 'keep', zero: 'zero', refuse: 'refuse', report: 'keep', error: 'refuse' } as const;

/** A recorded trace: which file and columns, how to read them, and what to do with them. */
export const trace = record(
  {
    file: text('the path of a CSV file', 4096, 'CSV file; relative to the scenario file, or absolute.'),
    time: text(
      'the name of a column',
      256,
      'Column with the timestamp or offset; found by itself when left out.',
    ).optional(),
    value: text(
      'the name of a column',
      256,
      'Column with the value; found by itself when left out.',
    ).optional(),
    values: fleetColumns
      .describe(
        'Columns of a load on a fleet, one tenant a column: their names, or all for every column of numbers.',
      )
      .optional(),
    kind: word(
      ['counts', 'level', 'arrivals'],
      'counts: queries in each interval; level: CPU % of a machine of `vcpu` vCPU; arrivals: a row is a query.',
    ),
    counter: trueOrFalse(
      'Whether the value counts up, so that differences are the counts; by default its name and values show it.',
    ).optional(),
    per: word(
      ['interval', 'second', 'minute', 'hour'],
      'What a count is a number of queries per; by default the cells or the name of the column show it.',
    ).optional(),
    scale: numberAboveZero(
      'a number above 0',
      'Multiplies counts or levels, and replaces a factor in the name of the column, such as thousands.',
    ).prefault(1),
    dates: word(DATE_ORDERS, 'Order of day, month and year; by default the dates show it.').optional(),
    decimal: word(DECIMAL_SIGNS, 'Decimal sign; by default the numbers show it.').optional(),
    zone: text(
      'a time zone',
      64,
      'Time zone of times that name none: UTC, an offset or a region; by default the name of the column, else UTC.',
    ).optional(),
    time_format: word(
      TIME_FORMATS,
      'Meaning of plain numbers in the time column: Unix times in a unit, dates, days of a spreadsheet, or offsets.',
    ).optional(),
    only: text('a column and a label', 512, 'Keeps the rows with one label, as in metric=calls.').optional(),
    shift: as(
      'shift_seconds',
      quantity(SIGNED_DURATION, 'Moves the trace later by this much, earlier with a minus sign.').prefault(
        '0s',
      ),
    ),
    from: moment.describe('Keep what is at or after this moment.').optional(),
    to: moment.describe('Keep what is before this moment.').optional(),
    repeat: wholeNumberSchema(1, 'How many times the trace is played, one after the other.').prefault(1),
    interval: as(
      'interval_seconds',
      positive(DURATION, 'Width of an interval; found by itself when left out.').optional(),
    ),
    gaps: word(
      ['keep', 'zero', 'refuse', 'report', 'error'],
      'An interval without a row or a value: keep leaves it out, with a warning, and nothing arrives then; zero counts it as 0; refuse refuses the file. report and error are older names of keep and refuse.',
    )
      .transform((gaps) => GAPS[gaps])
      .prefault('keep'),
    duplicates: word(
      DUPLICATE_RULES,
      'What to do with rows that repeat a timestamp; by default parts are added and anything else is refused.',
    ).optional(),
    vcpu: numberAboveZero(
      'a number of vCPU above 0',
      'vCPU of the machine whose CPU % a level is.',
    ).optional(),
    placement: word(
      ['uniform', 'even'],
      'Where in its interval an arrival of a count falls: at random, or evenly spaced.',
    ).prefault('uniform'),
  },
  { description: 'A recorded trace.' },
);

/** A trace as the scenario selects it. */
export type TraceItem = z.output<typeof trace>;

/** The part of a trace's settings that decides which file is read, and how. */
export function selectionOf(item: TraceItem, directory: string): TraceSelection {
  const { vcpu: _vcpu, placement: _placement, file, scale, ...selection } = item;
  return {
    ...selection,
    file: isAbsolute(file) ? file : join(directory, file),
    // A level is in per cent unless its scale says otherwise; counts may have a factor in their name.
    scale: scale === 1 && item.kind === 'counts' ? undefined : scale,
  };
}

/** How a trace is used: as exact arrivals, as a rate, or as a dimensionless multiplier. */
export type TraceUse = 'process' | 'rate' | 'factor';

/** One mention of a trace within a load. */
export interface TraceMention {
  /** Path of the trace's mapping within the load. */
  readonly path: DocumentPath;
  readonly trace: TraceItem;
  readonly use: TraceUse;
}

/** A key of a trace, and what is wrong with its value. */
type TraceProblem = readonly [key: keyof TraceItem, message: string];

/**
 * Reports what is wrong with a use of a trace, before its file is read.
 * @param load.cpu_seconds CPU time of a query, `undefined` without queries
 * @param load.ofFleet whether the load is on a fleet
 */
export function checkTrace(
  mention: TraceMention,
  load: { readonly cpu_seconds: Distribution | undefined; readonly ofFleet: boolean },
  problem: Problem,
): void {
  const found = columnsProblem(mention, load.ofFleet) ?? useProblem(mention, load.cpu_seconds);
  if (found !== undefined) problem([...mention.path, found[0]], found[1]);
}

function columnsProblem(
  { path, trace: { values, value, kind } }: TraceMention,
  ofFleet: boolean,
): TraceProblem | undefined {
  if (values === undefined) return undefined;
  if (value !== undefined) return ['value', 'values takes the place of value; leave one out'];
  if (kind === 'arrivals') return ['kind', 'columns of tenants hold counts or levels, not arrivals'];
  if (path.at(-2) === 'rate' && ofFleet) return undefined;
  const message =
    'a column for each tenant needs a load on a fleet whose rate is this trace alone; expected such a load, or one column as value';
  return ['values', message];
}

function useProblem(
  { use, trace: { kind, vcpu } }: TraceMention,
  cpu_seconds: Distribution | undefined,
): TraceProblem | undefined {
  if (kind === 'arrivals' && use !== 'process') {
    return ['kind', 'single arrivals have no rate; expected process: trace, or kind: counts'];
  }
  if (use === 'factor') {
    if (kind !== 'level')
      return ['kind', 'a factor is a plain number; expected kind: level, whose values multiply'];
    return vcpu === undefined ? undefined : ['vcpu', 'a factor is a plain number; leave vcpu out'];
  }
  if (kind !== 'level') {
    return vcpu === undefined ? undefined : ['vcpu', `vcpu belongs to kind: level; leave it out for ${kind}`];
  }
  if (vcpu === undefined) {
    return ['vcpu', '"vcpu" is missing; expected the number of vCPU of the machine whose CPU % this is'];
  }
  const demand_seconds = cpu_seconds === undefined ? 1 : mean(cpu_seconds);
  if (demand_seconds > 0 && Number.isFinite(demand_seconds)) return undefined;
  return [
    'kind',
    'a level becomes queries by their mean CPU time; expected a query.cpu with a finite mean above 0',
  ];
}

/** A replayed trace as an arrival process: exactly its counts or arrivals; a level is a Poisson process. */
export function traceProcess(
  played: PlayedTrace,
  item: TraceItem,
  cpu_seconds: Distribution | undefined,
): ProcessSpecification {
  if (played.kind === 'arrivals' && countBelow(played.times_seconds, 0) === 0) {
    return { kind: 'arrivals', times_seconds: played.times_seconds };
  }
  const { times, values } = fromStart(played);
  switch (played.kind) {
    case 'arrivals':
      return { kind: 'arrivals', times_seconds: times };
    case 'counts':
      return {
        kind: 'counts',
        starts_seconds: times,
        width_seconds: played.width_seconds,
        counts: values,
        placement: item.placement,
      };
    case 'level':
      return { kind: 'poisson', rate: traceRate(played, item, cpu_seconds, 'rate') };
  }
}

/**
 * A trace as a rate: counts by the width of their interval; a level as the queries whose mean CPU demand
 * makes up level / 100 · vcpu; for a factor, the level itself.
 */
export function traceRate(
  played: PlayedTrace,
  { vcpu = 1 }: TraceItem,
  cpu_seconds: Distribution | undefined,
  use: TraceUse,
): RateSpecification {
  const { times, values } = fromStart(played);
  let perUnit = 1;
  if (use !== 'factor') {
    perUnit = played.kind === 'counts' ? 1 / played.width_seconds : vcpu / 100 / mean(cpu_seconds!);
  }
  return {
    kind: 'series',
    starts_seconds: times,
    width_seconds: played.width_seconds,
    per_second: values.map((value) => value * perUnit),
  };
}

/** The first whole second by which a trace is over. */
export function traceLength(played: PlayedTrace): number {
  if (played.end_seconds !== undefined) return Math.ceil(played.end_seconds);
  const last = played.times_seconds.at(-1) ?? 0;
  // An arrival at the very end of a run would not be part of it.
  return played.kind === 'arrivals' ? Math.floor(last) + 1 : Math.ceil(last + played.width_seconds);
}

/** The traces of a fleet's tenants are many, and so are their gaps. */
const WARNINGS_OF_A_FLEET = 5;

/** Warnings of the reader of a trace, and of how it fits the run; each sentence names the load. */
export function traceWarnings(
  traces: readonly PlayedTrace[],
  load: string,
  duration_seconds: number,
): readonly string[] {
  const warnings = new Set(traces.flatMap((played) => warningsOf(played, duration_seconds)));
  const texts = [...warnings].map((warning) => `load ${load}: ${warning}`);
  if (traces.length === 1 || texts.length <= WARNINGS_OF_A_FLEET) return texts;
  const more = texts.length - WARNINGS_OF_A_FLEET;
  return [
    ...texts.slice(0, WARNINGS_OF_A_FLEET),
    `load ${load}: ${more} more warnings about the columns of its trace`,
  ];
}

function warningsOf(played: PlayedTrace, duration_seconds: number): readonly string[] {
  const warnings = [...played.warnings];
  const end = traceLength(played);
  const before = rowsBefore(played);
  if (before > 0) {
    const rows = before === 1 ? '1 row of the trace lies' : `${before} rows of the trace lie`;
    warnings.push(`${rows} before the start of the run and ${before === 1 ? 'is' : 'are'} not used`);
  }
  if (end < duration_seconds) {
    const rest = duration_seconds - end;
    const share = `${((100 * rest) / duration_seconds).toFixed(1)} %`;
    warnings.push(
      `the trace ends at ${formatDuration(end)}: the last ${formatDuration(rest)} of the run (${share}) have no arrivals from it`,
    );
  } else if (end > duration_seconds) {
    warnings.push(
      `the trace ends at ${formatDuration(end)}: what comes after the run's ${formatDuration(duration_seconds)} is not used`,
    );
  }
  return warnings;
}

/** The part of a trace that does not lie before the start of the run, where a negative shift may put it. */
function fromStart(played: PlayedTrace): { readonly times: Float64Array; readonly values: Float64Array } {
  const times = played.times_seconds;
  const first = rowsBefore(played);
  if (first === 0) return { times, values: played.values };
  return { times: times.slice(first), values: played.values.slice(first) };
}

/** How many rows end before the run: the last that begins before it may reach into it. */
function rowsBefore({ times_seconds: times, width_seconds }: PlayedTrace): number {
  const before = countBelow(times, 0);
  const reaches = before > 0 && width_seconds > 0 && times[before - 1]! + width_seconds > 0;
  return reaches ? before - 1 : before;
}
