import { NONE } from './query-table.js';
import { RowTable } from './row-table.js';

/** Error of the next query of a session, after its transaction was lost. */
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
 * The open sessions, as columns of typed arrays: there may be ten thousand, and each query comes from
 * another one. The number of a closed session is reused.
 */
export class SessionTable extends RowTable {
  readonly #open: number[] = [];

  /** The client process it belongs to. */
  client = new Int32Array(this.rows);
  /** Queries it may still run, Infinity if only time ends it. */
  queriesLeft = new Float64Array(this.rows);
  /** When it closes: Infinity if only its queries end it, NaN until its connection is open. */
  endsAt = new Float64Array(this.rows);
  /** Seconds it stays open once connected. */
  holdSeconds = new Float64Array(this.rows);
  /** The compute's epoch when its connection was opened, or {@link NONE} while it has no connection. */
  epoch = new Int32Array(this.rows);
  /** 1 while a transaction is open on its connection. */
  transaction = new Int8Array(this.rows);
  /** One of {@link Lost}. */
  lost = new Int8Array(this.rows);

  constructor() {
    super(64);
  }

  openOf(client: number): number {
    return this.#open[client] ?? 0;
  }

  /** Opens a session; it has no connection yet. */
  open(client: number, queriesLeft: number, holdSeconds: number): number {
    this.#open[client] = this.openOf(client) + 1;
    const number = this.takeRow();
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
    this.releaseRow(number);
  }
}
