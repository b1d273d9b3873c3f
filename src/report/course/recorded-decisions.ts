import type { DecisionRow } from '../../simulation/run/observation.js';
import type { LoggedDecision } from './course-data.js';

/** Maximum number of rows of each kind of decision, so that one kind does not displace the others. */
const MAX_ROWS_PER_KIND = 12_000;
const MAX_ROWS = 40_000;

/** The decision log of a run for the page, in bounded memory: the first decisions of each kind, and the number of the others. */
export class RecordedDecisions {
  readonly rows: LoggedDecision[] = [];
  readonly #counts = new Map<string, number>();
  #leftOut = 0;

  add({ time_seconds, compute, decision, cu_after, reason }: DecisionRow): void {
    const seen = (this.#counts.get(decision) ?? 0) + 1;
    this.#counts.set(decision, seen);
    if (seen > MAX_ROWS_PER_KIND || this.rows.length >= MAX_ROWS) this.#leftOut += 1;
    else this.rows.push([Math.round(time_seconds * 1000), compute, decision, cu_after, reason]);
  }

  /** Number of rows that were not stored. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Kinds of decisions, in the order of their first occurrence. */
  get kinds(): readonly string[] {
    return [...this.#counts.keys()];
  }
}
