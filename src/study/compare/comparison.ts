import { costFigure } from '../../figures/cost.js';
import type { FigureName } from '../../figures/run-figures.js';
import { monthWarnings } from '../../findings/catalogue.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import { adjustPValues } from '../../statistics/holm.js';
import type { PairedDifference } from '../../statistics/paired-difference.js';
import { costScope } from '../elsewhere/vendor-size.js';
import { answer } from '../engine/engine.js';
import type { Study } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import type { FigureSample } from '../replicate/paired-figures.js';
import { variantSamples } from '../replicate/variant-samples.js';
import { headOfRuns, type ManyRuns } from '../runs/many-runs.js';
import type { Variant } from '../runs/variant.js';
import { loadDifferences } from './same-load.js';
import { changeCounter } from './tie-break.js';

/** How settings are compared. */
export interface ComparisonPlan {
  /** Of each variant, two or more. */
  readonly replications: number;
  /** Of the intervals, strictly between 0 and 1; what is left is the probability of error of the tests. */
  readonly confidence: number;
  /** Default: cost, latency, waits and availability. */
  readonly figures?: readonly FigureName[] | undefined;
  readonly not_allowed?: readonly VariantNotAllowed[] | undefined;
}

/** The default figures of a comparison, after its cost. */
const COMPARED_FIGURES: readonly FigureName[] = [
  'cu_hours',
  'latency_mean',
  'latency_p50',
  'latency_p99',
  'wake_probability',
  'delayed_probability',
  'success_rate',
  'availability_time',
  'resizes',
];

/** How a figure of a variant differs from that of the baseline, replication by replication. */
export interface FigureDifference extends PairedDifference {
  /** The probability of error adjusted for the number of tests (Holm); `null` if all pairs are equal: no test. */
  readonly p_adjusted: number | null;
  readonly significant: boolean;
}

/** A figure of a variant. */
export interface ComparedFigure {
  readonly figure: FigureName;
  /** `null` if it was never measured. */
  readonly value: MeanInterval | null;
  /** Against the baseline; `null` for the baseline itself, and with fewer than two pairs. */
  readonly difference: FigureDifference | null;
}

/** A variant with its figures. */
export interface ComparedVariant {
  readonly name: string;
  /** Settings that differ from the baseline's, which decides between equally good variants. */
  readonly changes: number;
  readonly figures: readonly ComparedFigure[];
}

/** The same load under several settings. */
export interface Comparison extends ManyRuns {
  /** Name of the first variant: the others are compared with it. */
  readonly baseline: string;
  /** In the order given, the baseline first. */
  readonly variants: readonly ComparedVariant[];
  /** Scope of the costs and which are bounds, in words; left out if every scenario is on Neon. */
  readonly cost_scope?: string;
  /** Left out if every variant was run. */
  readonly not_allowed?: readonly VariantNotAllowed[];
}

/** A variant that another vendor's platform cannot run, and why. */
export interface VariantNotAllowed {
  readonly name: string;
  readonly reason: string;
}

/**
 * Runs the same replications of every variant and compares each with the first, pair by pair.
 *
 * Random streams are named by seed, replication and entity, so variants with the same seed meet the same arrivals
 * with the same demands in each replication; what differs is due to their settings.
 *
 * @param variants two or more, with the same seed
 * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export function compare(
  variants: readonly Variant[],
  plan: ComparisonPlan,
  options: WorkOptions = {},
): Promise<Comparison> {
  return answer(compareStudy(variants, plan), options);
}

/** {@link compare} as a study. An interrupted one compares the replications that every variant has. */
export function* compareStudy(variants: readonly Variant[], plan: ComparisonPlan): Study<Comparison> {
  const { confidence, not_allowed = [] } = plan;
  // A figure that is named twice is tested once.
  const figures = [
    ...new Set(plan.figures ?? [costFigure(variants[0]!.scenario.duration_seconds), ...COMPARED_FIGURES]),
  ];
  const made = yield* variantSamples(variants, plan.replications, figures, 'by_replication');
  const { samples, replications } = made;
  const [baseline] = variants;
  const { name, scenario } = baseline!;
  const scenarios = variants.map((each) => each.scenario);
  const cost_scope = costScope(scenarios);
  return {
    baseline: name,
    ...headOfRuns(scenario, { replications, confidence }, scenarios),
    variants: judged(variants, samples, confidence, figures),
    ...(cost_scope !== undefined && { cost_scope }),
    ...(not_allowed.length > 0 && { not_allowed }),
    warnings: [...monthWarnings(scenarios), ...doubts(variants), ...made.warnings],
  };
}

/** Every variant's figures; the probabilities of error adjusted over all figures of all variants together. */
function judged(
  variants: readonly Variant[],
  samples: ReadonlyMap<Variant, FigureSample>,
  confidence: number,
  figures: readonly FigureName[],
): readonly ComparedVariant[] {
  const base = samples.get(variants[0]!)!;
  const rows = variants.map((variant, index) =>
    figures.map((figure) => {
      const sample = samples.get(variant)!;
      const paired = index === 0 ? null : base.difference(sample, figure, confidence);
      return { figure, value: sample.interval(figure, confidence), paired };
    }),
  );
  // Figures that are equal in every pair are not tested.
  const tested = rows
    .flat()
    .filter(({ paired }) => paired !== null && !(paired.mean === 0 && paired.half_width === 0));
  const adjusted = adjustPValues(tested.map(({ paired }) => paired!.p_value));
  const adjustedOf = new Map(tested.map((row, index) => [row, adjusted[index]!]));
  const changesIn = changeCounter(variants[0]!.scenario);
  return variants.map(({ name, scenario }, index) => ({
    name,
    changes: changesIn(scenario),
    figures: rows[index]!.map((row) => {
      const p_adjusted = adjustedOf.get(row) ?? null;
      const significant = p_adjusted !== null && p_adjusted <= 1 - confidence;
      const difference = row.paired && { ...row.paired, p_adjusted, significant };
      return { figure: row.figure, value: row.value, difference };
    }),
  }));
}

function doubts(variants: readonly Variant[]): readonly string[] {
  const [baseline, ...others] = variants;
  return others.flatMap(({ name, scenario }) => {
    const seeds = scenario.seed === baseline!.scenario.seed ? [] : ['their seeds differ'];
    const found = [...loadDifferences(baseline!.scenario, scenario), ...seeds];
    return found.length === 0
      ? []
      : [
          `${name} and ${baseline!.name} differ in more than settings: ${found.join('; ')}; differences are due to both`,
        ];
  });
}
