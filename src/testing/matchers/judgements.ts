import { pricedPeriod } from '../../cost/bill/caps.js';
import { projectCost } from '../../cost/compute-cost.js';
import { type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import { money } from '../../report/figures/figure-text.js';
import { figureText } from '../../report/figures/named-figure.js';
import { isBeyond, parseObjective, sloConstraints } from '../../study/replicate/constraint.js';
import { checkArguments } from '../arguments/arguments.js';
import type { RunRecord } from '../invariant/run-record.js';

/** Whether a run has a property, and a message for either case: the result type of vitest and jest matchers. */
export interface Judgement {
  readonly pass: boolean;
  /** Why the run fails; or, if the test expected a failure, why it passes. */
  readonly message: () => string;
}

/**
 * Whether a run meets the scenario's `slo:`, or the given objectives.
 * @param objectives such as `latency_p99 <= 300ms`; the scenario's by default
 * @throws ScenarioError for an invalid objective; Error without any objective
 */
export function meetsSlo(run: RunRecord, ...objectives: readonly string[]): Judgement {
  checkArguments('meetsSlo', { run, objectives });
  const wanted = objectives.length > 0 ? objectives.map(parseObjective) : sloConstraints(run.scenario.slo);
  if (wanted.length === 0) {
    throw new Error(
      `${run.scenario.name} has no objectives to meet: give some, such as 'latency_p99 <= 300ms', or a section slo:`,
    );
  }
  const figures = figuresOf(run);
  const missed = wanted.filter((limit) => {
    const value = figures[limit.figure];
    // Queries arrived and have no latency: none was answered.
    if (value === null) return run.observations.computes.some(({ arrived }) => arrived > 0);
    return isBeyond(limit, value);
  });
  const shown = (missed.length > 0 ? missed : wanted).map(
    ({ text, figure, bound }) => `${text}: it is ${valueText(figure, figures[figure], bound)}`,
  );
  return judge(run, missed.length === 0, shown.join('; '));
}

/**
 * Whether a run costs at most this amount.
 * @param usd for the whole run
 */
export function costsAtMost(run: RunRecord, usd: number): Judgement {
  checkArguments('costsAtMost', { run, usd });
  const { cost_usd } = figuresOf(run);
  return judge(run, cost_usd! <= usd, `it costs ${money(cost_usd!)}, ${money(usd)} were expected at most`);
}

/** A value with enough digits to distinguish it from the bound. */
function valueText(figure: FigureName, value: number | null, bound: number): string {
  if (value === null) return 'unknown, because no query was answered';
  const text = figureText(figure, value);
  return text === figureText(figure, bound) && value !== bound ? `${text} (${value})` : text;
}

/** The error of an attempt on a closed connection that its pool still considers open. */
const DEAD_CONNECTION = '08006';

/**
 * Whether clients survive suspensions of the compute. It must be suspended at least once. No query may be lost to a
 * suspension, to the burst of queries at a wake, or to a closed connection that the pool handed out again.
 */
export function survivesSuspend(run: RunRecord): Judgement {
  checkArguments('survivesSuspend', { run });
  const suspended = run.decisions.filter(({ decision }) => decision === 'suspend').length;
  if (suspended === 0) return judge(run, false, 'no compute was ever suspended, so the run proves nothing');
  const lost = run.observations.computes.reduce((sum, { disruptions, failed_by_error }) => {
    const { suspend, wake } = disruptions.by_cause;
    return sum + (suspend?.lost ?? 0) + (wake?.lost ?? 0) + (failed_by_error[DEAD_CONNECTION] ?? 0);
  }, 0);
  return judge(
    run,
    lost === 0,
    `computes were suspended ${suspended} times, and ${lost} queries were lost because of it`,
  );
}

function judge({ scenario, replication }: RunRecord, pass: boolean, what: string): Judgement {
  return {
    pass,
    message: () => `${scenario.name} (seed ${scenario.seed}, replication ${replication}): ${what}`,
  };
}

function figuresOf({ scenario, observations }: RunRecord): RunFigures {
  const cost = projectCost(
    pricedPeriod(scenario, observations),
    observations.computes.map((each) => each.cu_seconds_by_month),
    scenario.plan,
  );
  return runFigures({ observations, cost });
}
