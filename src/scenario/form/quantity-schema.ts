import { z } from 'zod';
import { ANYTHING, annotated } from './annotated.js';
import { INTERVAL_REFERENCE, isInterval, readInterval } from './interval.js';
import {
  parseCount,
  parseDuration,
  parseRate,
  parseShare,
  parseSignedDuration,
  parseSize,
  QUANTITY_EXAMPLES,
  QUANTITY_PATTERNS,
} from './quantity.js';
import type { SchemaIssueParams } from './section.js';
import { type Kind, readValue } from './setting-value.js';
import { shown } from './shown.js';

export interface Quantity extends Kind {
  /** One word for names in the JSON Schema. */
  readonly name: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Whether it is a setting, not an estimate: then it has a single value, and intervals are not allowed. */
  readonly exact?: boolean;
  /** Whether a number that is read but refused violates a rule of the platform, rather than being a typing mistake. */
  readonly is_ruled?: boolean;
}

/** The same kind for a setting, whose value is exact: intervals are refused. */
export function exact(kind: Quantity): Quantity {
  return { ...kind, exact: true };
}

const written = (pattern: keyof typeof QUANTITY_PATTERNS) => ({
  type: 'string',
  pattern: QUANTITY_PATTERNS[pattern],
});
export const NUMBER_FROM_ZERO = { type: 'number', minimum: 0 };

/** Seconds, written with a unit. */
export const DURATION: Quantity = {
  name: 'Duration',
  expected: QUANTITY_EXAMPLES.duration,
  parse: parseDuration,
  json: { anyOf: [written('duration'), { const: 0 }] },
};

/** PostgreSQL reports times to the microsecond. */
const MIN_LATENCY_SECONDS = 1e-6;

/** A limit on a latency, read as milliseconds to the nanosecond: 0.1 s is 100 ms and not 100.00000000000001. */
export const LATENCY_LIMIT: Quantity = {
  name: 'LatencyDuration',
  expected: 'a duration of 1us or more, such as 300ms',
  parse(value) {
    const seconds = parseDuration(value);
    return seconds === undefined || seconds < MIN_LATENCY_SECONDS
      ? undefined
      : Math.round(seconds * 1e9) / 1e6;
  },
  json: written('duration'),
};

/** Events per second, written with a unit. */
export const RATE: Quantity = {
  name: 'Rate',
  expected: QUANTITY_EXAMPLES.rate,
  parse: parseRate,
  json: { anyOf: [written('rate'), { const: 0 }] },
};

/** Bytes, written with a unit or as a plain number. */
export const SIZE: Quantity = {
  name: 'Size',
  expected: QUANTITY_EXAMPLES.size,
  parse: parseSize,
  json: { anyOf: [written('size'), NUMBER_FROM_ZERO] },
};

/** A number in [0, 1], also as a percentage. */
export const SHARE: Quantity = {
  name: 'Share',
  expected: QUANTITY_EXAMPLES.share,
  parse: parseShare,
  json: { anyOf: [written('share'), { ...NUMBER_FROM_ZERO, maximum: 1 }] },
};

/** A plain number of 0 or more. */
export const COUNT: Quantity = {
  name: 'Count',
  expected: QUANTITY_EXAMPLES.count,
  parse: parseCount,
  json: NUMBER_FROM_ZERO,
};

/** Pages per second, as a rate or as a plain number. */
export const PAGE_RATE: Quantity = {
  name: 'PageRate',
  expected: 'pages per second such as 10650 or 10650/s',
  parse: (value) => (typeof value === 'number' ? parseCount(value) : parseRate(value)),
  json: { anyOf: [NUMBER_FROM_ZERO, written('rate')] },
};

/** The same, or `unlimited`, which is read as Infinity. */
export const UNLIMITED_PAGE_RATE: Quantity = {
  ...PAGE_RATE,
  name: 'PageRateLimit',
  expected: `${PAGE_RATE.expected}, or unlimited`,
  words: { unlimited: Number.POSITIVE_INFINITY },
  json: { anyOf: [NUMBER_FROM_ZERO, written('rate'), { const: 'unlimited' }] },
};

/** Seconds, or `never`, which is read as Infinity. */
export const DURATION_OR_NEVER: Quantity = {
  ...DURATION,
  name: 'DurationOrNever',
  expected: `${QUANTITY_EXAMPLES.duration}, or never`,
  words: { never: Number.POSITIVE_INFINITY },
  json: { anyOf: [written('duration'), { enum: [0, 'never'] }] },
};

/** The ratio of two amounts: a plain number of 0 or more, or a percentage. */
export const RATIO: Quantity = {
  name: 'Ratio',
  expected: 'a share such as 20%, or a number of 0 or more',
  parse: (value) => (typeof value === 'number' ? parseCount(value) : parseShare(value)),
  json: { anyOf: [written('share'), NUMBER_FROM_ZERO] },
};

/** Seconds with a unit, optionally preceded by a minus sign. */
export const SIGNED_DURATION: Quantity = {
  name: 'SignedDuration',
  expected: `${QUANTITY_EXAMPLES.duration}, or one with a minus sign`,
  parse: parseSignedDuration,
  json: { anyOf: [{ type: 'string' }, { const: 0 }] },
};

/** Seconds of the month in a byte rate: 730 hours, as in costs per month. */
const MONTH_SECONDS = 730 * 3600;

/** Bytes per second, written as bytes per some time. */
export const BYTE_RATE: Quantity = {
  name: 'ByteRate',
  expected: 'bytes per time such as 500MB/d, 20kB/s or 2GB/month (of 730 h)',
  parse(value) {
    if (value === 0 || value === '0') return 0;
    const match = typeof value === 'string' ? /^\s*(.+?)\s*\/\s*(.+?)\s*$/.exec(value) : null;
    if (match === null) return undefined;
    const bytes = parseSize(match[1]!);
    const seconds = match[2] === 'month' ? MONTH_SECONDS : parseDuration(`1${match[2]}`);
    return bytes === undefined || seconds === undefined || seconds === 0 ? undefined : bytes / seconds;
  },
  json: { anyOf: [{ type: 'string' }, { const: 0 }] },
};

/**
 * A value of a kind of quantity, read into base units. An interval is reported as a separate issue that is not
 * a mistake: the reader of the scenario replaces it by a value.
 * @param problem describes the problem of a number that could be read, as in `expected …`; `undefined` if there is none
 */
export function quantity(
  kind: Quantity,
  description?: string,
  problem?: (value: number) => string | undefined,
) {
  const schema = ANYTHING.transform((value, context): number => {
    if (isInterval(value)) {
      reportInterval(value, kind, problem, context);
      return z.NEVER;
    }
    const number = readValue(kind, value);
    const wrong = number === undefined ? `expected ${kind.expected}` : problem?.(number);
    if (number !== undefined && wrong === undefined) return number;
    const hint = number === undefined && typeof value === 'number' && value > 0 ? unitHint(kind, value) : '';
    const params = {
      is_forbidden: number !== undefined && kind.is_ruled === true,
    } satisfies SchemaIssueParams;
    context.addIssue({ code: 'custom', message: `${wrong}, got ${shown(value)}${hint}`, params });
    return z.NEVER;
  });
  return annotated(schema, {
    ...(kind.exact === true ? kind.json : orInterval(kind.json)),
    description,
  });
}

function orInterval({ anyOf, ...json }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { anyOf: [...(Array.isArray(anyOf) ? anyOf : [json]), { $ref: INTERVAL_REFERENCE }] };
}

function reportInterval(
  value: Readonly<Record<string, unknown>>,
  kind: Quantity,
  problem: ((value: number) => string | undefined) | undefined,
  context: z.core.$RefinementCtx,
): void {
  const add = (message: string, path: readonly (string | number)[], params?: SchemaIssueParams) =>
    context.addIssue({ code: 'custom', message, path: [...path], ...(params && { params }) });
  if (kind.exact === true) {
    add(
      `expected ${kind.expected}; this is a setting, not an estimate: it has one value; compare several with neap sweep or neap plan --vary`,
      [],
    );
    return;
  }
  const interval = readInterval(value, kind, problem, add);
  if (interval !== undefined) add('an interval', [], { interval });
}

/** A value of some kind of quantity that must be above 0. */
export function positive(kind: Quantity, description?: string) {
  return quantity(kind, description, (value) =>
    value > 0 ? undefined : `expected ${kind.expected}, above 0`,
  );
}

export function plainNumbers(
  expected: string,
  accepts: (value: number) => boolean,
  json: Readonly<Record<string, unknown>> = {},
): Quantity {
  const parse = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && accepts(value) ? value : undefined;
  return { name: 'Number', expected, parse, json: { type: 'number', ...json } };
}

/** US dollars: a plain number, or an amount such as $5 or 5 USD. */
export const USD: Quantity = {
  name: 'Usd',
  expected: 'an amount in US dollars such as 5, $5 or 5 USD',
  parse: (value) => {
    const amount = typeof value === 'string' ? /^(?:\$\s*(.+)|(.+?)\s*USD)$/i.exec(value) : null;
    return amount === null ? parseCount(value) : parseCount(Number(amount[1] ?? amount[2]));
  },
  json: { anyOf: [NUMBER_FROM_ZERO, { type: 'string', pattern: '^\\$|USD$' }] },
};

export function plainNumber(
  expected: string,
  accepts: (value: number) => boolean,
  json: Readonly<Record<string, unknown>> = {},
  description?: string,
) {
  return quantity(plainNumbers(expected, accepts, json), description);
}

export function numberAboveZero(expected: string, description?: string) {
  return plainNumber(expected, (value) => value > 0, { exclusiveMinimum: 0 }, description);
}

export function wholeNumbers(least: number): Quantity {
  return plainNumbers(
    `a whole number of ${least} or more`,
    (value) => Number.isSafeInteger(value) && value >= least,
    { type: 'integer', minimum: least },
  );
}

export function wholeNumberSchema(least: number, description?: string) {
  return quantity(wholeNumbers(least), description);
}

function unitHint(kind: Quantity, value: number): string {
  if (kind.name.includes('Duration')) return `; give it a unit, such as ${value}ms or ${value}s`;
  if (kind.name === 'ObjectiveShare' && value === 1) return '; write 1% or 100%';
  return kind.name === 'Rate' ? `; add the unit of time, such as ${value}/s` : '';
}
