/** What stands between the clients of one compute and the compute; what it does nothing about, it does not have. */
export interface ConnectionProxy {
  /** Callers that wait for the compute to run, or for the proxy's next try. */
  readonly waiting: number;
  /** Those of them for whom the compute is woken when a wake is possible again. */
  readonly asking: number;
  /** Until when it refuses every new connection to an active compute; in the past unless it does. */
  readonly refusesUntil?: number;
  /** A client wants a connection for its query. */
  connect(query: number): void;
  /** The compute runs, or is not to run any more: those who wait for it are let in, or refused. */
  settle?(): void;
  /** The compute has stopped: no connection is being opened any more. */
  stopped?(): void;
  /** A caller's connect timeout is over. */
  abandon?(query: number): void;
  /** Handles `PROXY_TRY`: what the proxy has planned for a caller. */
  tryAgain?(query: number): void;
  /** A client's connection to the compute is being opened, and then is open. */
  opening?(): void;
  opened?(): void;
}
