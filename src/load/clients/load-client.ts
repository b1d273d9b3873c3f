/** A query of a load on its way: the text is sent with each attempt. */
export interface SentQuery {
  readonly intended_seconds: number;
  readonly cpu_seconds: number;
  readonly text: string;
}

/** How clients of a load hold connections: one attempt of a query at a time. */
export interface LoadClient {
  /** Sends a query once. @throws what the driver says when the attempt fails */
  attempt(query: SentQuery): Promise<void>;
}

/** A queue that has no room: an error that only a client has. */
export class PoolFull extends Error {
  readonly code = 'pool_full';
}
