import { startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import { type Draw, sampler } from '../../kernel/sampler.js';
import { ZERO } from '../../kernel/zero.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { Alarm } from '../run/alarm.js';
import { STARTED } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';
import type { ComputeParts, Starts } from './compute-parts.js';
import { WakeDuration } from './wake-duration.js';

/**
 * A server that was killed takes at least this long to be back, also where `restart_latency` is 0: else a compute too
 * small for its connections would be killed without end within one instant. Source: a local PostgreSQL's restart takes
 * 0.1 s, `docs/validation.md`.
 */
const MIN_RECOVERY_SECONDS = 0.1;

/** The starts of one compute: how each begins, how long it takes, and what happens when it is over. */
export class ComputeStarts implements Starts {
  readonly wakeDuration: WakeDuration;
  readonly #context: RunContext;
  readonly #start: Alarm;
  readonly #compute: ComputeParts;
  readonly #restartLatency: Draw;
  readonly #crashLatency: Draw;
  crashed = false;
  /** Whether the machine runs on during the start under way, and is billed. */
  #onMachine = false;
  #wakeBegan = ZERO;
  #idleBegan = ZERO;
  /** What the start under way is. */
  #kind: 'asked' | 'unasked' | 'restart' = 'asked';

  constructor(context: RunContext, index: number, compute: ComputeParts) {
    const { restart_latency } = context.scenario.model;
    const { name } = compute;
    this.#context = context;
    this.#start = new Alarm(context.calendar, STARTED, index);
    this.#compute = compute;
    this.wakeDuration = new WakeDuration(context, name);
    this.#restartLatency = sampler(restart_latency, context.stream(name, 'restart-latency'));
    this.#crashLatency = sampler(restart_latency, context.stream(name, 'crash-restart-latency'));
  }

  /** Puts the compute into its initial state, at time 0. */
  begin(initial: ComputeSpecification['initial_state']): void {
    const { decisions, suspension } = this.#compute;
    if (initial === 'active') {
      this.#activate();
      decisions.add('active', 0, 'running when the scenario begins');
      suspension.idle('started');
      this.#compute.activeLimit?.changed();
      this.#compute.availabilityChanged();
    }
    if (initial === 'init') {
      this.#plan(this.wakeDuration.draw(0));
      decisions.add('start', 0, 'created; starting');
    }
  }

  wake(decision: 'wake' | 'start' | 'resume', reason: string, cause: number): void {
    const { now } = this.#context;
    const { meters, clock, decisions, causes } = this.#compute;
    this.#kind = decision === 'resume' ? 'unasked' : 'asked';
    meters.wakes += 1;
    causes.wakes(cause);
    this.#wakeBegan = now;
    clock.enter(now, 'starting');
    this.#plan(this.wakeDuration.draw(now - this.#idleBegan));
    decisions.add(decision, 0, reason, causes.here.nameOf(cause));
    this.#compute.activeLimit?.changed();
  }

  /** Handles a resume that the suspension policy has planned. */
  resume(): void {
    const { faults, suspension, access, causes } = this.#compute;
    const possible = faults.startBlock === undefined && !faults.lost;
    suspension.resumed(possible);
    if (startsOnConnect(this.#compute.state) && !access.barred && possible) {
      this.wake('resume', suspension.resumeReason, causes.here.ofPlatform('suspend_policy'));
    }
  }

  restart(): void {
    this.#kind = 'restart';
    this.#onMachine = false;
    this.#plan(this.#restartLatency());
  }

  recover(): void {
    this.#kind = 'restart';
    this.#onMachine = true;
    this.#plan(Math.max(MIN_RECOVERY_SECONDS, this.#restartLatency()));
  }

  crash(active: boolean): void {
    this.cancel();
    if (active) this.#kind = 'restart';
    this.crashed = true;
    this.#compute.size.start(this.#compute.settings, false);
  }

  afterCrash(): void {
    if (this.crashed) this.#plan(this.#crashLatency());
  }

  cancel(): void {
    this.#start.off();
    this.crashed = false;
    this.#onMachine = false;
  }

  suspended(): void {
    this.#idleBegan = this.#context.now;
  }

  /** Settings were edited, perhaps while a start is under way. */
  settingsChanged(): void {
    const { size, settings } = this.#compute;
    if (this.#start.set || this.crashed) size.start(settings, this.#onMachine);
  }

  /** Handles {@link STARTED}: the compute runs, and those who waited are let in. */
  started(): void {
    const compute = this.#compute;
    const { state, meters, decisions, access, causes } = compute;
    this.#start.fired();
    const restarted = state === 'restarting';
    // The first start of a compute that has just been created is no wake.
    if (state === 'starting') meters.wakeLatency.add(this.#context.now - this.#wakeBegan);
    this.#activate();
    compute.disruptions.reopened();
    decisions.add(
      restarted ? 'restarted' : 'active',
      0,
      `${restarted ? 'restarted' : 'running'} at the minimum size with a cold cache; let in: ${access.asking}`,
      causes.holder_name,
    );
    access.settle();
    compute.availabilityChanged();
    if (!compute.hasActivity) compute.suspension.idle('started');
  }

  #plan(seconds: number): void {
    this.crashed = false;
    this.#start.after(seconds);
    this.#compute.size.start(this.#compute.settings, this.#onMachine);
  }

  #activate(): void {
    const { prewarm } = this.#context.scenario.model;
    const { background, causes, clock, fidelity, suspension, size, settings } = this.#compute;
    clock.enter(this.#context.now, 'active');
    causes.setRunning(true);
    background.started();
    suspension.started(this.#kind === 'unasked');
    const restarted = this.#kind === 'restart';
    size.activate(settings, prewarm === 'always' || (prewarm === 'restarts' && restarted));
    fidelity?.started();
    this.#kind = 'asked';
    this.#onMachine = false;
  }
}
