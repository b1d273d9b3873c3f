import { lengthened } from '../kernel/lengthened.js';
import { NONE } from './query-table.js';

/** What the next query of a session meets because its transaction was lost. */
export const Lost = {
  nothing: 0,
  /** Its connection was cut. */
  connection: 1,
  /** It was idle in its transaction for too long. */
  idleInTransaction: 2,
} as const;

/** By {@link Lost}: the SQLSTATE. */
export const LOST_ERRORS = ['', '08006', '25P03'] as const;

/**
 * The sessions that are open, as columns of typed arrays: there may be ten thousand, and each query comes from
 * another one. A closed one's number is used again.
 */
export class SessionTable {
  #capacity = 64;
  #free: Int32Array;
  #freeCount: number;
  /** By client: its open sessions. */
  readonly #open: number[] = [];

  /** The client process it belongs to. */
  client = new Int32Array(this.#capacity);
  /** Queries it may still run, Infinity where only time ends it. */
  queriesLeft = new Float64Array(this.#capacity);
  /** When it closes: Infinity where only its queries end it, NaN until its connection is open. */
  endsAt = new Float64Array(this.#capacity);
  /** Seconds it stays open once connected. */
  holdSeconds = new Float64Array(this.#capacity);
  /** The compute's epoch in which its connection was opened, or {@link NONE} while it has none. */
  epoch = new Int32Array(this.#capacity);
  /** 1 while a transaction is open on its connection. */
  transaction = new Int8Array(this.#capacity);
  /** One of {@link Lost}. */
  lost = new Int8Array(this.#capacity);

  constructor() {
    this.#free = new Int32Array(this.#capacity);
    for (let number = 0; number < this.#capacity; number++) this.#free[number] = this.#capacity - 1 - number;
    this.#freeCount = this.#capacity;
  }

  /** Sessions open now. */
  get open_sessions(): number {
    return this.#capacity - this.#freeCount;
  }

  /** Sessions of a client that are open now. */
  openOf(client: number): number {
    return this.#open[client] ?? 0;
  }

  /** Opens a session; it has no connection yet. */
  open(client: number, queriesLeft: number, holdSeconds: number): number {
    if (this.#freeCount === 0) this.#grow();
    this.#open[client] = this.openOf(client) + 1;
    this.#freeCount -= 1;
    const number = this.#free[this.#freeCount]!;
    this.client[number] = client;
    this.queriesLeft[number] = queriesLeft;
    this.endsAt[number] = Number.NaN;
    this.holdSeconds[number] = holdSeconds;
    this.epoch[number] = NONE;
    this.transaction[number] = 0;
    this.lost[number] = Lost.nothing;
    return number;
  }

  close(number: number): void {
    this.#open[this.client[number]!]! -= 1;
    this.#free[this.#freeCount] = number;
    this.#freeCount += 1;
  }

  #grow(): void {
    const before = this.#capacity;
    const capacity = before * 2;
    this.#capacity = capacity;
    this.client = lengthened(this.client, new Int32Array(capacity));
    this.queriesLeft = lengthened(this.queriesLeft, new Float64Array(capacity));
    this.endsAt = lengthened(this.endsAt, new Float64Array(capacity));
    this.holdSeconds = lengthened(this.holdSeconds, new Float64Array(capacity));
    this.epoch = lengthened(this.epoch, new Int32Array(capacity));
    this.transaction = lengthened(this.transaction, new Int8Array(capacity));
    this.lost = lengthened(this.lost, new Int8Array(capacity));
    this.#free = lengthened(this.#free, new Int32Array(capacity));
    for (let number = capacity - 1; number >= before; number--) {
      this.#free[this.#freeCount] = number;
      this.#freeCount += 1;
    }
  }
}
