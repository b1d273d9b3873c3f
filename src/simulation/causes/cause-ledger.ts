import { ZERO } from '../../kernel/zero.js';
import type { SizeGoal } from '../run/cause-observations.js';
import type { DisruptionCause } from '../run/disruption-observations.js';
import type { RunContext } from '../run/run-context.js';
import { CauseCounts } from './cause-counts.js';
import type { CausesHere, PlatformCause } from './causes-here.js';
import { SizePushers } from './size-pushers.js';

/** The part of the platform that cut a compute's activity, if no load did. */
const CUT_BY: Partial<Record<DisruptionCause, PlatformCause>> = {
  restart: 'management_calls',
  crash: 'faults',
};

/**
 * Who keeps one compute awake: every active second, every billed CU-second and every wake has a cause.
 *
 * Time belongs to the loads that are at work, in equal parts where there are several, and while nothing is at work to
 * the one that was last. What the compute is larger than its minimum belongs to whoever pushed it there.
 */
export class CauseLedger {
  declare readonly here: CausesHere;
  readonly counts: CauseCounts;
  readonly pushers: SizePushers;
  declare private readonly context: RunContext;
  /** By cause: what it has under way; whether time runs for it, and what the integrals were when that began. */
  declare private readonly underWay: Int32Array;
  declare private readonly open: Uint8Array;
  declare private readonly activeBefore: Float64Array;
  declare private readonly cuBefore: Float64Array;
  /** By cause: active seconds, those of them in which nothing was at work, CU-seconds at the minimum, wakes. */
  declare private readonly active: Float64Array;
  declare private readonly idle: Float64Array;
  declare private readonly cu: Float64Array;
  declare readonly woken: Float64Array;
  /** By cause: billed CU-seconds of each month closed so far. */
  readonly months: Float64Array[] = [];
  /** Whether only one load can be at work. */
  declare private readonly sole: boolean;
  private opens = 1;
  /** Nothing is at work: the one cause that is open was the last. */
  private isIdle = true;
  declare private owner: number;
  /** Whether the only load is at work. */
  private soleAtWork = false;
  /** Loads are not told from one another. */
  private blind = false;
  private since = ZERO;
  /** Up to when idle time has been added up, while it is. */
  private idleSince = ZERO;
  private running = 0;
  private base_cu = ZERO;
  private above_cu = ZERO;
  /** Integrals over time of each open cause's part: of active time, and of the size up to the minimum. */
  private activeEach = ZERO;
  private cuEach = ZERO;

  constructor(context: RunContext, here: CausesHere) {
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

  /** Of idle time, whose it is; of time at work, who began last. */
  get holder(): number {
    return this.owner;
  }

  /** Its name. */
  get holder_name(): string {
    return this.here.nameOf(this.owner);
  }

  /** What a cause does begins. */
  begins(cause: number): void {
    this.underWay[cause]! += 1;
    if (this.underWay[cause] !== 1 || this.blind) return;
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

  /** It ends; what a stop of the compute has cut is forgotten without being told. */
  ends(cause: number): void {
    if (this.underWay[cause] === 0) return;
    this.underWay[cause]! -= 1;
    if (this.underWay[cause]! > 0 || this.blind) return;
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

  /** A load's query begins, and ends, where there are several loads. */
  loadBegins(load: number): void {
    this.begins(this.here.ofLoad(load));
  }

  loadEnds(load: number): void {
    this.ends(this.here.ofLoad(load));
  }

  /** There is work, where there is only one load that it can be of. */
  soleBegins(): void {
    if (this.soleAtWork || !this.sole) return;
    this.soleAtWork = true;
    // The way of nearly every query: the load was at work last, and nothing else is.
    if (this.owner === 0 && this.opens === 1 && this.underWay[0] === 0) {
      if (this.running === 1) this.idle[0]! += this.context.now - this.idleSince;
      this.underWay[0] = 1;
      this.isIdle = false;
    } else this.begins(0);
  }

  /** There is none any more. */
  soleEnds(): void {
    if (!this.soleAtWork) return;
    this.soleAtWork = false;
    if (this.owner === 0 && this.opens === 1 && this.underWay[0] === 1) {
      this.underWay[0] = 0;
      this.isIdle = true;
      this.idleSince = this.context.now;
    } else this.ends(0);
  }

  /** A cause has done something that is over at once: the idle time from now on is its own. */
  touches(cause: number): void {
    if (this.isIdle) this.hand(cause);
  }

  /** A compute is started for somebody. */
  wakes(cause: number): void {
    this.woken[cause]! += 1;
    this.touches(cause);
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
    if (cause !== undefined) this.touches(this.here.ofPlatform(cause));
  }

  /** Loads cannot be told from one another from the beginning on: their queries are left out. */
  giveUp(): void {
    this.hand(this.here.ofPlatform('not_attributed'));
    this.blind = true;
  }

  /** The compute runs, or does not any longer. */
  setRunning(running: boolean): void {
    this.synchronise();
    this.running = running ? 1 : 0;
  }

  /** The size that is billed from now on, and how much of it is the minimum. */
  setSize(billed_cu: number, min_cu: number): void {
    this.synchronise();
    this.base_cu = Math.min(billed_cu, min_cu);
    this.above_cu = Math.max(0, billed_cu - min_cu);
  }

  /**
   * The present size is asked for.
   * @param pages distinct pages that a load of the scenario has read
   * @param connection_bytes memory of a connection
   */
  push(goal: SizeGoal, pages: (load: number) => number, connection_bytes: number): void {
    const { here, pushers, counts } = this;
    this.synchronise();
    pushers.push(
      goal,
      (place) => {
        if (this.blind) return 0;
        if (goal === 'lfc') return pages(here.loads[place]!);
        if (goal !== 'memory') return pushers.average[place]!;
        return pushers.bytes[place]! + counts.slots[place]! * connection_bytes;
      },
      this.owner,
    );
  }

  /** Who has the largest part of the present size. */
  get pusher_name(): string {
    return this.here.nameOf(this.pushers.leader);
  }

  /** Ends a calendar month, or the part of it that had begun with a change of price. */
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

  /** Of one cause up to now. */
  secondsOf(cause: number): { readonly active_seconds: number; readonly idle_seconds: number } {
    this.synchronise();
    const since = this.open[cause] === 1 ? this.activeEach - this.activeBefore[cause]! : 0;
    return { active_seconds: this.active[cause]! + since, idle_seconds: this.idle[cause]! };
  }

  private hand(cause: number): void {
    if (cause === this.owner || this.blind) return;
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
    if (this.above_cu > 0) this.pushers.last(this.above_cu * seconds, this.owner);
  }
}
