import * as eventOrder from './event-order.js';
import { lengthened } from './grown.js';
import { ZERO } from './zero.js';

// Compiled in, where what is imported or exported would be looked up at each use.
const { FIRST_KINDS, LAST, LAST_KINDS, ONE_MOMENT } = eventOrder;

/** Where a slot stands in the heap that is free, and one that fires and has given its place to another event. */
const NOWHERE = -1;
const DISPLACED = -2;

/**
 * The event calendar: a binary heap over typed arrays, by time, kinds below {@link LAST_KINDS} first, order of scheduling.
 *
 * An event is a slot: a small integer that stays valid until the event has fired (and was not scheduled
 * again) or is cancelled. `kind` and `target` are the caller's: what happens, and to whom. No object, closure
 * or promise is made per event.
 *
 * The event that fires stays at the root of the heap until the next call of {@link next}: rescheduling it from its own handler,
 * as arrivals and completions do, costs one sift, not two, as does the first event that it schedules, which takes its place.
 *
 * Here and wherever else every event passes, fields are declared rather than defined, and fractions begin as {@link ZERO}.
 */
export class Calendar {
  declare private capacity: number;
  private size = 0;
  private sequence = 0;
  private clock = ZERO;
  private firing = NOWHERE;
  /** Heap order: the key of each entry and the slot it belongs to. */
  declare private times: Float64Array;
  declare private sequences: Float64Array;
  declare private slots: Int32Array;
  /** By slot: its place in the heap, and the caller's two numbers. */
  declare private places: Int32Array;
  declare private kinds: Int32Array;
  declare private targets: Int32Array;
  declare private free: Int32Array;
  declare private freeCount: number;

  /** @param capacity how many events to make room for at first; it doubles as needed */
  constructor(capacity = 64) {
    this.capacity = capacity;
    this.times = new Float64Array(capacity);
    this.sequences = new Float64Array(capacity);
    this.slots = new Int32Array(capacity);
    this.places = new Int32Array(capacity).fill(NOWHERE);
    this.kinds = new Int32Array(capacity);
    this.targets = new Int32Array(capacity);
    this.free = new Int32Array(capacity);
    for (let slot = 0; slot < capacity; slot++) this.free[slot] = capacity - 1 - slot;
    this.freeCount = capacity;
  }

  /** The time of the event that fired last; never decreases. */
  get now(): number {
    return this.clock;
  }

  /** How many events are scheduled, not counting the one that is firing. */
  get pending(): number {
    return this.fires() ? this.size - 1 : this.size;
  }

  /** The caller's `kind` of a slot. */
  kind(slot: number): number {
    return this.kinds[slot]!;
  }

  /** The caller's `target` of a slot. */
  target(slot: number): number {
    return this.targets[slot]!;
  }

  /** Adds an event and returns its slot. Of events at the same time the last kinds fire last, others as scheduled. */
  schedule(time: number, kind: number, target: number): number {
    if (!(time >= this.clock)) this.refuse(time);
    if (this.freeCount === 0) this.grow();
    this.freeCount -= 1;
    const slot = this.free[this.freeCount]!;
    this.kinds[slot] = kind;
    this.targets[slot] = target;
    if (this.fires()) {
      this.places[this.firing] = DISPLACED;
      this.siftDown(0, time, this.orderOf(kind), slot);
    } else this.siftUp(this.size++, time, this.orderOf(kind), slot);
    return slot;
  }

  /** Moves a scheduled event, or the one that is firing, to another time; it counts as scheduled anew. */
  reschedule(slot: number, time: number): void {
    if (!(time >= this.clock)) this.refuse(time);
    const place = this.places[slot]!;
    const order = this.orderOf(this.kinds[slot]!);
    if (slot === this.firing) {
      this.firing = NOWHERE;
      if (place === DISPLACED) {
        this.siftUp(this.size++, time, order, slot);
        return;
      }
    }
    if (!(place >= 0)) throw new Error(`calendar: slot ${slot} is not scheduled`);
    if (place > 0 && this.precedes(time, order, (place - 1) >> 1)) this.siftUp(place, time, order, slot);
    else this.siftDown(place, time, order, slot);
  }

  /** Removes a scheduled event; its slot may be given to another. */
  cancel(slot: number): void {
    const place = this.places[slot]!;
    const displaced = slot === this.firing && place === DISPLACED;
    if (!(place >= 0 || displaced)) throw new Error(`calendar: slot ${slot} is not scheduled`);
    if (slot === this.firing) this.firing = NOWHERE;
    if (!displaced) this.remove(place);
    this.release(slot);
  }

  /**
   * Advances to the next event at or before `until` and returns its slot, or −1 when there is none.
   * The slot of the event before it is given back unless its handler scheduled it again.
   */
  next(until: number): number {
    if (this.firing !== NOWHERE) {
      const fired = this.firing;
      if (this.fires()) this.remove(0);
      this.firing = NOWHERE;
      this.release(fired);
    }
    if (this.size === 0) return NOWHERE;
    const time = this.times[0]!;
    if (time > until) return NOWHERE;
    if (this.sequences[0]! >= LAST) this.letLeave(time);
    this.clock = time;
    const slot = this.slots[0]!;
    this.firing = slot;
    return slot;
  }

  /** Moves the clock on without an event, to the end of a run; no event before `time` may be pending. */
  advance(time: number): void {
    if (this.firing !== NOWHERE) throw new Error('calendar: an event is firing');
    if (time < this.clock || (this.size > 0 && this.times[0]! < time)) this.refuse(time);
    this.clock = time;
  }

  /**
   * When the first of the pending events that `matches` accepts will fire, the one that is firing apart; Infinity
   * where there is none. Looks at every event: for rare questions.
   */
  soonest(matches: (kind: number, target: number) => boolean): number {
    let soonest = Number.POSITIVE_INFINITY;
    for (let place = 0; place < this.size; place++) {
      const slot = this.slots[place]!;
      const time = this.times[place]!;
      if (slot === this.firing || time >= soonest) continue;
      if (matches(this.kinds[slot]!, this.targets[slot]!)) soonest = time;
    }
    return soonest;
  }

  /** Lets every pending event that `matches` accepts happen so many seconds later; equals keep their order. */
  postpone(seconds: number, matches: (kind: number, target: number) => boolean): void {
    const size = this.size;
    for (let place = 0; place < size; place++) {
      const slot = this.slots[place]!;
      if (slot !== this.firing && matches(this.kinds[slot]!, this.targets[slot]!))
        this.times[place]! += seconds;
    }
    for (let place = (size >> 1) - 1; place >= 0; place--) {
      this.siftDown(place, this.times[place]!, this.sequences[place]!, this.slots[place]!);
    }
  }

  /** Whether an event is firing that still stands at the root. A method: V8 looks a private getter up at each call. */
  private fires(): boolean {
    return this.firing !== NOWHERE && this.places[this.firing] !== DISPLACED;
  }

  private orderOf(kind: number): number {
    this.sequence += 1;
    return this.sequence + (kind < LAST_KINDS ? 0 : LAST);
  }

  /** An event of the last kinds is next: it stays at the root, or lets a departure of its moment, but for rounding, go first. */
  private letLeave(time: number): void {
    const place = this.leaving(time + time * ONE_MOMENT);
    if (place === 0) this.sequences[0] = 0;
    else this.siftUp(place, time, this.sequences[place]!, this.slots[place]!);
  }

  /** The place, one below the root, of the first departure by a time; 0 without one, as there nearly always is none. */
  private leaving(limit: number): number {
    if (this.size > 2 && this.times[1]! > limit && this.times[2]! > limit) return 0;
    let found = 0;
    for (let place = Math.min(2, this.size - 1); place > 0; place--) {
      if (this.times[place]! > limit || this.kinds[this.slots[place]!]! >= FIRST_KINDS) continue;
      if (found === 0 || this.times[place]! <= this.times[found]!) found = place;
    }
    return found;
  }

  private remove(place: number): void {
    this.size -= 1;
    const last = this.size;
    if (place === last) return;
    const time = this.times[last]!;
    const order = this.sequences[last]!;
    const slot = this.slots[last]!;
    if (place > 0 && this.precedes(time, order, (place - 1) >> 1)) this.siftUp(place, time, order, slot);
    else this.siftDown(place, time, order, slot);
  }

  private release(slot: number): void {
    this.places[slot] = NOWHERE;
    this.free[this.freeCount] = slot;
    this.freeCount += 1;
  }

  private precedes(time: number, sequence: number, place: number): boolean {
    const other = this.times[place]!;
    return time < other || (time === other && sequence < this.sequences[place]!);
  }

  private siftUp(from: number, time: number, sequence: number, slot: number): void {
    const times = this.times;
    const sequences = this.sequences;
    const slots = this.slots;
    const places = this.places;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const parentTime = times[parent]!;
      if (parentTime < time || (parentTime === time && sequences[parent]! < sequence)) break;
      const parentSlot = slots[parent]!;
      times[place] = parentTime;
      sequences[place] = sequences[parent]!;
      slots[place] = parentSlot;
      places[parentSlot] = place;
      place = parent;
    }
    times[place] = time;
    sequences[place] = sequence;
    slots[place] = slot;
    places[slot] = place;
  }

  private siftDown(from: number, time: number, sequence: number, slot: number): void {
    const size = this.size;
    const times = this.times;
    const sequences = this.sequences;
    const slots = this.slots;
    const places = this.places;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      let childTime = times[child]!;
      const right = child + 1;
      if (right < size) {
        const rightTime = times[right]!;
        // Added, not branched upon: a processor cannot foresee which of two events is the sooner.
        if (rightTime !== childTime) {
          child += Number(rightTime < childTime);
          childTime = times[child]!;
        } else if (sequences[right]! < sequences[child]!) child = right;
      }
      if (time < childTime || (time === childTime && sequence < sequences[child]!)) break;
      const childSlot = slots[child]!;
      times[place] = childTime;
      sequences[place] = sequences[child]!;
      slots[place] = childSlot;
      places[childSlot] = place;
      place = child;
    }
    times[place] = time;
    sequences[place] = sequence;
    slots[place] = slot;
    places[slot] = place;
  }

  private grow(): void {
    const before = this.capacity;
    const capacity = before * 2;
    this.capacity = capacity;
    this.times = lengthened(this.times, capacity);
    this.sequences = lengthened(this.sequences, capacity);
    this.slots = lengthened(this.slots, capacity);
    this.places = lengthened(this.places, capacity, NOWHERE);
    this.kinds = lengthened(this.kinds, capacity);
    this.targets = lengthened(this.targets, capacity);
    this.free = lengthened(this.free, capacity);
    for (let slot = capacity - 1; slot >= before; slot--) {
      this.free[this.freeCount] = slot;
      this.freeCount += 1;
    }
  }

  private refuse(time: number): never {
    throw new RangeError(`calendar: cannot go to ${time}: the clock stands at ${this.clock}`);
  }
}
