import type { DecisionRow } from '../../simulation/run/observation.js';
import type { LoggedDecision } from './course-data.js';

/** Rows kept of each kind of decision; a storm of one kind must not crowd out the others. */
const MAX_OF_A_KIND = 12_000;
const MAX_ROWS = 40_000;

/** The decision log of a run for the page, in bounded memory: the first decisions of each kind, and how many others. */
export class RecordedDecisions {
  readonly rows: LoggedDecision[] = [];
  readonly #counts = new Map<string, number>();
  #leftOut = 0;

  add({ time_seconds, compute, decision, cu_after, reason }: DecisionRow): void {
    const seen = (this.#counts.get(decision) ?? 0) + 1;
    this.#counts.set(decision, seen);
    if (seen > MAX_OF_A_KIND || this.rows.length >= MAX_ROWS) this.#leftOut += 1;
    else this.rows.push([Math.round(time_seconds * 1000), compute, decision, cu_after, reason]);
  }

  /** Rows that were counted only. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Kinds of decisions, in the order of their first occurrence. */
  get kinds(): readonly string[] {
    return [...this.#counts.keys()];
  }
}
