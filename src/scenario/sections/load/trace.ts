import { z } from 'zod';
import type { Distribution } from '../../../kernel/distribution.js';
import { mean } from '../../../kernel/distribution-moments.js';
import {
  DATE_ORDERS,
  DECIMAL_SIGNS,
  DUPLICATE_RULES,
  TIME_FORMATS,
} from '../../../workload/trace/reading/reading.js';
import type { TraceSelection } from '../../../workload/trace/trace.js';
import type { TraceUse } from '../../../workload/trace/trace-process.js';
import type { DocumentPath } from '../../document/scenario-document.js';
import { parseDuration } from '../../form/quantity.js';
import {
  DURATION,
  numberAboveZero,
  positive,
  quantity,
  SIGNED_DURATION,
  wholeNumberSchema,
} from '../../form/quantity-schema.js';
import { readBy } from '../../form/read-by.js';
import { record, seconds } from '../../form/record.js';
import { shown } from '../../form/shown.js';
import { text, trueOrFalse, word } from '../../form/text-schema.js';
import type { Problem } from '../list-section.js';

/** The start or end of a section of a trace: an ISO 8601 timestamp, or seconds from the first row. */
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

export const trace = record(
  {
    file: text('the path of a CSV file', 4096, 'CSV file; relative to the scenario file, or absolute.'),
    time: text(
      'the name of a column',
      256,
      'Column with the timestamp or offset; detected automatically by default.',
    ).optional(),
    value: text(
      'the name of a column',
      256,
      'Column with the value; detected automatically by default.',
    ).optional(),
    values: fleetColumns
      .describe(
        'Columns of a load on a fleet, one per tenant: their names, or all for every column of numbers.',
      )
      .optional(),
    kind: word(
      ['counts', 'level', 'arrivals'],
      'counts: queries in each interval; level: CPU % of a machine of `vcpu` vCPU; arrivals: a row is a query.',
    ),
    counter: trueOrFalse(
      'Whether the value counts up, so that differences are the counts; by default detected from its name and values.',
    ).optional(),
    per: word(
      ['interval', 'second', 'minute', 'hour'],
      'Unit of time of a count; by default taken from the cells or the name of the column.',
    ).optional(),
    scale: numberAboveZero(
      'a number above 0',
      'Multiplies counts or levels, and replaces a factor in the name of the column, such as thousands.',
    ).prefault(1),
    dates: word(DATE_ORDERS, 'Order of day, month and year; by default detected from the dates.').optional(),
    decimal: word(DECIMAL_SIGNS, 'Decimal sign; by default detected from the numbers.').optional(),
    zone: text(
      'a time zone',
      64,
      'Time zone of times without one: UTC, an offset or a region; by default taken from the name of the column, otherwise UTC.',
    ).optional(),
    time_format: word(
      TIME_FORMATS,
      'Meaning of plain numbers in the time column: Unix times in a unit, dates, days of a spreadsheet, or offsets.',
    ).optional(),
    only: text('a column and a label', 512, 'Keeps the rows with one label, as in metric=calls.').optional(),
    shift: seconds(
      quantity(SIGNED_DURATION, 'Moves the trace later by this much, earlier with a minus sign.').prefault(
        '0s',
      ),
    ),
    from: moment.describe('Keeps the rows at or after this time.').optional(),
    to: moment.describe('Keeps the rows before this time.').optional(),
    repeat: wholeNumberSchema(1, 'How many times the trace is played, one after the other.').prefault(1),
    interval: seconds(
      positive(DURATION, 'Width of an interval; detected automatically by default.').optional(),
    ),
    gaps: word(
      ['keep', 'zero', 'refuse', 'report', 'error'],
      'An interval without a row or a value: keep leaves it out, without arrivals and with a warning; zero counts it as 0; refuse refuses the file. report and error are older names of keep and refuse.',
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

export type TraceItem = z.output<typeof trace>;

/** The part of a trace's settings that decides which file is read, and how. */
export function selectionOf(item: TraceItem): TraceSelection {
  const { vcpu: _vcpu, placement: _placement, scale, ...selection } = item;
  return {
    ...selection,
    // A level is in percent unless its scale is set; counts may have a factor in their name.
    scale: scale === 1 && item.kind === 'counts' ? undefined : scale,
  };
}

export interface TraceMention {
  /** Path of the trace's mapping within the load. */
  readonly path: DocumentPath;
  readonly trace: TraceItem;
  readonly use: TraceUse;
}

type TraceProblem = readonly [key: keyof TraceItem, message: string];

/**
 * Checks the use of a trace, before its file is read.
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
  if (value !== undefined) return ['value', 'values replaces value; leave one of them out'];
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
