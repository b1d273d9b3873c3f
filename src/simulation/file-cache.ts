import { CacheWarmth } from '../compute/cache-warmth.js';
import { PageMisses } from '../compute/page-misses.js';
import { PAGE_BYTES } from '../compute/page-popularity.js';
import { PageStore } from '../compute/page-store.js';
import { WorkingSetHistory } from '../compute/working-set-history.js';
import type { CacheTables } from './cache-tables.js';
import { PREWARM } from './event-kind.js';
import type { QueryMeters } from './query-meters.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

/** How often a cache that is being filled again takes its next pages, in seconds. */
const PREWARM_STEP_SECONDS = 1;

/** The Local File Cache of one compute, the storage behind it, and the statistics of the pages read through it. */
export class FileCache {
  declare private readonly context: RunContext;
  declare private readonly index: number;
  declare private readonly meters: QueryMeters;
  declare private readonly warmth: CacheWarmth;
  declare private readonly misses: PageMisses;
  declare private readonly store: PageStore;
  declare private readonly history: WorkingSetHistory;
  /** By load, counted from the first one: its row in the tables, or {@link NONE} when it reads no pages. */
  declare private readonly rowOfLoad: Int32Array;
  declare private readonly firstLoad: number;
  /** By row: pages read since the compute started. */
  declare private readonly reads: Float64Array;
  /** What the cache held when the compute last stopped; `undefined` before that. */
  #before: { readonly warmths: Float64Array; readonly pages: number } | undefined;
  #prewarmEvent = NONE;
  #prewarmed_pages = 0;

  constructor(context: RunContext, index: number, name: string, tables: CacheTables, meters: QueryMeters) {
    const { page_miss_latency, page_reads_per_second, lfc_metrics_interval } = context.scenario.model;
    this.context = context;
    this.index = index;
    this.meters = meters;
    this.warmth = new CacheWarmth(tables.tables, 0);
    this.misses = new PageMisses(context.stream(name, 'page-misses'));
    this.store = new PageStore({
      base_latency_seconds: page_miss_latency,
      operations_per_second: page_reads_per_second,
    });
    this.history = new WorkingSetHistory(tables.tables, lfc_metrics_interval);
    this.rowOfLoad = tables.rowOfLoad;
    this.firstLoad = tables.firstLoad;
    this.reads = new Float64Array(tables.tables.length);
  }

  /** Whether any load reads pages. */
  get used(): boolean {
    return this.reads.length > 0;
  }

  /** Bytes that the cache holds. */
  get occupied_bytes(): number {
    return this.warmth.occupied_pages * PAGE_BYTES;
  }

  /** The compute runs, with an empty cache; it is filled again where the scenario says so. */
  start(prewarm: boolean): void {
    const { calendar, scenario, now } = this.context;
    this.warmth.empty();
    this.reads.fill(0);
    this.history.start(now);
    this.#prewarmed_pages = 0;
    if (!prewarm || this.#before === undefined || this.#before.pages === 0) return;
    if (scenario.model.prewarm_pages_per_second === Number.POSITIVE_INFINITY) {
      this.warmth.fill(this.#before.warmths, 1);
    } else this.#prewarmEvent = calendar.schedule(now + PREWARM_STEP_SECONDS, PREWARM, this.index);
  }

  /** The compute stops: what is cached is lost, and remembered for a prewarm. */
  stop(): void {
    this.#before = { warmths: this.warmth.warmths(), pages: this.warmth.occupied_pages };
    if (this.#prewarmEvent !== NONE) this.context.calendar.cancel(this.#prewarmEvent);
    this.#prewarmEvent = NONE;
    this.store.clear();
  }

  /** Gives the cache another size; a smaller one evicts the least recently used pages at once. */
  resize(bytes: number): void {
    this.warmth.resize(bytes / PAGE_BYTES);
  }

  /** Reads a query's pages. @returns seconds that it waits for those which are not cached */
  read(load: number, pages: number): number {
    const row = this.rowOfLoad[load - this.firstLoad]!;
    const misses = this.misses.draw(pages, this.warmth.hitRatio(row));
    this.warmth.read(row, pages);
    this.reads[row]! += pages;
    this.meters.pagesRead += pages;
    if (misses === 0) return 0;
    this.meters.pagesMissed += misses;
    return this.store.read(this.context.now, misses);
  }

  /** Looks at the working set, by look-back of 1, 2, … 60 minutes. */
  workingSet(): Float64Array {
    this.history.sample(this.context.now, this.reads);
    return this.history.series();
  }

  /** Handles {@link PREWARM}. */
  prewarm(): void {
    const { calendar, scenario, now } = this.context;
    const before = this.#before!;
    this.#prewarmed_pages += PREWARM_STEP_SECONDS * scenario.model.prewarm_pages_per_second;
    const share = Math.min(1, this.#prewarmed_pages / before.pages);
    this.warmth.fill(before.warmths, share);
    if (share < 1) calendar.reschedule(this.#prewarmEvent, now + PREWARM_STEP_SECONDS);
    else this.#prewarmEvent = NONE;
  }
}
