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
import { choice, type Form } from './choice.js';
import { plainNumber, positive, type Quantity, quantity, wholeNumber } from './quantity-schema.js';
import { section } from './section.js';

/** Says what the constructor of a law refuses as a problem at the law's place. */
function law<Schema extends z.ZodType>(
  schema: Schema,
  build: (parameters: z.output<Schema>) => Distribution,
) {
  return schema.transform((parameters, context): Distribution => {
    try {
      return build(parameters);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

const shape = () => plainNumber('a number above 0', (value) => value > 0, { exclusiveMinimum: 0 }, 'Shape.');
const cv = () => quantity(CV, 'Coefficient of variation: standard deviation over mean.');
/** Relative weight of one of several alternatives. */
export const weight = () =>
  plainNumber('a weight above 0', (value) => value > 0, { exclusiveMinimum: 0 }, 'Relative weight.');

const CV: Quantity = {
  name: 'Number',
  expected: 'a coefficient of variation: a number of 0 or more',
  parse: (value) => (typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined),
  json: { type: 'number', minimum: 0 },
};

function uniform(min: number, max: number): Distribution {
  if (min > max) throw new RangeError(`uniform: expected min to be at most max, got ${min} and ${max}`);
  return min === max ? { kind: 'constant', value: min } : { kind: 'uniform', min, max };
}

function boundedPareto(tail: number, min: number, max: number): Distribution {
  if (min >= max) throw new RangeError(`bounded_pareto: expected min to be below max, got ${min} and ${max}`);
  return { kind: 'bounded_pareto', shape: tail, min, max };
}

/** The laws with one set of parameters each, of values of a kind of quantity. */
export function plainLaws(of: Quantity) {
  return [
    form('exponential', section({ mean: positive(of) }), ({ mean }) => ({ kind: 'exponential', mean })),
    form('uniform', section({ min: quantity(of), max: quantity(of) }), ({ min, max }) => uniform(min, max)),
    form('bounded_pareto', section({ shape: shape(), min: positive(of), max: positive(of) }), (law) =>
      boundedPareto(law.shape, law.min, law.max),
    ),
    form('erlang', section({ stages: wholeNumber(1), mean: positive(of) }), ({ mean, stages }) =>
      erlang(mean, stages),
    ),
  ];
}

/** The laws that take one of several sets of parameters, of values of a kind of quantity. */
export function fittedLaws(of: Quantity) {
  const byMean = section({ mean: positive(of), cv: cv() });
  const byShape = section({ shape: shape(), scale: positive(of) });
  const phases = z.array(section({ weight: weight(), mean: positive(of) })).min(1);
  return [
    forms('lognormal', '{ mean, cv } or { median, p99 }', [
      ['mean', law(byMean, ({ mean, cv }) => lognormalFromMean(mean, cv))],
      [
        'median',
        law(section({ median: positive(of), p99: positive(of) }), (l) =>
          lognormalFromMedian(l.median, l.p99),
        ),
      ],
    ]),
    forms('pareto', '{ shape, scale } or { shape, mean }', [
      ['scale', law(byShape, (l) => ({ kind: 'pareto', ...l }))],
      ['mean', law(section({ shape: shape(), mean: positive(of) }), (l) => paretoFromMean(l.mean, l.shape))],
    ]),
    forms('weibull', '{ shape, scale } or { mean, cv }', [
      ['mean', law(byMean, ({ mean, cv }) => weibullFromMean(mean, cv))],
      ['shape', law(byShape, (l) => ({ kind: 'weibull', ...l }))],
    ]),
    forms('gamma', '{ shape, scale } or { mean, cv }', [
      ['mean', law(byMean, ({ mean, cv }) => gammaFromMean(mean, cv))],
      ['shape', law(byShape, (l) => ({ kind: 'gamma', ...l }))],
    ]),
    forms('hyperexponential', '{ mean, cv } or { phases: [{ weight, mean }, ...] }', [
      ['mean', law(byMean, ({ mean, cv }) => hyperexponentialFromMean(mean, cv))],
      ['phases', law(section({ phases }), (l) => hyperexponential(l.phases))],
    ]),
    forms('empirical', 'a list of values, or { values, weights }', [
      ['*', law(z.array(quantity(of)).min(1), (values) => empirical(values))],
      [
        'values',
        law(section({ values: z.array(quantity(of)).min(1), weights: z.array(z.number()) }), (l) =>
          empirical(l.values, l.weights),
        ),
      ],
    ]),
  ];
}

function hyperexponential(
  phases: readonly { readonly weight: number; readonly mean: number }[],
): Distribution {
  return {
    kind: 'hyperexponential',
    weights: normalised(
      phases.map((phase) => phase.weight),
      'hyperexponential',
    ),
    means: phases.map((phase) => phase.mean),
  };
}

/** `{ name: parameters }` with one set of parameters. */
function form<Schema extends z.ZodType>(
  name: string,
  parameters: Schema,
  build: (parameters: z.output<Schema>) => Distribution,
): Form<z.ZodType<Distribution>> {
  return wrapped(name, law(parameters, build));
}

/** `{ name: parameters }` with several sets of parameters, each told by one of its keys. */
function forms(
  name: string,
  expected: string,
  sets: readonly (readonly [key: string, schema: z.ZodType<Distribution>])[],
): Form<z.ZodType<Distribution>> {
  return wrapped(
    name,
    choice(
      expected,
      sets.map(([key, schema]) => ({ name: key, schema })),
    ),
  );
}

/** `{ name: inner }`, read as what the inner value is read as. */
export function wrapped(name: string, inner: z.ZodType<Distribution>): Form<z.ZodType<Distribution>> {
  return { name, schema: section({ [name]: inner }).transform((value) => value[name]!) };
}
