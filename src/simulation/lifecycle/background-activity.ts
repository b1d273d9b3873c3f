import { startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import type { PlatformCause } from '../causes/causes-here.js';
import type { Alarm } from '../run/alarm.js';
import { ComputePart } from '../run/compute-part.js';
import { AUTOVACUUM, AVAILABILITY_CHECK } from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';

/**
 * Activity that keeps one compute awake without clients: availability checks of the platform, which also wake it, and
 * autovacuum workers. Each is instantaneous and restarts the idle timeout.
 */
export class BackgroundActivity extends ComputePart {
  readonly #check = this.alarmOf(AVAILABILITY_CHECK);
  readonly #vacuum = this.alarmOf(AUTOVACUUM);

  /** Schedules the first availability check after half an interval, so that whole intervals have one each. */
  begin(): void {
    plan(this.#check, this.context.scenario.model.availability_check_interval / 2);
  }

  started(): void {
    plan(this.#vacuum, this.context.scenario.model.autovacuum_interval);
  }

  stopped(): void {
    this.#vacuum.off();
  }

  availabilityCheck(): void {
    const { state, faults, admission, lifecycle, causes } = this.compute;
    this.#check.fired();
    plan(this.#check, this.context.scenario.model.availability_check_interval);
    if (state === 'active') this.#beActive('availability_checks');
    else if (startsOnConnect(state) && !admission.barred && faults.startBlock === undefined) {
      lifecycle.wake('start', 'availability check', causes.here.ofPlatform('availability_checks'));
    }
  }

  /** Handles {@link AUTOVACUUM}. */
  autovacuum(): void {
    this.#vacuum.fired();
    this.started();
    this.#beActive('autovacuum');
  }

  #beActive(by: PlatformCause): void {
    const { causes, suspension } = this.compute;
    const cause = causes.here.ofPlatform(by);
    suspension.activityBegins(cause);
    suspension.activityEnds(cause);
  }
}

function plan(alarm: Alarm, interval_seconds: number): void {
  if (interval_seconds < Number.POSITIVE_INFINITY) alarm.after(interval_seconds);
}

export const BACKGROUND_EVENTS: EventHandlers = {
  [AVAILABILITY_CHECK]: ({ computes }, compute) => computes[compute]!.background.availabilityCheck(),
  [AUTOVACUUM]: ({ computes }, compute) => computes[compute]!.background.autovacuum(),
};
