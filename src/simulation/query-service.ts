import { type Draw, sampler } from '../kernel/sampler.js';
import type { ConnectionSlots } from './connection-slots.js';
import type { GuestMemory } from './guest-memory.js';
import { Pooler } from './pooler.js';
import { QueryExecution } from './query-execution.js';
import type { QueryMeters } from './query-meters.js';
import type { RunContext } from './run-context.js';

/** The compute around the service. */
export interface ServiceHost {
  readonly slots: ConnectionSlots;
  readonly meters: QueryMeters;
  readonly memory: GuestMemory;
  /** Counts and logs a refusal and fails the attempt. */
  refuse(query: number, error: string, words: string): void;
  /** A slot was taken or given back where that changes whether another one is free. */
  availabilityChanged(): void;
  /** There is no work left. */
  becameIdle(): void;
  /** There is work again. */
  becameBusy(): void;
}

/**
 * What an active compute does for its clients: gives out connection slots, directly or through its pooler,
 * and works on queries.
 */
export class QueryService {
  readonly execution: QueryExecution;
  readonly pooler: Pooler;
  readonly #context: RunContext;
  readonly #host: ServiceHost;
  readonly #connectLatency: Draw;
  /** By load: 1 where clients go through the pooler. */
  readonly #viaPooler: Uint8Array;

  constructor(
    context: RunContext,
    host: ServiceHost,
    compute: Omit<ConstructorParameters<typeof QueryExecution>[1], 'host'> & { readonly name: string },
  ) {
    const { model, load } = context.scenario;
    this.#context = context;
    this.#host = host;
    this.execution = new QueryExecution(context, { ...compute, host: this });
    this.pooler = new Pooler(context, this);
    this.#connectLatency = sampler(model.connect_latency, context.stream(compute.name, 'connect-latency'));
    this.#viaPooler = Uint8Array.from(load, ({ connection }) => (connection.via === 'pooler' ? 1 : 0));
  }

  /** Gives a client's query a connection, or a place in the pooler's line, or refuses it. */
  admit(query: number): void {
    const { queries, now } = this.#context;
    if (this.#viaPooler[queries.load[query]!] === 1) this.pooler.enter(query);
    else if (this.takeSlot()) {
      queries.connected[query] = 1;
      queries.connectedAt[query] = now;
      this.#open(query);
    } else this.#host.refuse(query, '53300', 'sorry, too many clients already');
  }

  /** Works on a query whose connection is open. */
  start(query: number): void {
    if (this.execution.fitsOnDisk(query)) {
      this.execution.start(query);
      return;
    }
    this.#giveBack(query);
    this.fail(query, '53100');
    if (this.execution.busy === 0) this.#host.becameIdle();
  }

  /** A query has spent the time that connecting takes. */
  connected(query: number): void {
    this.execution.connected(query);
    this.start(query);
  }

  /** A client closes the connection it holds. */
  disconnect(): void {
    const { slots } = this.#host;
    const wasFull = slots.full;
    slots.release(this.#context.now);
    this.#host.memory.connectionClosed();
    if (!wasFull) return;
    this.pooler.pump();
    this.#host.availabilityChanged();
  }

  /** Stops all work and cuts every connection. @returns the queries that were being worked on or in line */
  stop(): readonly number[] {
    const { queries, now } = this.#context;
    const stopped = [...this.execution.abort(), ...this.pooler.reset()];
    this.#host.slots.dropAll(now);
    for (const query of stopped) queries.connected[query] = 0;
    return stopped;
  }

  /** For {@link QueryExecution}: a query is through. */
  executed(query: number): void {
    const { queries, clients, now } = this.#context;
    this.#host.meters.complete(now - queries.arrivedAt[query]!);
    this.#giveBack(query);
    clients[queries.load[query]!]!.completed(query);
    if (this.execution.busy === 0) this.#host.becameIdle();
  }

  /** For {@link QueryExecution}. */
  becameBusy(): void {
    this.#host.becameBusy();
  }

  /** Takes a connection slot, for a client or for the pooler. @returns whether one was free */
  takeSlot(): boolean {
    const { slots } = this.#host;
    if (slots.full) return false;
    slots.take(this.#context.now);
    this.#host.memory.connectionOpened();
    if (slots.full) this.#host.availabilityChanged();
    return true;
  }

  /** For the pooler: works on a query over a server connection, `fresh` when it has just been opened. */
  serve(query: number, fresh: boolean): void {
    this.#context.queries.connectedAt[query] = this.#context.now;
    if (fresh) this.#open(query);
    else this.start(query);
  }

  /** For the pooler: refuses an attempt. */
  refuse(query: number, error: string, words: string): void {
    this.#host.refuse(query, error, words);
  }

  /** An attempt has failed; its client decides what follows. */
  fail(query: number, error: string): void {
    const { queries, clients } = this.#context;
    clients[queries.load[query]!]!.failed(query, error);
  }

  /** Spends the time that connecting takes, if any, and then starts the query. */
  #open(query: number): void {
    const seconds = this.#connectLatency();
    if (seconds > 0) this.execution.connect(query, seconds);
    else this.start(query);
  }

  /** A pooled query gives its server connection back as soon as it is through. */
  #giveBack(query: number): void {
    if (this.#viaPooler[this.#context.queries.load[query]!] === 1) this.pooler.leave();
  }
}
