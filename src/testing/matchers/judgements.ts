import { pricedPeriod } from '../../cost/bill/caps.js';
import { projectCost } from '../../cost/compute-cost.js';
import { type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import { money } from '../../report/figures/figure-text.js';
import { figureText } from '../../report/figures/named-figure.js';
import { isBeyond, parseObjective, sloConstraints } from '../../study/replicate/constraint.js';
import { checkArguments } from '../arguments/arguments.js';
import type { RunRecord } from '../invariant/run-record.js';

/** Whether something is true of a run, and words for either case: what the matchers of vitest and jest answer. */
export interface Judgement {
  readonly pass: boolean;
  /** Why not; or, where a test expected the contrary, what was true after all. */
  readonly message: () => string;
}

/**
 * Whether a run meets the scenario's `slo:`, or the objectives given.
 * @param objectives such as `latency_p99 <= 300ms`; the scenario's unless given
 * @throws ScenarioError for an invalid objective; Error without an objective
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
    // No latency although queries arrived: none of them was answered.
    if (value === null) return run.observations.computes.some(({ arrived }) => arrived > 0);
    return isBeyond(limit, value);
  });
  const shown = (missed.length > 0 ? missed : wanted).map(
    ({ text, figure, bound }) => `${text}: it is ${valueText(figure, figures[figure], bound)}`,
  );
  return judged(run, missed.length === 0, shown.join('; '));
}

/**
 * Whether a run costs at most so much.
 * @param usd for the whole run
 */
export function costsAtMost(run: RunRecord, usd: number): Judgement {
  checkArguments('costsAtMost', { run, usd });
  const { cost_usd } = figuresOf(run);
  return judged(run, cost_usd! <= usd, `it costs ${money(cost_usd!)}, ${money(usd)} were expected at most`);
}

/** A value with enough digits to distinguish it from the bound. */
function valueText(figure: FigureName, value: number | null, bound: number): string {
  if (value === null) return 'not known, since no query was answered';
  const text = figureText(figure, value);
  return text === figureText(figure, bound) && value !== bound ? `${text} (${value})` : text;
}

/** The error of an attempt on a connection that was closed while its pool kept it as open. */
const DEAD_CONNECTION = '08006';

/**
 * Whether clients survive that the compute sleeps: it was suspended at least once, and no query was lost to a suspension,
 * to the crowd of a wake, or to a connection that had been closed and was handed out again.
 */
export function survivesSuspend(run: RunRecord): Judgement {
  checkArguments('survivesSuspend', { run });
  const suspended = run.decisions.filter(({ decision }) => decision === 'suspend').length;
  if (suspended === 0) return judged(run, false, 'no compute was ever suspended, so the run proves nothing');
  const lost = run.observations.computes.reduce((sum, { disruptions, failed_by_error }) => {
    const { suspend, wake } = disruptions.by_cause;
    return sum + (suspend?.lost ?? 0) + (wake?.lost ?? 0) + (failed_by_error[DEAD_CONNECTION] ?? 0);
  }, 0);
  return judged(
    run,
    lost === 0,
    `computes were suspended ${suspended} times, and ${lost} queries were lost for it`,
  );
}

function judged({ scenario, replication }: RunRecord, pass: boolean, what: string): Judgement {
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
