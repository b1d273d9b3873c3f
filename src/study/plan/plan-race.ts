import type { Study } from '../engine/study.js';
import { type Contender, orderedBy } from './contender.js';
import { beyondKin, bounded, boundsBy, leastOf } from './plan-bounds.js';
import type { PlanRound } from './plan-result.js';
import { type Measurement, onceEach, type WholeRuns } from './plan-runs.js';
import { bestOf, judgeAll } from './race-judgement.js';
import { nextLook, type RaceRules } from './race-rules.js';
import { apart, isNear, isSafe, meets, signedObjective, worstExcess } from './race-verdict.js';
import type { Screening } from './screening.js';

/** Contenders that are run for the first time at once. */
const WAVE = 8;
/** Likewise where whole runs are dear. */
const DEAR_WAVE = 2;
/** Where they are, whoever is expected to be worse by more than this share gets none. */
const FAR_BEHIND = 0.1;

/** What a race has to go by. */
export interface RaceCourse {
  /** Events simulated in all after which it ends. */
  readonly limit: number;
  /** Where the budget has no room for a whole run of everybody: what to expect of each. */
  readonly expected: Screening | undefined;
}

/**
 * A race of candidates in whole runs on common random numbers.
 *
 * Everybody gets one run, unless a bound that always holds rules it out, the most promising first where there is no room
 * for all. Those that might still be the best then get more, look by look, until it is clear who meets the constraints
 * and who is the best of them, or the budget ends. Nothing is dropped for good: each look judges everybody anew.
 */
export class PlanRace {
  #contenders: readonly Contender[];
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
   * @returns the best of those that meet every constraint with the safety asked for; `undefined` where none does
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

  /** Takes in more contenders. */
  enter(contenders: readonly Contender[]): void {
    this.#contenders = [...this.#contenders, ...contenders];
  }

  #judge(isLast: boolean): Contender | undefined {
    return judgeAll(this.#contenders, this.#course.expected, this.#rules, isLast);
  }

  /** Which runs are made next; none where nothing more can be found out. */
  #wanted(leader: Contender | undefined): readonly Measurement[] {
    const seeming = this.#best(this.#open().filter(({ whole }) => meets(whole, this.#rules)));
    const limit = seeming === undefined ? Number.POSITIVE_INFINITY : this.#objective(seeming);
    const unseen = this.#unseen(seeming);
    const behind = (contender: Contender): number => this.#behind(contender, limit);
    // Where runs are dear, those that are expected to be no better come last, if at all.
    const promising = unseen.filter((contender) => !(behind(contender) >= 0));
    if (promising.length > 0 && !this.#isReserved(promising[0]!)) return this.#firstRuns(promising);
    const undecided = this.#undecided(leader);
    if (undecided.length > 0) return this.#more(undecided.slice(0, 1), leader);
    return this.#firstRuns(unseen.filter((contender) => !(behind(contender) > FAR_BEHIND)));
  }

  #firstRuns(unseen: readonly Contender[]): readonly Measurement[] {
    const { expected } = this.#course;
    if (expected === undefined) return onceEach(unseen.slice(0, WAVE));
    // Of several that are expected to do much the same, one shows for now what all of them do.
    const key = (each: Contender): string => {
      const { objective, excess } = expected.expected(each) ?? { objective: each.index, excess: -1 };
      return `${objective.toPrecision(3)} ${excess.toFixed(2)}`;
    };
    const alike = new Map(unseen.toReversed().map((each) => [key(each), each]));
    const different = unseen.filter((each) => [...alike.values()].includes(each));
    const first = different[0] && expected.expected(different[0]);
    if (first === undefined || first.excess > 0) return onceEach(different.slice(0, DEAR_WAVE));
    // Whoever seems far behind the first, or had no look, may need no run after its.
    const close = different.filter((each) => Math.abs(this.#behind(each, first.objective)) <= FAR_BEHIND);
    return onceEach(close.slice(0, DEAR_WAVE));
  }

  /** By which share a contender is expected to be worse than an objective; −Infinity where nothing is expected. */
  #behind(contender: Contender, objective: number): number {
    const expected = this.#course.expected?.expected(contender)?.objective;
    return expected === undefined ? Number.NEGATIVE_INFINITY : (expected - objective) / Math.abs(objective);
  }

  /** The next look at each, at least as many runs of the leader for a pair. */
  #more(contenders: readonly Contender[], leader: Contender | undefined): readonly Measurement[] {
    const wanted = contenders.map((contender) => {
      const { n } = contender.whole;
      // Whoever meets its constraints beyond doubt is only held against the leader.
      const isClear = isSafe(contender.whole, this.#rules, this.#rules.interim_safety);
      const least = leader !== undefined && isClear ? Math.min(n, leader.whole.n) : n;
      return { contender, replications: Math.max(n, nextLook(least, this.#rules, this.#isDear)) };
    });
    if (leader === undefined) return wanted;
    const most = Math.max(...wanted.map(({ replications }) => replications));
    return [...wanted, { contender: leader, replications: Math.max(leader.whole.n, most) }];
  }

  /** Whether the last of the budget is kept for a second run of somebody: of a single one no probability is known. */
  #isReserved(contender: Contender): boolean {
    const limit = this.#limitOf([{ contender, replications: 1 }]);
    return this.#runs.work + this.#runs.workOf(contender) > limit;
  }

  #limitOf(wanted: readonly Measurement[]): number {
    const { contender, replications } = wanted[0]!;
    const isKept = this.#isDear && this.#rules.constraints.length > 0 && replications === 1;
    return this.#course.limit - (isKept ? this.#runs.workOf(contender) : 0);
  }

  /** Who has had no run and might be better than the best so far, the most promising first. */
  #unseen(best: Contender | undefined): readonly Contender[] {
    const { expected } = this.#course;
    const limit = best === undefined ? Number.POSITIVE_INFINITY : this.#indifferent(best);
    const bounds = boundsBy(best, this.#rules.objective);
    const open = this.#contenders.filter(({ looked, dropped }) => !looked && dropped === undefined);
    const least = new Map(
      open.map((each) => [each, Math.max(leastOf(each, bounds), this.#leastByKin(each))]),
    );
    const unseen = open.filter((contender) => least.get(contender)! < limit);
    return orderedBy(unseen, (contender) => {
      // Whoever had no cheaper look comes last.
      const { excess = Number.POSITIVE_INFINITY, objective = 0 } = expected?.expected(contender) ?? {};
      return [excess, objective, least.get(contender)!];
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
      ({ whole }) => leader !== undefined || best === undefined || apart(whole, best.whole, objective) <= 0,
    );
    // Whoever seems to do comes first, then whoever misses by the least.
    return orderedBy(promising, (each) => [
      Math.max(0, worstExcess(each.whole, this.#rules)),
      this.#objective(each),
    ]);
  }

  #open(): readonly Contender[] {
    return this.#contenders.filter(({ looked, dropped }) => looked && dropped === undefined);
  }

  /** Whether the budget has no room for a whole run of everybody. */
  get #isDear(): boolean {
    return this.#course.expected !== undefined;
  }

  /** What another has to be better than for the difference to matter. */
  #indifferent(contender: Contender): number {
    const objective = this.#objective(contender);
    return objective - this.#rules.indifference * Math.abs(objective);
  }

  #objective({ whole }: Contender): number {
    return signedObjective(whole, this.#rules.objective);
  }

  #best(contenders: readonly Contender[]): Contender | undefined {
    return bestOf(contenders, this.#rules.objective);
  }

  /** Whoever had no run although nothing was short was ruled out by a bound. */
  #bound(winner: Contender | undefined): void {
    if (winner === undefined) return;
    const limit = this.#indifferent(winner);
    const bounds = boundsBy(winner, this.#rules.objective);
    for (const contender of this.#contenders) {
      if (contender.looked) continue;
      const byKin = beyondKin(this.#leastByKin(contender), limit, winner.name, this.#rules.objective);
      contender.dropped = bounded(contender, limit, winner.name, bounds) ?? byKin ?? contender.dropped;
    }
  }

  #leastByKin(contender: Contender): number {
    return this.#course.expected?.least(contender) ?? Number.NEGATIVE_INFINITY;
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
