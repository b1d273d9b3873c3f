import { idleTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { sumOf } from '../../kernel/sums.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import { isSampled } from '../../simulation/fidelity/hybrid-loads.js';
import type { Study } from '../engine/study.js';
import { strictest, tooSlow } from '../replicate/too-slow.js';
import { type Contender, sortByFigures } from './contender.js';
import { isSameRun, lowerBound } from './plan-bounds.js';
import { limitOf, type PlanWork } from './plan-work.js';
import type { RaceRules } from './race-rules.js';
import {
  dropInferior,
  infeasible,
  meets,
  type Spread,
  signedObjective,
  worse,
  worstExcess,
} from './race-verdict.js';
import type { WholeSample } from './whole-sample.js';

/** Figures expected of exact runs of a candidate. */
interface Expectation {
  /** Its sign is reversed if more is better. */
  readonly objective: number;
  /** The greatest excess over the constraints; 0 if there is none. */
  readonly excess: number;
}

/** Share of the exact run's work that a run at hybrid fidelity may take to be worth its error. */
const MAX_HYBRID_COST_SHARE = 0.5;
/** Contenders that are screened together. */
const BATCH_SIZE = 8;

/**
 * Makes a whole run at hybrid fidelity of every contender that no bound rules out.
 *
 * @returns whether such runs are worth it: false if they save too little
 */
export function* screen(work: PlanWork): Study<boolean> {
  const { rules, runs } = work;
  const { entrants, today } = work.candidates;
  const limit = limitOf(work, 'screening');
  if (!isSampled(today.scenario)) return false;
  const { objective } = rules;
  const until = tooSlow(rules.constraints, today.whole.first?.arrived ?? 0);
  const pilots: Contender[] = [];
  const screened = function* (some: readonly Contender[]): Study<void> {
    const looks = some.map((contender) => ({ contender: contender.copy('hybrid', until), replications: 1 }));
    yield* runs.measure(looks, limit);
    for (const [index, { contender: pilot }] of looks.entries()) {
      if (!pilot.looked) continue;
      pilots.push(pilot);
      some[index]!.pilot = pilot;
    }
  };
  const before = runs.work;
  yield* screened([today]);
  if (runs.work - before > MAX_HYBRID_COST_SHARE * runs.workOf(today)) {
    today.pilot = undefined;
    return false;
  }
  const isOpen = (contender: Contender): boolean => {
    const meeting = pilots.filter(({ whole }) => isComplete(whole) && meets(whole, rules));
    const best = Math.min(...meeting.map(({ whole }) => signedObjective(whole, objective)));
    return (
      meeting.length === 0 || lowerBound(contender, objective) < best - rules.indifference * Math.abs(best)
    );
  };
  // Those with the shortest timeouts come first: if they never suspend, no longer timeout changes their run.
  let rest = sortByFigures(
    entrants.filter((contender) => contender !== today),
    (each) => [lowerBound(each, objective), each.changes, sumOf(each.scenario.computes, idleTimeout)],
  );
  for (let made = true; made && rest.length > 0; ) {
    for (const contender of rest) contender.pilot = pilots.find((of) => isSameRun(contender, of));
    rest = rest.filter((contender) => contender.pilot === undefined && isOpen(contender));
    const count = pilots.length;
    // Settings that differ in timeouts only may share the run.
    const kins = new Map(rest.toReversed().map((contender) => [contender.kin, contender]));
    const different = rest.filter((contender) => kins.get(contender.kin) === contender);
    yield* screened(different.slice(0, BATCH_SIZE));
    made = pilots.length > count;
  }
  return true;
}

/** By the run at hybrid fidelity; `undefined` without one. */
export function expectationOf({ pilot, scenario }: Contender, rules: RaceRules): Expectation | undefined {
  if (pilot === undefined) return undefined;
  const stopped = pilot.whole.first?.stopped_seconds;
  if (stopped !== undefined) {
    // The sooner it was too slow, the further off it is.
    return { objective: Number.POSITIVE_INFINITY, excess: 2 - stopped / scenario.duration_seconds };
  }
  const objective = signedObjective(pilot.whole, rules.objective);
  return { objective, excess: Math.max(0, worstExcess(pilot.whole, rules)) };
}

/** The run at hybrid fidelity, if it was completed. */
export function wholePilot({ pilot }: Contender): Contender | undefined {
  return pilot && isComplete(pilot.whole) ? pilot : undefined;
}

/**
 * Judges candidates without an exact run: those whose run at hybrid fidelity is too far off for its error and the
 * spread to explain are out, and so are those that do not beat the leader's.
 */
export function judgeUnseen(
  contenders: readonly Contender[],
  rules: RaceRules,
  spread: Spread,
  leader: Contender | undefined,
): void {
  const than = leader && (wholePilot(leader) ?? leader);
  for (const contender of contenders) {
    const { looked, pilot } = contender;
    if (looked || pilot === undefined) continue;
    const { whole } = pilot;
    if (!isComplete(whole)) {
      const reason = stopReason(whole.first!.stopped_seconds!, rules);
      contender.dropped = { fate: 'infeasible', evidence: 'hybrid', reason };
      continue;
    }
    const same = contenders.find(
      (of) => of.looked && (of === leader || of.dropped !== undefined) && isSameRun(contender, of),
    );
    if (same !== undefined) {
      const reason = `it does the same as ${same.name}: no run reaches its timeout`;
      contender.dropped = { fate: same.dropped?.fate ?? 'worse', evidence: 'inferred', reason };
      continue;
    }
    const out =
      infeasible(whole, rules, spread) ??
      (than && (worse(whole, than, rules, spread) ?? dropInferior(whole, than, rules, spread)));
    contender.dropped = out && { ...out, evidence: 'hybrid' };
  }
}

function stopReason(seconds: number, { constraints }: RaceRules): string {
  const { text, figure } = strictest(constraints)!;
  return `${figure} is beyond ${text}: after ${formatDuration(Math.round(seconds))} more queries were too slow than may be in the whole run`;
}

function isComplete({ first }: WholeSample): boolean {
  return first?.stopped_seconds === undefined;
}
