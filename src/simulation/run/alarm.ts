import type { Calendar } from '../../kernel/calendar.js';
import * as table from './query-table.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;

/** One event of a part of a run that can be scheduled, moved and cancelled. */
export class Alarm {
  declare private readonly calendar: Calendar;
  declare private readonly kind: number;
  declare private readonly target: number;
  private slot = NONE;
  /** When it fires; Infinity while it is not scheduled. */
  time = Number.POSITIVE_INFINITY;

  /** @param kind kind of the event @param target index of the object that it affects */
  constructor(calendar: Calendar, kind: number, target: number) {
    this.calendar = calendar;
    this.kind = kind;
    this.target = target;
  }

  /** Whether it is scheduled. */
  get set(): boolean {
    return this.slot !== NONE;
  }

  /** Schedules it, or moves it, to a time. */
  at(time: number): void {
    if (this.slot === NONE) this.slot = this.calendar.schedule(time, this.kind, this.target);
    else this.calendar.reschedule(this.slot, time);
    this.time = time;
  }

  /** Schedules it, or moves it, a number of seconds from now. */
  after(seconds: number): void {
    this.at(this.calendar.now + seconds);
  }

  /** Schedules it for a time, unless it is scheduled for that time or an earlier one. */
  by(time: number): void {
    if (time < this.time) this.at(time);
  }

  /** It has fired, and its handler may schedule it again. */
  fired(): void {
    this.slot = NONE;
    this.time = Number.POSITIVE_INFINITY;
  }

  /** Cancels it, if it is scheduled. */
  off(): void {
    if (this.slot !== NONE) this.calendar.cancel(this.slot);
    this.fired();
  }
}
