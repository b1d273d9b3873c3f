import { digits } from '../../findings/words.js';
import type { Study } from '../engine/study.js';
import type { Constraint } from '../replicate/constraint.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { type ClosedBracket, type LoadEnd, roundedFactor } from './breaking-load.js';
import {
  degradation,
  type Look,
  lookOf,
  nextLoad,
  overloaded,
  type Step,
  stepDown,
  stepUp,
} from './load-look.js';

/** Ratio of loads, less 1, below which objectives that need more and less load leave no room in between. */
const NO_ROOM = 0.05;
/** Difference, as a logarithm, at which a figure of one run is significantly worse than another's. */
const WORSE_BY_MORE = 0.1;
/** Minimum improvement of an objective with load for a search of its lower end. */
const BETTER_BY = 0.02;
/** Ratio of the steps down in the search for the lower end. */
const STEP_DOWN = 4;

/** An end that was found, or the reason why none was; and the first load simulated on the way. */
interface End {
  /** By single runs within the searched range. */
  readonly bracket?: ClosedBracket;
  readonly why?: string;
  readonly next?: Look;
}

/**
 * Loads at which all objectives are met, by one run each.
 *
 * Two loads show whether an objective gets worse or better with load. An objective that is missed now is searched in
 * the direction that improves it: at smaller loads, or at larger ones; then the ends of the passing loads are
 * searched, the lower one only if an objective improves with load.
 *
 * @param pilot simulates a load once
 * @returns `undefined` if no tested load meets all objectives
 */
export function* passingLoads(
  pilot: (factor: number) => Study<LoadLevel>,
  objectives: readonly Constraint[],
  confidence: number,
): Study<Readonly<Record<LoadEnd, End>> | undefined> {
  const look: Pilot = function* (factor) {
    return lookOf(yield* pilot(factor), objectives, confidence);
  };
  const present = yield* look(1);
  const seen = present.missed.size === 0 ? { met: present } : yield* firstMet(present, look);
  if (seen === undefined) return undefined;
  const { met } = seen;
  const upper: End = seen.above
    ? { bracket: bracket(seen.met, seen.above) }
    : yield* endOf(met, stepUp, look);
  const neighbour = seen.above ?? upper.next;
  const lower: End = seen.below
    ? { bracket: bracket(met, seen.below) }
    : neighbour && improves(met, neighbour)
      ? yield* endOf(met, stepDown(STEP_DOWN, met), look)
      : { why: notSimulated(met) };
  return { upper, lower };
}

type Pilot = (factor: number) => Study<Look>;

/** A passing load, with the objectives missed on one of its sides. */
interface Met {
  readonly met: Look;
  readonly below?: Look;
  readonly above?: Look;
}

/** From a load that misses objectives: downwards if they get better there, else upwards. */
function* firstMet(present: Look, look: Pilot): Study<Met | undefined> {
  const down = stepDown(2, present);
  const first = down(present);
  if ('why' in first) {
    const more = yield* look(nextLoad(present));
    return more.missed.size === 0
      ? { met: more, below: present }
      : yield* onwards(present, more, stepUp, look);
  }
  const less = yield* look(first.factor);
  if (less.missed.size === 0) return { met: less, above: present };
  return (yield* onwards(present, less, down, look)) ?? (yield* onwards(less, present, stepUp, look));
}

/** Continues in a direction from two loads that miss objectives, as long as those missed at both get no worse. */
function* onwards(from: Look, to: Look, step: Step, look: Pilot): Study<Met | undefined> {
  let [behind, ahead] = [from, to];
  for (;;) {
    const both = [...ahead.missed].filter((index) => behind.missed.has(index));
    if (both.length === 0) return yield* between(behind, ahead, look);
    const slack = ahead.factor < behind.factor ? WORSE_BY_MORE : 0;
    if (both.some((index) => degradation(behind, ahead, index) > slack)) return undefined;
    const next = step(ahead);
    if ('why' in next) return undefined;
    [behind, ahead] = [ahead, yield* look(next.factor)];
    if (ahead.missed.size === 0) {
      return behind.factor < ahead.factor ? { met: ahead, below: behind } : { met: ahead, above: behind };
    }
  }
}

/** Bisects for a load that meets all objectives, between two that each miss one the other meets. */
function* between(one: Look, other: Look, look: Pilot): Study<Met | undefined> {
  let [low, high] = one.factor < other.factor ? [one, other] : [other, one];
  while (high.factor / low.factor > 1 + NO_ROOM) {
    const middle = yield* look(roundedFactor(Math.sqrt(low.factor * high.factor)));
    if (middle.missed.size === 0) return { met: middle, below: low, above: high };
    const lowMissed = [...middle.missed].some((index) => low.missed.has(index));
    const highMissed = [...middle.missed].some((index) => high.missed.has(index));
    if (lowMissed === highMissed) return undefined;
    if (lowMissed) low = middle;
    else high = middle;
  }
  return undefined;
}

/** The end of the loads that are met in a direction, from one of them. */
function* endOf(met: Look, step: Step, look: Pilot): Study<End> {
  let behind = met;
  let next: Look | undefined;
  for (;;) {
    const way = step(behind);
    if ('why' in way) return { ...(next && { next }), why: way.why };
    const ahead = yield* look(way.factor);
    next ??= ahead;
    if (ahead.missed.size > 0) return { next, bracket: bracket(behind, ahead) };
    const isFull = step === stepUp && overloaded(ahead);
    if (isFull && !ahead.margins.some((_, index) => degradation(behind, ahead, index) > 0)) {
      return {
        next,
        why: `all objectives are met up to ${digits(ahead.factor)} times the load, which is more than the largest size can serve`,
      };
    }
    behind = ahead;
  }
}

function notSimulated({ factor }: Look): string {
  const load = factor === 1 ? 'the present one' : `${digits(factor)} times the present one`;
  return `loads below ${load} were not simulated: no objective improved as the load grew`;
}

/** Whether an objective gets better from one load to a larger one. */
function improves(from: Look, to: Look): boolean {
  return from.margins.some((_, index) => degradation(to, from, index) > BETTER_BY);
}

function bracket(holds: Look, breaks: Look): ClosedBracket {
  return { holds: holds.factor, breaks: breaks.factor };
}
