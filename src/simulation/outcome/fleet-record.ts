import type { DecisionRow, Observer } from '../run/observation.js';
import type { DecisionPacking } from './decision-slices.js';
import { FleetInterval } from './fleet-interval.js';

/** A record in a message to another thread. */
export interface PackedFleetRecord {
  readonly intervals: readonly Float64Array[];
  readonly decisions: readonly DecisionRow[];
}

/**
 * The timeline intervals and decisions of a fleet, or of a part of it, kept until all of its parts have been run. Parts
 * may be added in any order.
 */
export class FleetRecord implements Observer {
  readonly #intervals: FleetInterval[] = [];
  readonly #decisions: KeptDecisions;

  /** @param packing for the decisions of a whole fleet; omitted for a part, which has few decisions */
  constructor(packing?: DecisionPacking) {
    this.#decisions = new KeptDecisions(packing);
  }

  /** The interval that parts of the fleet add their rows to. @param number from 0 */
  interval(number: number, start_seconds: number, end_seconds: number): FleetInterval {
    this.#intervals[number] ??= new FleetInterval(start_seconds, end_seconds);
    return this.#intervals[number];
  }

  timeline(): void {
    throw new Error('fleet record: a fleet has no rows before all of its parts have been run');
  }

  decision(row: DecisionRow): void {
    this.#decisions.add(row);
  }

  /** Adds the record of another part. */
  merge(other: FleetRecord): void {
    other.#intervals.forEach((theirs, number) => {
      this.interval(number, theirs.start_seconds, theirs.end_seconds).merge(theirs);
    });
    for (const row of other.#decisions.rows) this.#decisions.add(row);
  }

  /**
   * Passes everything to an observer in order of time; decisions at equal times in the order of the computes.
   * @param fleet its name
   * @param computes in the order of the scenario
   */
  replay(observer: Observer, fleet: string, computes: readonly { readonly name: string }[]): void {
    const source = this.#decisions.inOrder(computes);
    let next = source.next();
    const until = (end_seconds: number): void => {
      for (; next.done !== true && next.value.time_seconds <= end_seconds; next = source.next())
        observer.decision(next.value);
    };
    for (const interval of this.#intervals) {
      until(interval.end_seconds);
      observer.timeline(interval.row(fleet));
    }
    until(Number.POSITIVE_INFINITY);
  }

  /** Packs the record for a message to another thread; exact. */
  pack(): PackedFleetRecord {
    return { intervals: this.#intervals.map((each) => each.toArray()), decisions: this.#decisions.rows };
  }

  /** The record that {@link pack} packed. */
  static unpack({ intervals, decisions }: PackedFleetRecord): FleetRecord {
    const record = new FleetRecord();
    for (const each of intervals) record.#intervals.push(FleetInterval.fromArray(each));
    for (const row of decisions) record.#decisions.add(row);
    return record;
  }
}

/** More rows than this, some tens of megabytes, are packed. */
const MAX_ROWS = 200_000;

/** Decisions of computes that were run one after the other, kept until all can be reported in order of time. */
export class KeptDecisions {
  readonly #packing: DecisionPacking | undefined;
  readonly #most_rows: number;
  #rows: DecisionRow[] = [];
  /** Packed decisions by stretch of the run, in order of arrival. */
  #packed: Uint8Array[][] | undefined;

  /**
   * @param packing for larger numbers of rows; `undefined` keeps all rows unpacked
   * @param most_rows maximum number of unpacked rows
   */
  constructor(packing: DecisionPacking | undefined, most_rows = MAX_ROWS) {
    this.#packing = packing;
    this.#most_rows = most_rows;
  }

  add(row: DecisionRow): void {
    this.#rows.push(row);
    if (this.#packing !== undefined && this.#rows.length >= this.#most_rows) this.#pack(this.#packing);
  }

  /** All rows in order of arrival; only if they are not packed. */
  get rows(): readonly DecisionRow[] {
    if (this.#packed !== undefined) throw new Error('kept decisions: expected few, and they are packed');
    return this.#rows;
  }

  /** In order of time, at equal times in the order of the computes; packed ones stretch by stretch. */
  *inOrder(computes: readonly { readonly name: string }[]): Generator<DecisionRow, void, undefined> {
    const places = new Map(computes.map(({ name }, place) => [name, place]));
    const sorted = (rows: readonly DecisionRow[]): readonly DecisionRow[] =>
      rows.toSorted(
        (a, b) => a.time_seconds - b.time_seconds || places.get(a.compute)! - places.get(b.compute)!,
      );
    if (this.#packed === undefined) {
      yield* sorted(this.#rows);
      return;
    }
    this.#pack(this.#packing!);
    for (const slices of this.#packed) yield* sorted(this.#packing!.unpack(slices));
  }

  #pack(packing: DecisionPacking): void {
    const slices = packing.pack(this.#rows);
    this.#packed ??= slices.map(() => []);
    slices.forEach((slice, place) => {
      if (slice !== null) this.#packed![place]!.push(slice);
    });
    this.#rows = [];
  }
}
