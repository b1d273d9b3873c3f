import { startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import type { PlatformCause } from '../causes/causes-here.js';
import { Alarm } from '../run/alarm.js';
import { AUTOVACUUM, AVAILABILITY_CHECK } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';
import type { Background, ComputeParts } from './compute-parts.js';

/** The compute, and how it is told of activity that is no query. */
interface BackgroundHost extends ComputeParts {
  activityBegan(cause: number): void;
  activityEnded(cause: number): void;
}

/**
 * What keeps one compute awake although nobody has asked for anything: availability checks of the platform, which wake it
 * as well, and autovacuum workers. Each is over at once, and the idle timeout counts anew from it.
 */
export class BackgroundActivity implements Background {
  readonly #context: RunContext;
  readonly #compute: BackgroundHost;
  readonly #check: Alarm;
  readonly #vacuum: Alarm;

  constructor(context: RunContext, index: number, compute: BackgroundHost) {
    this.#context = context;
    this.#compute = compute;
    this.#check = new Alarm(context.calendar, AVAILABILITY_CHECK, index);
    this.#vacuum = new Alarm(context.calendar, AUTOVACUUM, index);
  }

  /** Plans the first availability check. */
  begin(): void {
    plan(this.#check, this.#context.scenario.model.availability_check_interval);
  }

  started(): void {
    plan(this.#vacuum, this.#context.scenario.model.autovacuum_interval);
  }

  stopped(): void {
    this.#vacuum.off();
  }

  /** Handles {@link AVAILABILITY_CHECK}. */
  availabilityCheck(): void {
    const { state, faults, access, starts, causes } = this.#compute;
    this.#check.fired();
    this.begin();
    if (state === 'active') this.#beActive('availability_checks');
    else if (startsOnConnect(state) && !access.barred && faults.startBlock === undefined) {
      starts.wake('start', 'availability check', causes.here.ofPlatform('availability_checks'));
    }
  }

  /** Handles {@link AUTOVACUUM}. */
  autovacuum(): void {
    this.#vacuum.fired();
    this.started();
    this.#beActive('autovacuum');
  }

  #beActive(by: PlatformCause): void {
    const cause = this.#compute.causes.here.ofPlatform(by);
    this.#compute.activityBegan(cause);
    this.#compute.activityEnded(cause);
  }
}

function plan(alarm: Alarm, interval_seconds: number): void {
  if (interval_seconds < Number.POSITIVE_INFINITY) alarm.after(interval_seconds);
}
