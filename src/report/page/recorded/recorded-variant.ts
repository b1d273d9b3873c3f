import { RunningCost } from '../../../cost/running-cost.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Observer } from '../../../simulation/run/observation.js';
import { RecordedMarks } from './recorded-marks.js';
import { RecordedTimeline } from './recorded-timeline.js';

/** The course of one run of a setting, as a page draws it beside another's; its observer takes the run in. */
export type RecordedVariant = ReturnType<typeof recordedVariant>;

/** A course of which nothing has come yet. @param name what tells the setting from the other */
export function recordedVariant(name: string, scenario: Scenario) {
  const timeline = new RecordedTimeline(new RunningCost(scenario.plan, scenario));
  const marks = new RecordedMarks(scenario.duration_seconds, () => false);
  const observer: Observer = { timeline: (row) => timeline.add(row), decision: (row) => marks.add(row) };
  return { name, scenario, timeline, marks, observer };
}
