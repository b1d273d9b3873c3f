import * as heap from './event-heap.js';
import { EventHeap } from './event-heap.js';
import * as eventOrder from './event-order.js';
import { grow } from './grown.js';
import { ZERO } from './zero.js';

// Copied into module constants: V8 looks up imported bindings at each use.
const { NOWHERE } = heap;
const { FIRST_KINDS, LAST, LAST_KINDS, ONE_MOMENT } = eventOrder;

/**
 * The event calendar. It orders events by time, then by kind (those from {@link LAST_KINDS} on come last), then by
 * scheduling order.
 *
 * An event is a slot: a small integer that stays valid until the event is cancelled, or has fired without being
 * scheduled again. `kind` and `target` belong to the caller: the event's type and its object. An event allocates no
 * object, closure or promise.
 *
 * A firing event leaves the root of the heap vacant until the next event is needed. If its handler reschedules it, as
 * completions do, or schedules another event, that costs one sift instead of two.
 *
 * An arrival that its handler reschedules stays outside the heap until an earlier one takes its place. Nearly every
 * second event is the next arrival, which then costs no sift.
 *
 * In classes that every event passes through, fields are declared rather than defined, and fractions begin as {@link
 * ZERO}.
 */
export class Calendar extends EventHeap {
  declare private capacity: number;
  private sequence = 0;
  private clock = ZERO;
  private firing = NOWHERE;
  /** The slot of the arrival outside the heap, and its key; Infinity if there is none. */
  private aside = NOWHERE;
  private asideTime = Number.POSITIVE_INFINITY;
  private asideOrder = ZERO;
  /** The last time at which departures were advanced; jobs that all begin at midnight do it once. */
  private settled = ZERO;
  /** The caller's two numbers, by slot. */
  declare private kinds: Int32Array;
  declare private targets: Int32Array;
  declare private free: Int32Array;
  declare private freeCount: number;

  /** @param capacity initial capacity in events; it doubles as needed */
  constructor(capacity = 64) {
    super(capacity);
    this.capacity = capacity;
    this.kinds = new Int32Array(capacity);
    this.targets = new Int32Array(capacity);
    this.free = new Int32Array(capacity);
    this.freeCount = 0;
    this.addFree(0);
  }

  /** The time of the event that fired last; never decreases. */
  get now(): number {
    return this.clock;
  }

  /** The number of scheduled events, excluding the one that is firing. */
  get pending(): number {
    return this.size + Number(this.aside !== NOWHERE) - Number(this.vacant);
  }

  /** The caller's `kind` of a slot. */
  kind(slot: number): number {
    return this.kinds[slot]!;
  }

  /** The caller's `target` of a slot. */
  target(slot: number): number {
    return this.targets[slot]!;
  }

  /** Adds an event and returns its slot. At equal times, the last kinds fire last, others in scheduling order. */
  schedule(time: number, kind: number, target: number): number {
    if (!(time >= this.clock)) this.refuse(time);
    if (this.freeCount === 0) this.grow();
    this.freeCount -= 1;
    const slot = this.free[this.freeCount]!;
    this.kinds[slot] = kind;
    this.targets[slot] = target;
    this.enter(time, this.orderOf(kind), slot);
    return slot;
  }

  /** Moves a scheduled or firing event to another time; its place in the scheduling order is new. */
  reschedule(slot: number, time: number): void {
    if (!(time >= this.clock)) this.refuse(time);
    const order = this.orderOf(this.kinds[slot]!);
    if (slot === this.firing) {
      this.firing = NOWHERE;
      if (order >= LAST && time < this.asideTime) {
        this.rejoin();
        this.aside = slot;
        this.asideTime = time;
        this.asideOrder = order;
      } else this.enter(time, order, slot);
      return;
    }
    if (slot === this.aside) this.rejoin();
    const place = this.places[slot]!;
    if (!(place >= 0)) throw new Error(`calendar: slot ${slot} is not scheduled`);
    this.move(place, time, order, slot);
  }

  /** Removes a scheduled event and frees its slot. */
  cancel(slot: number): void {
    if (slot === this.firing) this.firing = NOWHERE;
    else {
      if (slot === this.aside) this.rejoin();
      const place = this.places[slot]!;
      if (!(place >= 0)) throw new Error(`calendar: slot ${slot} is not scheduled`);
      this.remove(place);
    }
    this.release(slot);
  }

  /**
   * Advances to the next event at or before `until` and returns its slot, or −1 if there is none. Frees the slot of the
   * previous event unless its handler scheduled it again.
   */
  next(until: number): number {
    if (this.firing !== NOWHERE) {
      this.release(this.firing);
      this.firing = NOWHERE;
    }
    const arrival = this.asideTime;
    if (this.isBeforeHeap(arrival + arrival * ONE_MOMENT)) {
      if (arrival > until) return NOWHERE;
      this.clock = arrival;
      const slot = this.aside;
      this.aside = NOWHERE;
      this.asideTime = Number.POSITIVE_INFINITY;
      this.firing = slot;
      return slot;
    }
    if (this.vacant) this.fill();
    if (arrival <= this.times[0]!) this.rejoin();
    const time = this.times[0]!;
    if (this.size === 0 || time > until) return NOWHERE;
    if (this.sequences[0]! >= LAST) this.advanceDepartures(time);
    this.clock = time;
    this.vacant = true;
    const slot = this.slots[0]!;
    this.firing = slot;
    return slot;
  }

  /** Moves the clock to the end of a run without an event; no event before `time` may be pending. */
  advance(time: number): void {
    if (this.firing !== NOWHERE) throw new Error('calendar: an event is firing');
    if (this.vacant) this.fill();
    if (!(time >= this.clock && this.times[0]! >= time && this.asideTime >= time)) this.refuse(time);
    this.clock = time;
  }

  /**
   * The time of the first pending event that `matches` accepts, excluding the one that is firing; Infinity if none
   * matches. Scans every event, so it is for rare use.
   */
  soonest(matches: (kind: number, target: number) => boolean): number {
    this.rejoin();
    let soonest = Number.POSITIVE_INFINITY;
    for (let place = Number(this.vacant); place < this.size; place++) {
      const slot = this.slots[place]!;
      const time = this.times[place]!;
      if (time >= soonest) continue;
      if (matches(this.kinds[slot]!, this.targets[slot]!)) soonest = time;
    }
    return soonest;
  }

  /** Delays the pending events that `matches` accepts by this many seconds; equal times keep their order. */
  postpone(seconds: number, matches: (kind: number, target: number) => boolean): void {
    this.rejoin();
    for (let place = Number(this.vacant); place < this.size; place++) {
      const slot = this.slots[place]!;
      if (matches(this.kinds[slot]!, this.targets[slot]!)) this.times[place]! += seconds;
    }
    this.sort();
  }

  /** Moves the arrival outside the heap, if any, into the heap. */
  private rejoin(): void {
    const { aside, asideTime } = this;
    if (aside === NOWHERE) return;
    this.aside = NOWHERE;
    this.asideTime = Number.POSITIVE_INFINITY;
    this.enter(asideTime, this.asideOrder, aside);
  }

  private orderOf(kind: number): number {
    this.sequence += 1;
    return this.sequence + (kind < LAST_KINDS ? 0 : LAST);
  }

  /** The next event is an arrival: departures due at the same time, up to rounding, fire first. */
  private advanceDepartures(time: number): void {
    const limit = time + time * ONE_MOMENT;
    if (time !== this.settled && (this.times[1]! <= limit || this.times[2]! <= limit)) {
      this.settled = time;
      if (this.advanceSubtree(0, time, limit)) this.sort();
    }
    if (this.sequences[0]! >= LAST) this.sequences[0] = 0;
  }

  /** Sets departures due by `limit`, in the subtree at `place`, to `time`. @returns whether there are any */
  private advanceSubtree(place: number, time: number, limit: number): boolean {
    if (!(this.times[place]! <= limit)) return false;
    const leaves = this.kinds[this.slots[place]!]! < FIRST_KINDS;
    if (leaves) this.times[place] = time;
    const left = this.advanceSubtree(2 * place + 1, time, limit);
    return this.advanceSubtree(2 * place + 2, time, limit) || left || leaves;
  }

  private release(slot: number): void {
    this.places[slot] = NOWHERE;
    this.free[this.freeCount] = slot;
    this.freeCount += 1;
  }

  private grow(): void {
    const before = this.capacity;
    const capacity = 2 * before;
    this.capacity = capacity;
    this.makeRoom(capacity);
    this.kinds = grow(this.kinds, capacity);
    this.targets = grow(this.targets, capacity);
    this.free = grow(this.free, capacity);
    this.addFree(before);
  }

  /** Frees the slots from `first` on, so that the lowest is used first. */
  private addFree(first: number): void {
    for (let slot = this.capacity - 1; slot >= first; slot--) this.release(slot);
  }

  private refuse(time: number): never {
    throw new RangeError(`calendar: cannot go to ${time}: the clock is at ${this.clock}`);
  }
}
