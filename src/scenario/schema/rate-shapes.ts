import { z } from 'zod';
import type { RateSpecification } from '../../workload/rate-specification.js';
import type { Form } from './choice.js';
import { cronExpression } from './cron-schema.js';
import { COUNT, DURATION, plainNumber, positive, type Quantity, quantity } from './quantity-schema.js';
import { section } from './section.js';
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

const amplitude = (of: string) =>
  plainNumber('a number from 0 to 1', (value) => value >= 0 && value <= 1, { minimum: 0, maximum: 1 }, of);

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

function seasonal(of: Quantity): z.ZodType<RateForm> {
  return section({
    base: quantity(of, 'The mean.'),
    daily: amplitude('Relative amplitude over the day.').prefault(0),
    weekly: amplitude('Relative amplitude over the week.').prefault(0),
    peak_hour: plainNumber(
      'an hour from 0 to 24',
      (value) => value >= 0 && value <= 24,
      { minimum: 0, maximum: 24 },
      'Hour of the daily peak, UTC.',
    ).prefault(14),
    peak_day: peakDay.prefault(DEFAULT_PEAK_DAY),
    weekdays: z
      .array(quantity(COUNT))
      .length(7, 'expected seven multipliers, from Monday on')
      .describe('A multiplier for each weekday from Monday on.')
      .prefault([1, 1, 1, 1, 1, 1, 1]),
  }).transform(({ base, ...rest }): RateForm => ({ kind: 'seasonal', base_per_second: base, ...rest }));
}

function steps(of: Quantity): z.ZodType<RateForm> {
  const step = section({ at: quantity(DURATION, 'From when.'), rate: quantity(of) });
  const ascending = z
    .array(step)
    .min(1)
    .superRefine((list, context) => {
      const late = list.findIndex((item, index) => index > 0 && item.at <= list[index - 1]!.at);
      if (late < 0) return;
      context.addIssue({
        code: 'custom',
        path: [late, 'at'],
        message: 'expected a later moment than that of the step before',
      });
    });
  return section({ steps: ascending }).transform(
    (value): RateForm => ({
      kind: 'steps',
      steps: value.steps.map(({ at, rate }) => ({ at_seconds: at, per_second: rate })),
    }),
  );
}

function ramp(of: Quantity): z.ZodType<RateForm> {
  const parameters = section({
    from: quantity(of),
    to: quantity(of),
    start: quantity(DURATION, 'When it begins to change.').prefault('0s'),
    over: positive(DURATION, 'How long the change takes.'),
  });
  return section({ ramp: parameters }).transform(
    ({ ramp: { from, to, start, over } }): RateForm => ({
      kind: 'ramp',
      from_per_second: from,
      to_per_second: to,
      start_seconds: start,
      over_seconds: over,
    }),
  );
}

function spikes(of: Quantity): z.ZodType<RateForm> {
  const spike = section({ at: quantity(DURATION), for: positive(DURATION), rate: quantity(of) });
  return section({
    spikes: z.array(spike).min(1),
    base: quantity(of, 'Outside the spikes.'),
  }).transform(
    (value): RateForm => ({
      kind: 'spikes',
      base_per_second: value.base,
      spikes: value.spikes.map((item) => ({
        at_seconds: item.at,
        for_seconds: item.for,
        per_second: item.rate,
      })),
    }),
  );
}

function cron(of: Quantity): z.ZodType<RateForm> {
  const parameters = section({ schedule: cronExpression, for: positive(DURATION), rate: quantity(of) });
  return section({ cron: parameters }).transform(
    ({ cron: { schedule, for: seconds, rate } }): RateForm => ({
      kind: 'cron',
      schedule,
      for_seconds: seconds,
      per_second: rate,
    }),
  );
}

/** States of a Markov-modulated rate: at least two, each with a rate and a mean stay. */
export function mmppStates(of: Quantity) {
  return z
    .array(section({ rate: quantity(of), mean: positive(DURATION, 'Mean stay in the state.') }))
    .min(2, 'expected two states or more, each as { rate, mean }')
    .transform((states) => states.map(({ rate, mean }) => ({ per_second: rate, mean_seconds: mean })));
}

function mmpp(of: Quantity): z.ZodType<RateForm> {
  return section({ mmpp: mmppStates(of) }).transform(
    (value): RateForm => ({ kind: 'mmpp', states: value.mmpp }),
  );
}

function onOff(of: Quantity): z.ZodType<RateForm> {
  const parameters = section({
    rate: quantity(of, 'While on.'),
    on: positive(DURATION, 'Mean time on.'),
    off: positive(DURATION, 'Mean time off.'),
  });
  return section({ on_off: parameters }).transform(
    ({ on_off: { rate, on, off } }): RateForm => ({
      kind: 'mmpp',
      states: [
        { per_second: rate, mean_seconds: on },
        { per_second: 0, mean_seconds: off },
      ],
    }),
  );
}

function logOu(of: Quantity): z.ZodType<RateForm> {
  const parameters = section({
    mean: quantity(of),
    sigma: quantity(COUNT, 'Standard deviation of the logarithm.'),
    correlation_time: positive(DURATION),
    step: positive(DURATION, 'How long the rate stays constant.'),
  });
  return section({ log_ou: parameters }).transform(
    ({ log_ou: law }): RateForm => ({
      kind: 'log_ou',
      mean_per_second: law.mean,
      sigma: law.sigma,
      correlation_seconds: law.correlation_time,
      step_seconds: law.step,
    }),
  );
}

const traceForm: z.ZodType<RateForm> = section({ trace: traceSchema }).transform(
  ({ trace }): RateForm => ({ kind: 'trace', trace }),
);

/** Every shape but products, of rates or of plain multipliers; `lazily` stands for any shape of the same kind. */
export function shapes(of: Quantity, lazily: () => z.ZodType<RateForm>) {
  const sum = section({ sum: z.array(z.lazy(lazily)).min(1) });
  return [
    {
      name: '*',
      schema: quantity(of).transform((value): RateForm => ({ kind: 'constant', per_second: value })),
    },
    { name: 'steps', schema: steps(of) },
    { name: 'ramp', schema: ramp(of) },
    { name: 'spikes', schema: spikes(of) },
    { name: 'cron', schema: cron(of) },
    { name: 'mmpp', schema: mmpp(of) },
    { name: 'on_off', schema: onOff(of) },
    { name: 'log_ou', schema: logOu(of) },
    { name: 'sum', schema: sum.transform((value): RateForm => ({ kind: 'sum', parts: value.sum })) },
    { name: 'trace', schema: traceForm },
    // Last, since spikes have a base as well.
    { name: 'base', schema: seasonal(of) },
  ] satisfies Form<z.ZodType<RateForm>>[];
}
