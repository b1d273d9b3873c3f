import { z } from 'zod';
import type { Distribution } from '../../../kernel/distribution.js';
import type { RateSpecification } from '../../../workload/rate/rate-specification.js';
import type { PlayedTrace } from '../../../workload/trace/trace.js';
import { type TraceUse, traceRate } from '../../../workload/trace/trace-process.js';
import type { DocumentPath } from '../../document/scenario-document.js';
import { type Form, keyed, oneOfForms } from '../../form/choice.js';
import { cronExpression, DAY_NAMES } from '../../form/clock.js';
import {
  COUNT,
  DURATION,
  plainNumber,
  positive,
  type Quantity,
  quantity,
  RATE,
  SHARE,
} from '../../form/quantity-schema.js';
import { refuse } from '../../form/read-by.js';
import { as, perSecond, record, seconds } from '../../form/record.js';
import { type TraceItem, type TraceMention, trace } from './trace.js';

type Shape<Kind extends RateSpecification['kind']> = Extract<RateSpecification, { readonly kind: Kind }>;
type WithoutClock<Shape> = Omit<Shape, keyof Clock>;

/** A rate as read: without trace data and the start time of cyclic shapes. Written out because it is recursive. */
export type RateItem =
  | Shape<'constant' | 'steps' | 'ramp' | 'spikes' | 'mmpp' | 'log_ou'>
  | WithoutClock<Shape<'seasonal'>>
  | WithoutClock<Shape<'cron'>>
  | { readonly kind: 'sum' | 'product'; readonly parts: readonly RateItem[] }
  | { readonly kind: 'trace'; readonly trace: TraceItem };

/** Time reference of days, weeks and cron expressions. */
export interface Clock {
  readonly start_epoch_seconds: number;
  readonly timezone?: string;
}

/** Wednesday noon. */
const DEFAULT_PEAK_DAY = 2.5;

const AMPLITUDE: Quantity = { ...SHARE, expected: 'a share such as 60% or 0.6' };
const amplitude = (of: string) => quantity(AMPLITUDE, of).prefault(0);

/** Days since Monday 00:00; the name of a day means its noon. */
const peakDay = quantity(
  {
    name: 'Number',
    expected: 'the name of a day such as Wednesday, or days since Monday 00:00 from 0 to 7',
    parse(value) {
      if (typeof value === 'number') return value >= 0 && value <= 7 ? value : undefined;
      if (typeof value !== 'string' || value.length < 3) return undefined;
      const index = DAY_NAMES.findIndex((day) => day.startsWith(value.toLowerCase()));
      return index < 0 ? undefined : index + 0.5;
    },
    json: { anyOf: [{ type: 'string' }, { type: 'number', minimum: 0, maximum: 7 }] },
  },
  'When the week peaks: a day (its noon), or days since Monday 00:00.',
);

const rateOf = (of: Quantity, description: string) => as('per_second', quantity(of, description));
const begin = as('at_seconds', quantity(DURATION, 'When it begins, from the start of the scenario.'));

function seasonal(of: Quantity) {
  const keys = {
    base: perSecond(quantity(of, 'The mean.')),
    daily: amplitude('Relative amplitude over the day.'),
    weekly: amplitude('Relative amplitude over the week.'),
    peak_hour: plainNumber(
      'an hour from 0 to 24',
      (hour) => hour >= 0 && hour <= 24,
      { minimum: 0, maximum: 24 },
      'Hour of the daily peak, by the clock of timezone, UTC by default.',
    ).prefault(14),
    peak_day: peakDay.prefault(DEFAULT_PEAK_DAY),
    weekdays: z
      .array(quantity(COUNT))
      .length(7, 'expected seven multipliers, from Monday on')
      .describe('A multiplier for each weekday from Monday on.')
      .prefault([1, 1, 1, 1, 1, 1, 1]),
  };
  return record(keys, { constants: { kind: 'seasonal' } });
}

function steps(of: Quantity) {
  const step = record({
    at: seconds(quantity(DURATION, 'When it begins, from the start of the scenario.')),
    rate: rateOf(of, 'The rate from this time on.'),
  });
  return z
    .array(step)
    .min(1)
    .superRefine((list, context) => {
      const late = list.findIndex(
        (item, index) => index > 0 && item.at_seconds <= list[index - 1]!.at_seconds,
      );
      if (late >= 0) refuse(context, 'expected a time after that of the previous step', late, 'at');
    })
    .describe('A rate that changes at given moments; 0 before the first.');
}

function ramp(of: Quantity) {
  const keys = {
    from: perSecond(quantity(of, 'The rate before the change.')),
    to: perSecond(quantity(of, 'The rate after it.')),
    start: seconds(quantity(DURATION, 'When it begins to change.').prefault('0s')),
    over: seconds(positive(DURATION, 'How long the change takes.')),
  };
  const description = 'A rate that changes linearly from one value to another.';
  return record(keys, { description, constants: { kind: 'ramp' } });
}

function spikes(of: Quantity) {
  const spike = record({
    at: begin,
    for: seconds(positive(DURATION, 'How long it lasts.')),
    rate: rateOf(of, 'The rate during the spike.'),
  });
  const keys = {
    spikes: z.array(spike).min(1).describe('Periods with another rate.'),
    base: perSecond(quantity(of, 'Outside the spikes.')),
  };
  return record(keys, { constants: { kind: 'spikes' } });
}

function cron(of: Quantity) {
  const keys = {
    schedule: cronExpression,
    for: seconds(positive(DURATION, 'How long the rate lasts after each firing.')),
    rate: rateOf(of, 'The rate in each window; 0 outside.'),
  };
  const description = 'A rate in windows that begin when a cron expression fires.';
  return record(keys, { description, constants: { kind: 'cron' } });
}

/** States of a Markov-modulated rate: at least two, each with a rate and a mean stay. */
export function mmppStates(of: Quantity) {
  const state = record({
    rate: rateOf(of, 'The rate in the state.'),
    mean: seconds(positive(DURATION, 'Mean stay in the state.')),
  });
  return z
    .array(state)
    .min(2, 'expected two states or more, each as { rate, mean }')
    .describe('States of a Markov-modulated Poisson process, which follow each other at random.');
}

function onOff(of: Quantity) {
  const keys = {
    rate: quantity(of, 'While on.'),
    on: positive(DURATION, 'Mean time on.'),
    off: positive(DURATION, 'Mean time off.'),
  };
  const description = 'A rate that is on and off for exponentially distributed times.';
  return record(keys, { description }).transform(({ rate, on, off }) => ({
    kind: 'mmpp' as const,
    states: [
      { per_second: rate, mean_seconds: on },
      { per_second: 0, mean_seconds: off },
    ],
  }));
}

function logOu(of: Quantity) {
  const keys = {
    mean: perSecond(quantity(of, 'Mean of the rate.')),
    sigma: quantity(COUNT, 'Standard deviation of the logarithm.'),
    correlation_time: as(
      'correlation_seconds',
      positive(DURATION, 'Time after which the autocorrelation of the logarithm has fallen to 1/e.'),
    ),
    step: seconds(positive(DURATION, 'How long the rate stays constant.')),
  };
  const description = 'A rate that drifts at random: the exponential of an Ornstein-Uhlenbeck process.';
  return record(keys, { description, constants: { kind: 'log_ou' } });
}

/** Every shape except products, of rates or of plain multipliers; `lazily` returns any shape of the same kind. */
function shapes(of: Quantity, lazily: () => z.ZodType<RateItem>) {
  const parts = z.array(z.lazy(lazily)).min(1).describe('The sum of several shapes.');
  return [
    {
      name: '*',
      schema: quantity(of).transform((per_second): RateItem => ({ kind: 'constant', per_second })),
    },
    keyed('steps', steps(of), (list): RateItem => ({ kind: 'steps', steps: list })),
    keyed('ramp', ramp(of)),
    { name: 'spikes', schema: spikes(of) },
    keyed('cron', cron(of)),
    keyed('mmpp', mmppStates(of), (states): RateItem => ({ kind: 'mmpp', states })),
    keyed('on_off', onOff(of)),
    keyed('log_ou', logOu(of)),
    keyed('sum', parts, (several): RateItem => ({ kind: 'sum', parts: several })),
    keyed('trace', trace, (item): RateItem => ({ kind: 'trace', trace: item })),
    // Last, since spikes have a base as well.
    { name: 'base', schema: seasonal(of) },
  ] satisfies Form<z.ZodType<RateItem>>[];
}

/** A shape of plain multipliers, for the later factors of a product. */
const factor: z.ZodType<RateItem> = oneOfForms(
  'a number, or a shape of plain numbers such as { base: 1, daily: 0.6 }',
  shapes(COUNT, () => factor),
  { id: 'Factor', description: 'A multiplier: a number, or a shape whose rates are plain numbers.' },
);

const product = z
  .tuple([z.lazy((): z.ZodType<RateItem> => rate)])
  .rest(factor)
  .describe('The first shape times the others, which are multipliers.');

export const rate: z.ZodType<RateItem> = oneOfForms(
  'a rate such as 40/s, or a shape such as { base: 40/s, daily: 0.6 }',
  [...shapes(RATE, () => rate), keyed('product', product, (parts): RateItem => ({ kind: 'product', parts }))],
  { id: 'RateShape', description: 'A constant rate such as 40/s, or a shape.' },
);

/** The traces that a rate contains, in the order of the file. */
export function tracesIn(item: RateItem, path: DocumentPath, use: TraceUse): readonly TraceMention[] {
  if (item.kind === 'trace') return [{ path: [...path, 'trace'], trace: item.trace, use }];
  if (item.kind !== 'sum' && item.kind !== 'product') return [];
  return item.parts.flatMap((part, index) =>
    tracesIn(part, [...path, item.kind, index], useOfPart(item.kind, index, use)),
  );
}

export interface RateContext {
  readonly clock: Clock;
  /** CPU time of a query, for levels of CPU; `undefined` without queries. */
  readonly cpu_seconds: Distribution | undefined;
  played(item: TraceItem): PlayedTrace;
}

/** A rate with its clock anchored and its traces filled in. */
export function completeRate(
  item: RateItem,
  context: RateContext,
  use: TraceUse = 'rate',
): RateSpecification {
  switch (item.kind) {
    case 'seasonal':
    case 'cron':
      return { ...item, ...context.clock };
    case 'sum':
    case 'product':
      return {
        kind: item.kind,
        parts: item.parts.map((part, index) => completeRate(part, context, useOfPart(item.kind, index, use))),
      };
    case 'trace':
      return traceRate(context.played(item.trace), item.trace, context.cpu_seconds, use);
    default:
      return item;
  }
}

function useOfPart(kind: 'sum' | 'product', index: number, use: TraceUse): TraceUse {
  return kind === 'product' && index > 0 ? 'factor' : use;
}
