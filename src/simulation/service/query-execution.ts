import { Backlog } from '../../compute/backlog.js';
import { type CpuSharing, cpuSharing } from '../../compute/cpu-sharing.js';
import type { Compute } from '../lifecycle/compute.js';
import { ComputePart } from '../run/compute-part.js';
import * as Kind from '../run/event-kind.js';
import * as table from '../run/query-table.js';
import { QueryList } from '../run/query-table.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import { QueryExtras } from './query-extras.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;
const { CPU_COMPLETION, OFF_CPU_DONE } = Kind;
const { connecting: CONNECTING, onCpu: ON_CPU, offCpu: OFF_CPU } = table.Stage;

/**
 * Execution of queries on one compute: opening a connection, sharing the CPU, waiting for pages. A query
 * uses the CPU first and then waits, off the CPU, for its page misses and its other waits.
 */
export class QueryExecution extends ComputePart {
  private readonly queries = this.context.queries;
  private readonly index = this.compute.index;
  private readonly cache = this.compute.cache;
  private readonly memory = this.compute.memory;
  declare private readonly cpu: CpuSharing;
  /** The work in hand of all queries that have been sent to the compute. */
  declare readonly backlog: Backlog;
  private readonly offCpu = new QueryList(this.context.queries);
  /** `undefined` if no query needs them. */
  declare private readonly extras: QueryExtras | undefined;
  private completionEvent = NONE;
  /** Queries being executed, including connections being opened. */
  busy = 0;

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    const { autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: max_cu } = this.specification;
    const phase = context.computeStream(compute.name, 'cpu-period');
    this.cpu = cpuSharing(context.cpuLimit, cu, () => phase.uniform());
    this.backlog = new Backlog(this.cpu);
    const extras = new QueryExtras(context, compute.causes, compute.memory, max_cu);
    this.extras = extras.any ? extras : undefined;
  }

  get running(): number {
    return this.cpu.running;
  }

  /** vCPU that queries can use sustainably at the current size. */
  get vcpu(): number {
    return this.cpu.vcpu;
  }

  get tempPeak(): number {
    return this.extras?.disk?.peak_bytes ?? 0;
  }

  /** Up to now: the integral of queries on CPU, vCPU-seconds used, seconds with more queries than vCPU. */
  usage(): {
    readonly running_area: number;
    readonly cpu_seconds: number;
    readonly saturated_seconds: number;
  } {
    const cpu = this.cpu;
    cpu.synchronise(this.context.now);
    return {
      running_area: cpu.runningArea,
      cpu_seconds: cpu.cpuSeconds,
      saturated_seconds: cpu.saturatedSeconds,
    };
  }

  /** Spends the time that opening a connection takes; event {@link Kind.CONNECTED} ends it. */
  connect(query: number, seconds: number): void {
    const { queries, calendar } = this.context;
    if (this.busy === 0) this.compute.suspension.workBegins();
    this.busy += 1;
    if (this.extras !== undefined) this.extras.connects(query);
    queries.enter(query, CONNECTING);
    this.offCpu.push(query);
    queries.event[query] = calendar.schedule(calendar.now + seconds, Kind.CONNECTED, query);
  }

  /** The connection is open; the caller continues with {@link start}. */
  connected(query: number): void {
    this.busy -= 1;
    if (this.extras !== undefined) this.extras.connected(query);
    this.offCpu.remove(query);
    this.queries.event[query] = NONE;
  }

  fitsOnDisk(query: number): boolean {
    return this.extras === undefined || this.extras.disk === undefined || this.extras.disk.fits(query);
  }

  /** Starts to execute a query whose connection is open. @param more additional CPU seconds */
  start(query: number, more: number): void {
    const { queries } = this;
    if (this.busy === 0) this.compute.suspension.workBegins();
    this.busy += 1;
    const bytes = queries.memoryBytes[query]!;
    if (bytes > 0) this.memory.take(bytes);
    const pages = queries.pages[query]!;
    let offCpu = queries.waitSeconds[query]!;
    if (pages > 0) offCpu += this.cache.read(queries.load[query]!, pages);
    const own = queries.cpuSeconds[query]!;
    const demand = own + more;
    // The network round trip is added after the work: its position makes no difference to other queries.
    if (this.extras !== undefined) offCpu += this.extras.begins(query, demand > 0);
    queries.offCpuSeconds[query] = offCpu;
    if (demand > 0) {
      queries.enter(query, ON_CPU);
      this.backlog.endWait(own);
      if (this.cpu.add(this.context.now, query, demand)) this.planCompletion();
    } else this.leaveCpu(query);
  }

  cpuCompletion(): void {
    const query = this.cpu.complete(this.context.now);
    if (this.cpu.running > 0) {
      this.context.calendar.reschedule(this.completionEvent, this.cpu.nextCompletion());
    } else this.completionEvent = NONE;
    if (this.extras !== undefined) this.extras.leavesCpu(query);
    this.leaveCpu(query);
  }

  offCpuDone(query: number): void {
    this.offCpu.remove(query);
    this.queries.event[query] = NONE;
    this.finish(query);
  }

  /** Handles {@link Kind.MEMORY_PEAK}. */
  memoryGrown(query: number): void {
    this.extras?.growth?.grown(query);
  }

  /** Stops execution of one query, whose statement timeout is over; the caller notifies its client. */
  cancel(query: number): void {
    const { queries, calendar, now } = this.context;
    if (queries.stage[query] === ON_CPU) {
      this.cpu.remove(now, query);
      if (this.extras !== undefined) this.extras.leavesCpu(query);
      if (this.cpu.running > 0) this.planCompletion();
      else {
        calendar.cancel(this.completionEvent);
        this.completionEvent = NONE;
      }
    } else {
      this.offCpu.remove(query);
      calendar.cancel(queries.event[query]!);
      queries.event[query] = NONE;
    }
    this.ends(query);
  }

  /** Resizes the compute: the running queries continue immediately at the new rate. */
  resize(cu: number): void {
    const { now } = this.context;
    this.backlog.synchronise(now);
    this.cpu.resize(now, cu);
    this.backlog.look(now);
    if (this.cpu.running > 0) this.planCompletion();
  }

  freeze(seconds: number): void {
    this.cpu.freeze(this.context.now, seconds);
    this.cache.freeze(seconds);
  }

  /** From now on, a second of usage counts this many times. */
  weigh(weight: number): void {
    this.cpu.weigh(this.context.now, weight);
    this.backlog.weigh(this.context.now, weight);
  }

  /** Sets the maximum size, which determines the disk for temporary files. */
  setMaximum(max_cu: number): void {
    this.extras?.disk?.setMaximum(max_cu);
  }

  /** Stops all work at once. @returns the queries that were being executed */
  abort(): readonly number[] {
    const { calendar, queries, now } = this.context;
    this.backlog.stop(now);
    const stopped = this.cpu.clear(now);
    if (this.completionEvent !== NONE) {
      calendar.cancel(this.completionEvent);
      this.completionEvent = NONE;
    }
    while (this.offCpu.length > 0) {
      const query = this.offCpu.shift();
      calendar.cancel(queries.event[query]!);
      queries.event[query] = NONE;
      stopped.push(query);
    }
    this.extras?.cut(stopped);
    this.busy = 0;
    return stopped;
  }

  private planCompletion(): void {
    const time = this.cpu.nextCompletion();
    const { calendar } = this.context;
    if (this.completionEvent === NONE) {
      this.completionEvent = calendar.schedule(time, CPU_COMPLETION, this.index);
    } else calendar.reschedule(this.completionEvent, time);
  }

  private leaveCpu(query: number): void {
    const { queries, calendar } = this.context;
    const seconds = queries.offCpuSeconds[query]!;
    if (seconds > 0) {
      queries.enter(query, OFF_CPU);
      this.offCpu.push(query);
      queries.event[query] = calendar.schedule(calendar.now + seconds, OFF_CPU_DONE, query);
    } else this.finish(query);
  }

  private finish(query: number): void {
    this.ends(query);
    this.compute.service.executed(query);
  }

  private ends(query: number): void {
    this.busy -= 1;
    const last = this.busy === 0;
    if (this.extras !== undefined) this.extras.ends(query, last);
    const bytes = this.queries.memoryBytes[query]!;
    if (bytes > 0) this.memory.giveBack(bytes, last);
  }
}

export const EXECUTION_EVENTS: EventHandlers = {
  [Kind.MEMORY_PEAK]: (run, query) => run.computeOf(query).execution.memoryGrown(query),
  [OFF_CPU_DONE]: (run, query) => run.computeOf(query).execution.offCpuDone(query),
  [Kind.CONNECTED]: (run, query) => run.computeOf(query).service.connected(query),
};
