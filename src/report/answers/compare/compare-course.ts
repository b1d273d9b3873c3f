import type { Scenario } from '../../../scenario/scenario.js';
import { coursePairPlot } from '../../course/course-plot.js';
import { laneLimits } from '../../course/lane-limits.js';
import type { RecordedCourse } from '../../course/recorded-course.js';
import type { Part } from '../../document/report.js';
import { notesOn, notesPart } from '../../document/report.js';
import { duration } from '../../figures/figure-text.js';

/** One run of a setting over time. */
export interface RecordedVariant {
  readonly name: string;
  readonly scenario: Scenario;
  readonly course: RecordedCourse;
}

/** The courses of two settings on the same axes; nothing if they differ in time. */
export function courseParts([left, right]: readonly RecordedVariant[]): readonly Part[] {
  if (left === undefined || right === undefined || !isSameTime(left, right)) return [];
  const { start_epoch_seconds, duration_seconds } = left.scenario;
  const { width_seconds } = left.course;
  const sides = [left, right].map(({ name, course }) => ({ name, lanes: course.lanes() }));
  // Sizes are what the settings may differ in, and connections are of single computes.
  const [all] = laneLimits([''], left.scenario, { computes: [] });
  const limits = { ...all!, min_cu: null, max_cu: null };
  const span = { start_epoch_seconds, duration_seconds, width_seconds };
  const text = `the first replication of each, with the same arrivals; intervals of ${duration(width_seconds)}`;
  return [
    {
      kind: 'plot',
      id: 'timelines',
      title: 'Both over time',
      short: 'Timelines',
      in: ['page'],
      plot: coursePairPlot(sides, limits, span),
    },
    notesPart('timelines-notes', notesOn('', [text]), { in: ['page'] }),
  ];
}

function isSameTime(left: RecordedVariant, right: RecordedVariant): boolean {
  return (
    left.course.length > 1 &&
    left.course.length === right.course.length &&
    left.course.width_seconds === right.course.width_seconds &&
    left.scenario.start_epoch_seconds === right.scenario.start_epoch_seconds
  );
}
