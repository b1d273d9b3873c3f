import { idleTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { FIGURE_NAMES, FIGURE_UNITS, type FigureName, type RunFigures } from '../../figures/run-figures.js';
import { sumOf } from '../../kernel/sums.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import { leavesOut } from '../../simulation/fidelity/hybrid-loads.js';
import type { Study } from '../engine/study.js';
import { strictest, tooSlow } from '../replicate/too-slow.js';
import { type Contender, orderedBy } from './contender.js';
import { isSameRun, leastOf } from './plan-bounds.js';
import type { PlanRuns } from './plan-runs.js';
import type { RaceRules } from './race-rules.js';
import { beatenBy, infeasible, type Spread, worse } from './race-verdict.js';
import { beyondBound, constraintScale, WholeSample } from './whole-sample.js';

/** The expectation of exact runs from a run at hybrid fidelity. */
export interface Expectation {
  /** Its sign is reversed if more is better. */
  readonly objective: number;
  /** The greatest excess over the constraints; 0 if there is none. */
  readonly excess: number;
}

/** Expectations by runs at hybrid fidelity, corrected by the exact runs that there are. */
export interface Screening {
  /** `undefined` for candidates that were not screened. */
  expected(contender: Contender): Expectation | undefined;
  /** The run as if it were exact; `undefined` without one to its end. */
  estimate(contender: Contender): WholeSample | undefined;
  /** The contender of the run. */
  seen(contender: Contender): Contender | undefined;
  /** Why a run that was too slow ended early, in words. */
  tooSlow(contender: Contender): string | undefined;
}

/** Share of the exact run's work that a run at hybrid fidelity may take to be worth its error. */
const MAX_HYBRID_COST_SHARE = 0.5;
/** Contenders that are screened at once. */
const BATCH_SIZE = 8;

/**
 * Makes a whole run at hybrid fidelity of every contender that no bound rules out. Their figures are corrected by the
 * exact runs of the candidates that came closest in theirs (a control variate).
 *
 * @param pilot has had its exact run
 * @param limit of the work in total
 * @returns `undefined` if such runs save too little
 */
export function* screen(
  contenders: readonly Contender[],
  pilot: Contender,
  rules: RaceRules,
  limit: number,
  runs: PlanRuns,
): Study<Screening | undefined> {
  if (!leavesOut(pilot.scenario)) return undefined;
  const { objective } = rules;
  const until = tooSlow(rules.constraints, pilot.whole.first?.arrived ?? 0);
  const screened = new Map<Contender, Contender>();
  const look = function* (some: readonly Contender[]): Study<void> {
    const looks = some.map((contender) => ({ contender: contender.copy('hybrid', until), replications: 1 }));
    yield* runs.measure(looks, limit);
    for (const [index, { contender }] of looks.entries()) {
      if (contender.looked) screened.set(some[index]!, contender);
    }
  };
  const before = runs.work;
  yield* look([pilot]);
  if (runs.work - before > MAX_HYBRID_COST_SHARE * runs.workOf(pilot)) return undefined;
  // Not corrected: a bound is for candidates that are better than the best with room for the error.
  const isOpen = (contender: Contender): boolean => {
    const meeting = [...screened.values()].flatMap(({ whole }) => {
      const { objective: value, excess } = expectation((figure) => whole.value(figure), rules);
      return isWhole(whole) && excess === 0 ? [value] : [];
    });
    if (meeting.length === 0) return true;
    const best = Math.min(...meeting);
    return leastOf(contender, objective) < best - rules.indifference * Math.abs(best);
  };
  // Those with the shortest timeouts come first: if they never suspend, no longer timeout changes their run.
  let rest = orderedBy(
    contenders.filter((contender) => contender !== pilot),
    (each) => [leastOf(each, objective), each.changes, sumOf(each.scenario.computes, idleTimeout)],
  );
  for (let made = true; made && rest.length > 0; ) {
    for (const contender of rest) {
      const same = [...screened.values()].find((of) => isSameRun(contender, of));
      if (same !== undefined) screened.set(contender, same);
    }
    rest = rest.filter((contender) => !screened.has(contender) && isOpen(contender));
    const looked = screened.size;
    // Settings that differ in timeouts only may share the run.
    const kins = new Map(rest.toReversed().map((contender) => [contender.kin, contender]));
    const different = rest.filter((contender) => kins.get(contender.kin) === contender);
    yield* look(different.slice(0, BATCH_SIZE));
    made = screened.size > looked;
  }
  return corrections(screened, rules);
}

/**
 * Judges candidates without an exact run: those whose run at hybrid fidelity is too far off for its error and the
 * spread to explain are out, and so are those that do not beat the leader.
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
    const same = contenders.find(
      (of) => of.looked && (of === leader || of.dropped !== undefined) && isSameRun(contender, of),
    );
    if (same !== undefined) {
      const reason = `it does the same as ${same.name}: no run reaches its timeout`;
      contender.dropped = { fate: same.dropped?.fate ?? 'worse', evidence: 'inferred', reason };
      continue;
    }
    const out =
      infeasible(estimate, rules, spread) ??
      (leader && (worse(estimate, leader, rules, spread) ?? beatenBy(estimate, leader, rules, spread)));
    contender.dropped = out && { ...out, evidence: 'hybrid' };
  }
}

function corrections(screened: ReadonlyMap<Contender, Contender>, rules: RaceRules): Screening {
  /** The expected figures of an exact run from exact whole runs so far; `undefined` without a run to its end. */
  const correctedOf = (contender: Contender): ((figure: FigureName) => number | null) | undefined => {
    const own = screened.get(contender)?.whole;
    if (own === undefined || !isWhole(own)) return undefined;
    const known = [...screened].flatMap(([{ whole: exact, looked }, { whole }]) =>
      looked && isWhole(whole) ? [{ exact, hybrid: whole }] : [],
    );
    return (figure) => corrected(figure, own.value(figure), known);
  };
  return {
    seen: (contender) => screened.get(contender),
    tooSlow: (contender) => {
      const seconds = screened.get(contender)?.whole.first?.stopped_seconds;
      if (seconds === undefined) return undefined;
      const { text, figure } = strictest(rules.constraints)!;
      return `${figure} is beyond ${text}: after ${formatDuration(Math.round(seconds))} more queries were too slow than may be in the whole run`;
    },
    expected(contender) {
      const stopped = screened.get(contender)?.whole.first?.stopped_seconds;
      if (stopped !== undefined) {
        // The sooner it was too slow, the further off it is.
        const excess = 2 - stopped / contender.scenario.duration_seconds;
        return { objective: Number.POSITIVE_INFINITY, excess };
      }
      const value = correctedOf(contender);
      return value && expectation(value, rules);
    },
    estimate(contender) {
      const value = correctedOf(contender);
      if (value === undefined) return undefined;
      const figures = Object.fromEntries(FIGURE_NAMES.map((name) => [name, value(name)])) as RunFigures;
      const sample = new WholeSample();
      sample.add({ figures, events: 0, arrived: 1 });
      return sample;
    },
  };
}

/** Whether a run came to its end. */
function isWhole({ first }: WholeSample): boolean {
  return first?.stopped_seconds === undefined;
}

/** Runs of the same candidate at both fidelities. */
interface Known {
  readonly exact: WholeSample;
  readonly hybrid: WholeSample;
}

/** Amounts and times in proportion to the closest run, shares by the difference; of the first replication. */
function corrected(figure: FigureName, own: number | null, known: readonly Known[]): number | null {
  if (own === null) return null;
  let [closest, whole, least] = [own, own, Number.POSITIVE_INFINITY];
  for (const { exact, hybrid } of known) {
    const [part, all] = [hybrid.value(figure), exact.value(figure, 1)];
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
