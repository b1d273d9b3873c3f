import { CacheWarmth } from '../../compute/cache-warmth.js';
import { PageMisses } from '../../compute/page-misses.js';
import { PAGE_BYTES } from '../../compute/page-popularity.js';
import { PageStore } from '../../compute/page-store.js';
import { WorkingSetHistory } from '../../compute/working-set-history.js';
import { ZERO } from '../../kernel/zero.js';
import type { Compute } from '../lifecycle/compute.js';
import { ComputePart } from '../run/compute-part.js';
import { PREWARM } from '../run/event-kind.js';
import { NONE } from '../run/query-table.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import type { CacheTables } from './cache-tables.js';

/** Time between two steps of a prewarm, in seconds. */
const PREWARM_STEP_SECONDS = 1;

/** The Local File Cache of one compute, the storage behind it, and the statistics of the pages read through it. */
export class FileCache extends ComputePart {
  private readonly meters = this.compute.meters;
  /** Total bytes of the pages that the loads read. */
  declare readonly working_set_bytes: number;
  declare private readonly warmth: CacheWarmth;
  private readonly misses = new PageMisses(this.context.computeStream(this.compute.name, 'page-misses'));
  declare private readonly store: PageStore;
  declare private readonly history: WorkingSetHistory;
  /** By load, counted from the first one: its row in the tables, or {@link NONE} if it reads no pages. */
  declare private readonly rowOfLoad: Int32Array;
  declare private readonly firstLoad: number;
  /** By row: pages read since the compute started. */
  declare private readonly reads: Float64Array;
  /** Contents of the cache when the compute last stopped; `undefined` before that. */
  #before: { readonly warmths: Float64Array; readonly pages: number } | undefined;
  private readonly prewarming = this.alarmOf(PREWARM);
  /** By row: pages being read by queries that are not simulated; `undefined` if there never were any. */
  private unseen: Float64Array | undefined = undefined;
  #unseenFrom = ZERO;
  #unseenUntil = ZERO;
  #prewarmed_pages = ZERO;

  constructor(
    context: RunContext,
    compute: Compute,
    { tables, rowOfLoad, firstLoad, working_set_bytes }: CacheTables,
  ) {
    super(context, compute);
    const { page_miss_latency, page_reads_per_second, lfc_metrics_interval } = context.scenario.model;
    this.working_set_bytes = working_set_bytes;
    this.warmth = new CacheWarmth(tables, 0);
    this.store = new PageStore({
      base_latency_seconds: page_miss_latency,
      operations_per_second: page_reads_per_second,
    });
    this.history = new WorkingSetHistory(tables, lfc_metrics_interval);
    this.rowOfLoad = rowOfLoad;
    this.firstLoad = firstLoad;
    this.reads = new Float64Array(tables.length);
  }

  get occupied_bytes(): number {
    return this.warmth.occupied_pages * PAGE_BYTES;
  }

  /** The compute runs, with an empty cache; it is prewarmed if the scenario requires it. */
  start(prewarm: boolean): void {
    const { scenario, now } = this.context;
    this.warmth.empty();
    this.reads.fill(0);
    this.history.start(now);
    this.#prewarmed_pages = 0;
    if (!prewarm || this.#before === undefined || this.#before.pages === 0) return;
    if (scenario.model.prewarm_pages_per_second === Number.POSITIVE_INFINITY) {
      this.warmth.fill(this.#before.warmths, 1);
    } else this.prewarming.after(PREWARM_STEP_SECONDS);
  }

  /** The compute stops: the contents are lost, and remembered for a prewarm. */
  stop(): void {
    this.#before = { warmths: this.warmth.warmths(), pages: this.warmth.occupied_pages };
    this.prewarming.off();
    this.store.clear();
  }

  /** Resizes the cache; a smaller one evicts the least recently used pages immediately. */
  resize(bytes: number): void {
    this.warmth.resize(bytes / PAGE_BYTES);
  }

  /** Reads a query's pages. @returns seconds that it waits for misses */
  read(load: number, pages: number): number {
    const row = this.rowOfLoad[load - this.firstLoad]!;
    const misses = this.misses.draw(pages, this.warmth.hitRatio(row));
    this.warmth.read(row, pages);
    this.reads[row]! += pages;
    this.meters.pagesRead += pages;
    if (misses === 0) return 0;
    this.meters.pagesMissed += misses * this.meters.weight;
    return this.store.read(this.context.now, misses);
  }

  /** The probability that a read of a load hits; 1 if it reads no pages. */
  hitRatio(load: number): number {
    const row = this.rowOfLoad[load - this.firstLoad];
    return row === undefined || row === NONE ? 1 : this.warmth.hitRatio(row);
  }

  /** Pages read since the compute started, by all loads. */
  get pages_read(): number {
    return this.reads.reduce((sum, pages) => sum + pages, 0);
  }

  freeze(seconds: number): void {
    this.store.freeze(seconds);
  }

  /** A load reads pages for queries that are not simulated, evenly from now on. @param seconds duration of the reads */
  readUnseen(load: number, pages: number, seconds: number): void {
    const row = this.rowOfLoad[load - this.firstLoad];
    if (row === undefined || row === NONE || pages === 0) return;
    this.unseen ??= new Float64Array(this.reads.length);
    this.unseen[row]! += pages;
    this.#unseenFrom = this.context.now;
    this.#unseenUntil = this.context.now + seconds;
  }

  /** Counts unsimulated reads up to a time. */
  countUnseen(at: number): void {
    const left = this.#unseenUntil - this.#unseenFrom;
    const share = at >= this.#unseenUntil || left <= 0 ? 1 : Math.max(0, at - this.#unseenFrom) / left;
    this.#unseenFrom = at;
    this.countShare(share);
  }

  /** Counts a share of the unsimulated reads. */
  countShare(share: number): void {
    const { unseen } = this;
    if (unseen === undefined) return;
    for (let row = 0; row < unseen.length; row++) {
      const pages = unseen[row]! * share;
      if (pages === 0) continue;
      unseen[row]! -= pages;
      this.warmth.readAtOnce(row, pages);
      this.reads[row]! += pages;
      this.meters.pagesRead += pages;
    }
  }

  /** Records the pages read so far. @param at time of the record */
  noteReads(at: number): void {
    this.countUnseen(at);
    this.history.sample(at, this.reads);
  }

  /** The working set at the last record, by look-back of 1, 2, … 60 minutes. */
  workingSet(): readonly number[] {
    return this.history.series();
  }

  /** Upper bound on the working set at the last record, and on later ones while no pages are read. */
  get most_distinct_pages(): number {
    return this.history.distinctAtMost(this.reads);
  }

  /** Distinct pages that a load has read since the compute started. */
  distinctPagesOf(load: number): number {
    const row = this.rowOfLoad[load - this.firstLoad];
    return row === undefined || row === NONE ? 0 : this.history.distinctOf(row, this.reads[row]!);
  }

  /** Whether a prewarm is under way. */
  get fills(): boolean {
    return this.prewarming.set;
  }

  /** Handles {@link PREWARM}. */
  prewarm(): void {
    const { scenario } = this.context;
    const before = this.#before!;
    this.#prewarmed_pages += PREWARM_STEP_SECONDS * scenario.model.prewarm_pages_per_second;
    const share = Math.min(1, this.#prewarmed_pages / before.pages);
    this.warmth.fill(before.warmths, share);
    if (share < 1) this.prewarming.after(PREWARM_STEP_SECONDS);
    else this.prewarming.fired();
  }
}

export const CACHE_EVENTS: EventHandlers = {
  [PREWARM]: (run, compute) => run.computes[compute]!.cache.prewarm(),
};
