import { RunningCost } from '../../../cost/running-cost.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Observer } from '../../../simulation/run/observation.js';
import { RecordedMarks } from './recorded-marks.js';
import { RecordedTimeline } from './recorded-timeline.js';

/** The course of one run of a setting, as a page draws it beside another's. */
export class RecordedVariant {
  readonly name: string;
  readonly scenario: Scenario;
  readonly timeline: RecordedTimeline;
  readonly marks: RecordedMarks;

  /** @param name what tells the setting from the other */
  constructor(name: string, scenario: Scenario) {
    this.name = name;
    this.scenario = scenario;
    this.timeline = new RecordedTimeline(new RunningCost(scenario.plan, scenario));
    this.marks = new RecordedMarks(scenario.duration_seconds, () => false);
  }

  /** Takes the run in while it goes on. */
  get observer(): Observer {
    return { timeline: (row) => this.timeline.add(row), decision: (row) => this.marks.add(row) };
  }
}
