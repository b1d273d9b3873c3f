import { MEMORY_PEAK } from '../run/event-kind.js';
import * as table from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { GuestMemory } from './guest-memory.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;

interface GrowingQuery {
  readonly began: number;
  readonly bytes_per_second: number;
  /** Calendar slot of the moment at which it reaches its peak; {@link NONE} from then on. */
  event: number;
}

/** Private memory of one compute's queries that grows at a constant rate while they run, up to a peak. */
export class MemoryGrowth {
  readonly #context: RunContext;
  readonly #memory: GuestMemory;
  /** By load: seconds from the start of a query to its peak. */
  readonly #seconds: Float64Array;
  readonly #holders = new Map<number, GrowingQuery>();

  constructor(context: RunContext, memory: GuestMemory, seconds: Float64Array) {
    this.#context = context;
    this.#memory = memory;
    this.#seconds = seconds;
  }

  /** A query starts to run. */
  begin(query: number): void {
    const { queries, calendar, now } = this.#context;
    const peak = queries.growthBytes[query]!;
    if (peak === 0) return;
    const seconds = this.#seconds[queries.load[query]!]!;
    const bytes_per_second = peak / seconds;
    const event = calendar.schedule(now + seconds, MEMORY_PEAK, query);
    this.#holders.set(query, { began: now, bytes_per_second, event });
    this.#memory.growthBegins(bytes_per_second);
  }

  /** Handles {@link MEMORY_PEAK}. */
  grown(query: number): void {
    const holder = this.#holders.get(query)!;
    holder.event = NONE;
    this.#memory.growthEnds(holder.bytes_per_second);
  }

  /** A query has ended: its memory is released. @param last whether no query is left */
  end(query: number, last: boolean): void {
    const holder = this.#holders.get(query);
    if (holder === undefined) return;
    const { queries, calendar, now } = this.#context;
    const { began, bytes_per_second, event } = holder;
    let held = queries.growthBytes[query]!;
    if (event !== NONE) {
      calendar.cancel(event);
      this.#memory.growthEnds(bytes_per_second);
      held = bytes_per_second * (now - began);
    }
    this.#holders.delete(query);
    this.#memory.giveBack(held, last);
  }

  /** All work has stopped at once; the compute's memory is released as a whole. */
  clear(): void {
    for (const { event } of this.#holders.values()) {
      if (event !== NONE) this.#context.calendar.cancel(event);
    }
    this.#holders.clear();
  }
}
