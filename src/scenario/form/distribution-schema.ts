import { z } from 'zod';
import type { Distribution } from '../../kernel/distribution.js';
import {
  empirical,
  erlang,
  gammaFromMean,
  hyperexponentialFromMean,
  lognormalFromMean,
  lognormalFromMedian,
  normalised,
  paretoFromMean,
  weibullFromMean,
} from '../../kernel/distribution-fit.js';
import { type Form, keyed, oneOfForms } from './choice.js';
import {
  COUNT,
  DURATION,
  DURATION_OR_NEVER,
  numberAboveZero,
  positive,
  type Quantity,
  quantity,
  SIZE,
  wholeNumberSchema,
} from './quantity-schema.js';
import { section } from './section.js';

/**
 * A set of parameters, identified by one of its keys. Errors of the distribution's constructor are reported at the
 * distribution.
 */
function set<Schema extends z.ZodType>(
  name: string,
  parameters: Schema,
  build: (parameters: z.output<Schema>) => Distribution,
): Form<z.ZodType<Distribution>> {
  const schema = parameters.transform((read, context): Distribution => {
    try {
      return build(read);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
  return { name, schema };
}

const shape = () => numberAboveZero('a number above 0', 'Shape.');
const mean = (of: Quantity) => positive(of, 'Mean.');
const scale = (of: Quantity) => positive(of, 'Scale.');
const cv = () => quantity(CV, 'Coefficient of variation: standard deviation over mean.');
export const weight = () => numberAboveZero('a weight above 0', 'Relative weight.');

const CV: Quantity = { ...COUNT, expected: 'a coefficient of variation: a number of 0 or more' };

function uniform(min: number, max: number): Distribution {
  if (min > max) throw new RangeError(`uniform: expected min to be at most max, got ${min} and ${max}`);
  return min === max ? { kind: 'constant', value: min } : { kind: 'uniform', min, max };
}

function boundedPareto(tail: number, min: number, max: number): Distribution {
  if (min >= max) throw new RangeError(`bounded_pareto: expected min to be below max, got ${min} and ${max}`);
  return { kind: 'bounded_pareto', shape: tail, min, max };
}

/** The distributions of values of a kind of quantity, except mixtures. */
function fittedDistributions(of: Quantity): readonly Form<z.ZodType<Distribution>>[] {
  const byMean = section({ mean: mean(of), cv: cv() });
  const byShape = section({ shape: shape(), scale: scale(of) });
  const phases = z
    .array(section({ weight: weight(), mean: mean(of) }))
    .min(1)
    .describe('Exponential phases; each value is drawn from one of them.');
  return [
    one('exponential', section({ mean: mean(of) }, 'Exponential distribution.'), ({ mean }) => ({
      kind: 'exponential',
      mean,
    })),
    one(
      'uniform',
      section(
        { min: quantity(of, 'Least value.'), max: quantity(of, 'Greatest value.') },
        'Uniform distribution.',
      ),
      ({ min, max }) => uniform(min, max),
    ),
    one(
      'bounded_pareto',
      section(
        { shape: shape(), min: positive(of, 'Least value.'), max: positive(of, 'Greatest value.') },
        'Pareto distribution, cut off at max.',
      ),
      (l) => boundedPareto(l.shape, l.min, l.max),
    ),
    one(
      'erlang',
      section(
        { stages: wholeNumberSchema(1, 'Exponential stages.'), mean: mean(of) },
        'Erlang distribution.',
      ),
      ({ mean, stages }) => erlang(mean, stages),
    ),
    several('lognormal', '{ mean, cv } or { median, p99 }', [
      set('mean', byMean, ({ mean, cv }) => lognormalFromMean(mean, cv)),
      set(
        'median',
        section({ median: positive(of, 'Median.'), p99: positive(of, '99th percentile.') }),
        (l) => lognormalFromMedian(l.median, l.p99),
      ),
    ]),
    several('pareto', '{ shape, scale } or { shape, mean }', [
      set('scale', byShape, (l) => ({ kind: 'pareto', ...l })),
      set('mean', section({ shape: shape(), mean: mean(of) }), (l) => paretoFromMean(l.mean, l.shape)),
    ]),
    several('weibull', '{ shape, scale } or { mean, cv }', [
      set('mean', byMean, ({ mean, cv }) => weibullFromMean(mean, cv)),
      set('shape', byShape, (l) => ({ kind: 'weibull', ...l })),
    ]),
    several('gamma', '{ shape, scale } or { mean, cv }', [
      set('mean', byMean, ({ mean, cv }) => gammaFromMean(mean, cv)),
      set('shape', byShape, (l) => ({ kind: 'gamma', ...l })),
    ]),
    several('hyperexponential', '{ mean, cv } or { phases: [{ weight, mean }, ...] }', [
      set('mean', byMean, ({ mean, cv }) => hyperexponentialFromMean(mean, cv)),
      set('phases', section({ phases }), (l) => hyperexponential(l.phases)),
    ]),
    several('empirical', 'a list of values, or { values, weights }', [
      set('*', z.array(quantity(of)).min(1), (values) => empirical(values)),
      set(
        'values',
        section({
          values: z.array(quantity(of)).min(1).describe('Values.'),
          weights: z.array(z.number()).describe('Their relative weights.'),
        }),
        (l) => empirical(l.values, l.weights),
      ),
    ]),
  ];
}

function hyperexponential(
  phases: readonly { readonly weight: number; readonly mean: number }[],
): Distribution {
  const weights = phases.map((phase) => phase.weight);
  const means = phases.map((phase) => phase.mean);
  return { kind: 'hyperexponential', weights: normalised(weights, 'hyperexponential'), means };
}

/** `{ name: parameters }` with one set of parameters. */
function one<Schema extends z.ZodType>(
  name: string,
  parameters: Schema,
  build: (parameters: z.output<Schema>) => Distribution,
): Form<z.ZodType<Distribution>> {
  return keyed(name, set(name, parameters, build).schema);
}

/** `{ name: parameters }` with several sets of parameters, each identified by one of its keys. */
function several(
  name: string,
  expected: string,
  sets: readonly Form<z.ZodType<Distribution>>[],
): Form<z.ZodType<Distribution>> {
  return keyed(name, oneOfForms(expected, sets));
}

/**
 * A distribution of a kind of quantity: a plain quantity is a constant, otherwise a mapping with the name of
 * a distribution as its only key.
 * @param id name of the definition in the JSON Schema
 * @param wider accepted plain quantities, if they include more than the values of the distributions and mixture parts
 */
function distribution(
  of: Quantity,
  id: string,
  wider?: { readonly alone: Quantity; readonly parts: z.ZodType<Distribution> },
): z.ZodType<Distribution> {
  const alone = wider?.alone ?? of;
  const mixture = z
    .array(
      section({
        weight: weight(),
        of: z
          .lazy((): z.ZodType<Distribution> => wider?.parts ?? schema)
          .describe('The distribution of this part.'),
      }),
    )
    .min(1)
    .describe('A mixture of distributions.');
  const schema: z.ZodType<Distribution> = oneOfForms(
    `${alone.expected}, or a distribution such as { exponential: { mean } }`,
    [
      {
        name: '*',
        schema: quantity(alone).transform((value): Distribution => ({ kind: 'constant', value })),
      },
      ...fittedDistributions(of),
      keyed('mixture', mixture, (parts): Distribution => {
        const weights = parts.map((part) => part.weight);
        return {
          kind: 'mixture',
          weights: normalised(weights, 'mixture'),
          parts: parts.map((part) => part.of),
        };
      }),
    ],
    { id, description: `${alone.expected} (a constant), or a distribution of such values.` },
  );
  return schema;
}

/** A distribution of durations; seconds. */
export const durationDistribution = distribution(DURATION, 'DurationDistribution');

/** A distribution of durations, or `never`, which is read as a constant of Infinity. */
export const durationDistributionOrNever = distribution(DURATION, 'DurationDistributionOrNever', {
  alone: DURATION_OR_NEVER,
  parts: durationDistribution,
});

/** A distribution of sizes; bytes. */
export const sizeDistribution = distribution(SIZE, 'SizeDistribution');

export const countDistribution = distribution(COUNT, 'CountDistribution');
