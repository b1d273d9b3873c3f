import type { Band, BandName, CourseData, Series } from '../../course/course-data.js';
import { COURSE_PANELS, type CoursePanel, type Limit } from '../../course/panels.js';
import { shownMoment } from './element.js';

/** One figure of the lane that is shown. */
export interface ShownCurve {
  readonly panel: CoursePanel;
  /** As many as there are times: the last value is there twice, so that its interval is drawn to the end. */
  readonly values: Series;
  readonly band?: Band | undefined;
  readonly limits: readonly Limit[];
}

/** The course of a compute, of all of them, or of all replications. */
export interface ShownLane {
  /** When each interval begins, and when the last one ends; Unix time. */
  readonly time: readonly number[];
  readonly curves: readonly ShownCurve[];
}

/** @param shown the lane's place, or `replications` */
export function shownLane(data: CourseData, shown: string): ShownLane {
  const { start_epoch_seconds: start, duration_seconds, replications, lanes, limits } = data;
  const bands = shown === 'replications' ? replications : undefined;
  const lane = lanes[bands === undefined ? Number(shown) : 0]!;
  const own = limits[bands === undefined ? Number(shown) : 0]!;
  // The limits of sizes and connections are those of single computes.
  const within = bands === undefined ? own : { ...own, min_cu: null, max_cu: null, max_connections: null };
  const { width_seconds } = bands ?? data;
  const points = bands?.bands.size.mean.length ?? lane.series.size.length;
  return {
    time: Array.from(
      { length: points + 1 },
      (_, index) => start + Math.min(index * width_seconds, duration_seconds),
    ),
    curves: COURSE_PANELS.flatMap((panel): readonly ShownCurve[] => {
      const band = bands?.bands[panel.id as BandName];
      const values = bands === undefined ? lane.series[panel.id] : band?.mean;
      if (values === undefined || !panel.isTelling(values, within)) return [];
      return [{ panel, values: extended(values), band, limits: panel.limits(within) }];
    }),
  };
}

/** The series of a curve with the ends of its band before it. */
export function seriesOf({ values, band }: ShownCurve): readonly Series[] {
  return band === undefined ? [values] : [extended(band.high), extended(band.low), values];
}

function extended(values: Series): Series {
  return [...values, values.at(-1) ?? null];
}

/** A curve's value in an interval, in words, with its extremes if it has some. */
export function valueText({ panel, values, band }: ShownCurve, index: number): string {
  const value = values[index] ?? null;
  if (value === null) return '-';
  const [low, high] = [band?.low[index] ?? value, band?.high[index] ?? value];
  return low === high
    ? panel.text(value)
    : `${panel.text(value)} (${panel.text(low)} to ${panel.text(high)})`;
}

/** Rows of a table; a longer stretch is in so many equal parts. */
const ROWS = 48;

/** A stretch of a lane as a table. @returns heads and rows */
export function stretchTable({ time, curves }: ShownLane, from: number, to: number) {
  const first = Math.max(0, time.findIndex((moment) => moment > from) - 1);
  const beyond = time.findIndex((moment) => moment >= to);
  const end = beyond < 0 ? time.length - 1 : beyond;
  const stride = Math.max(1, Math.ceil((end - first) / ROWS));
  const rows = Array.from({ length: Math.ceil((end - first) / stride) }, (_, row) => {
    const begin = first + row * stride;
    const cells = curves.map(({ panel, values }) => {
      const known = values.slice(begin, Math.min(end, begin + stride)).filter((value) => value !== null);
      if (known.length === 0) return '-';
      const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
      return panel.text(panel.largest === true ? Math.max(...known) : mean);
    });
    return [shownMoment(time[begin]! * 1000), ...cells];
  });
  return { heads: ['From (UTC)', ...curves.map(({ panel }) => panel.label)], rows };
}
