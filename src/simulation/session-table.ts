import { NONE } from './query-table.js';

/** One open session of a client. */
export interface Session {
  /** Queries it may still run, Infinity where only time ends it. */
  queriesLeft: number;
  /** When it closes: Infinity where only its queries end it, NaN until its connection is open. */
  endsAt: number;
  /** Seconds it stays open once connected. */
  hold_seconds: number;
  /** The compute's epoch in which its connection was opened, or {@link NONE} while it has none. */
  epoch: number;
  /** The load it belongs to. */
  load: number;
}

/** The sessions that are open, by number; a closed one's number and object are used again. */
export class SessionTable {
  readonly #sessions: Session[] = [];
  readonly #free: number[] = [];

  /** Opens a session; it has no connection yet. */
  open(load: number, queriesLeft: number, hold_seconds: number): number {
    const number = this.#free.pop() ?? this.#sessions.length;
    const session = this.#sessions[number];
    if (session === undefined) {
      this.#sessions.push({ queriesLeft, endsAt: Number.NaN, hold_seconds, epoch: NONE, load });
    } else {
      session.queriesLeft = queriesLeft;
      session.endsAt = Number.NaN;
      session.hold_seconds = hold_seconds;
      session.epoch = NONE;
      session.load = load;
    }
    return number;
  }

  get(number: number): Session {
    return this.#sessions[number]!;
  }

  close(number: number): void {
    this.#free.push(number);
  }
}
