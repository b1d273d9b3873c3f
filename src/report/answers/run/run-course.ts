import type { CourseData, Lane } from '../../course/course-data.js';
import { coursePlot, ribbonPlot } from '../../course/course-plot.js';
import type { RecordedCourse } from '../../course/recorded-course.js';
import type { Part } from '../../document/report.js';
import { duration, milliseconds } from '../../figures/figure-text.js';
import { drawPlot } from '../../forms/plot/draw-plot.js';
import { curvesMarkup } from '../../page/sections/curves-section.js';
import { momentText } from '../../text/iso-time.js';

/**
 * When computes were awake, and the curves over time: drawn, and brought to life by the script of the page.
 * @param remarks for below the curves
 */
export function courseParts(
  data: CourseData,
  course: RecordedCourse,
  remarks: readonly string[],
): readonly Part[] {
  if (course.length === 0) return [];
  return [
    {
      kind: 'plot',
      id: 'timeline',
      title: 'Size and load over time',
      short: 'Timeline',
      untitled: true,
      in: ['page'],
      plot: ribbonPlot(data),
    },
    {
      kind: 'drawn',
      id: 'course',
      in: ['page'],
      draw: () => curvesMarkup(data, drawPlot(coursePlot(data)), [...remarks, ...notesOf(course)]),
    },
  ];
}

/** The interval with the highest 99th percentile; nothing if no query completed. */
export function worstOf(
  lanes: readonly Lane[],
  { start_epoch_seconds, width_seconds }: Pick<CourseData, 'start_epoch_seconds' | 'width_seconds'>,
): Pick<CourseData, 'worst'> {
  const latency = lanes[0]?.series.latency ?? [];
  const most = latency.reduce<number>((highest, ms) => Math.max(highest, ms ?? 0), 0);
  if (most === 0) return {};
  const seconds = latency.indexOf(most) * width_seconds;
  const moment = momentText(start_epoch_seconds + seconds);
  return { worst: { seconds, moment, text: `worst: p99 ${milliseconds(most)}` } };
}

function notesOf(course: RecordedCourse): readonly string[] {
  const width = duration(course.width_seconds);
  return [
    ...(course.merged > 1
      ? [
          `Each interval of ${width} represents ${course.merged} of the timeline's; its percentile is the highest of theirs.`,
        ]
      : []),
    ...(course.lanesLeftOut > 0
      ? [`${course.lanesLeftOut} further computes are in the curves of all computes only.`]
      : []),
  ];
}
