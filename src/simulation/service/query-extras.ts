import type { CauseLedger } from '../causes/cause-ledger.js';
import type { QueryTable } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { GuestMemory } from './guest-memory.js';
import { MemoryGrowth } from './memory-growth.js';
import { TempDisk } from './temp-disk.js';

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
    if (this.causes !== undefined) this.causes.loadBegins(this.queries.load[query]!);
  }

  connected(query: number): void {
    if (this.causes !== undefined) this.causes.loadEnds(this.queries.load[query]!);
  }

  /** A query starts. @param onCpu whether it has CPU work @returns seconds of its network round trip */
  begins(query: number, onCpu: boolean): number {
    const { queries, causes, disk, timeouts, roundTrips } = this;
    const load = queries.load[query]!;
    if (causes !== undefined) {
      causes.loadBegins(load);
      causes.pushers.takes(load, this.peakBytes(query));
      if (onCpu) causes.pushers.running(load, 1);
    }
    if (disk !== undefined) disk.take(query);
    if (this.growth !== undefined) this.growth.begin(query);
    if (timeouts !== undefined && queries.opening[query] === 0)
      this.context.limits.begin(query, timeouts[load]!);
    return roundTrips === undefined ? 0 : roundTrips[load]!;
  }

  leavesCpu(query: number): void {
    if (this.causes !== undefined) this.causes.pushers.running(this.queries.load[query]!, -1);
  }

  /** Work on a query has ended. @param last whether no other query is left */
  ends(query: number, last: boolean): void {
    const { queries, causes, disk } = this;
    if (this.timeouts !== undefined) this.context.limits.end(query);
    if (causes !== undefined) {
      const load = queries.load[query]!;
      causes.loadEnds(load);
      causes.pushers.takes(load, -this.peakBytes(query));
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

  /** Memory that a query holds at most; a growing one counts with its peak where sizes are attributed to loads. */
  private peakBytes(query: number): number {
    return this.queries.memoryBytes[query]! + this.queries.growthBytes[query]!;
  }
}
