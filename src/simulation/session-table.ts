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
  /** The client process it belongs to. */
  client: number;
  /** Whether a transaction is open on its connection. */
  transaction: boolean;
  /** The error that its next query meets because its transaction was lost. */
  lost: string | undefined;
}

/** The sessions that are open, by number; a closed one's number and object are used again. */
export class SessionTable {
  readonly #sessions: Session[] = [];
  readonly #free: number[] = [];
  /** By client: its open sessions. */
  readonly #open: number[] = [];

  /** Sessions open now. */
  get open_sessions(): number {
    return this.#sessions.length - this.#free.length;
  }

  /** Sessions of a client that are open now. */
  openOf(client: number): number {
    return this.#open[client] ?? 0;
  }

  /** Opens a session; it has no connection yet. */
  open(client: number, queriesLeft: number, hold_seconds: number): number {
    this.#open[client] = this.openOf(client) + 1;
    const number = this.#free.pop() ?? this.#sessions.length;
    const session = this.#sessions[number];
    if (session === undefined) {
      const endsAt = Number.NaN;
      const lost = undefined;
      this.#sessions.push({
        queriesLeft,
        endsAt,
        hold_seconds,
        epoch: NONE,
        client,
        transaction: false,
        lost,
      });
    } else {
      session.queriesLeft = queriesLeft;
      session.endsAt = Number.NaN;
      session.hold_seconds = hold_seconds;
      session.epoch = NONE;
      session.client = client;
      session.transaction = false;
      session.lost = undefined;
    }
    return number;
  }

  get(number: number): Session {
    return this.#sessions[number]!;
  }

  close(number: number): void {
    this.#open[this.get(number).client]! -= 1;
    this.#free.push(number);
  }
}
