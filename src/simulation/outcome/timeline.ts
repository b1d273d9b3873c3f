import type { Compute } from '../lifecycle/compute.js';
import { Alarm } from '../run/alarm.js';
import { TIMELINE } from '../run/event-kind.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import { sentBytes } from '../run/sent-bytes.js';
import { Conservation } from './conservation.js';
import { FleetInterval } from './fleet-interval.js';
import { FleetRecord } from './fleet-record.js';
import { timelineRow } from './run-results.js';

/**
 * Divides a run into the intervals of its timeline. At the end of each, emits a row per compute, or one for a whole
 * fleet, and checks the invariants.
 */
export class Timeline {
  readonly #context: RunContext;
  /** By compute: the integral of running queries at the start of the current interval. */
  readonly #runningBefore: Float64Array;
  /** By compute: the bytes sent before it. */
  readonly #sentBefore: Float64Array;
  /** The name of the fleet whose computes share one row; `undefined` if every compute has a row. */
  readonly #fleet: string | undefined;
  readonly #conservation: Conservation;
  #intervals = 0;
  #began = 0;
  readonly #alarm: Alarm;

  constructor(context: RunContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.calendar, TIMELINE, 0);
    this.#conservation = new Conservation(context);
    this.#runningBefore = new Float64Array(context.computes.length);
    this.#sentBefore = new Float64Array(context.computes.length);
    const { fleet } = context.scenario;
    this.#fleet = fleet?.rows === 'fleet' ? fleet.name : undefined;
  }

  /** Schedules the end of the interval that begins. */
  begin(): void {
    const end = this.#end();
    // The last interval ends with the run itself, after all other events at that time.
    if (end < this.#context.scenario.duration_seconds) this.#alarm.at(end);
  }

  /** Handles {@link TIMELINE}. */
  intervalEnds(): void {
    this.#close();
    this.begin();
  }

  /** Ends the current interval with the run, unless its length is 0. */
  end(): void {
    if (this.#context.now > this.#began) this.#close();
    else this.#conservation.check('end');
  }

  #close(): void {
    const { now, observer } = this.#context;
    const width = now - this.#began;
    const interval = this.#fleetInterval(now);
    this.#context.computes.forEach((compute, index) => {
      compute.decisions.closeInterval();
      // Most tenants are suspended most of the time, and add nothing to the row of their fleet.
      if (this.#fleet !== undefined && isUnused(compute, this.#began)) return;
      const area = compute.execution.usage().running_area;
      const load_mean = (area - this.#runningBefore[index]!) / width;
      this.#runningBefore[index] = area;
      const sent = sentBytes(this.#context, compute);
      const sent_bytes = sent - this.#sentBefore[index]!;
      this.#sentBefore[index] = sent;
      // Even without an observer: reading the sums at fewer times would change their rounding.
      const row = timelineRow(compute, this.#began, now, load_mean, sent_bytes);
      if (interval === undefined) observer?.timeline(row);
      else interval.add(row, compute.meters.interval());
      compute.meters.closeInterval();
    });
    if (interval !== undefined && !(observer instanceof FleetRecord)) {
      observer?.timeline(interval.row(this.#fleet!));
    }
    this.#intervals += 1;
    this.#began = now;
    this.#conservation.check('timeline');
  }

  /** The interval that sums the rows of a fleet; `undefined` without an observer, or if each compute has a row. */
  #fleetInterval(now: number): FleetInterval | undefined {
    const { observer } = this.#context;
    if (this.#fleet === undefined || observer === undefined) return undefined;
    return observer instanceof FleetRecord
      ? observer.interval(this.#intervals, this.#began, now)
      : new FleetInterval(this.#began, now);
  }

  #end(): number {
    const { timeline_interval_seconds, duration_seconds } = this.#context.scenario;
    // A multiple, not a sum: intervals do not drift.
    const end = (this.#intervals + 1) * timeline_interval_seconds;
    // Rounding must not leave a last interval of a few femtoseconds.
    return duration_seconds - end > 1e-9 * timeline_interval_seconds ? end : duration_seconds;
  }
}

/** Whether a compute has been suspended since the given time and no client has used it in the current interval. */
function isUnused({ clock, meters }: Compute, since: number): boolean {
  return clock.state === 'idle' && clock.since <= since && meters.quiet;
}

export const TIMELINE_EVENTS: EventHandlers = {
  [TIMELINE]: (run) => run.timeline.intervalEnds(),
};
