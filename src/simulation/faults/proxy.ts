import type { ComputeState } from '../../compute/lifecycle/compute-state.js';

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

/** Why no start can begin at present. */
export interface StartBlock {
  readonly kind: 'outage' | 'operation';
  /** In words a client may be told. */
  readonly words: string;
}

/** The compute behind a proxy. */
export interface ProxyHost {
  readonly state: ComputeState;
  /** Why no start can begin; `undefined` when one can. */
  readonly startBlock: StartBlock | undefined;
  /** Whether the compute has crashed and does not start yet: nothing answers. */
  readonly crashed: boolean;
  /** Whether nobody can be let in, however long one waits. */
  readonly barred: boolean;
  /** Refuses a caller for that reason. */
  turnAway(query: number): void;
  /** Gives a caller a connection; only while active. */
  admit(query: number): void;
  /** Takes note of a caller whom a compute that does not run makes wait; wakes a suspended one if it can. */
  call(query: number): void;
  /** Refuses an attempt: counts and logs it, and tells the client. */
  refuse(query: number, error: string, words: string): void;
  /** The proxy begins to refuse every new connection, or ends that. */
  availabilityChanged(): void;
  /** Fails an attempt that has not reached the compute, and logs it. */
  unreachable(query: number, words: string): void;
}
