import type { Band, BandName, CourseData, Series } from './course-data.js';
import { COURSE_PANELS, type CoursePanel, type Limit } from './panels.js';

/** The place of a lane among all, or all replications together. */
export type Shown = number | 'replications';

export interface ShownCurve {
  readonly panel: CoursePanel;
  readonly values: Series;
  /** The lowest and the highest of all replications. */
  readonly band?: Band | undefined;
  readonly limits: readonly Limit[];
}

/** The course of one compute, of all of them, or of all replications. */
export interface ShownCourse {
  readonly width_seconds: number;
  readonly curves: readonly ShownCurve[];
}

export type Course = Pick<CourseData, 'lanes' | 'limits' | 'replications' | 'width_seconds'>;

/** The initial view of a page: all replications if there are several. */
export function firstShown({ replications }: Pick<Course, 'replications'>): Shown {
  return replications === undefined ? 0 : 'replications';
}

/** The figures of a course that vary, or show what went wrong. */
export function shownCourse(
  { lanes, limits, replications, width_seconds }: Course,
  shown: Shown,
): ShownCourse {
  const bands = shown === 'replications' ? replications : undefined;
  const place = shown === 'replications' ? 0 : shown;
  return {
    width_seconds: bands?.width_seconds ?? width_seconds,
    curves: COURSE_PANELS.flatMap((panel): readonly ShownCurve[] => {
      const band = bands?.bands[panel.id as BandName];
      const values = bands === undefined ? lanes[place]!.series[panel.id] : band?.mean;
      if (values === undefined || !panel.isTelling(values, limits[place]!)) return [];
      return [{ panel, values, band, limits: panel.limits(limits[place]!) }];
    }),
  };
}

/** The value of a curve in an interval, with its extremes if it has some. */
export function valueText({ panel, values, band }: ShownCurve, index: number): string {
  const value = values[index] ?? null;
  if (value === null) return '-';
  const [low, high] = [band?.low[index] ?? value, band?.high[index] ?? value];
  return low === high
    ? panel.text(value)
    : `${panel.text(value)} (${panel.text(low)} to ${panel.text(high)})`;
}
