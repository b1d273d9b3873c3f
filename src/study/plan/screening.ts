import {
  FIGURE_NAMES,
  FIGURE_UNITS,
  type FigureName,
  type RunFigures,
  runFigures,
} from '../../figures/run-figures.js';
import { sumOf } from '../../kernel/sums.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import { leavesOut } from '../../simulation/fidelity/hybrid-loads.js';
import { SPARSE_RATE } from '../../simulation/fidelity/tick-plan.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { Study } from '../engine/study.js';
import { strictest, tooSlow } from '../replicate/too-slow.js';
import type { RunTask } from '../runs/executor.js';
import type { VariantRun } from '../runs/variant.js';
import { type Contender, inOrder } from './contender.js';
import { leastByKin, leastOf } from './plan-bounds.js';
import type { PlanRuns } from './plan-runs.js';
import type { RaceRules } from './race-rules.js';
import { infeasible, type Spread, worse } from './race-verdict.js';
import { screeningWindows } from './screening-windows.js';
import { beyondBound, constraintScale, WholeSample } from './whole-sample.js';

/** What a part of the run lets one expect of a candidate: by this its whole run is put in its turn, and nothing is told. */
export interface Expectation {
  /** With its sign turned where more is better. */
  readonly objective: number;
  /** The greatest excess over the constraints, 0 where there is none. */
  readonly excess: number;
}

/** Expectations as of what exact whole runs there are; `undefined` of whoever was not screened. */
export interface Screening {
  /** `hybrid` where that saves enough to be worth its error. */
  readonly fidelity: Fidelity;
  expected(contender: Contender): Expectation | undefined;
  /** What a whole run at hybrid fidelity lets one expect, as if it were an exact one; `undefined` without one. */
  estimate(contender: Contender): WholeSample | undefined;
  /** The least that the objective can be, as looks at the same with shorter timeouts show; −Infinity: not known. */
  least(contender: Contender): number;
  /** What its look showed, as far as it has come; `undefined` without one at hybrid fidelity. */
  seen(contender: Contender): Contender | undefined;
  /** In words, of a run at hybrid fidelity that ended early: it was too slow already. */
  tooSlow(contender: Contender): string | undefined;
}

/** Of the pilot's work at most, where hybrid fidelity is worth its error. */
const WORTH = 0.5;
/** Of the work that cheaper looks may take, those that windows are worth: they rule nobody out. */
const WINDOWS = 0.7;
/** Contenders that are looked at at once. */
const WAVE = 2;
/** Of those that no bound rules out, for how many there has to be room. */
const ENOUGH = 0.5;

/**
 * Looks at every contender more cheaply than by an exact run of the whole horizon: in a whole run at hybrid fidelity, or
 * where there is no room for those or they would save too little, in the same windows of the run. What these show is
 * corrected by the exact whole runs of whoever came closest in the same (a control variate): what a cheaper look leaves
 * out, such as the cold start of every window, is common to both.
 *
 * @param pilot has had its whole run
 * @param limit of the work in all
 */
export function* screen(
  contenders: readonly Contender[],
  pilot: Contender,
  rules: RaceRules,
  limit: number,
  runs: PlanRuns,
): Study<Screening> {
  const arrived = pilot.whole.first?.arrived ?? 0;
  const { duration_seconds, computes } = pilot.scenario;
  // Hybrid fidelity leaves hardly anything out of a load that is mostly sparse, and nothing of a small run.
  const sparse = arrived / duration_seconds / computes.length < SPARSE_RATE;
  if (sparse || !leavesOut(pilot.scenario)) {
    return yield* inWindows(contenders, pilot, rules, WINDOWS * (limit - runs.work), runs);
  }
  const bounds = { objective: rules.objective, seen: pilot.whole.seen };
  const until = tooSlow(rules.constraints, arrived);
  const screened = new Map<Contender, Screened>();
  // A bound is for whoever is better than the best that meets the constraints with room for the error of a look.
  const known = () =>
    [...screened].flatMap(([contender, { figures, stopped_seconds }]) =>
      stopped_seconds === undefined
        ? [{ contender, ...expectation((figure) => figures[figure], rules) }]
        : [],
    );
  const least = (contender: Contender) =>
    Math.max(leastOf(contender, bounds), leastByKin(contender, rules.objective, known()));
  const best = (): number =>
    (1 - rules.indifference) *
    Math.min(
      ...known()
        .filter(({ excess }) => excess === 0)
        .map(({ objective }) => objective),
    );
  const look = function* (some: readonly Contender[]): Study<void> {
    const looks = some.map((contender) => ({ contender: contender.copy('hybrid', until), replications: 1 }));
    yield* runs.measure(looks, limit);
    for (const [index, { contender }] of looks.entries()) {
      const { first } = contender.whole;
      if (first === undefined) continue;
      const { figures, stopped_seconds } = first;
      screened.set(some[index]!, { figures, stopped_seconds, look: contender });
    }
  };
  const before = runs.work;
  yield* look([pilot]);
  const work = runs.work - before;
  const open = contenders.filter((contender) => least(contender) < best());
  const needed = ENOUGH * open.length * work;
  if (work > WORTH * runs.workOf(pilot) || runs.work + needed > limit) {
    return yield* inWindows(contenders, pilot, rules, WINDOWS * (limit - runs.work), runs);
  }
  let rest = contenders
    .filter((contender) => contender !== pilot)
    .toSorted((a, b) => least(a) - least(b) || inOrder(a, b));
  for (let looked = 0; looked < screened.size && rest.length > 0; ) {
    looked = screened.size;
    yield* look(rest.slice(0, WAVE));
    rest = rest.slice(WAVE).filter((contender) => least(contender) < best());
  }
  return corrections(screened, rules, 'hybrid');
}

/**
 * Judges who had no exact run: whoever's at hybrid fidelity is so far off that neither its error nor the spread explains
 * it is out. The shares beyond which few runs count are greater than the error of any figure.
 */
export function judgeUnseen(
  contenders: readonly Contender[],
  screening: Screening | undefined,
  by: { readonly rules: RaceRules; readonly spread: Spread; readonly leader: Contender | undefined },
): void {
  if (screening === undefined) return;
  const { rules, spread, leader } = by;
  for (const contender of contenders) {
    if (contender.looked) continue;
    const reason = screening.tooSlow(contender);
    if (reason !== undefined) {
      contender.dropped = { fate: 'infeasible', evidence: 'hybrid', reason };
      continue;
    }
    const estimate = screening.estimate(contender);
    if (estimate === undefined) continue;
    const out = infeasible(estimate, rules, spread) ?? (leader && worse(estimate, leader, rules, spread));
    contender.dropped = out && { ...out, evidence: 'hybrid' };
  }
}

function* inWindows(
  contenders: readonly Contender[],
  pilot: Contender,
  rules: RaceRules,
  work: number,
  runs: PlanRuns,
): Study<Screening> {
  const share = work / (contenders.length * runs.workOf(pilot));
  const windows = screeningWindows(pilot.scenario, share);
  const owners = new Map<RunTask, Contender>();
  for (const contender of contenders) {
    for (const [replication, window] of windows.entries()) {
      owners.set({ variant: contender.within(window), replication }, contender);
    }
  }
  const shown = new Map([...owners.values()].map((contender): [Contender, VariantRun[]] => [contender, []]));
  yield* runs.make([...owners.keys()], (task, run) => shown.get(owners.get(task)!)!.push(run));
  const screened = [...shown].map(([contender, parts]): [Contender, Screened] => {
    return [contender, { figures: pooledFigures(parts), stopped_seconds: undefined, look: undefined }];
  });
  return corrections(new Map(screened), rules, 'exact');
}

function corrections(
  screened: ReadonlyMap<Contender, Screened>,
  rules: RaceRules,
  fidelity: Fidelity,
): Screening {
  const pairs = fidelity === 'hybrid';
  /** Of one figure of a contender what an exact run would show; `undefined` without a look to its end. */
  const correctedOf = (contender: Contender): ((figure: FigureName) => number | null) | undefined => {
    const own = screened.get(contender);
    if (own === undefined || own.stopped_seconds !== undefined) return undefined;
    const known = [...screened].flatMap(([{ whole: exact, looked }, { figures, stopped_seconds }]) =>
      looked && stopped_seconds === undefined
        ? [{ figures, exact: (figure: FigureName) => exact.value(figure, pairs ? 1 : exact.n) }]
        : [],
    );
    return (figure) => corrected(figure, own.figures[figure], known);
  };
  return {
    fidelity,
    seen: (contender) => screened.get(contender)?.look,
    least(contender) {
      if (!pairs) return Number.NEGATIVE_INFINITY;
      const known = [...screened.keys()].flatMap((kin) => {
        const value = correctedOf(kin);
        return value === undefined ? [] : [{ contender: kin, ...expectation(value, rules) }];
      });
      return leastByKin(contender, rules.objective, known);
    },
    tooSlow: (contender) => {
      const seconds = screened.get(contender)?.stopped_seconds;
      if (seconds === undefined) return undefined;
      const { text, figure } = strictest(rules.constraints)!;
      return `${figure} is beyond ${text}: after ${formatDuration(Math.round(seconds))} more queries were too slow than may be in the whole run`;
    },
    expected(contender) {
      const stopped = screened.get(contender)?.stopped_seconds;
      if (stopped !== undefined) {
        // The sooner it was too slow, the further off it is.
        const excess = 2 - stopped / contender.scenario.duration_seconds;
        return { objective: Number.POSITIVE_INFINITY, excess };
      }
      const value = correctedOf(contender);
      return value && expectation(value, rules);
    },
    estimate(contender) {
      const value = pairs ? correctedOf(contender) : undefined;
      if (value === undefined) return undefined;
      const figures = Object.fromEntries(FIGURE_NAMES.map((name) => [name, value(name)])) as RunFigures;
      const sample = new WholeSample();
      sample.add({ figures, events: 0, arrived: 1 });
      return sample;
    },
  };
}

/** What an exact run showed beside a cheaper look at the same contender. */
interface Known {
  readonly figures: RunFigures;
  readonly exact: (figure: FigureName) => number | null;
}

/** What windows, or a run at hybrid fidelity, showed of a contender. */
interface Screened {
  readonly figures: RunFigures;
  /** Of a run that was too slow already: when it ended. */
  readonly stopped_seconds: number | undefined;
  /** The contender of that run at hybrid fidelity. */
  readonly look: Contender | undefined;
}

/** Amounts and times in proportion to whoever is closest, shares by the difference. */
function corrected(figure: FigureName, own: number | null, known: readonly Known[]): number | null {
  if (own === null) return null;
  let [closest, whole, least] = [own, own, Number.POSITIVE_INFINITY];
  for (const { exact, figures } of known) {
    const [part, all] = [figures[figure], exact(figure)];
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
  return runFigures({
    observations: {
      ...first.observations,
      computes: runs.flatMap(({ observations }) => observations.computes),
    },
    cost: {
      ...first.cost,
      cost_usd: sumOf(runs, ({ cost }) => cost.cost_usd),
      cost_usd_per_month: sumOf(runs, ({ cost }) => cost.cost_usd_per_month) / runs.length,
    },
  });
}
