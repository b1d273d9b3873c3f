import { z } from 'zod';
import type { RateSpecification } from '../../workload/rate/rate-specification.js';
import { type Form, keyed, oneOfForms } from '../form/choice.js';
import {
  COUNT,
  DURATION,
  numberUpTo,
  positive,
  type Quantity,
  quantity,
  RATE,
} from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';
import { cronExpression } from './cron-schema.js';
import { type TraceForm, traceSchema } from './trace-schema.js';

type Shape<Kind extends RateSpecification['kind']> = Extract<RateSpecification, { readonly kind: Kind }>;

/** A rate as the scenario says it: traces are still unread, and cyclic shapes do not know the start. */
export type RateForm =
  | Shape<'constant' | 'steps' | 'ramp' | 'spikes' | 'mmpp' | 'log_ou'>
  | Omit<Shape<'seasonal'>, 'start_epoch_seconds'>
  | Omit<Shape<'cron'>, 'start_epoch_seconds'>
  | { readonly kind: 'sum' | 'product'; readonly parts: readonly RateForm[] }
  | { readonly kind: 'trace'; readonly trace: TraceForm };

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Wednesday noon. */
const DEFAULT_PEAK_DAY = 2.5;

const amplitude = (of: string) => numberUpTo(1, 'a number from 0 to 1', of);

/** Days since Monday 00:00; the name of a day is its noon. */
const peakDay = quantity(
  {
    name: 'Number',
    expected: 'the name of a day such as Wednesday, or days since Monday 00:00 from 0 to 7',
    parse(value) {
      if (typeof value === 'number') return value >= 0 && value <= 7 ? value : undefined;
      if (typeof value !== 'string' || value.length < 3) return undefined;
      const index = DAYS.findIndex((day) => day.startsWith(value.toLowerCase()));
      return index < 0 ? undefined : index + 0.5;
    },
    json: { anyOf: [{ type: 'string' }, { type: 'number', minimum: 0, maximum: 7 }] },
  },
  'When the week peaks: a day (its noon), or days since Monday 00:00.',
);

/** `{ name: inner }`, read as a rate. */
const shape: <Inner extends z.ZodType>(
  name: string,
  inner: Inner,
  make: (value: z.output<Inner>) => RateForm,
) => Form<z.ZodType<RateForm>> = keyed;

function seasonal(of: Quantity): z.ZodType<RateForm> {
  return section({
    base: quantity(of, 'The mean.'),
    daily: amplitude('Relative amplitude over the day.').prefault(0),
    weekly: amplitude('Relative amplitude over the week.').prefault(0),
    peak_hour: numberUpTo(
      24,
      'an hour from 0 to 24',
      'Hour of the daily peak, by the clock of timezone, UTC by default.',
    ).prefault(14),
    peak_day: peakDay.prefault(DEFAULT_PEAK_DAY),
    weekdays: z
      .array(quantity(COUNT))
      .length(7, 'expected seven multipliers, from Monday on')
      .describe('A multiplier for each weekday from Monday on.')
      .prefault([1, 1, 1, 1, 1, 1, 1]),
  }).transform(({ base, ...rest }): RateForm => ({ kind: 'seasonal', base_per_second: base, ...rest }));
}

function steps(of: Quantity) {
  const step = section({
    at: quantity(DURATION, 'From when, from the start of the scenario.'),
    rate: quantity(of, 'The rate from then on.'),
  });
  const ascending = z
    .array(step)
    .min(1)
    .superRefine((list, context) => {
      const late = list.findIndex((item, index) => index > 0 && item.at <= list[index - 1]!.at);
      if (late >= 0) refuse(context, 'expected a later moment than that of the step before', late, 'at');
    })
    .describe('A rate that changes at given moments; 0 before the first.');
  return shape('steps', ascending, (list) => ({
    kind: 'steps',
    steps: list.map(({ at, rate }) => ({ at_seconds: at, per_second: rate })),
  }));
}

function ramp(of: Quantity) {
  const parameters = section(
    {
      from: quantity(of, 'The rate before the change.'),
      to: quantity(of, 'The rate after it.'),
      start: quantity(DURATION, 'When it begins to change.').prefault('0s'),
      over: positive(DURATION, 'How long the change takes.'),
    },
    'A rate that changes linearly from one value to another.',
  );
  return shape('ramp', parameters, ({ from, to, start, over }) => ({
    kind: 'ramp',
    from_per_second: from,
    to_per_second: to,
    start_seconds: start,
    over_seconds: over,
  }));
}

function spikes(of: Quantity): z.ZodType<RateForm> {
  const spike = section({
    at: quantity(DURATION, 'When it begins, from the start of the scenario.'),
    for: positive(DURATION, 'How long it lasts.'),
    rate: quantity(of, 'The rate meanwhile.'),
  }).transform(({ at, for: lasts, rate }) => ({ at_seconds: at, for_seconds: lasts, per_second: rate }));
  return section({
    spikes: z.array(spike).min(1).describe('Periods with another rate.'),
    base: quantity(of, 'Outside the spikes.'),
  }).transform(
    ({ base, spikes: list }): RateForm => ({ kind: 'spikes', base_per_second: base, spikes: list }),
  );
}

function cron(of: Quantity) {
  const parameters = section(
    {
      schedule: cronExpression,
      for: positive(DURATION, 'How long the rate lasts after each firing.'),
      rate: quantity(of, 'The rate meanwhile; 0 outside.'),
    },
    'A rate in windows that begin when a cron expression fires.',
  );
  return shape('cron', parameters, ({ schedule, for: for_seconds, rate }) => ({
    kind: 'cron',
    schedule,
    for_seconds,
    per_second: rate,
  }));
}

/** States of a Markov-modulated rate: at least two, each with a rate and a mean stay. */
export function mmppStates(of: Quantity) {
  return z
    .array(
      section({
        rate: quantity(of, 'The rate in the state.'),
        mean: positive(DURATION, 'Mean stay in the state.'),
      }),
    )
    .min(2, 'expected two states or more, each as { rate, mean }')
    .describe('States of a Markov-modulated Poisson process, which follow each other at random.')
    .transform((states) => states.map(({ rate, mean }) => ({ per_second: rate, mean_seconds: mean })));
}

function onOff(of: Quantity) {
  const parameters = section(
    {
      rate: quantity(of, 'While on.'),
      on: positive(DURATION, 'Mean time on.'),
      off: positive(DURATION, 'Mean time off.'),
    },
    'A rate that is on and off for exponentially distributed times.',
  );
  return shape('on_off', parameters, ({ rate, on, off }) => ({
    kind: 'mmpp',
    states: [
      { per_second: rate, mean_seconds: on },
      { per_second: 0, mean_seconds: off },
    ],
  }));
}

function logOu(of: Quantity) {
  const parameters = section(
    {
      mean: quantity(of, 'Mean of the rate.'),
      sigma: quantity(COUNT, 'Standard deviation of the logarithm.'),
      correlation_time: positive(
        DURATION,
        'Time after which the autocorrelation of the logarithm has fallen to 1/e.',
      ),
      step: positive(DURATION, 'How long the rate stays constant.'),
    },
    'A rate that drifts at random: the exponential of an Ornstein-Uhlenbeck process.',
  );
  return shape('log_ou', parameters, ({ mean, sigma, correlation_time, step }) => ({
    kind: 'log_ou',
    mean_per_second: mean,
    sigma,
    correlation_seconds: correlation_time,
    step_seconds: step,
  }));
}

/** Every shape but products, of rates or of plain multipliers; `lazily` stands for any shape of the same kind. */
export function shapes(of: Quantity, lazily: () => z.ZodType<RateForm>) {
  const parts = z.array(z.lazy(lazily)).min(1).describe('The sum of several shapes.');
  return [
    {
      name: '*',
      schema: quantity(of).transform((value): RateForm => ({ kind: 'constant', per_second: value })),
    },
    steps(of),
    ramp(of),
    { name: 'spikes', schema: spikes(of) },
    cron(of),
    shape('mmpp', mmppStates(of), (states) => ({ kind: 'mmpp', states })),
    onOff(of),
    logOu(of),
    shape('sum', parts, (several) => ({ kind: 'sum', parts: several })),
    shape('trace', traceSchema, (trace) => ({ kind: 'trace', trace })),
    // Last, since spikes have a base as well.
    { name: 'base', schema: seasonal(of) },
  ] satisfies Form<z.ZodType<RateForm>>[];
}

const factorShapes = shapes(COUNT, () => factorSchema);

/** A shape of plain multipliers, for the later factors of a product. */
const factorSchema: z.ZodType<RateForm> = oneOfForms(
  'a number, or a shape of plain numbers such as { base: 1, daily: 0.6 }',
  factorShapes,
  { id: 'Factor', description: 'A multiplier: a number, or a shape whose rates are plain numbers.' },
);

const product = z
  .tuple([z.lazy((): z.ZodType<RateForm> => rateSchema)])
  .rest(factorSchema)
  .describe('The first shape times the others, which are multipliers.');

/** How a load's rate moves with time. */
export const rateSchema: z.ZodType<RateForm> = oneOfForms(
  'a rate such as 40/s, or a shape such as { base: 40/s, daily: 0.6 }',
  [...shapes(RATE, () => rateSchema), shape('product', product, (parts) => ({ kind: 'product', parts }))],
  { id: 'RateShape', description: 'A constant rate such as 40/s, or a shape.' },
);
