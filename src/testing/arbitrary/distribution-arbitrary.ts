import fc from 'fast-check';
import { checkArguments } from '../arguments/arguments.js';

/** A duration in the form of a scenario file, from whole milliseconds. */
export function millisecondsText(count: number): string {
  return `${count}ms`;
}

/** A duration in the form of a scenario file, from seconds. */
export function seconds(count: number): string {
  return `${count}s`;
}

/** A value in a scenario document: JSON only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMapping;

/** A mapping in a scenario document. */
export type JsonMapping = { readonly [key: string]: Json };

/** A mixture of two distributions with equal weights. */
export function evenMixture(first: Json, second: Json): JsonMapping {
  const half = (of: Json) => ({ weight: 1, of });
  return { mixture: [half(first), half(second)] };
}

const weights = fc.integer({ min: 1, max: 20 });

/** A shape or a coefficient of variation, in quarters so that a failure shrinks to round numbers. */
const quarters = (min: number, max: number) =>
  fc.integer({ min: 4 * min, max: 4 * max }).map((count) => count / 4);

/**
 * Distributions of durations in the form of a scenario file, of every kind in the schema: constants, uniform,
 * exponential, lognormal (both forms), Pareto, bounded Pareto, Weibull, gamma, Erlang, hyperexponential (both forms),
 * empirical and mixtures. Shrinks towards a constant.
 * @param longest_ms the largest mean or value, in ms; variates of unbounded distributions may exceed it
 */
export function durationDistributions(longest_ms = 1000): fc.Arbitrary<Json> {
  checkArguments('durationDistributions', { longest_ms });
  const most = Math.max(2, longest_ms);
  const duration = fc.integer({ min: 1, max: most }).map(millisecondsText);
  const ordered = fc
    .tuple(fc.integer({ min: 1, max: most - 1 }), fc.integer({ min: 1, max: most - 1 }))
    .map(([a, b]) => ({ min: millisecondsText(Math.min(a, b)), max: millisecondsText(Math.max(a, b) + 1) }));
  const simple: fc.Arbitrary<Json> = fc.oneof(
    fc.integer({ min: 0, max: most }).map(millisecondsText),
    fc.record({ exponential: fc.record({ mean: duration }) }),
    fc.record({ uniform: ordered }),
  );
  return fc.oneof(
    { arbitrary: simple, weight: 4 },
    fc.record({ lognormal: fc.record({ mean: duration, cv: quarters(0, 3) }) }),
    ordered.map(({ min, max }): Json => ({ lognormal: { median: min, p99: max } })),
    fc.record({ pareto: fc.record({ shape: quarters(2, 4), mean: duration }) }),
    fc.record({ pareto: fc.record({ shape: quarters(2, 4), scale: duration }) }),
    fc.record({
      bounded_pareto: fc.tuple(ordered, quarters(1, 3)).map(([limits, shape]) => ({ shape, ...limits })),
    }),
    fc.record({ weibull: fc.record({ shape: quarters(1, 4), scale: duration }) }),
    fc.record({ gamma: fc.record({ mean: duration, cv: quarters(1, 3) }) }),
    fc.record({ erlang: fc.record({ stages: fc.integer({ min: 1, max: 5 }), mean: duration }) }),
    fc.record({ hyperexponential: fc.record({ mean: duration, cv: quarters(1, 4) }) }),
    fc.record({
      hyperexponential: fc.record({
        phases: fc.array(fc.record({ weight: weights, mean: duration }), { minLength: 1, maxLength: 3 }),
      }),
    }),
    fc.record({ empirical: fc.array(duration, { minLength: 1, maxLength: 5 }) }),
    fc.record({
      mixture: fc.array(fc.record({ weight: weights, of: simple }), { minLength: 1, maxLength: 3 }),
    }),
  );
}
