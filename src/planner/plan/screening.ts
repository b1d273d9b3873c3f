import { FIGURE_UNITS, type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import type { RunTask } from '../runs/executor.js';
import type { VariantRun } from '../runs/variant.js';
import type { Contender } from './contender.js';
import type { PlanRuns } from './plan-runs.js';
import type { RaceRules } from './race-rules.js';
import { screeningWindows } from './screening-windows.js';
import { beyondBound, constraintScale } from './whole-sample.js';

/** What a part of the run lets one expect of a candidate: by this its whole run is put in its turn, and nothing is told. */
export interface Expectation {
  /** With its sign turned where more is better. */
  readonly objective: number;
  /** The greatest excess over the constraints, 0 where there is none. */
  readonly excess: number;
}

/** Expectations as of what whole runs there are; `undefined` of whoever was not screened. */
export type Screening = (contender: Contender) => Expectation | undefined;

/**
 * Runs the same windows of every contender. What they show is corrected by the whole runs of whoever came closest in the
 * same windows (a control variate): the cold start of every window and the choice of the windows are common to both.
 *
 * @param pilot has had its whole run
 * @param events that the windows of all may take; where they are not enough, nobody is screened
 */
export async function screen(
  contenders: readonly Contender[],
  pilot: Contender,
  rules: RaceRules,
  events: number,
  runs: PlanRuns,
): Promise<Screening> {
  const share = events / (contenders.length * runs.eventsOf(pilot));
  const windows = screeningWindows(pilot.scenario, share);
  if (windows.length === 0) return () => undefined;
  const owners = new Map<RunTask, Contender>();
  for (const contender of contenders) {
    for (const [replication, window] of windows.entries()) {
      owners.set({ variant: contender.within(window), replication }, contender);
    }
  }
  const shown = new Map(contenders.map((contender): [Contender, VariantRun[]] => [contender, []]));
  await runs.make([...owners.keys()], (task, run) => shown.get(owners.get(task)!)!.push(run));
  const screened = [...shown].map(([contender, parts]) => ({ contender, figures: pooledFigures(parts) }));
  return (contender) => {
    const own = screened.find((each) => each.contender === contender);
    if (own === undefined) return undefined;
    const known = screened.filter((each) => each.contender.looked);
    return expectation((figure) => corrected(figure, own.figures[figure], known), rules);
  };
}

/** What windows showed of a contender. */
interface Screened {
  readonly contender: Contender;
  readonly figures: RunFigures;
}

/** Amounts and times in proportion to whoever is closest, shares by the difference. */
function corrected(figure: FigureName, own: number | null, known: readonly Screened[]): number | null {
  if (own === null) return null;
  let [closest, whole, least] = [own, own, Number.POSITIVE_INFINITY];
  for (const { contender, figures } of known) {
    const [part, all] = [figures[figure], contender.whole.value(figure)];
    if (part === null || all === null || Math.abs(part - own) >= least) continue;
    [closest, whole, least] = [part, all, Math.abs(part - own)];
  }
  if (FIGURE_UNITS[figure] === 'share') return own + whole - closest;
  return closest === 0 ? own : (own * whole) / closest;
}

function expectation(
  value: (figure: FigureName) => number | null,
  { objective: { figure, sense }, constraints }: RaceRules,
): Expectation {
  const expected = value(figure);
  const beyond = constraints.map((constraint) => {
    const reached = value(constraint.figure);
    return reached === null ? 0 : beyondBound(constraint, reached) / constraintScale(constraint);
  });
  return {
    objective: expected === null ? Number.POSITIVE_INFINITY : sense === 'least' ? expected : -expected,
    excess: Math.max(0, ...beyond),
  };
}

/** The figures of several runs as if they were one of all their computes; the cost of a month is their mean. */
function pooledFigures(runs: readonly VariantRun[]): RunFigures {
  const first = runs[0]!;
  const sum = (of: (run: VariantRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return runFigures({
    observations: {
      ...first.observations,
      computes: runs.flatMap(({ observations }) => observations.computes),
    },
    cost: {
      ...first.cost,
      cost_usd: sum(({ cost }) => cost.cost_usd),
      cost_usd_per_month: sum(({ cost }) => cost.cost_usd_per_month) / runs.length,
    },
  });
}
