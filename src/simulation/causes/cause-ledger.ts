import { ZERO } from '../../kernel/zero.js';
import type { DisruptionCause } from '../record/kept-disruptions.js';
import type { SizeGoal } from '../run/cause-observations.js';
import type { RunContext } from '../run/run-context.js';
import { CauseCounts } from './cause-counts.js';
import type { ComputeCauses, PlatformCause } from './causes-here.js';
import { SizePushers } from './size-pushers.js';

/** The part of the platform that cut a compute's activity, if no load did. */
const CUT_BY: Partial<Record<DisruptionCause, PlatformCause>> = {
  restart: 'management_calls',
  crash: 'faults',
};

/**
 * Attributes the activity of one compute: every active second, billed CU-second and wake has a cause.
 *
 * Time is divided equally among the loads at work. Idle time belongs to the load that was at work last. The size above
 * the minimum belongs to the cause that pushed the compute there.
 */
export class CauseLedger {
  declare readonly here: ComputeCauses;
  readonly counts: CauseCounts;
  readonly pushers: SizePushers;
  declare private readonly context: RunContext;
  /** By cause: its work under way; whether time runs for it, and the values of the integrals when that began. */
  declare private readonly underWay: Int32Array;
  declare private readonly open: Uint8Array;
  declare private readonly activeBefore: Float64Array;
  declare private readonly cuBefore: Float64Array;
  /** By cause: active seconds, idle seconds among them, CU-seconds at the minimum, wakes. */
  declare private readonly active: Float64Array;
  declare private readonly idle: Float64Array;
  declare private readonly cu: Float64Array;
  declare readonly woken: Float64Array;
  /** By cause: billed CU-seconds of each month closed so far. */
  readonly months: Float64Array[] = [];
  /** Whether only one load can be at work. */
  declare private readonly sole: boolean;
  private opens = 1;
  /** Whether the compute is idle: the one open cause was the last at work. */
  private isIdle = true;
  declare private owner: number;
  private soleAtWork = false;
  /** Loads are not distinguished. */
  private isUnattributed = false;
  private since = ZERO;
  /** End of the idle time that has been added up so far. */
  private idleSince = ZERO;
  private running = 0;
  private base_cu = ZERO;
  private above_cu = ZERO;
  /** Integrals over time of each open cause's part: of active time, and of the size up to the minimum. */
  private activeEach = ZERO;
  private cuEach = ZERO;

  constructor(context: RunContext, here: ComputeCauses) {
    const { length } = here;
    this.context = context;
    this.here = here;
    this.sole = here.loads.length === 1;
    this.counts = new CauseCounts(here);
    this.pushers = new SizePushers(here);
    this.underWay = new Int32Array(length);
    this.open = new Uint8Array(length);
    this.activeBefore = new Float64Array(length);
    this.cuBefore = new Float64Array(length);
    this.active = new Float64Array(length);
    this.idle = new Float64Array(length);
    this.cu = new Float64Array(length);
    this.woken = new Float64Array(length);
    this.owner = here.ofPlatform('scenario_start');
    this.open[this.owner] = 1;
  }

  /** The cause that idle time belongs to, or that started work last. */
  get holder_name(): string {
    return this.here.nameOf(this.owner);
  }

  begins(cause: number): void {
    this.underWay[cause]! += 1;
    if (this.underWay[cause] !== 1 || this.isUnattributed) return;
    this.synchronise();
    if (!this.isIdle) {
      this.opens += 1;
      this.startPart(cause);
    } else if (cause !== this.owner) {
      this.endPart(this.owner);
      this.startPart(cause);
    }
    this.isIdle = false;
    this.owner = cause;
  }

  /** Work of a cause ends. Work that a stop of the compute has cut is forgotten without this call. */
  ends(cause: number): void {
    if (this.underWay[cause] === 0) return;
    this.underWay[cause]! -= 1;
    if (this.underWay[cause]! > 0 || this.isUnattributed) return;
    this.synchronise();
    if (this.opens > 1) {
      this.opens -= 1;
      this.endPart(cause);
      if (this.owner === cause) this.owner = this.open.indexOf(1);
    } else {
      this.isIdle = true;
      this.owner = cause;
    }
  }

  /** Work begins at a compute with a single load. */
  soleBegins(): void {
    if (this.soleAtWork || !this.sole) return;
    this.soleAtWork = true;
    // The path of nearly every query: the load was at work last, and no other cause is open.
    if (this.owner === 0 && this.opens === 1 && this.underWay[0] === 0) {
      if (this.running === 1) this.idle[0]! += this.context.now - this.idleSince;
      this.underWay[0] = 1;
      this.isIdle = false;
    } else this.begins(0);
  }

  /** Work ends at a compute with a single load. */
  soleEnds(): void {
    if (!this.soleAtWork) return;
    this.soleAtWork = false;
    if (this.owner === 0 && this.opens === 1 && this.underWay[0] === 1) {
      this.underWay[0] = 0;
      this.isIdle = true;
      this.idleSince = this.context.now;
    } else this.ends(0);
  }

  /** A cause has had an instantaneous effect: the idle time from now on belongs to it. */
  claimIdleTime(cause: number): void {
    if (this.isIdle) this.assignOwner(cause);
  }

  /** A compute starts because of a cause. */
  countWake(cause: number): void {
    this.woken[cause]! += 1;
    this.claimIdleTime(cause);
  }

  /** Everything in progress has been cut. */
  cut(disruption: DisruptionCause): void {
    this.underWay.fill(0);
    this.soleAtWork = false;
    this.pushers.cut();
    if (!this.isIdle) {
      this.synchronise();
      this.open.forEach((open, other) => {
        if (open === 1 && other !== this.owner) this.endPart(other);
      });
      this.opens = 1;
      this.isIdle = true;
    }
    const cause = CUT_BY[disruption];
    if (cause !== undefined) this.claimIdleTime(this.here.ofPlatform(cause));
  }

  /** Loads cannot be distinguished from the start because some of their queries are left out. */
  stopAttributing(): void {
    this.assignOwner(this.here.ofPlatform('not_attributed'));
    this.isUnattributed = true;
  }

  /** The compute starts or stops running. */
  setRunning(running: boolean): void {
    this.synchronise();
    this.running = running ? 1 : 0;
  }

  /** Sets the size billed from now on, and how much of it is the minimum. */
  setSize(billed_cu: number, min_cu: number): void {
    this.synchronise();
    this.base_cu = Math.min(billed_cu, min_cu);
    this.above_cu = Math.max(0, billed_cu - min_cu);
  }

  /**
   * The current size is requested.
   * @param pages distinct pages that a load of the scenario has read
   * @param connection_bytes memory of a connection
   */
  push(goal: SizeGoal, pages: (load: number) => number, connection_bytes: number): void {
    const { here, pushers, counts } = this;
    this.synchronise();
    pushers.push(
      goal,
      (place) => {
        if (this.isUnattributed) return 0;
        if (goal === 'lfc') return pages(here.loads[place]!);
        if (goal !== 'memory') return pushers.average[place]!;
        return pushers.bytes[place]! + counts.slots[place]! * connection_bytes;
      },
      this.owner,
    );
  }

  /** Name of the cause with the largest part of the current size. */
  get pusher_name(): string {
    return this.here.nameOf(this.pushers.leader);
  }

  /** Ends a calendar month, or the part of it that began with a price change. */
  closeMonth(): void {
    const total = this.cuSeconds();
    const before = this.months.reduce(
      (sum, month) => sum.map((each, cause) => each + month[cause]!),
      new Float64Array(total.length),
    );
    this.months.push(total.map((each, cause) => each - before[cause]!));
  }

  /** By cause: billed CU-seconds up to now. */
  cuSeconds(): Float64Array {
    this.synchronise();
    return this.cu.map((closed, cause) => {
      const since = this.open[cause] === 1 ? this.cuEach - this.cuBefore[cause]! : 0;
      return closed + since + this.pushers.total(cause);
    });
  }

  secondsOf(cause: number): { readonly active_seconds: number; readonly idle_seconds: number } {
    this.synchronise();
    const since = this.open[cause] === 1 ? this.activeEach - this.activeBefore[cause]! : 0;
    return { active_seconds: this.active[cause]! + since, idle_seconds: this.idle[cause]! };
  }

  private assignOwner(cause: number): void {
    if (cause === this.owner || this.isUnattributed) return;
    this.synchronise();
    this.endPart(this.owner);
    this.startPart(cause);
    this.owner = cause;
  }

  private startPart(cause: number): void {
    this.open[cause] = 1;
    this.activeBefore[cause] = this.activeEach;
    this.cuBefore[cause] = this.cuEach;
  }

  private endPart(cause: number): void {
    this.open[cause] = 0;
    this.active[cause]! += this.activeEach - this.activeBefore[cause]!;
    this.cu[cause]! += this.cuEach - this.cuBefore[cause]!;
  }

  private synchronise(): void {
    const { now } = this.context;
    const seconds = now - this.since;
    if (seconds === 0) return;
    this.since = now;
    if (this.isIdle && this.running === 1) this.idle[this.owner]! += now - this.idleSince;
    this.idleSince = now;
    if (this.running === 1) {
      this.activeEach += seconds / this.opens;
    }
    if (this.base_cu > 0) this.cuEach += (this.base_cu * seconds) / this.opens;
    if (this.above_cu > 0) this.pushers.addCuSeconds(this.above_cu * seconds, this.owner);
  }
}
