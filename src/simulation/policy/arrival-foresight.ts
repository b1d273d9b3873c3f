import { getOrCreate } from '../../kernel/get-or-create.js';
import { arrivalSource } from '../../workload/arrival/arrival-source.js';
import { ARRIVAL, NEXT_QUERY, RETRY, SESSION_QUERY } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';
import { shareOfNext } from './demand-foresight.js';

/**
 * Predicts the next query at a compute, for loads whose route chooses by weight, from fresh copies of the streams
 * that the run draws from: exact unless a target is lost. The targets of clients of a closed loop depend on the run.
 */
export class ArrivalForesight {
  readonly #context: RunContext;
  /** By load and compute. */
  readonly #cursors = new Map<string, () => number>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Whether the targets of a load's arrivals can be predicted. */
  foresees(load: number): boolean {
    const { route, process } = this.#context.scenario.load[load]!;
    return route.targets.length > 1 && route.by === 'weight' && process.kind !== 'closed';
  }

  /** When the next query of these loads arrives at a compute; Infinity if none will. */
  next(compute: number): number {
    let soonest = Number.POSITIVE_INFINITY;
    for (const { index, clients } of this.#context.loadProcesses) {
      if (!this.foresees(index) || !clients.some((client) => client.compute.index === compute)) continue;
      const cursor = getOrCreate(this.#cursors, `${index} ${compute}`, () => this.#cursor(index, compute));
      soonest = Math.min(soonest, cursor());
    }
    return soonest;
  }

  /**
   * When the next query will come to a compute: by a new arrival, a retry, or a thinking client or session. With a
   * closed loop or least-connections routing, a query that may still be routed elsewhere counts.
   */
  nextArrival(compute: number): number {
    const { queries, calendar } = this.#context;
    const planned = calendar.soonest((kind, target) => {
      switch (kind) {
        case ARRIVAL:
        case NEXT_QUERY:
          return (
            !this.foresees(target) &&
            this.#context.scenario.load[target]!.wakes !== false &&
            this.#context.loadProcesses[target]!.clients.some((client) => client.compute.index === compute)
          );
        case RETRY:
          return queries.compute[target] === compute && queries.opening[target] === 0;
        case SESSION_QUERY:
          return this.#context.clientOfSession(target).compute.index === compute;
        default:
          return false;
      }
    });
    return Math.min(planned, this.next(compute));
  }

  #cursor(load: number, compute: number): () => number {
    const { scenario } = this.#context;
    const { duration_seconds } = scenario;
    const specification = scenario.load[load]!;
    const { name, process } = specification;
    const source = arrivalSource(process, (purpose) => this.#context.stream(name, purpose), duration_seconds);
    const share = shareOfNext(this.#context, specification, scenario.computes[compute]!.name);
    let next = -1;
    return () => {
      // Arrivals before the load's next arrival have already happened.
      while (next < this.#context.loadProcesses[load]!.next_arrival) {
        const at = source.next();
        if (at >= duration_seconds) next = Number.POSITIVE_INFINITY;
        else if (share() > 0) next = at;
      }
      return next;
    };
  }
}
