import { tempDiskBytes } from '../../compute/size.js';
import type { CauseLedger } from '../causes/cause-ledger.js';
import { MEMORY_PEAK } from '../run/event-kind.js';
import type { QueryTable } from '../run/query-table.js';
import * as table from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { GuestMemory } from './guest-memory.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;

/**
 * Per-query work that only some scenarios need: distinguishing loads, crossing a network, limiting statement times,
 * holding temporary files, growing memory. It is kept in one place, which queries of other scenarios bypass.
 */
export class QueryExtras {
  /** `undefined` if no load writes temporary files. */
  declare readonly disk: TempDisk | undefined;
  /** `undefined` if no load's memory grows. */
  declare readonly growth: MemoryGrowth | undefined;
  declare private readonly context: RunContext;
  declare private readonly queries: QueryTable;
  /** Set if loads have to be distinguished; `undefined` for a single load. */
  declare private readonly causes: CauseLedger | undefined;
  /** By load: seconds; `undefined` if no query crosses a network, and if no load limits its queries. */
  declare private readonly roundTrips: Float64Array | undefined;
  declare private readonly timeouts: Float64Array | undefined;

  /** @param max_cu the maximum size of the compute */
  constructor(context: RunContext, causes: CauseLedger, memory: GuestMemory, max_cu: number) {
    const { anyStatementTimeout, anyTempFiles, statementTimeout, roundTrip, memoryGrowth } = context.loads;
    this.context = context;
    this.queries = context.queries;
    this.causes = causes.here.several ? causes : undefined;
    this.roundTrips = roundTrip;
    this.timeouts = anyStatementTimeout ? statementTimeout : undefined;
    this.disk = anyTempFiles ? new TempDisk(context.queries, max_cu) : undefined;
    this.growth = memoryGrowth && new MemoryGrowth(context, memory, memoryGrowth);
  }

  get any(): boolean {
    const { causes, roundTrips, timeouts, disk, growth } = this;
    return [causes, roundTrips, timeouts, disk, growth].some((one) => one !== undefined);
  }

  /** A connection starts to open, or is open. */
  connects(query: number): void {
    if (this.causes !== undefined) this.causes.begins(this.causeOf(query));
  }

  connected(query: number): void {
    if (this.causes !== undefined) this.causes.ends(this.causeOf(query));
  }

  /** A query starts. @param onCpu whether it has CPU work @returns seconds of its network round trip */
  begins(query: number, onCpu: boolean): number {
    const { queries, causes, disk, timeouts, roundTrips } = this;
    const load = queries.load[query]!;
    if (causes !== undefined) {
      causes.begins(this.causeOf(query));
      causes.pushers.addBytes(load, this.peakBytes(query));
      if (onCpu) causes.pushers.addRunning(load, 1);
    }
    if (disk !== undefined) disk.take(query);
    if (this.growth !== undefined) this.growth.begin(query);
    if (timeouts !== undefined && queries.opening[query] === 0)
      this.context.limits.begin(query, timeouts[load]!);
    return roundTrips === undefined ? 0 : roundTrips[load]!;
  }

  leavesCpu(query: number): void {
    if (this.causes !== undefined) this.causes.pushers.addRunning(this.queries.load[query]!, -1);
  }

  /** Work on a query has ended. @param last whether no other query is left */
  ends(query: number, last: boolean): void {
    const { queries, causes, disk } = this;
    if (this.timeouts !== undefined) this.context.limits.end(query);
    if (causes !== undefined) {
      const load = queries.load[query]!;
      causes.ends(this.causeOf(query));
      causes.pushers.addBytes(load, -this.peakBytes(query));
    }
    if (disk !== undefined) disk.giveBack(query, last);
    if (this.growth !== undefined) this.growth.end(query, last);
  }

  /** All work has stopped at once. */
  cut(queries: readonly number[]): void {
    if (this.timeouts !== undefined) for (const query of queries) this.context.limits.end(query);
    this.disk?.clear();
    this.growth?.clear();
  }

  private causeOf(query: number): number {
    return this.causes!.here.ofLoad(this.queries.load[query]!);
  }

  /** Memory that a query holds at most; a growing one counts with its peak where sizes are attributed to loads. */
  private peakBytes(query: number): number {
    return this.queries.memoryBytes[query]! + this.queries.growthBytes[query]!;
  }
}

/** The disk of one compute for the temporary files of its queries. */
export class TempDisk {
  declare private readonly queries: QueryTable;
  #limit_bytes: number;
  #used_bytes = 0;
  /** Maximum number of bytes in use so far. */
  peak_bytes = 0;

  /** @param max_cu the maximum size of the compute, which determines the size of the disk */
  constructor(queries: QueryTable, max_cu: number) {
    this.queries = queries;
    this.#limit_bytes = tempDiskBytes(max_cu);
  }

  setMaximum(max_cu: number): void {
    this.#limit_bytes = tempDiskBytes(max_cu);
  }

  /** Whether the query's files fit in addition to the others. */
  fits(query: number): boolean {
    return this.#used_bytes + this.queries.tempBytes[query]! <= this.#limit_bytes;
  }

  /** A query writes its files. */
  take(query: number): void {
    this.#used_bytes += this.queries.tempBytes[query]!;
    if (this.#used_bytes > this.peak_bytes) this.peak_bytes = this.#used_bytes;
  }

  /** The files are removed. @param last whether no query is left, so that rounding cannot accumulate */
  giveBack(query: number, last: boolean): void {
    this.#used_bytes = last ? 0 : this.#used_bytes - this.queries.tempBytes[query]!;
  }

  /** All files are removed, as when the compute stops. */
  clear(): void {
    this.#used_bytes = 0;
  }
}

interface GrowingQuery {
  readonly began: number;
  readonly bytes_per_second: number;
  /** Calendar slot of the moment at which it reaches its peak; {@link NONE} from then on. */
  event: number;
}

/** Private memory of one compute's queries that grows at a constant rate while they run, up to a peak. */
class MemoryGrowth {
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
