import type { Calendar } from '../../kernel/calendar.js';
import * as table from './query-table.js';

// Compiled in, where what is imported or exported would be looked up at each use.
const { NONE } = table;

/** One event that a part of a run keeps: planned, moved and given up under one name. */
export class Alarm {
  declare private readonly calendar: Calendar;
  declare private readonly kind: number;
  declare private readonly target: number;
  private slot = NONE;
  /** When it happens; Infinity while it is not planned. */
  time = Number.POSITIVE_INFINITY;

  /** @param kind what happens @param target the index of whom it happens to */
  constructor(calendar: Calendar, kind: number, target: number) {
    this.calendar = calendar;
    this.kind = kind;
    this.target = target;
  }

  /** Whether it is planned. */
  get set(): boolean {
    return this.slot !== NONE;
  }

  /** Plans it, or moves it, to a time. */
  at(time: number): void {
    if (this.slot === NONE) this.slot = this.calendar.schedule(time, this.kind, this.target);
    else this.calendar.reschedule(this.slot, time);
    this.time = time;
  }

  /** Plans it, or moves it, so many seconds from now. */
  after(seconds: number): void {
    this.at(this.calendar.now + seconds);
  }

  /** Plans it for a time, unless it is planned for that time or an earlier one. */
  by(time: number): void {
    if (time < this.time) this.at(time);
  }

  /** It has happened, and its handler may plan it anew. */
  fired(): void {
    this.slot = NONE;
    this.time = Number.POSITIVE_INFINITY;
  }

  /** Gives it up, if it is planned. */
  off(): void {
    if (this.slot !== NONE) this.calendar.cancel(this.slot);
    this.fired();
  }
}
