import type { RuleLayer } from '../document/plot.js';
import { milliseconds, number, percent } from '../figures/figure-text.js';
import { boundText } from '../figures/named-figure.js';
import type { CourseData, LaneLimits, Series, SeriesName } from './course-data.js';

/** One figure over time, for every drawing of it. */
export interface CoursePanel {
  readonly id: SeriesName;
  /** Name with the unit. */
  readonly label: string;
  /** Name of a colour of the page. */
  readonly colour: string;
  readonly text: (value: number) => string;
  /** Whether the largest of several intervals represents them instead of their mean. */
  readonly largest?: boolean;
  readonly filled?: boolean;
  readonly logarithmic?: boolean;
  /** One second in the unit of a time axis. */
  readonly second?: number;
  /** Lines that the curve is compared with. */
  readonly limits?: (limits: LaneLimits) => readonly RuleLayer[];
  /** Whether the values show a problem, or vary. */
  readonly isInformative: (values: Series, limits: LaneLimits) => boolean;
}

/** Share of all slots above which connections may become a problem. */
const MIN_SLOT_SHARE = 0.5;
/** Fewer simultaneous queries do not count as a backlog. */
const MIN_BACKLOG_QUERIES = 20;
/** A mean load below this, in queries on CPU, does not count as load. */
const MIN_LOAD = 0.2;
/** Number of stretches that are compared, and the ratio of their extremes that counts as variation. */
const COMPARED_STRETCHES = 48;
const MIN_VARIATION = 1.25;

/** All figures over time, in the order of the page. */
export const COURSE_PANELS: readonly CoursePanel[] = [
  {
    id: 'size',
    label: 'Size, CU',
    colour: 'cu',
    text: number,
    filled: true,
    limits: ({ min_cu, max_cu }) => [
      ...limit(max_cu, (cu) => `at most ${number(cu)} CU`),
      ...limit(min_cu === max_cu ? null : min_cu, (cu) => `at least ${number(cu)} CU`),
    ],
    isInformative: varies,
  },
  {
    id: 'latency',
    label: 'Latency, 99th percentile',
    colour: 'latency',
    text: milliseconds,
    largest: true,
    logarithmic: true,
    second: 1000,
    limits: ({ latency_p99_ms }) =>
      limit(latency_p99_ms, (ms) => `objective: at most ${boundText('latency_p99', ms)}`),
    isInformative: (values) => values.some((value) => value !== null),
  },
  {
    id: 'waiting',
    label: 'Queries waiting or running',
    colour: 'load',
    text: number,
    largest: true,
    isInformative: (values) => mostOf(values) >= MIN_BACKLOG_QUERIES && varies(values),
  },
  {
    id: 'connections',
    label: 'Connections',
    colour: 'connections',
    text: number,
    largest: true,
    limits: ({ max_connections }) => limit(max_connections, (slots) => `max_connections ${number(slots)}`),
    isInformative: (values, { max_connections }) =>
      max_connections !== null && mostOf(values) >= MIN_SLOT_SHARE * max_connections,
  },
  {
    id: 'queries',
    label: 'Queries per second',
    colour: 'queries',
    text: number,
    isInformative: varies,
  },
  {
    id: 'load',
    label: 'Queries running on CPU',
    colour: 'load',
    text: number,
    isInformative: (values) => mostOf(values) >= MIN_LOAD && varies(values),
  },
  {
    id: 'cache',
    label: 'Page reads that the cache answered',
    colour: 'queries',
    text: percent,
    isInformative: varies,
  },
];

/** A figure of one lane over time. */
export interface ShownCurve {
  readonly panel: CoursePanel;
  readonly values: Series;
  readonly limits: readonly RuleLayer[];
}

/** The figures of a lane that vary, or show problems. @param shown index of the lane */
export function shownCurves(
  { lanes, limits }: Pick<CourseData, 'lanes' | 'limits'>,
  shown: number,
): readonly ShownCurve[] {
  return COURSE_PANELS.flatMap((panel): readonly ShownCurve[] => {
    const values = lanes[shown]!.series[panel.id];
    const own = limits[shown]!;
    return panel.isInformative(values, own) ? [{ panel, values, limits: panel.limits?.(own) ?? [] }] : [];
  });
}

function limit(at: number | null, text: (value: number) => string): readonly RuleLayer[] {
  return at === null ? [] : [{ as: 'limit', on: 'y', at, text: text(at) }];
}

function mostOf(values: Series): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
}

/** Whether means of long stretches differ; variation within them is noise. */
export function varies(values: Series): boolean {
  const width = Math.max(1, Math.ceil(values.length / COMPARED_STRETCHES));
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let from = 0; from < values.length; from += width) {
    const known = values.slice(from, from + width).filter((value) => value !== null);
    if (known.length === 0) continue;
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    least = Math.min(least, mean);
    most = Math.max(most, mean);
  }
  return most > MIN_VARIATION * least;
}
