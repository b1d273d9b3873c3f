import { QUOTA_ERRORS } from '../faults/project-quota.js';
import { CrashLoops } from '../record/crash-loops.js';
import type { DisruptionCause } from '../run/disruption-observations.js';
import type { RunContext } from '../run/run-context.js';
import type { ComputeParts, Stops } from './compute-parts.js';
import { EndingSessions } from './ending-sessions.js';

/** The stops of one compute: suspends, restarts, crashes, and what each of them does to its clients. */
export class ComputeStops implements Stops {
  suspends = 0;
  restarts = 0;
  /** Restarts because the kernel killed for want of memory, which are among the restarts. */
  outOfMemory = 0;
  readonly crashLoops = new CrashLoops();
  lackedMemory = false;
  /** Counts the times all connections were cut: one opened in an earlier epoch is gone. */
  epoch = 0;
  readonly #context: RunContext;
  readonly #compute: ComputeParts;
  readonly #ending: EndingSessions;
  /** Why sessions were cut last. */
  #cause: DisruptionCause = 'restart';

  constructor(context: RunContext, compute: ComputeParts) {
    this.#context = context;
    this.#compute = compute;
    this.#ending = new EndingSessions(context.scenario.model.session_end_latency);
  }

  /** Which share of the sessions that were cut last has not ended yet. */
  get endingShare(): number {
    return this.#compute.state === 'active' ? 0 : this.#ending.share(this.#context.now);
  }

  /** A query is sent to one of them: it will be failed with 57P01. */
  cutLate(query: number): void {
    const { load, weight } = this.#context.queries;
    const { causes, disruptions } = this.#compute;
    causes.counts.cuts(load[query]!, this.#cause, weight[query]!);
    disruptions.cutLate();
  }

  /** Handles a suspend check. */
  suspendCheck(): void {
    const { causes, suspension, faults, hasActivity } = this.#compute;
    const { timer } = suspension;
    const { idleSince } = timer;
    if (!timer.check(hasActivity)) return;
    // Nobody is there to suspend it: the check is made again when that is over.
    if (faults.keepsAwake) {
      causes.touches(causes.here.ofPlatform('faults'));
      return;
    }
    // Nothing ran, but clients may have been in the pooler's line for a slot that idle sessions held.
    this.#fail(this.#suspend(suspension.reason(idleSince), 'suspend'), '57P01', 'suspend');
  }

  suspendNow(reason: string): void {
    const { access } = this.#compute;
    if (this.#compute.state === 'idle') return;
    this.#fail(this.#suspend(reason, 'suspend'), '57P01', 'suspend');
    if (access.barred) access.settle();
    else access.wakeForWaiting();
    this.#compute.availabilityChanged();
  }

  suspendForQuota(): void {
    const { quota, faults, access } = this.#compute;
    if (quota.cause === undefined || faults.keepsAwake) return;
    this.suspendNow(QUOTA_ERRORS[quota.cause]);
    access.settle();
  }

  restartNow(reason: string): void {
    this.#restart(reason, '57P01', 'restart');
  }

  /** Handles the kernel's killer: Postgres restarts, and everything that ran has failed. */
  killed(): void {
    const { memory, decisions, cu, clock } = this.#compute;
    const { now } = this.#context;
    if (!memory.kills()) return;
    this.outOfMemory += 1;
    this.crashLoops.killed(now, clock.since);
    const { allocated_bytes, ram_bytes } = memory;
    const [used, ram] = [allocated_bytes, ram_bytes].map((bytes) => Math.round(bytes / 1_048_576));
    decisions.add('out_of_memory', cu, `${used} MiB allocated on a machine of ${ram} MiB`);
    this.#restart('killed for want of memory', '57P02', 'out_of_memory');
  }

  crash(reason: string): void {
    const { state, starts } = this.#compute;
    if (state === 'active') this.#restart(reason, '08006', 'crash');
    else if (state !== 'idle') starts.crash(false);
  }

  lose(): void {
    const { state, access, disruptions } = this.#compute;
    if (state === 'idle') disruptions.begin('zone_loss', 0);
    else this.#fail(this.#suspend('the zone is lost', 'zone_loss'), '08006', 'zone_loss');
    access.settle();
  }

  #restart(reason: string, error: string, cause: DisruptionCause): void {
    const { cu, starts, decisions } = this.#compute;
    const stopped = this.#stop('restarting', cause);
    this.restarts += 1;
    if (cause === 'crash') starts.crash(true);
    // The kernel kills Postgres: the machine itself runs on.
    else if (cause === 'out_of_memory') starts.recover();
    else starts.restart();
    decisions.add('restart', cu, reason);
    this.#compute.cut(cause === 'restart' ? 'management_calls' : cause === 'crash' ? 'faults' : undefined);
    this.#fail(stopped, error, cause);
  }

  #suspend(reason: string, cause: DisruptionCause): readonly number[] {
    const { cu, starts, decisions, causes } = this.#compute;
    const stopped = this.#stop('idle', cause);
    this.suspends += 1;
    starts.suspended();
    decisions.add('suspend', cu, reason, causes.holder_name);
    this.#compute.cut();
    return stopped;
  }

  #fail(stopped: readonly number[], error: string, cause: DisruptionCause): void {
    const { load, opening, weight } = this.#context.queries;
    const { counts } = this.#compute.causes;
    for (const query of stopped) {
      if (opening[query] === 0) counts.cuts(load[query]!, cause, weight[query]!);
      this.#compute.service.fail(query, error);
    }
  }

  /** Stops the compute: connections are cut, work is aborted. @returns the queries that were being worked on */
  #stop(into: 'idle' | 'restarting', cause: DisruptionCause): readonly number[] {
    const { now } = this.#context;
    const { background, causes, starts, suspension, service, slots, clock, size, disruptions, activeLimit } =
      this.#compute;
    background.stopped();
    this.lackedMemory = cause === 'out_of_memory';
    if (!this.lackedMemory) this.crashLoops.interrupted();
    starts.cancel();
    suspension.stopped(cause === 'suspend');
    disruptions.begin(cause, slots.open);
    this.#cause = cause;
    if (cause === 'restart' || cause === 'suspend') this.#ending.begin(now, slots.open);
    else this.#ending.clear();
    const stopped = service.stop();
    this.epoch += 1;
    clock.enter(now, into);
    causes.setRunning(false);
    size.stop();
    activeLimit?.changed();
    this.#compute.availabilityChanged();
    return stopped;
  }
}
