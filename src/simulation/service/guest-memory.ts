import { type MemoryUse, memoryUse, sharedBuffersBytes } from '../../compute/memory.js';
import { MemorySamples } from '../../compute/memory-samples.js';
import { upscaleThresholdBytes, usableMemoryBytes, VM_MONITOR } from '../../compute/vm-monitor.js';
import { ZERO } from '../../kernel/zero.js';
import { ComputePart } from '../run/compute-part.js';
import { MEMORY_ALERT, MEMORY_LIMIT, OUT_OF_MEMORY } from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';

/** Growing memory is evaluated this much after it reaches a limit, so that rounding leaves it above. */
const BEYOND = { bytes: 1, seconds: 1e-6 } as const;

/**
 * Unreclaimable memory of one compute: that of its connections and queries. It is watched by the monitor inside the
 * guest, which samples it ten times per second, and by the kernel, which kills Postgres when it exceeds the RAM.
 *
 * Below the monitor's threshold no sampling is necessary: a compute with memory to spare has no
 * events.
 */
export class GuestMemory extends ComputePart {
  private readonly alarm = this.alarmOf(MEMORY_ALERT);
  private readonly killer = this.alarmOf(OUT_OF_MEMORY);
  private readonly growthAlarm = this.alarmOf(MEMORY_LIMIT);
  private readonly connection_bytes = this.context.scenario.model.connection_memory;
  ram_bytes = ZERO;
  private usable_bytes = ZERO;
  /** Bytes above which the monitor requests more memory, at the size it knows. */
  threshold_bytes = Number.POSITIVE_INFINITY;
  /** Bytes above which the monitor or the kernel may have to act; checked for every query. */
  private tight_bytes = Number.POSITIVE_INFINITY;
  private resident_bytes = ZERO;
  private query_bytes = ZERO;
  /** Unreclaimable bytes now. */
  allocated_bytes = ZERO;
  private most_bytes = ZERO;
  /** Number of queries whose memory grows, and bytes per second of all of them. */
  private growing = 0;
  private growth = ZERO;
  /** Growth is included up to this time. */
  private grownAt = ZERO;
  private readonly samples = new MemorySamples();

  /** Number of queries of this size that fit next to the resident memory without action of the monitor or kernel. */
  roomFor(bytes: number): number {
    const others = this.allocated_bytes - this.query_bytes;
    return bytes === 0 ? Number.POSITIVE_INFINITY : (this.tight_bytes - others) / bytes;
  }

  /** Whether a check by the monitor, or by the kernel's killer, is scheduled. */
  get watched(): boolean {
    return this.alarm.set || this.killer.set;
  }

  /** The monitor's samples up to now: their number, and the mean of the last few. */
  get sampled(): { readonly samples: number; readonly mean_bytes: number } {
    const { samples } = this;
    this.grow();
    samples.take(this.context.now, this.allocated_bytes);
    return { samples: samples.count, mean_bytes: samples.mean_bytes };
  }

  /** Maximum of unreclaimable bytes so far. */
  get peak_bytes(): number {
    this.grow();
    return this.most_bytes;
  }

  /** Sets the limits of the compute's size, which determine `max_connections` and shared buffers. */
  setLimits(max_connections: number, max_cu: number): void {
    const shared = Math.min(
      sharedBuffersBytes(max_connections, max_cu),
      this.compute.cache.working_set_bytes,
    );
    this.resident_bytes = this.context.scenario.model.base_memory + shared;
    this.changed(0);
  }

  /** The compute runs. */
  start(): void {
    this.samples.start(this.context.now);
    this.allocated_bytes = this.resident_bytes;
    this.query_bytes = 0;
    this.changed(0);
  }

  /** The compute stops: all memory is released. */
  stop(): void {
    this.alarm.off();
    this.killer.off();
    this.growthAlarm.off();
    this.growing = 0;
    this.growth = 0;
    this.samples.stop();
    this.ram_bytes = 0;
    this.threshold_bytes = Number.POSITIVE_INFINITY;
    this.tight_bytes = Number.POSITIVE_INFINITY;
    this.allocated_bytes = 0;
  }

  /** The machine has been resized. */
  setRam(bytes: number): void {
    this.ram_bytes = bytes;
    this.usable_bytes = usableMemoryBytes(bytes);
    this.limitsChanged();
  }

  /** The monitor has been notified of, or has agreed to, another machine size. */
  setWatched(ram_bytes: number): void {
    this.threshold_bytes = upscaleThresholdBytes(ram_bytes);
    this.limitsChanged();
  }

  connectionOpened(): void {
    this.changed(this.connection_bytes);
  }

  connectionClosed(): void {
    this.grow();
    this.samples.take(this.context.now, this.allocated_bytes);
    this.allocated_bytes -= this.connection_bytes;
  }

  /** A query allocates private memory. */
  take(bytes: number): void {
    this.query_bytes += bytes;
    this.changed(bytes);
  }

  /** A query releases its memory. @param last whether no query is left, so that rounding cannot accumulate */
  giveBack(bytes: number, last: boolean): void {
    this.grow();
    const given = last ? this.query_bytes : bytes;
    this.samples.take(this.context.now, this.allocated_bytes);
    this.query_bytes -= given;
    this.allocated_bytes -= given;
  }

  /** A query's memory begins to grow. @param growth bytes per second */
  growthBegins(growth: number): void {
    this.grow();
    this.grownAt = this.context.now;
    this.growing += 1;
    this.growth += growth;
    this.changed(0);
  }

  /** A query's memory stops growing. */
  growthEnds(growth: number): void {
    this.grow();
    this.growing -= 1;
    this.growth = this.growing === 0 ? 0 : this.growth - growth;
    this.watchGrowth();
  }

  /** Handles {@link MEMORY_LIMIT}. */
  limitReached(): void {
    this.growthAlarm.fired();
    this.changed(0);
  }

  /** How the machine's memory is used. @param cached_bytes contents of the Local File Cache */
  use(cached_bytes: number): MemoryUse {
    this.grow();
    return memoryUse(this.ram_bytes, this.allocated_bytes, cached_bytes);
  }

  /** Handles {@link MEMORY_ALERT}. @returns whether the monitor requests more memory now */
  alert(): boolean {
    const { samples } = this;
    const threshold = this.threshold_bytes;
    this.grow();
    samples.take(this.context.now, this.allocated_bytes);
    const alerts = samples.mean_bytes >= threshold;
    if (alerts) this.alarm.after(VM_MONITOR.request_seconds);
    // A mean can only reach the threshold while one of its samples does.
    else if (samples.largest_bytes >= threshold || this.allocated_bytes >= threshold)
      this.alarm.at(samples.next);
    else this.alarm.fired();
    return alerts;
  }

  /** Handles {@link OUT_OF_MEMORY}. @returns whether the allocation still exceeds the machine's memory */
  exceedsRam(): boolean {
    this.killer.fired();
    this.grow();
    return this.allocated_bytes > this.usable_bytes;
  }

  private limitsChanged(): void {
    this.tight_bytes =
      this.ram_bytes > 0 ? Math.min(this.threshold_bytes, this.usable_bytes) : Number.POSITIVE_INFINITY;
    this.changed(0);
  }

  /** Includes the growth of queries up to now. */
  private grow(): void {
    if (this.growth === 0) return;
    const { now } = this.context;
    const bytes = this.growth * (now - this.grownAt);
    this.grownAt = now;
    this.query_bytes += bytes;
    this.allocated_bytes += bytes;
    if (this.allocated_bytes > this.most_bytes) this.most_bytes = this.allocated_bytes;
    this.samples.take(now, this.allocated_bytes, this.growth);
  }

  /** Schedules the moment at which growth reaches the next limit. */
  private watchGrowth(): void {
    const { allocated_bytes: now_bytes, tight_bytes, usable_bytes, growth } = this;
    const limit = now_bytes < tight_bytes ? tight_bytes : usable_bytes;
    if (growth > 0 && now_bytes <= limit && limit < Number.POSITIVE_INFINITY)
      this.growthAlarm.after((limit + BEYOND.bytes - now_bytes) / growth + BEYOND.seconds);
    else this.growthAlarm.off();
  }

  private changed(bytes: number): void {
    this.grow();
    const before = this.allocated_bytes;
    const after = before + bytes;
    this.samples.take(this.context.now, before);
    this.allocated_bytes = after;
    if (after > this.most_bytes) this.most_bytes = after;
    if (after >= this.tight_bytes) this.tight(after);
    if (this.growth > 0) this.watchGrowth();
  }

  private tight(after: number): void {
    // Killing connections and queries would not help a machine that is too small without them.
    const exceedsRam = after > this.usable_bytes && after > this.resident_bytes;
    // A separate event: the code that takes the memory must finish before everything is stopped.
    if (exceedsRam && !this.killer.set) this.killer.at(this.context.now);
    if (after >= this.threshold_bytes && !this.alarm.set) this.alarm.at(this.samples.next);
  }
}

export const MEMORY_EVENTS: EventHandlers = {
  [MEMORY_LIMIT]: (run, compute) => run.computes[compute]!.memory.limitReached(),
  [MEMORY_ALERT]: (run, compute) => run.computes[compute]!.size.memoryAlert(),
  [OUT_OF_MEMORY]: (run, compute) => run.computes[compute]!.lifecycle.kill(),
};
