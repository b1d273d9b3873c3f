import { managesConnections } from '../../workload/load-specification.js';
import type { Compute } from '../lifecycle/compute.js';
import { ComputePart } from '../run/compute-part.js';
import * as Kind from '../run/event-kind.js';
import { Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import { allTaken, InsideLaw } from './queue-law.js';
import { type HybridLoad, pageWait } from './tick-state.js';

/** Scanning more rows than this costs as much as the rest of a tick. */
const FAR_ROWS = 1024;

/** The loads that share a pool of the pooler, by the index of the first, and the other loads on the compute. */
interface ServerPool {
  readonly first: number;
  readonly loads: readonly HybridLoad[];
  readonly others: readonly HybridLoad[];
  /** Maximum number of queries that their clients send at once. */
  readonly places: number;
}

/**
 * Gaps during which the queries of one compute pause while everything else continues. Work under way is delayed, and
 * the left-out arrivals only have their lasting effects: pages read and connections opened.
 */
export class Standstill extends ComputePart {
  readonly #loads: readonly HybridLoad[];
  /** The pools of the pooler that they use, and those whose clients keep connections in pools themselves. */
  readonly #pools: readonly ServerPool[];
  readonly #kept: readonly HybridLoad[];
  readonly #excursions = this.context.computeStream(this.compute.name, 'pool-excursions');
  readonly #law = new InsideLaw();
  /** Whether queries are far from each other in their table, as after an overload. */
  #scattered = false;

  constructor(context: RunContext, compute: Compute, loads: readonly HybridLoad[]) {
    super(context, compute);
    this.#loads = loads;
    this.#pools = serverPools(context, loads);
    this.#kept = loads.filter(
      ({ specification: { connection } }) =>
        managesConnections(connection) || (connection.kind === 'pool' && connection.via === 'direct'),
    );
  }

  /** Begins now. */
  begin(seconds: number): void {
    const { now, calendar } = this.context;
    const { cache, execution, service } = this.compute;
    cache.countUnseen(now);
    let arrivals = 0;
    for (const { index, process, outlook } of this.#loads) {
      const leftOut = process.skip(now + seconds);
      arrivals += leftOut;
      cache.readUnseen(index, leftOut * outlook.pages, seconds);
    }
    if (arrivals > 0 && execution.busy === 0) {
      // The compute had work to do, if only for an instant.
      this.compute.suspension.workBegins();
      this.compute.suspension.workEnds();
    }
    calendar.postpone(seconds, this.#isFast);
    this.#postpone(seconds);
    service.freeze(seconds);
    for (const pool of this.#pools) this.#openUnseen(pool, seconds);
    this.#useUnseen(seconds);
  }

  /** Whether an event belongs to a query of this compute. */
  readonly #isFast = (kind: number, target: number): boolean => {
    switch (kind) {
      case Kind.CPU_COMPLETION:
        return target === this.compute.index;
      case Kind.OFF_CPU_DONE:
      case Kind.CONNECTED:
      case Kind.WAIT_TIMEOUT:
      case Kind.RETRY:
        return this.context.queries.compute[target] === this.compute.index;
      default:
        return false;
    }
  };

  #postpone(seconds: number): void {
    const { queries } = this.context;
    const { index } = this.compute;
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
    const scattered = query > FAR_ROWS;
    // Once: a query that stays long in a far row would otherwise cause this at each gap.
    if (scattered && !this.#scattered) queries.gather(FAR_ROWS);
    this.#scattered = scattered;
  }

  /**
   * Applies the use of the clients' pools by the queries of the gap: connections are opened, and closed if they were
   * idle for too long.
   */
  #useUnseen(seconds: number): void {
    if (this.#kept.length === 0) return;
    const asked = vcpuDemand(this.#loads);
    const uniform = (): number => this.#excursions.uniform();
    for (const one of this.#kept) {
      const { process, outlook } = one;
      if (outlook.rate === 0) continue;
      const own = outlook.rate * outlook.cpu_mean;
      const left = this.compute.execution.vcpu - asked + own;
      // A machine that has just shrunk, or is paused for migration, has no such law.
      if (!(own < left)) continue;
      this.#law.set(own, left, this.#waiting(one));
      const finding = (taken: number): number => outlook.rate * this.#law.probability(taken);
      process.clients[0]!.applyUnseen?.({ seconds, finding, uniform });
    }
  }

  /**
   * Opens the server connections of a pool that the queries of the gap would have opened. Their number is a running
   * maximum, which windows alone underestimate.
   */
  #openUnseen({ first, loads, others, places }: ServerPool, gap: number): void {
    const { pooler } = this.compute.service;
    const load = vcpuDemand(loads);
    const vcpu = Math.max(0, this.compute.execution.vcpu - vcpuDemand(others));
    let rate = 0;
    let waiting = 0;
    for (const one of loads) {
      rate += one.outlook.rate;
      waiting += this.#waiting(one);
    }
    const most = Math.min(places, pooler.most_servers);
    for (let at = 0; ; ) {
      const open = pooler.openFor(first);
      if (open >= most) return;
      at -= Math.log(this.#excursions.uniform()) / (rate * allTaken(open, load, vcpu, waiting));
      if (!(at < gap) || !pooler.openUnseen(first)) return;
    }
  }

  /** Mean number of a load's queries that wait off the CPU. */
  #waiting(one: HybridLoad): number {
    return one.outlook.rate * (one.outlook.wait + pageWait(this.context, this.compute, one));
  }
}

function serverPools({ loads: { pool } }: RunContext, loads: readonly HybridLoad[]): readonly ServerPool[] {
  const pooled = loads.filter(({ specification: { connection } }) => connection.via === 'pooler');
  return [...new Set(pooled.map(({ index }) => pool[index]!))].map((one) => {
    const own = pooled.filter(({ index }) => pool[index] === one);
    return {
      first: own[0]!.index,
      loads: own,
      others: loads.filter((load) => !own.includes(load)),
      places: clientPlaces(own),
    };
  });
}

/** vCPU demand of the queries of loads in the current tick. */
export function vcpuDemand(loads: readonly HybridLoad[]): number {
  let sum = 0;
  for (const { outlook } of loads) sum += outlook.rate * outlook.cpu_mean;
  return sum;
}

/** Maximum number of queries that the clients' pools send at once. */
export function clientPlaces(loads: readonly HybridLoad[]): number {
  let places = 0;
  for (const { specification } of loads) {
    const { connection } = specification;
    places += connection.kind === 'pool' ? connection.size : Number.POSITIVE_INFINITY;
  }
  return places;
}
