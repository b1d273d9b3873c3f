import type { ComputeSettings, ComputeUpdate } from '../../compute/lifecycle/settings.js';
import { idleTimeout, suspendDueAt } from '../../compute/lifecycle/suspend-timeout.js';
import { DEFAULT_SUSPEND_POLICY } from '../../compute/policy/suspend-policies.js';
import type { Draw } from '../../kernel/sampler.js';
import { ZERO } from '../../kernel/zero.js';
import { checkedSuspendPolicy } from '../policy/checked-policy.js';
import { roundedInput } from '../record/decision-log.js';
import { ComputePart } from '../run/compute-part.js';
import { RESUME, SUSPEND_CHECK } from '../run/event-kind.js';
import { IdleAccounts } from '../run/idle-accounts.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import type { Compute } from './compute.js';

/**
 * Decides when one compute suspends and whether it resumes without a client: an idle timer set by a policy.
 *
 * The event of the timer is lazy: activity does not move it; it checks the state when it fires. A compute at 1,000
 * queries per second needs one check per timeout instead of 1,000 rescheduled events per second.
 */
export class Suspension extends ComputePart {
  private readonly timer = this.alarmOf(SUSPEND_CHECK);
  /** Draws the timeout of each idle period, seconds, and the delay of the check. */
  declare private timeout: Draw;
  private readonly slack = this.drawsOf(this.context.scenario.model.suspend_check, 'suspend-check');
  /** When the current idle period began, and when its check is due. */
  private idleSince = Number.NEGATIVE_INFINITY;
  private dueAt = Number.POSITIVE_INFINITY;
  readonly accounts = new IdleAccounts();
  /** Resumes without a client. */
  resumes = 0;
  private readonly connectionsKeepAwake = this.context.scenario.model.idle_clock === 'connections';
  /** Number of activities other than queries that keep the compute awake, such as open transactions and subscribers. */
  private standing = 0;
  private readonly policy = checkedSuspendPolicy(
    this.context,
    this.compute.name,
    this.specification.suspend_policy,
  );
  private readonly values = this.specification.suspend_policy.values;
  private readonly uniform = this.context.computeStream(this.compute.name, 'suspend-policy');
  /** Whether the compute's fixed timeout applies, so that no policy is called. */
  private readonly hasFixedTimeout = this.policy === DEFAULT_SUSPEND_POLICY;
  declare private drawn: Draw | undefined;
  private timeout_seconds = idleTimeout(this.specification);
  declare private state: unknown;
  /** The reason for the policy's last decision. */
  resumeReason = '';
  /** Whether the idle period that begins follows work, or a start without use. */
  private cause: 'work_done' | 'started' = 'work_done';
  private resumeAt = Number.POSITIVE_INFINITY;
  /** When an active compute became idle; NaN while it is busy or not active. */
  private quietSince = Number.NaN;
  private longest_idle_seconds = ZERO;
  private readonly resume = this.alarmOf(RESUME);

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    const { suspend_timer } = this.specification;
    this.drawn = suspend_timer && this.drawsOf(suspend_timer, 'suspend-timer');
    const { policy, values, timeout_seconds } = this;
    const { foresight } = policy;
    this.state = policy.start(values, { suspend_timeout_seconds: timeout_seconds, foresight });
    this.timeout = this.timeoutDraw();
  }

  /** Whether the compute has work, or is kept awake; idle connections do not count. */
  get hasActivity(): boolean {
    return this.compute.execution.busy > 0 || this.standing > 0;
  }

  /** The first query begins, or the last one ends. */
  workBegins(): void {
    const { causes, size } = this.compute;
    causes.soleBegins();
    size.rest.resume();
    if (this.standing === 0) this.busy(true);
  }

  workEnds(): void {
    const { causes, clock } = this.compute;
    causes.soleEnds();
    if (clock.state === 'active' && this.standing === 0) this.idle('work_done');
  }

  /** Activity other than a query starts, or stops, keeping the active compute awake; a stop ends it without a call. */
  activityBegins(cause: number): void {
    if (!this.hasActivity) this.busy(true);
    this.compute.causes.begins(cause);
    this.standing += 1;
  }

  activityEnds(cause: number): void {
    this.compute.causes.ends(cause);
    this.standing -= 1;
    if (this.compute.state === 'active' && !this.hasActivity) this.idle('work_done');
  }

  firstConnectionOpened(): void {
    if (this.connectionsKeepAwake)
      this.activityBegins(this.compute.causes.here.ofPlatform('open_connections'));
  }

  lastConnectionClosed(): void {
    if (this.connectionsKeepAwake) this.activityEnds(this.compute.causes.here.ofPlatform('open_connections'));
  }

  /** An active compute is idle from now on. */
  idle(cause: 'work_done' | 'started'): void {
    const { now } = this.context;
    this.cause = cause;
    if (Number.isNaN(this.quietSince)) this.quietSince = now;
    if (cause === 'work_done') this.accounts.idle(now);
    if (now === this.idleSince && this.timer.set) return;
    this.idleSince = now;
    this.dueAt = suspendDueAt(now, this.timeout()) + this.slack();
    this.timer.by(this.dueAt);
  }

  /** Cancels the scheduled check. */
  private stopTimer(): void {
    this.timer.off();
    this.dueAt = Number.POSITIVE_INFINITY;
    this.idleSince = Number.NEGATIVE_INFINITY;
  }

  /** A due check had no effect because a suspend was impossible: it is repeated, now or when it is due. */
  repeatCheck(): void {
    if (!this.timer.set) this.timer.by(Math.max(this.context.now, this.dueAt));
  }

  /** A query ends the idle period, if any. @param found_active whether it found the compute active */
  busy(found_active: boolean): void {
    const { now } = this.context;
    this.endQuiet(now);
    const { since } = this.accounts;
    this.accounts.busy(now, found_active);
    if (!this.hasFixedTimeout) this.reportBusy(now, since, found_active);
  }

  /** @param since when the idle period began; NaN if there was none */
  private reportBusy(now: number, since: number, found_active: boolean): void {
    this.resume.off();
    this.resumeAt = Number.POSITIVE_INFINITY;
    if (Number.isNaN(since)) return;
    const { policy, values } = this;
    const epoch_seconds = this.context.scenario.start_epoch_seconds + now;
    this.state = policy.busy(
      this.state,
      { now_seconds: now, epoch_seconds, idle_seconds: now - since, found_active },
      values,
    );
  }

  /** The compute runs; @param unasked whether a proactive resume has started it */
  started(unasked: boolean): void {
    this.accounts.started(this.context.now, unasked);
  }

  /** The compute stops; if it suspends, it may be resumed before a client connects. */
  stopped(suspended: boolean): void {
    const { now } = this.context;
    this.stopTimer();
    this.standing = 0;
    this.endQuiet(now);
    this.accounts.stopped(now);
    if (!suspended || this.resumeAt === Number.POSITIVE_INFINITY) return;
    this.resume.at(Math.max(now, this.resumeAt));
    this.resumeAt = Number.POSITIVE_INFINITY;
  }

  /** Handles {@link SUSPEND_CHECK}. */
  check(): void {
    const { causes, faults, lifecycle } = this.compute;
    this.timer.fired();
    // The next idle period will schedule a check.
    if (this.hasActivity) return;
    if (this.dueAt > this.context.now) {
      this.timer.by(this.dueAt);
      return;
    }
    // The control plane cannot suspend it: the check is repeated after the outage.
    if (faults.keepsAwake) causes.claimIdleTime(causes.here.ofPlatform('faults'));
    else lifecycle.suspendIdle(this.reason);
  }

  /** Handles {@link RESUME}. @param possible whether a start can begin; otherwise this resume is skipped */
  resumed(possible: boolean): void {
    this.resume.fired();
    if (possible) this.resumes += 1;
  }

  /** The longest time the compute was active but idle: no longer timeout would have ended it. */
  longestIdle(now: number): number {
    this.noteIdle(now);
    return this.longest_idle_seconds;
  }

  private endQuiet(now: number): void {
    this.noteIdle(now);
    this.quietSince = Number.NaN;
  }

  private noteIdle(now: number): void {
    const idle_seconds = now - this.quietSince;
    // The comparison is false for NaN, which means that it was not idle.
    if (idle_seconds > this.longest_idle_seconds) this.longest_idle_seconds = idle_seconds;
  }

  private get reason(): string {
    const inactive = `no activity for ${roundedInput(this.context.now - this.idleSince)} s`;
    return this.hasFixedTimeout ? inactive : `${inactive}; ${this.resumeReason}`;
  }

  /**
   * The settings were edited: the current idle period still counts from when it began.
   * @param idle whether the compute is active but idle
   */
  update(settings: ComputeSettings, set: ComputeUpdate, idle: boolean): void {
    // An edited timeout replaces one that the scenario draws at random.
    if (set.suspend_timeout_seconds !== undefined) this.drawn = undefined;
    this.timeout_seconds = idleTimeout(settings);
    this.timeout = this.timeoutDraw();
    const since = this.idleSince;
    this.stopTimer();
    if (!idle) return;
    this.idleSince = since;
    this.dueAt = Math.max(this.context.now, suspendDueAt(since, this.timeout()) + this.slack());
    this.timer.by(this.dueAt);
  }

  private timeoutDraw(): Draw {
    if (!this.hasFixedTimeout) return () => this.decide();
    if (this.drawn !== undefined) return this.drawn;
    const seconds = this.timeout_seconds;
    return () => seconds;
  }

  private decide(): number {
    const { now, scenario } = this.context;
    const { policy, values } = this;
    const decision = policy.idle(
      this.state,
      {
        now_seconds: now,
        epoch_seconds: scenario.start_epoch_seconds + now,
        cause: this.cause,
        uniform: policy.randomised ? this.uniform.uniform() : 0,
        suspend_timeout_seconds: this.timeout_seconds,
        next_arrival_seconds: policy.foresight
          ? this.context.foresight.nextArrival(this.compute.index)
          : undefined,
      },
      values,
    );
    const { suspend_after_seconds, resume_after_seconds, reason } = decision;
    if (!(suspend_after_seconds >= 0 && resume_after_seconds >= 0)) {
      this.context.broken(
        `policy ${policy.name} suspends and resumes after a number of seconds of 0 or more`,
        `${suspend_after_seconds} and ${resume_after_seconds}`,
        'idle',
      );
    }
    this.state = decision.state;
    this.resumeReason = reason;
    this.resumeAt = now + resume_after_seconds;
    return suspend_after_seconds;
  }
}

export const SUSPENSION_EVENTS: EventHandlers = {
  [SUSPEND_CHECK]: ({ computes }, compute) => computes[compute]!.suspension.check(),
  [RESUME]: ({ computes }, compute) => computes[compute]!.lifecycle.resume(),
};
