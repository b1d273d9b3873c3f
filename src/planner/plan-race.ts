import { type Contender, inOrder } from './contender.js';
import { leastObjective, suspensionKey } from './plan-bounds.js';
import type { PlanRound } from './plan-result.js';
import { emptySample, type PlanRuns } from './plan-runs.js';
import { byMeans, unaffordable, unraced } from './race-closing.js';
import {
  feasibility,
  infeasible,
  type RaceRules,
  signedObjective,
  worse,
  worstExcess,
} from './race-verdict.js';
import type { Stretch } from './stretch.js';

/** Contenders that are sampled at once, and that enter the race at once. */
const WAVE = 8;
const ENTRANTS = 3;
/** Likewise where whole runs are dear. */
const TIGHT_ENTRANTS = 2;
/** Candidates whose whole runs a race has room for before it is called tight. */
const TIGHT = 3;
/** Whole runs that a contender has had after each look. */
const LOOKS = [3, 5];

/** Which runs a race is made of. */
export interface RaceCourse {
  /** Every contender's first: a part of the run. */
  readonly sampled: Stretch;
  /** All whole runs that the best may come to. */
  readonly whole: Stretch;
  /** Events after which nobody else enters, where somebody is feasible; until then as many as it takes. */
  readonly race_events: number;
}

/**
 * A race of candidates on common random numbers.
 *
 * Those that may be cheapest by their bounds are sampled first; from the least objective upwards they enter the race
 * of whole runs, where whoever breaks a constraint or falls behind the best is out, and the others get more
 * replications. Whoever a bound or the sample had ruled out against a candidate that turns out not to be feasible
 * comes in again, until nobody is left who might be better.
 */
export class PlanRace {
  readonly #contenders: readonly Contender[];
  readonly #course: RaceCourse;
  readonly #rules: RaceRules;
  readonly #runs: PlanRuns;
  /** Events of whole runs. */
  #raced = 0;
  readonly rounds: PlanRound[] = [];

  constructor(contenders: readonly Contender[], course: RaceCourse, rules: RaceRules, runs: PlanRuns) {
    this.#contenders = contenders;
    this.#course = course;
    this.#rules = rules;
    this.#runs = runs;
  }

  /** Races to the end. @returns the best feasible contender; `undefined` where none is feasible */
  async run(): Promise<Contender | undefined> {
    for (;;) {
      const before = this.#runs.runs;
      await this.#sample();
      await this.#race();
      if (this.#runs.runs === before) break;
    }
    const winner = this.#incumbent();
    this.#bounded(winner);
    return winner;
  }

  /** Samples, in waves, whoever might still be better than the best so far. */
  async #sample(): Promise<void> {
    for (;;) {
      const limit = this.#limit();
      const wave = this.#contenders
        .filter(({ sampled, whole }) => sampled === undefined && whole === undefined)
        .map((contender) => ({ contender, least: this.#least(contender) }))
        .filter(({ least }) => least < limit)
        .sort((a, b) => compared(a.least, b.least) || inOrder(a.contender, b.contender))
        .slice(0, WAVE)
        .map(({ contender }) => contender);
      if (wave.length === 0) return;
      for (const contender of wave) contender.sampled = emptySample(contender, this.#course.sampled);
      const { blocks } = this.#course.sampled;
      await this.#runs.measure(
        wave.map((contender) => ({ contender, sample: contender.sampled!, blocks: blocks.length })),
      );
      for (const contender of wave) contender.dropped = infeasible(contender.sampled!, this.#rules);
      this.#note(this.#course.sampled, blocks.length, wave);
    }
  }

  /** Races whoever has been sampled and is not out, the most promising first. */
  async #race(): Promise<void> {
    for (;;) {
      this.#judge();
      this.#dropAlike();
      const most = this.#course.whole.blocks.length;
      const unfinished = this.#unfinished(most);
      // Whoever seems feasible is made sure of before others are let in.
      const entrants = unfinished.length === 0 ? this.#entrants() : [];
      if (entrants.length + unfinished.length === 0) return;
      const before = this.#runs.events;
      for (const contender of entrants) contender.whole = emptySample(contender, this.#course.whole);
      const moved = [...unfinished, ...entrants];
      const looks = this.#isTight() ? [1, ...LOOKS] : LOOKS;
      await this.#runs.measure(
        moved.map((contender) => ({
          contender,
          sample: contender.whole!,
          blocks: looks.find((n) => n > contender.whole!.n && n < most) ?? most,
        })),
      );
      this.#raced += this.#runs.events - before;
      this.#judge();
      this.#note(this.#course.whole, Math.max(...moved.map(({ whole }) => whole!.n)), moved);
    }
  }

  /**
   * Who gets more whole runs next. As long as it is not sure that the best is feasible, only those that might be
   * better still: whoever is behind it matters only if it is not.
   */
  #unfinished(most: number): readonly Contender[] {
    const unfinished = this.#racing().filter(({ whole }) => whole!.n < most);
    const incumbent = this.#incumbent();
    if (incumbent === undefined || this.#isCertain(incumbent)) return unfinished;
    const { objective } = this.#rules;
    const best = signedObjective(incumbent.whole!, objective);
    return unfinished.filter(
      (contender) => contender === incumbent || signedObjective(contender.whole!, objective) < best,
    );
  }

  /** Whether a contender is feasible beyond doubt, or has had all its runs. */
  #isCertain({ whole }: Contender): boolean {
    return whole!.n === this.#course.whole.blocks.length || feasibility(whole!, this.#rules).clear;
  }

  #racing(): readonly Contender[] {
    return this.#contenders.filter(({ whole, dropped }) => whole !== undefined && dropped === undefined);
  }

  /** Who enters next: sampled, not out, by what the sample makes of the objective. */
  #entrants(): readonly Contender[] {
    const incumbent = this.#incumbent();
    const tight = this.#isTight();
    if (tight && incumbent !== undefined && this.#raced >= this.#course.race_events) return [];
    const waiting = this.#contenders
      .filter(({ sampled, whole, dropped }) => sampled !== undefined && whole === undefined && !dropped)
      .filter((contender) => {
        if (incumbent?.sampled === undefined) return true;
        return worse(contender.sampled!, incumbent.sampled, incumbent, this.#rules) === undefined;
      })
      .map((contender) => ({
        contender,
        objective: signedObjective(contender.sampled!, this.#rules.objective),
        // Where there is no room for all, those that the sample shows to be feasible are the first.
        excess: tight ? Math.max(0, worstExcess(contender.sampled!, this.#rules)) : 0,
      }))
      .sort(
        (a, b) =>
          compared(a.excess, b.excess) ||
          compared(a.objective, b.objective) ||
          inOrder(a.contender, b.contender),
      );
    const entrants: Contender[] = [];
    for (const { contender } of waiting) {
      // Of several that showed the same, the first runs for all.
      if (entrants.some((other) => this.#alike(contender, other))) continue;
      entrants.push(contender);
      if (entrants.length === (tight ? TIGHT_ENTRANTS : ENTRANTS)) break;
    }
    return entrants;
  }

  /** Whether the whole runs of several candidates would take more than there is. */
  #isTight(): boolean {
    const one = this.#contenders.find(({ sampled }) => sampled !== undefined)?.sampled?.eventsOfWhole ?? 0;
    return this.#course.whole.blocks.length * one * TIGHT > this.#course.race_events;
  }

  /** Whether two showed the same on the sample in all that counts. */
  #alike(one: Contender, other: Contender): boolean {
    const { objective, constraints } = this.#rules;
    const figures = [objective.figure, ...constraints.map(({ figure }) => figure)];
    return (
      one.sampled !== undefined &&
      other.sampled !== undefined &&
      other.sampled.n === one.sampled.n &&
      one.sampled.sameAs(other.sampled, figures)
    );
  }

  /** Drops whoever showed the same on the sample as somebody who is out after whole runs. */
  #dropAlike(): void {
    // What broke a constraint in whole runs that its sample had met may have met what the sample had not.
    const behind = this.#contenders.filter(
      ({ sampled, whole, dropped }) =>
        whole !== undefined &&
        (dropped?.fate === 'worse' ||
          (dropped?.fate === 'infeasible' && !feasibility(sampled!, this.#rules).met)),
    );
    for (const contender of this.#contenders) {
      if (contender.sampled === undefined || contender.whole !== undefined || contender.dropped) continue;
      const like = behind.find((other) => this.#alike(contender, other));
      if (like === undefined) continue;
      const reason = `on the sampled part of the run it did just as ${like.name}, of which ${like.dropped!.reason}`;
      contender.dropped = { fate: like.dropped!.fate, evidence: 'inferred', reason };
    }
  }

  /** Drops whoever breaks a constraint or is no better than the best. */
  #judge(): void {
    const most = this.#course.whole.blocks.length;
    for (const contender of this.#racing()) {
      const { whole } = contender;
      if (whole!.n === 0) continue;
      contender.dropped = infeasible(whole!, this.#rules) ?? this.#missed(contender, most);
    }
    const incumbent = this.#incumbent();
    if (incumbent === undefined) return;
    const certain = this.#isCertain(incumbent);
    for (const contender of this.#racing()) {
      if (contender === incumbent || contender.whole!.n === 0 || !certain) continue;
      contender.dropped = worse(contender.whole!, incumbent.whole!, incumbent, this.#rules);
      const finished = contender.whole!.n === most && incumbent.whole!.n === most;
      if (contender.dropped === undefined && finished) contender.dropped = byMeans(incumbent, this.#rules);
    }
  }

  /** After all replications the mean decides, as it does in a sweep. */
  #missed({ whole }: Contender, most: number): Contender['dropped'] {
    if (feasibility(whole!, this.#rules).met) return undefined;
    if (whole!.n < most) return this.#isTight() ? unaffordable(whole!, this.#rules) : undefined;
    const missed = this.#rules.constraints.find(
      (constraint) => !whole!.judge(constraint, this.#rules.confidence).met,
    );
    return {
      fate: 'infeasible',
      evidence: 'statistical',
      reason: `its mean misses ${missed!.text} after all replications, though not beyond doubt`,
    };
  }

  /** The best of those in the race that seem feasible. */
  #incumbent(): Contender | undefined {
    const { objective } = this.#rules;
    let best: Contender | undefined;
    for (const contender of this.#racing()) {
      if (contender.whole!.n === 0 || !feasibility(contender.whole!, this.#rules).met) continue;
      const value = signedObjective(contender.whole!, objective);
      const least = best === undefined ? Number.POSITIVE_INFINITY : signedObjective(best.whole!, objective);
      if (best === undefined || value < least || (value === least && inOrder(contender, best) < 0)) {
        best = contender;
      }
    }
    return best;
  }

  /** No candidate whose least objective is above this can be better than what is known to be feasible. */
  #limit(): number {
    const incumbent = this.#incumbent();
    if (incumbent !== undefined) return signedObjective(incumbent.whole!, this.#rules.objective);
    const seeming = this.#contenders
      .filter(({ sampled, dropped }) => sampled !== undefined && dropped === undefined)
      .filter(({ sampled }) => feasibility(sampled!, this.#rules).clear)
      .map(({ sampled }) => signedObjective(sampled!, this.#rules.objective));
    return Math.min(Number.POSITIVE_INFINITY, ...seeming);
  }

  #least(contender: Contender): number {
    if (this.#rules.objective.sense === 'most') return Number.NEGATIVE_INFINITY;
    return this.#bound(contender)?.least ?? Number.NEGATIVE_INFINITY;
  }

  #bound(contender: Contender) {
    return leastObjective(contender.scenario, this.#rules.objective.figure, (compute) => {
      const key = suspensionKey(compute);
      const shares = this.#contenders
        .filter(({ sampled }) => sampled !== undefined && sampled.n > 0)
        .filter(({ scenario }) => scenario.computes.some((each) => suspensionKey(each) === key))
        .map(({ sampled }) => sampled!.activeShare(compute.name)!);
      return shares.length === 0 ? undefined : Math.min(...shares);
    });
  }

  /** Whoever is left was ruled out by a bound, or by the sample against the winner. */
  #bounded(winner: Contender | undefined): void {
    for (const contender of this.#contenders) {
      if (contender.dropped !== undefined || contender.whole !== undefined || winner === undefined) continue;
      if (contender.sampled !== undefined) {
        contender.dropped =
          (winner.sampled && worse(contender.sampled, winner.sampled, winner, this.#rules)) ??
          unraced(contender.sampled, this.#rules);
        continue;
      }
      const bound = this.#bound(contender);
      const reason = `its ${this.#rules.objective.figure} is at least ${bound?.least.toPrecision(3)}, more than that of ${winner.name}`;
      contender.dropped = { fate: 'bounded', evidence: bound?.evidence ?? 'inferred', reason };
    }
  }

  #note(stretch: Stretch, replications: number, moved: readonly Contender[]): void {
    this.rounds.push({
      duration_seconds: stretch.block_seconds,
      replications,
      candidates: moved.length,
      dropped: moved.filter(({ dropped }) => dropped !== undefined).length,
    });
  }
}

/** Ascending, infinities included. */
function compared(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
