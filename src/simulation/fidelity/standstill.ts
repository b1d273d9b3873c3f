import type { RandomStream } from '../../kernel/random-stream.js';
import { hasLife } from '../../workload/pool-life.js';
import type { ComputeProcess } from '../lifecycle/compute-process.js';
import * as Kind from '../run/event-kind.js';
import { Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import { allTaken, InsideLaw } from './queue-law.js';
import { type HybridLoad, pageWait } from './tick-state.js';

/** Looking through more rows than this costs as much as what else a tick does. */
const FAR_ROWS = 1024;

/**
 * Times in which nothing goes on that queries of one compute do, while everything else does: what is under way happens later,
 * and of the queries that would arrive remains what they leave behind, which are pages read and connections opened.
 */
export class Standstill {
  readonly #context: RunContext;
  readonly #compute: ComputeProcess;
  readonly #loads: readonly HybridLoad[];
  readonly #excursions: RandomStream;
  readonly #law = new InsideLaw();
  /** Whether queries stand far apart in their table, as after an overload. */
  #scattered = false;

  constructor(context: RunContext, compute: ComputeProcess, loads: readonly HybridLoad[]) {
    this.#context = context;
    this.#compute = compute;
    this.#loads = loads;
    this.#excursions = context.stream(compute.name, 'pool-excursions');
  }

  /** Begins now. */
  last(seconds: number): void {
    const { now, calendar } = this.#context;
    const { cache, execution, service } = this.#compute;
    cache.countUnseen(now);
    let arrivals = 0;
    for (const { index, process, outlook } of this.#loads) {
      const leftOut = process.skip(now + seconds);
      arrivals += leftOut;
      cache.readUnseen(index, leftOut * outlook.pages, seconds);
    }
    if (arrivals > 0 && execution.busy === 0) {
      // There was something to do, if only for a moment.
      this.#compute.becameBusy();
      this.#compute.becameIdle();
    }
    calendar.postpone(seconds, this.#isFast);
    this.#postpone(seconds);
    service.freeze(seconds);
    this.#openUnseen(seconds);
    this.#useUnseen(seconds);
  }

  /** Whether an event belongs to a query of this compute. */
  readonly #isFast = (kind: number, target: number): boolean => {
    switch (kind) {
      case Kind.CPU_COMPLETION:
        return target === this.#compute.index;
      case Kind.OFF_CPU_DONE:
      case Kind.CONNECTED:
      case Kind.WAIT_TIMEOUT:
      case Kind.RETRY:
        return this.#context.queries.compute[target] === this.#compute.index;
      default:
        return false;
    }
  };

  #postpone(seconds: number): void {
    const { queries } = this.#context;
    const { index } = this.#compute;
    if (queries.used === 0 && this.#scattered) queries.reorder();
    let query = 0;
    for (let left = queries.used; left > 0 && query < queries.rows; query++) {
      if (queries.stage[query] === Stage.free) continue;
      left -= 1;
      if (queries.compute[query] !== index) continue;
      queries.arrivedAt[query]! += seconds;
      queries.heldAt[query]! += seconds;
      queries.connectedAt[query]! += seconds;
      queries.queuedAt[query]! += seconds;
    }
    this.#scattered = query > FAR_ROWS;
  }

  /** The clients' pools are used as by the queries of the gap: their connections are closed when they have been idle for long. */
  #useUnseen(seconds: number): void {
    const asked = this.#loads.reduce((sum, { outlook }) => sum + outlook.rate * outlook.cpu_mean, 0);
    const uniform = (): number => this.#excursions.uniform();
    for (const one of this.#loads) {
      const { process, outlook, specification } = one;
      if (!hasLife(specification.connection) || outlook.rate === 0) continue;
      const own = outlook.rate * outlook.cpu_mean;
      const waiting = outlook.rate * (outlook.wait + pageWait(this.#context, this.#compute, one));
      this.#law.set(own, this.#compute.execution.vcpu - asked + own, waiting);
      const finding = (taken: number): number => outlook.rate * this.#law.probability(taken);
      process.clients[0]!.outlast({ seconds, finding, uniform });
    }
  }

  /**
   * Opens the server connections that queries of the gap would have opened: their number is a running maximum, of which
   * windows see too little.
   */
  #openUnseen(gap: number): void {
    const { pooler } = this.#compute.service;
    const { viaPooler } = this.#context.loads;
    const through = this.#loads.filter(({ index }) => viaPooler[index] === 1);
    const [first] = through;
    if (first === undefined) return;
    const load = through.reduce((sum, { outlook }) => sum + outlook.rate * outlook.cpu_mean, 0);
    const rate = through.reduce((sum, { outlook }) => sum + outlook.rate, 0);
    const waiting = through.reduce(
      (sum, one) => sum + one.outlook.rate * (one.outlook.wait + pageWait(this.#context, this.#compute, one)),
      0,
    );
    const most = Math.min(placesOf(through), pooler.most_servers);
    for (let at = 0; ; ) {
      const open = pooler.openFor(first.index);
      if (open >= most) return;
      at -=
        Math.log(this.#excursions.uniform()) /
        (rate * allTaken(open, load, this.#compute.execution.vcpu, waiting));
      if (!(at < gap) || !pooler.openUnseen(first.index)) return;
    }
  }
}

/** How many queries the clients' own pools send at once. */
export function placesOf(loads: readonly HybridLoad[]): number {
  return loads.reduce(
    (sum, { specification: { connection } }) =>
      sum + (connection.kind === 'pool' ? connection.size : Number.POSITIVE_INFINITY),
    0,
  );
}
