import { grow } from './grown.js';

/** The absence of a slot, and the place of a slot outside the heap. */
export const NOWHERE = -1;

/**
 * A binary heap of events in typed arrays, ordered by time and then by sequence. Its root may be vacant after an event
 * has fired, so that filling it again costs one sift instead of two.
 *
 * The calendar extends it instead of holding one, because every event passes through it.
 */
export class EventHeap {
  protected size = 0;
  /** Whether the root still holds the event that fired last. */
  protected vacant = false;
  /** The key of each entry (Infinity after the last one), and its slot. */
  declare protected times: Float64Array;
  declare protected sequences: Float64Array;
  declare protected slots: Int32Array;
  /** Place in the heap, by slot. */
  declare protected places: Int32Array;

  constructor(capacity: number) {
    this.times = new Float64Array(capacity).fill(Number.POSITIVE_INFINITY);
    this.sequences = new Float64Array(capacity);
    this.slots = new Int32Array(capacity);
    this.places = new Int32Array(capacity).fill(NOWHERE);
  }

  /** Whether every entry of the heap is later than `time`. */
  protected isBeforeHeap(time: number): boolean {
    const times = this.times;
    return this.vacant ? times[1]! > time && times[2]! > time : times[0]! > time;
  }

  /** Adds an entry: at the root if that is vacant, otherwise at the end. */
  protected enter(time: number, order: number, slot: number): void {
    if (this.vacant) {
      this.vacant = false;
      this.siftDown(0, time, order, slot);
    } else this.siftUp(this.size++, time, order, slot);
  }

  /** Fills the vacant root with a pending entry. */
  protected fill(): void {
    this.vacant = false;
    this.remove(0);
  }

  /** Changes the key of an entry. */
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

  /** Restores the heap order after times have changed. */
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
        // Arithmetic instead of a branch: a processor cannot predict which of two events is sooner.
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
