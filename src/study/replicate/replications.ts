import { isShareOfWaits } from '../../figures/figure-interval.js';
import { type FigureName, runFigures } from '../../figures/run-figures.js';
import type { Observer } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { PrecisionRule } from '../../statistics/precision-rule.js';
import { answer } from '../engine/engine.js';
import { Interrupted, makeRuns, type Study, wholeRuns } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import type { RunTask } from '../runs/executor.js';
import { checkCount } from '../runs/many-runs.js';
import type { Variant, VariantRun } from '../runs/variant.js';

/** With fewer replications than this, a standard deviation is too uncertain for a stopping rule. */
export const MIN_REPLICATIONS = 10;

/** The default figures for a precision. */
export const PRECISE_FIGURES: readonly FigureName[] = ['cost_usd', 'latency_p99'];

/** The number of replications of a scenario. */
export interface ReplicationPlan {
  /** The number, or with a precision the maximum. */
  readonly replications: number;
  /** Confidence level of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
  /** Default: `exact`. */
  readonly fidelity?: Fidelity;
  /** Stop as soon as these figures are this precise; if absent, make all replications. */
  readonly precision?: {
    /** Half-width ÷ mean, at most. */
    readonly relative: number;
    readonly figures: readonly FigureName[];
  };
}

/** How precise a figure became. */
export interface ReachedPrecision {
  readonly figure: FigureName;
  /** Half-width ÷ mean; `null` if the figure was never measured. */
  readonly relative: number | null;
}

/** How replications ended. */
export interface ReplicationsDone {
  readonly replications: number;
  /** The outcome of the requested precision; `undefined` if none was requested. */
  readonly precision:
    | {
        readonly relative: number;
        readonly reached: boolean;
        readonly figures: readonly ReachedPrecision[];
      }
    | undefined;
}

/** Options for making replications. */
export interface ReplicationOptions extends WorkOptions {
  /** Observes the first replication while it runs. */
  readonly observer?: Observer;
}

/**
 * Runs a scenario repeatedly, each time with other random numbers: replication r draws from the streams of
 * (seed, r, entity, purpose), so that replication 0 is the run that `neap run` makes without replications.
 *
 * With a precision it stops when the half-width of every named figure has been at most that share of its mean at two
 * consecutive checks, from the tenth replication on.
 *
 * @param variants one for all replications, or one for each of them, which is then run with its seed
 * @param each receives every run, in the order of replications
 * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export function replicate(
  variants: Variant | readonly Variant[],
  plan: ReplicationPlan,
  options: ReplicationOptions,
  each: (run: VariantRun) => void,
): Promise<ReplicationsDone> {
  return answer(replicationStudy(variants, plan, options, each), options);
}

/** {@link replicate} as a study. An interrupted one ends with two replications or more. */
export function* replicationStudy(
  variants: Variant | readonly Variant[],
  plan: ReplicationPlan,
  observed: Pick<ReplicationOptions, 'observer'>,
  each: (run: VariantRun) => void,
): Study<ReplicationsDone> {
  const { precision, confidence, replications: most } = plan;
  checkCount('replications', most);
  const figures = precision?.figures ?? [];
  const rule =
    precision &&
    new PrecisionRule(figures.length, {
      relative: precision.relative,
      confidence,
      least: MIN_REPLICATIONS,
    });
  let replications = 0;
  let reached = false;
  const foreseen = () => wholeRuns(rule === undefined ? most : Math.min(most, rule.expectedReplications));
  const take = (run: VariantRun): boolean => {
    replications += 1;
    each(run);
    if (rule === undefined) return false;
    const all = runFigures(run);
    const arrived = all.queries_arrived ?? 0;
    reached = rule.add(
      figures.map((figure) => all[figure]),
      figures.map((figure) => (isShareOfWaits(figure) ? arrived : 0)),
    );
    return reached;
  };
  try {
    yield* makeRuns(replicationTasks(variants, plan, observed), take, foreseen);
  } catch (error) {
    if (!(error instanceof Interrupted) || replications < 2) throw error;
  }
  return {
    replications,
    precision: precision &&
      rule && {
        relative: precision.relative,
        reached,
        figures: rule.reached.map((relative, index) => ({ figure: figures[index]!, relative })),
      },
  };
}

function* replicationTasks(
  variants: Variant | readonly Variant[],
  { replications, fidelity }: ReplicationPlan,
  { observer }: Pick<ReplicationOptions, 'observer'>,
): Generator<RunTask> {
  for (let replication = 0; replication < replications; replication++) {
    const watched = replication === 0 && observer !== undefined;
    const own =
      'scenario' in variants
        ? { variant: variants, replication }
        : { variant: variants[replication]!, replication: 0 };
    yield { ...own, ...(watched && { observer }), ...(fidelity && { fidelity }) };
  }
}
