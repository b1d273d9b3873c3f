import { evaluateObjectives, type ObjectiveResult } from '../../figures/objectives.js';
import { FIGURE_NAMES, type FigureName, type RunFigures } from '../../figures/run-figures.js';
import { monthWarnings } from '../../findings/catalogue.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import { costScope, elsewhereSource } from '../elsewhere/vendor-size.js';
import { answer } from '../engine/engine.js';
import { prepare, type Study } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import type { FigureSample } from '../replicate/paired-figures.js';
import { variantSamples } from '../replicate/variant-samples.js';
import { headOfRuns, type ManyRuns } from '../runs/many-runs.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import type { Variant } from '../runs/variant.js';
import { type SweepAxis, shownAxes } from './sweep-axis.js';
import { changeCounter } from './tie-break.js';
import { triedCombinations } from './tried-combinations.js';

/** The request of a sweep. */
export interface SweepPlan extends Pick<ManyRuns, 'replications' | 'confidence'> {
  readonly axes: readonly SweepAxis[];
}

/** A combination of settings, and its results. */
export interface SweepRow {
  /** By axis, in the order of the axes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings that differ from today's, which decides between equally good ones; `null` if it is not allowed. */
  readonly changes: number | null;
  /** Why the size table, the plan or the scenario forbids it; `null` if it is allowed. */
  readonly invalid: string | null;
  /** Mean and interval of every figure; empty for a forbidden combination. */
  readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  /** The scenario's objectives compared with the means. */
  readonly slo: readonly ObjectiveResult[];
}

/** Every combination of some settings of a scenario. */
export interface Sweep extends ManyRuns {
  readonly scenario: string;
  readonly axes: readonly SweepAxis[];
  /** In the order of the axes; the last one varies fastest. */
  readonly rows: readonly SweepRow[];
  /** Scope of the costs and which are bounds, in words; left out if every scenario is on Neon. */
  readonly cost_scope?: string;
}

/** The reason for a combination that an interruption prevented. */
const NOT_SIMULATED = 'not simulated: the sweep was stopped before its turn';
/** More combinations than this are a mistake, or a question for a search. */
const MAX_COMBINATIONS = 10_000;

/**
 * Runs every combination of settings that the size table and the plan allow, all with the same random numbers, and
 * lists the others with the reason.
 *
 * @throws ScenarioError for a scenario that is invalid without any of them, for a value that cannot be read, when no
 *   combination is valid, and for too many; InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export function sweep(source: ScenarioSource, plan: SweepPlan, options: WorkOptions = {}): Promise<Sweep> {
  return answer(sweepStudy(source, plan), options);
}

/** {@link sweep} as a study. An interrupted one has the combinations whose replications were complete. */
export function* sweepStudy(source: ScenarioSource, plan: SweepPlan): Study<Sweep> {
  const { axes, replications, confidence } = plan;
  const base = yield* prepare(async (signal) => compileVariant(await elsewhereSource(source, signal)));
  const tried = yield* prepare((signal) =>
    triedCombinations(source, base.scenario, axes, { most: MAX_COMBINATIONS, signal }),
  );
  const variants = tried.flatMap(({ variant }) => variant ?? []);
  const found = yield* variantSamples(variants, replications, FIGURE_NAMES, 'by_variant');
  const scenarios = variants.map(({ scenario }) => scenario);
  const warnings = [...monthWarnings(scenarios), ...found.warnings];
  const cost_scope = costScope(scenarios);
  const changesIn = changeCounter(base.scenario);
  const rows = tried.map(({ settings, variant, reason: invalid }): SweepRow => {
    const sample = variant && found.samples.get(variant);
    const changes = variant === undefined ? null : changesIn(variant.scenario);
    if (variant === undefined || sample === undefined) {
      return { settings, changes, invalid: invalid ?? NOT_SIMULATED, figures: {}, slo: [] };
    }
    return { settings, changes, invalid, ...judged(variant, sample, confidence) };
  });
  return {
    scenario: base.scenario.name,
    ...headOfRuns(base.scenario, { replications: found.replications, confidence }, scenarios),
    axes: shownAxes(axes),
    rows,
    ...(cost_scope !== undefined && { cost_scope }),
    warnings,
  };
}

function judged(
  { scenario }: Variant,
  sample: FigureSample,
  confidence: number,
): Pick<SweepRow, 'figures' | 'slo'> {
  const figures = sample.intervals(confidence);
  const means = Object.fromEntries(
    FIGURE_NAMES.map((name) => [name, figures[name]?.mean ?? null]),
  ) as RunFigures;
  return { figures, slo: evaluateObjectives(scenario.slo, means, means.queries_arrived ?? 0) };
}
