import type { CacheWarmth } from '../compute/cache-warmth.js';
import { PageMisses } from '../compute/page-misses.js';
import { ProcessorSharing } from '../compute/processor-sharing.js';
import { tempDiskBytes } from '../compute/size.js';
import { CONNECTED, CPU_COMPLETION, OFF_CPU_DONE } from './event-kind.js';
import type { QueryMeters } from './query-meters.js';
import { NONE, QueryList, Stage } from './query-table.js';
import type { RunContext } from './run-context.js';

/** The compute around an execution, told when a query is through. */
export interface ExecutionHost {
  /** The query has done all it asked for. */
  executed(query: number): void;
}

/**
 * The queries one compute is working on: opening a connection, sharing the CPU, waiting for pages. A query
 * goes through the CPU first and then waits, off the CPU, for its page misses and its other waits.
 */
export class QueryExecution {
  readonly #context: RunContext;
  readonly #index: number;
  readonly #host: ExecutionHost;
  readonly #meters: QueryMeters;
  readonly #cache: CacheWarmth;
  /** By load: its row in the cache's tables, or {@link NONE} when it reads no pages. */
  readonly #cacheRow: Int32Array;
  readonly #misses: PageMisses;
  readonly #missLatency: number;
  readonly #cpu: ProcessorSharing;
  readonly #offCpu: QueryList;
  #completionEvent = NONE;
  #busy = 0;
  #tempBytes = 0;
  #tempPeak = 0;
  #tempLimit: number;
  #memoryBytes = 0;
  #memoryPeak = 0;

  constructor(
    context: RunContext,
    compute: {
      readonly index: number;
      readonly name: string;
      readonly host: ExecutionHost;
      readonly meters: QueryMeters;
      readonly cache: CacheWarmth;
      readonly cacheRow: Int32Array;
      readonly cu: number;
      readonly max_cu: number;
    },
  ) {
    this.#context = context;
    this.#index = compute.index;
    this.#host = compute.host;
    this.#meters = compute.meters;
    this.#cache = compute.cache;
    this.#cacheRow = compute.cacheRow;
    this.#misses = new PageMisses(context.stream(compute.name, 'page-misses'));
    this.#missLatency = context.scenario.model.page_miss_latency;
    this.#cpu = new ProcessorSharing(compute.cu);
    this.#offCpu = new QueryList(context.queries);
    this.#tempLimit = tempDiskBytes(compute.max_cu);
  }

  /** Queries being worked on, connections being opened included. */
  get busy(): number {
    return this.#busy;
  }

  /** Queries on CPU. */
  get running(): number {
    return this.#cpu.running;
  }

  get memoryPeak(): number {
    return this.#memoryPeak;
  }

  get tempPeak(): number {
    return this.#tempPeak;
  }

  /** The integral of queries on CPU over time, and vCPU-seconds used, up to now. */
  usage(): { readonly running_area: number; readonly cpu_seconds: number } {
    this.#cpu.synchronise(this.#context.now);
    return { running_area: this.#cpu.runningArea, cpu_seconds: this.#cpu.cpuSeconds };
  }

  /** Spends the time that opening a connection takes; event {@link CONNECTED} ends it. */
  connect(query: number, seconds: number): void {
    const { queries, calendar } = this.#context;
    this.#busy += 1;
    queries.stage[query] = Stage.connecting;
    this.#offCpu.push(query);
    queries.event[query] = calendar.schedule(calendar.now + seconds, CONNECTED, query);
  }

  /** The connection is open; the caller goes on with {@link start}. */
  connected(query: number): void {
    this.#busy -= 1;
    this.#offCpu.remove(query);
    this.#context.queries.event[query] = NONE;
  }

  /** Whether the query's temporary files fit on the disk. */
  fitsOnDisk(query: number): boolean {
    return this.#tempBytes + this.#context.queries.tempBytes[query]! <= this.#tempLimit;
  }

  /** Begins to work on a query whose connection is open. */
  start(query: number): void {
    const { queries } = this.#context;
    this.#busy += 1;
    this.#takeSpace(query);
    queries.offCpuSeconds[query] = queries.waitSeconds[query]! + this.#readPages(query);
    const demand = queries.cpuSeconds[query]!;
    if (demand > 0) {
      queries.stage[query] = Stage.onCpu;
      if (this.#cpu.add(this.#context.now, query, demand)) this.#planCompletion();
    } else this.#leaveCpu(query);
  }

  /** Handles {@link CPU_COMPLETION}. */
  cpuCompletion(): void {
    const query = this.#cpu.complete(this.#context.now);
    if (this.#cpu.running > 0) {
      this.#context.calendar.reschedule(this.#completionEvent, this.#cpu.nextCompletion());
    } else this.#completionEvent = NONE;
    this.#leaveCpu(query);
  }

  /** Handles {@link OFF_CPU_DONE}. */
  offCpuDone(query: number): void {
    this.#offCpu.remove(query);
    this.#context.queries.event[query] = NONE;
    this.#finish(query);
  }

  /** Another size: the running queries go on at once at the new rate. */
  resize(cu: number): void {
    this.#cpu.resize(this.#context.now, cu);
    if (this.#cpu.running > 0) this.#planCompletion();
  }

  /** Another maximum size, on which the disk for temporary files depends. */
  setMaximum(max_cu: number): void {
    this.#tempLimit = tempDiskBytes(max_cu);
  }

  /** Stops all work at once and returns the queries it was done for. */
  abort(): readonly number[] {
    const { calendar, queries, now } = this.#context;
    const stopped = Array.from(this.#cpu.clear(now));
    if (this.#completionEvent !== NONE) {
      calendar.cancel(this.#completionEvent);
      this.#completionEvent = NONE;
    }
    while (this.#offCpu.length > 0) {
      const query = this.#offCpu.shift();
      calendar.cancel(queries.event[query]!);
      queries.event[query] = NONE;
      stopped.push(query);
    }
    this.#busy = 0;
    this.#tempBytes = 0;
    this.#memoryBytes = 0;
    return stopped;
  }

  #planCompletion(): void {
    const time = this.#cpu.nextCompletion();
    const { calendar } = this.#context;
    if (this.#completionEvent === NONE) {
      this.#completionEvent = calendar.schedule(time, CPU_COMPLETION, this.#index);
    } else calendar.reschedule(this.#completionEvent, time);
  }

  #leaveCpu(query: number): void {
    const { queries, calendar } = this.#context;
    const seconds = queries.offCpuSeconds[query]!;
    if (seconds > 0) {
      queries.stage[query] = Stage.offCpu;
      this.#offCpu.push(query);
      queries.event[query] = calendar.schedule(calendar.now + seconds, OFF_CPU_DONE, query);
    } else this.#finish(query);
  }

  #finish(query: number): void {
    this.#busy -= 1;
    this.#giveSpace(query);
    this.#host.executed(query);
  }

  /** Reads the query's pages through the cache. @returns seconds its misses take */
  #readPages(query: number): number {
    const { queries } = this.#context;
    const pages = queries.pages[query]!;
    if (pages === 0) return 0;
    const row = this.#cacheRow[queries.load[query]!]!;
    const misses = this.#misses.draw(pages, this.#cache.hitRatio(row));
    this.#cache.read(row, pages);
    this.#meters.pagesRead += pages;
    this.#meters.pagesMissed += misses;
    return misses * this.#missLatency;
  }

  #takeSpace(query: number): void {
    const { tempBytes, memoryBytes } = this.#context.queries;
    this.#tempBytes += tempBytes[query]!;
    if (this.#tempBytes > this.#tempPeak) this.#tempPeak = this.#tempBytes;
    this.#memoryBytes += memoryBytes[query]!;
    if (this.#memoryBytes > this.#memoryPeak) this.#memoryPeak = this.#memoryBytes;
  }

  #giveSpace(query: number): void {
    const { tempBytes, memoryBytes } = this.#context.queries;
    // With nothing left to do the sums start again from 0, so that rounding cannot build up.
    this.#tempBytes = this.#busy === 0 ? 0 : this.#tempBytes - tempBytes[query]!;
    this.#memoryBytes = this.#busy === 0 ? 0 : this.#memoryBytes - memoryBytes[query]!;
  }
}
