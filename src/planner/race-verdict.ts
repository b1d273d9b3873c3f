import type { Constraint } from './constraint.js';
import type { Contender, Dropped } from './contender.js';
import type { PlanObjective } from './plan-result.js';
import type { FigureName } from './run-figures.js';
import type { StretchSample } from './stretch-sample.js';

/** By what a race judges. */
export interface RaceRules {
  readonly objective: PlanObjective;
  readonly constraints: readonly Constraint[];
  /** Of the intervals that are shown. */
  readonly confidence: number;
  /** Probability that the best candidate is dropped by chance, over all tests that it has to pass. */
  readonly error: number;
  /** Tests that one candidate has to pass: the constraints and the objective times the looks at it. */
  readonly tests: number;
  /** A candidate that is better by less than this share of the objective need not be found. */
  readonly indifference: number;
}

/** Where a sampled run only resembles the whole one: how far beyond a bound it must be to count. */
const CONSTRAINT_MARGIN = 0.25;
/** Likewise, how much worse in the objective. */
const OBJECTIVE_MARGIN = 0.02;
/** From so many blocks on a t test can tell anything. */
const LEAST_BLOCKS = 3;

/** The objective with its sign turned where more of it is better, so that less is better. */
export function signedObjective(sample: StretchSample, { figure, sense }: PlanObjective): number {
  const value = sample.value(figure);
  if (value === null) return Number.POSITIVE_INFINITY;
  return sense === 'least' ? value : -value;
}

/** Whether a sample meets all constraints, and whether beyond doubt. */
export function feasibility(
  sample: StretchSample,
  { constraints, confidence }: RaceRules,
): { readonly met: boolean; readonly clear: boolean } {
  const results = constraints.map((constraint) => sample.judge(constraint, confidence));
  const met = results.every((result) => result.met);
  return { met, clear: met && results.every((result) => result.clear) };
}

/** The greatest excess over the constraints; below 0 where there is room in all; Infinity where one was not measured. */
export function worstExcess(sample: StretchSample, { constraints, confidence }: RaceRules): number {
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...constraints.map((constraint) => {
      const { excess, met } = sample.judge(constraint, confidence);
      return excess ?? (met ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    }),
  );
}

/**
 * Why a contender is out for a constraint: the interval at the confidence left to each test lies beyond the bound,
 * or, on a sampled run whose load moves, all of it together is beyond by a quarter of the bound. `undefined`: it is not.
 */
export function infeasible(sample: StretchSample, rules: RaceRules): Dropped | undefined {
  const confidence = testConfidence(rules);
  if (saysLittle(sample)) return undefined;
  for (const constraint of rules.constraints) {
    const result = sample.judge(constraint, confidence);
    if (result.met) continue;
    const reason = `${constraint.figure} is beyond ${constraint.text}`;
    if (sample.stretch.kind === 'windows') {
      if (warmExcess(sample, constraint, result.excess ?? 1) > CONSTRAINT_MARGIN)
        return { fate: 'infeasible', evidence: 'inferred', reason };
    } else if (result.clear && sample.n >= LEAST_BLOCKS) {
      return { fate: 'infeasible', evidence: 'statistical', reason };
    }
  }
  return undefined;
}

/**
 * Why a contender is out for the objective: block by block it is no better than another one that is feasible, but for
 * what is indifferent. On a sampled run whose load moves it must be worse by a margin as well. `undefined`: it is not.
 */
export function worse(
  sample: StretchSample,
  incumbent: StretchSample,
  than: Contender,
  rules: RaceRules,
): Dropped | undefined {
  if (saysLittle(sample)) return undefined;
  const { figure, sense } = rules.objective;
  const difference = incumbent.difference(sample, figure, testConfidence(rules));
  if (difference === null) return byMargin(sample, incumbent, than, rules);
  const sign = sense === 'least' ? 1 : -1;
  const mean = sign * difference.mean;
  const scale = Math.abs(incumbent.value(figure) ?? 0);
  const reason = `its ${figure} is no better than that of ${than.name}`;
  const evidence = sample.stretch.kind === 'windows' ? 'inferred' : 'statistical';
  const dropped: Dropped = { fate: 'worse', evidence, reason };
  if (mean === 0 && difference.half_width === 0) return dropped;
  if (sample.stretch.kind === 'windows' && mean < OBJECTIVE_MARGIN * scale) return undefined;
  return mean - difference.half_width > -rules.indifference * scale ? dropped : undefined;
}

/** The share of queries that a latency figure is about: a tenth of it may begin cold without moving it much. */
const TAIL: Readonly<Partial<Record<FigureName, number>>> = {
  latency_mean: 0.01,
  latency_p50: 0.5,
  latency_p90: 0.1,
  latency_p95: 0.05,
  latency_p99: 0.01,
  latency_p999: 0.001,
  latency_max: 0,
};

/** The excess without what the cold starts of the windows add; none where they might be all of it. */
function warmExcess(sample: StretchSample, { figure, bound }: Constraint, excess: number): number {
  if (figure === 'wake_probability' || figure === 'delayed_probability') {
    return excess - sample.coldShare / Math.max(bound, 1e-12);
  }
  const tail = TAIL[figure];
  return tail !== undefined && sample.coldShare > tail / 10 ? 0 : excess;
}

/** Of an interval one end of which is a one-sided test at the error that is left to each. */
function testConfidence({ error, tests }: RaceRules): number {
  return 1 - (2 * error) / tests;
}

/** The beginning of a run in which something happens later. */
function saysLittle({ stretch }: StretchSample): boolean {
  return stretch.kind === 'beginning' && stretch.blocks.length < LEAST_BLOCKS;
}

/** With a single block in common there is no test: a margin decides. */
function byMargin(
  sample: StretchSample,
  incumbent: StretchSample,
  than: Contender,
  rules: RaceRules,
): Dropped | undefined {
  const [own, best] = [signedObjective(sample, rules.objective), signedObjective(incumbent, rules.objective)];
  if (own - best <= OBJECTIVE_MARGIN * Math.abs(best) && own !== best) return undefined;
  const reason = `its ${rules.objective.figure} is no better than that of ${than.name}`;
  return { fate: 'worse', evidence: 'inferred', reason };
}
