import type { Study } from '../engine/study.js';
import { type Contender, sortByFigures } from './contender.js';
import { bounded, lowerBound } from './plan-bounds.js';
import type { PlanRound } from './plan-result.js';
import { type Measurement, onceEach, type WholeRuns } from './plan-runs.js';
import { bestOf, judgeAll } from './race-judgement.js';
import { nextLook, type RaceRules } from './race-rules.js';
import { isNear, isSafe, meets, objectiveGap, signedObjective, worstExcess } from './race-verdict.js';
import { expectationOf } from './screening.js';

/** Contenders that get their first run together. */
const BATCH_SIZE = 8;
/** The same if whole runs are expensive. */
const EXPENSIVE_WAVE = 2;
/** In that case a candidate expected to be worse by more than this share gets no run. */
const FAR_BEHIND = 0.1;

export interface RaceCourse {
  /** Whether the budget has no room for a whole run of every candidate. */
  readonly isExpensive: boolean;
  /** Work in total after which it ends, in queries. */
  readonly limit: number;
}

/**
 * A race of candidates in whole runs on common random numbers.
 *
 * Every candidate gets one run, unless a bound that always holds rules it out, the most promising first if the budget
 * does not suffice for all. Those that may be the best then get more, look by look, until it is clear which meet the
 * constraints and which is the best of them, or the budget ends. No candidate is dropped for good: each look judges all again.
 */
export class PlanRace {
  readonly #contenders: readonly Contender[];
  readonly #course: RaceCourse;
  readonly #rules: RaceRules;
  readonly #runs: WholeRuns;
  readonly rounds: PlanRound[] = [];

  constructor(contenders: readonly Contender[], course: RaceCourse, rules: RaceRules, runs: WholeRuns) {
    this.#contenders = contenders;
    this.#course = course;
    this.#rules = rules;
    this.#runs = runs;
  }

  /**
   * Races to the end.
   * @returns the best candidate that meets every constraint with the requested safety; `undefined` if none does
   */
  *run(): Study<Contender | undefined> {
    let moved: readonly Measurement[] = [];
    for (;;) {
      const leader = this.#judge(false);
      this.#runs.best = leader?.name;
      this.#note(moved);
      moved = this.#wanted(leader);
      const made = moved.length === 0 ? 0 : yield* this.#runs.measure(moved, this.#limitOf(moved));
      if (made === 0) break;
    }
    return this.judged();
  }

  /** The best of those that meet every constraint with the safety asked for, by the runs so far. */
  judged(): Contender | undefined {
    const winner = this.#judge(true);
    this.#bound(winner);
    return winner;
  }

  #judge(isLast: boolean): Contender | undefined {
    return judgeAll(this.#contenders, this.#course.isExpensive, this.#rules, isLast);
  }

  /** The next runs; none if further runs would not change anything. */
  #wanted(leader: Contender | undefined): readonly Measurement[] {
    const seeming = this.#best(this.#open().filter(({ whole }) => meets(whole, this.#rules)));
    const limit = seeming === undefined ? Number.POSITIVE_INFINITY : this.#expected(seeming);
    const unseen = this.#unseen(seeming);
    const behind = (contender: Contender): number => this.#behind(contender, limit);
    // If runs are expensive, candidates that are not expected to be better come last.
    const promising = unseen.filter((contender) => !(behind(contender) >= 0));
    if (promising.length > 0 && !this.#isReserved(promising[0]!)) return this.#firstRuns(promising);
    const undecided = this.#undecided(leader);
    if (undecided.length > 0) return this.#more(undecided.slice(0, 1), leader);
    return this.#firstRuns(unseen.filter((contender) => !(behind(contender) > FAR_BEHIND)));
  }

  #firstRuns(unseen: readonly Contender[]): readonly Measurement[] {
    if (!this.#course.isExpensive) return onceEach(unseen.slice(0, BATCH_SIZE));
    const first = unseen[0] && expectationOf(unseen[0], this.#rules);
    const isClose = (contender: Contender): boolean =>
      first === undefined || first.excess > 0 || this.#behind(contender, first.objective) <= FAR_BEHIND;
    return onceEach(unseen.filter(isClose).slice(0, EXPENSIVE_WAVE));
  }

  /** Expected excess of a contender over an objective, as a share; −Infinity without an expectation. */
  #behind(contender: Contender, objective: number): number {
    const expected = expectationOf(contender, this.#rules)?.objective;
    return expected === undefined ? Number.NEGATIVE_INFINITY : (expected - objective) / Math.abs(objective);
  }

  /** The next look at each, at least as many runs of the leader for a pair. */
  #more(contenders: readonly Contender[], leader: Contender | undefined): readonly Measurement[] {
    const wanted = contenders.map((contender) => {
      const { n } = contender.whole;
      // A candidate that clearly meets its constraints is only compared with the leader.
      const isClear = isSafe(contender.whole, this.#rules, this.#rules.interim_safety);
      const least = leader !== undefined && isClear ? Math.min(n, leader.whole.n) : n;
      return { contender, replications: Math.max(n, nextLook(least, this.#rules, this.#course.isExpensive)) };
    });
    if (leader === undefined) return wanted;
    const most = Math.max(...wanted.map(({ replications }) => replications));
    return [...wanted, { contender: leader, replications: Math.max(leader.whole.n, most) }];
  }

  /** Whether the rest of the budget is reserved for a second run: a single run gives no probability. */
  #isReserved(contender: Contender): boolean {
    const limit = this.#limitOf([{ contender, replications: 1 }]);
    return this.#runs.work + this.#runs.workOf(contender) > limit;
  }

  #limitOf(wanted: readonly Measurement[]): number {
    const { contender, replications } = wanted[0]!;
    const isKept = this.#course.isExpensive && this.#rules.constraints.length > 0 && replications === 1;
    return this.#course.limit - (isKept ? this.#runs.workOf(contender) : 0);
  }

  /** Candidates without a run that might be better than the best so far, the most promising first. */
  #unseen(best: Contender | undefined): readonly Contender[] {
    const { objective } = this.#rules;
    const limit = best === undefined ? Number.POSITIVE_INFINITY : this.#indifferent(best);
    const open = this.#contenders.filter((each) => !each.looked && each.dropped === undefined);
    const unseen = open.filter((each) => lowerBound(each, objective) < limit);
    const ordered = sortByFigures(unseen, (contender) => {
      // Those without a run at hybrid fidelity come last.
      const { excess = Number.POSITIVE_INFINITY, objective: value = 0 } =
        expectationOf(contender, this.#rules) ?? {};
      return [excess, value, lowerBound(contender, objective)];
    });
    // An exact run of one shows what all do that share its run at hybrid fidelity.
    const shown = new Set(this.#contenders.filter(({ looked }) => looked).map(({ pilot }) => pilot));
    return ordered.filter((each) => {
      if (each.pilot === undefined) return true;
      return !shown.has(each.pilot) && shown.add(each.pilot);
    });
  }

  /** Who might be the best and is not clear, the most promising first. */
  #undecided(leader: Contender | undefined): readonly Contender[] {
    const { objective, replications } = this.#rules;
    const unclear = this.#open()
      .filter((each) => each !== leader && !isNear(each.whole, this.#rules))
      .filter(({ whole }) => whole.n < replications || (leader !== undefined && leader.whole.n < whole.n));
    const best = leader ?? this.#best(unclear.filter(({ whole }) => meets(whole, this.#rules)));
    const promising = unclear.filter(
      ({ whole }) =>
        leader !== undefined || best === undefined || objectiveGap(whole, best.whole, objective) <= 0,
    );
    // Candidates that seem feasible come first, then those with the smallest excess.
    return sortByFigures(promising, (each) => [
      Math.max(0, worstExcess(each.whole, this.#rules)),
      this.#objective(each),
    ]);
  }

  #open(): readonly Contender[] {
    return this.#contenders.filter(({ looked, dropped }) => looked && dropped === undefined);
  }

  /** Another candidate must be better than this for the difference to matter. */
  #indifferent(contender: Contender): number {
    const objective = this.#objective(contender);
    return objective - this.#rules.indifference * Math.abs(objective);
  }

  #objective({ whole }: Contender): number {
    return signedObjective(whole, this.#rules.objective);
  }

  /** By the run at hybrid fidelity if there is one, as of candidates without an exact run. */
  #expected(contender: Contender): number {
    return expectationOf(contender, this.#rules)?.objective ?? this.#objective(contender);
  }

  #best(contenders: readonly Contender[]): Contender | undefined {
    return bestOf(contenders, this.#rules.objective);
  }

  /** A candidate without a run, although the budget sufficed, was ruled out by a bound. */
  #bound(winner: Contender | undefined): void {
    if (winner === undefined) return;
    const limit = this.#indifferent(winner);
    for (const contender of this.#contenders) {
      if (contender.looked) continue;
      contender.dropped = bounded(contender, limit, winner.name, this.#rules.objective) ?? contender.dropped;
    }
  }

  #note(moved: readonly Measurement[]): void {
    if (moved.length === 0) return;
    this.rounds.push({
      replications: Math.max(...moved.map(({ contender }) => contender.whole.n)),
      candidates: moved.length,
      dropped: moved.filter(({ contender }) => contender.dropped !== undefined).length,
    });
  }
}
