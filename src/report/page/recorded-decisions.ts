import type { DecisionRow } from '../../simulation/observation.js';
import { packMeasurements, packNumbers } from './pack-numbers.js';
import type { PackedDecisions } from './page-data.js';

/** Rows kept of each kind of decision; a storm of one kind must not crowd out the others. */
const MOST_OF_A_KIND = 12_000;
const MOST_ROWS = 40_000;
const FIGURE = /\d+(?:\.\d+)?/g;

/** Texts by the order in which they first occurred. */
class Places {
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#places.size);
    return this.#places.size - 1;
  }

  get texts(): readonly string[] {
    return [...this.#places.keys()];
  }
}

/** The decision log of a run for the page, in bounded memory: the first so many of each kind, and how many more. */
export class RecordedDecisions {
  readonly #time_ms: number[] = [];
  readonly #compute: number[] = [];
  readonly #decision: number[] = [];
  readonly #state: number[] = [];
  readonly #cu_before: number[] = [];
  readonly #cu_after: number[] = [];
  readonly #wording: number[] = [];
  readonly #figures: string[] = [];
  readonly #computes = new Places();
  readonly #decisions = new Places();
  readonly #states = new Places();
  readonly #wordings = new Places();
  readonly #counts = new Map<string, number>();
  #leftOut = 0;

  /** Takes in a row. */
  add(row: DecisionRow): void {
    const seen = (this.#counts.get(row.decision) ?? 0) + 1;
    this.#counts.set(row.decision, seen);
    if (seen > MOST_OF_A_KIND || this.length >= MOST_ROWS) {
      this.#leftOut += 1;
      return;
    }
    this.#time_ms.push(Math.round(row.time_seconds * 1000));
    this.#compute.push(this.#computes.of(row.compute));
    this.#decision.push(this.#decisions.of(row.decision));
    this.#state.push(this.#states.of(row.state));
    this.#cu_before.push(row.cu_before);
    this.#cu_after.push(row.cu_after);
    // Most reasons differ from each other in figures only.
    const reason = row.reason.replaceAll('\u0000', ' ');
    this.#figures.push(...(reason.match(FIGURE) ?? []));
    this.#wording.push(this.#wordings.of(reason.replaceAll(FIGURE, '\u0000')));
  }

  /** Rows kept. */
  get length(): number {
    return this.#time_ms.length;
  }

  /** Rows that were counted only. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Kinds of decisions that were kept, in the order of their first occurrence. */
  get kinds(): readonly string[] {
    return this.#decisions.texts;
  }

  /** What was kept, for the page. */
  packed(): PackedDecisions {
    return {
      time_ms: packNumbers(this.#time_ms),
      compute: packNumbers(this.#compute),
      decision: packNumbers(this.#decision),
      state: packNumbers(this.#state),
      cu_before: packMeasurements(this.#cu_before, 1e-3),
      cu_after: packMeasurements(this.#cu_after, 1e-3),
      wording: packNumbers(this.#wording),
      computes: this.#computes.texts,
      decisions: this.#decisions.texts,
      states: this.#states.texts,
      wordings: this.#wordings.texts,
      figures: this.#figures.join(' '),
    };
  }
}
