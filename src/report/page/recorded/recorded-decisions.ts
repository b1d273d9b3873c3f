import type { DecisionRow } from '../../../simulation/run/observation.js';
import { packMeasurements, packNumbers } from './pack-numbers.js';
import type { PackedColumn, PackedDecisions } from './page-data.js';

/** Rows kept of each kind of decision; a storm of one kind must not crowd out the others. */
const MAX_OF_A_KIND = 12_000;
const MAX_ROWS = 40_000;
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

/** A row that is kept: figures, and places of texts. */
type KeptRow = Readonly<Record<PackedColumn, number>>;

/** The decision log of a run for the page, in bounded memory: the first so many of each kind, and how many more. */
export class RecordedDecisions {
  readonly #rows: KeptRow[] = [];
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
    if (seen > MAX_OF_A_KIND || this.length >= MAX_ROWS) {
      this.#leftOut += 1;
      return;
    }
    // Most reasons differ from each other in figures only.
    const reason = row.reason.replaceAll('\u0000', ' ');
    this.#figures.push(...(reason.match(FIGURE) ?? []));
    this.#rows.push({
      time_ms: Math.round(row.time_seconds * 1000),
      compute: this.#computes.of(row.compute),
      decision: this.#decisions.of(row.decision),
      state: this.#states.of(row.state),
      cu_before: row.cu_before,
      cu_after: row.cu_after,
      wording: this.#wordings.of(reason.replaceAll(FIGURE, '\u0000')),
    });
  }

  /** Rows kept. */
  get length(): number {
    return this.#rows.length;
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
    const column = (name: keyof KeptRow): readonly number[] => this.#rows.map((row) => row[name]);
    return {
      time_ms: packNumbers(column('time_ms')),
      compute: packNumbers(column('compute')),
      decision: packNumbers(column('decision')),
      state: packNumbers(column('state')),
      cu_before: packMeasurements(column('cu_before'), 1e-3),
      cu_after: packMeasurements(column('cu_after'), 1e-3),
      wording: packNumbers(column('wording')),
      computes: this.#computes.texts,
      decisions: this.#decisions.texts,
      states: this.#states.texts,
      wordings: this.#wordings.texts,
      figures: this.#figures.join(' '),
    };
  }
}
