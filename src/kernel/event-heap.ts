import { grow } from './grown.js';

/** No slot, and the place of a slot that is not in the heap. */
export const NOWHERE = -1;

/**
 * A binary heap of events over typed arrays, by time and among equals by order. Its root may be vacant: what fired there is
 * gone, and what takes its place costs one sift, not two.
 *
 * The calendar extends it rather than have one: it is asked at every event.
 */
export class EventHeap {
  protected size = 0;
  /** Whether the root is what fired there last, and nothing pending. */
  protected vacant = false;
  /** The key of each entry, with Infinity behind the last one, and the slot it belongs to. */
  declare protected times: Float64Array;
  declare protected sequences: Float64Array;
  declare protected slots: Int32Array;
  /** By slot: its place in the heap. */
  declare protected places: Int32Array;

  constructor(capacity: number) {
    this.times = new Float64Array(capacity).fill(Number.POSITIVE_INFINITY);
    this.sequences = new Float64Array(capacity);
    this.slots = new Int32Array(capacity);
    this.places = new Int32Array(capacity).fill(NOWHERE);
  }

  /** Whether whatever is in the heap comes later than a time. */
  protected isBeforeHeap(time: number): boolean {
    const times = this.times;
    return this.vacant ? times[1]! > time && times[2]! > time : times[0]! > time;
  }

  /** Adds an entry to the heap: at its root, if that is vacant, or at its end. */
  protected enter(time: number, order: number, slot: number): void {
    if (this.vacant) {
      this.vacant = false;
      this.siftDown(0, time, order, slot);
    } else this.siftUp(this.size++, time, order, slot);
  }

  /** Puts something pending at the root, which is vacant. */
  protected fill(): void {
    this.vacant = false;
    this.remove(0);
  }

  /** Gives an entry another key. */
  protected move(place: number, time: number, order: number, slot: number): void {
    if (place > 0 && this.precedes(time, order, (place - 1) >> 1)) this.siftUp(place, time, order, slot);
    else this.siftDown(place, time, order, slot);
  }

  protected remove(place: number): void {
    this.size -= 1;
    const last = this.size;
    const time = this.times[last]!;
    this.times[last] = Number.POSITIVE_INFINITY;
    if (place === last) return;
    const order = this.sequences[last]!;
    const slot = this.slots[last]!;
    this.move(place, time, order, slot);
  }

  /** Puts the heap in order after some times have changed. */
  protected sort(): void {
    for (let place = (this.size >> 1) - 1; place >= 0; place--)
      this.siftDown(place, this.times[place]!, this.sequences[place]!, this.slots[place]!);
  }

  protected makeRoom(capacity: number): void {
    this.times = grow(this.times, capacity, Number.POSITIVE_INFINITY);
    this.sequences = grow(this.sequences, capacity);
    this.slots = grow(this.slots, capacity);
    this.places = grow(this.places, capacity, NOWHERE);
  }

  private precedes(time: number, sequence: number, place: number): boolean {
    const other = this.times[place]!;
    return time < other || (time === other && sequence < this.sequences[place]!);
  }

  protected siftUp(from: number, time: number, sequence: number, slot: number): void {
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
}
