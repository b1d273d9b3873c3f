import { Calendar } from '../kernel/calendar.js';
import { type RandomStream, randomStream } from '../kernel/random-stream.js';
import type { Scenario } from '../scenario/scenario.js';
import { InvariantError } from './invariant.js';
import type { Observer } from './observation.js';
import { QueryTable } from './query-table.js';

/** The client side of a query, as a compute sees it: told what became of each attempt. */
export interface QueryClient {
  /** The attempt succeeded; its connection, if any, is still open. */
  completed(query: number): void;
  /** The attempt failed with an SQLSTATE or client error; its connection is open where the table says so. */
  failed(query: number, error: string): void;
}

/** What every part of one run shares. */
export class RunContext {
  readonly calendar = new Calendar(256);
  readonly queries = new QueryTable();
  /** By load, filled in when the run is put together. */
  readonly clients: QueryClient[] = [];
  /** When the next query will come to a compute, Infinity if none will; set when the run is put together. */
  nextArrival: (compute: number) => number = () => Number.POSITIVE_INFINITY;

  constructor(
    readonly scenario: Scenario,
    readonly replication: number,
    readonly observer: Observer | undefined,
  ) {}

  get now(): number {
    return this.calendar.now;
  }

  /** The random stream of an entity (a compute or load by name) and a purpose. */
  stream(entity: string, purpose: string): RandomStream {
    return randomStream(this.scenario.seed, this.replication, entity, purpose);
  }

  /** Stops the run: something that must hold does not. */
  broken(invariant: string, found: string, event: string): never {
    throw new InvariantError(invariant, found, this.scenario.seed, this.now, event);
  }
}
