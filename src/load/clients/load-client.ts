/** A query of a load; each attempt sends its text. */
export interface SentQuery {
  readonly intended_seconds: number;
  readonly cpu_seconds: number;
  readonly text: string;
}

/** A client of a load, which decides how connections are used. */
export interface LoadClient {
  /** Sends a query once. @throws the driver's error */
  attempt(query: SentQuery): Promise<void>;
}

/** The pool's queue is full: an error of the client, without an SQLSTATE. */
export class PoolFull extends Error {
  readonly code = 'pool_full';
}
