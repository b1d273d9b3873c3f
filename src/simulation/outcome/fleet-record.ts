import type { DecisionRow, Observer } from '../run/observation.js';
import type { DecisionPacking } from './decision-slices.js';
import { FleetInterval } from './fleet-interval.js';
import { KeptDecisions } from './kept-decisions.js';

/** A record in a message to another thread. */
export interface PackedFleetRecord {
  readonly intervals: readonly Float64Array[];
  readonly decisions: readonly DecisionRow[];
}

/**
 * What a fleet, or a part of it, shows while it runs, kept until all of its parts have been run: the intervals of its
 * timeline and its decisions. Parts may be taken in in any order.
 */
export class FleetRecord implements Observer {
  /** By number of the interval. */
  readonly #intervals: FleetInterval[] = [];
  readonly #decisions: KeptDecisions;

  /** @param packing of a whole fleet's decisions; left out for a part of one, whose decisions are few */
  constructor(packing?: DecisionPacking) {
    this.#decisions = new KeptDecisions(packing);
  }

  /** An interval, to which a part of the fleet adds its rows. @param number from 0 */
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

  /** Takes in what another part has shown. */
  merge(other: FleetRecord): void {
    other.#intervals.forEach((theirs, number) => {
      this.interval(number, theirs.start_seconds, theirs.end_seconds).merge(theirs);
    });
    for (const row of other.#decisions.rows) this.#decisions.add(row);
  }

  /**
   * Tells an observer all of it in the order of time; decisions of one moment in the order of the computes.
   * @param fleet its name
   * @param computes in the order of the scenario
   */
  tell(observer: Observer, fleet: string, computes: readonly { readonly name: string }[]): void {
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

  /** Makes it ready for a message to another thread; exact. */
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
