import type { DecisionRow } from '../../../simulation/run/observation.js';
import { packMeasurements, packNumbers } from './pack-numbers.js';
import type { PackedColumn, PackedDecisions } from './page-data.js';

/** Rows kept of each kind of decision; a storm of one kind must not crowd out the others. */
const MAX_OF_A_KIND = 12_000;
const MAX_ROWS = 40_000;
const FIGURE = /\d+(?:\.\d+)?/g;

/** Places of texts, in the order in which they first occurred. */
type Places = Map<string, number>;

function placeOf(text: string, places: Places): number {
  const place = places.get(text) ?? places.size;
  places.set(text, place);
  return place;
}

/** A row that is kept: figures, and places of texts. */
type KeptRow = Readonly<Record<PackedColumn, number>>;

/** The decision log of a run for the page, in bounded memory: the first so many of each kind, and how many more. */
export class RecordedDecisions {
  readonly #rows: KeptRow[] = [];
  readonly #figures: string[] = [];
  readonly #computes: Places = new Map();
  readonly #decisions: Places = new Map();
  readonly #states: Places = new Map();
  readonly #wordings: Places = new Map();
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
      compute: placeOf(row.compute, this.#computes),
      decision: placeOf(row.decision, this.#decisions),
      state: placeOf(row.state, this.#states),
      cu_before: row.cu_before,
      cu_after: row.cu_after,
      wording: placeOf(reason.replaceAll(FIGURE, '\u0000'), this.#wordings),
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
    return [...this.#decisions.keys()];
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
      computes: [...this.#computes.keys()],
      decisions: this.kinds,
      states: [...this.#states.keys()],
      wordings: [...this.#wordings.keys()],
      figures: this.#figures.join(' '),
    };
  }
}
