import type { RandomStream } from '../../kernel/random-stream.js';
import type { Draw } from '../../kernel/sampler.js';
import type { Compute } from '../lifecycle/compute.js';
import type { Alarm } from '../run/alarm.js';
import { ComputePart } from '../run/compute-part.js';
import { MIGRATION } from '../run/event-kind.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';

/** Live migrations of one compute: when its host has no room, it is copied to another, and scaling pauses. */
export class LiveMigration extends ComputePart {
  /** Migrations begun so far. */
  count = 0;
  /** When the compute pauses, or resumes. */
  readonly alarm: Alarm;
  readonly #hostFull: RandomStream;
  readonly #latency: Draw;
  readonly #pause: Draw;
  #stage: 'none' | 'copying' | 'paused' = 'none';

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    const { migration_latency, migration_pause } = context.scenario.model;
    this.alarm = this.alarmOf(MIGRATION);
    this.#hostFull = context.computeStream(compute.name, 'host-full');
    this.#latency = this.drawsOf(migration_latency, 'migration-latency');
    this.#pause = this.drawsOf(migration_pause, 'migration-pause');
  }

  get underWay(): boolean {
    return this.#stage !== 'none';
  }

  /** Whether the host has no room for a compute that requests a larger size; drawn again at each request. */
  drawHostFull(): boolean {
    const { host_full } = this.context.scenario.model;
    return host_full > 0 && this.#hostFull.uniform() < host_full;
  }

  begin(): void {
    this.count += 1;
    const seconds = this.#latency();
    this.#note('migration', `to a host with room; nothing scales for ${Math.round(seconds)} s`);
    this.#stage = 'copying';
    this.alarm.after(seconds);
  }

  /** Handles {@link MIGRATION}. @returns whether the migration is over */
  advance(): boolean {
    if (this.#stage === 'copying') {
      this.#stage = 'paused';
      this.compute.execution.resize(0);
      this.alarm.after(this.#pause());
      return false;
    }
    this.#stage = 'none';
    this.alarm.fired();
    this.compute.execution.resize(this.compute.cu);
    this.#note('migrated', 'runs on another host; scaling resumes');
    return true;
  }

  stop(): void {
    this.alarm.off();
    this.#stage = 'none';
  }

  /** Delays an answer until the end of the migration, if one is under way. @returns whether it is delayed */
  delays(answer: Alarm): boolean {
    if (this.#stage === 'none') return false;
    answer.after(this.context.scenario.model.metrics_interval);
    return true;
  }

  #note(decision: 'migration' | 'migrated', reason: string): void {
    this.compute.decisions.add(decision, this.compute.cu, reason);
  }
}

export const MIGRATION_EVENTS: EventHandlers = {
  [MIGRATION]: ({ computes }, compute) => computes[compute]!.size.loop.migrationContinues(),
};
