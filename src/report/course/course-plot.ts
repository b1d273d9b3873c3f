import type { Layer, Mark, MarkLayer, Panel, Plot, PlotKey } from '../document/plot.js';
import { number } from '../figures/figure-text.js';
import {
  type CourseData,
  EVENT_KINDS,
  EVENT_SLOTS,
  type Lane,
  type LaneLimits,
  type Series,
} from './course-data.js';
import { COURSE_PANELS, type CoursePanel, shownCurves } from './panels.js';
import { seriesColumns } from './series-columns.js';
import { timeAxis } from './time-axis.js';

/** Height of a panel, and of a row of the ribbon. */
const PANEL_HEIGHT = 84;
const ROW_HEIGHT = 18;
/** Resolution of a row of the ribbon. */
const RIBBON_STRETCHES = 336;
/** Shades of sizes, darker for larger ones: every second shade of cells. */
const SIZE_SHADES = 4;
/** Maximum length of a name next to a row. */
const MAX_NAME_LENGTH = 22;

/** When a run took place, and how long its intervals are. */
export interface CourseSpan {
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  readonly width_seconds: number;
  /** The visible range, in seconds since the beginning; by default the whole run. */
  readonly view?: readonly [from: number, to: number] | undefined;
}

interface CourseOf extends Omit<CourseData, 'decisions'> {
  /** The lanes of an earlier run of the same length, drawn behind this one. */
  readonly behind?: readonly Lane[] | undefined;
}

/** When each compute was awake, darker for larger sizes, and when there was trouble. */
export function ribbonPlot({ lanes, start_epoch_seconds, duration_seconds }: CourseOf): Plot {
  const [first] = lanes;
  const computes = lanes.length > 1 ? lanes.slice(1) : lanes;
  const panel = ribbon(computes, first === undefined ? [] : [first], duration_seconds);
  return {
    id: 'awake-ribbon',
    title: computes.length > 1 ? 'When each compute was awake' : 'When it was awake',
    panels: [{ ...panel, x: timeAxis(start_epoch_seconds, [0, duration_seconds]) }],
    keys: [shadeKey(computes)],
  };
}

/**
 * The figures of a run that vary, or show problems.
 * @param shown the place of a lane
 * @param view the visible range, in seconds since the beginning
 */
export function coursePlot(
  of: CourseOf,
  shown = 0,
  view: readonly [from: number, to: number] = [0, of.duration_seconds],
): Plot {
  const { lanes, worst, behind, start_epoch_seconds, duration_seconds, width_seconds } = of;
  const span = { start_epoch_seconds, duration_seconds, width_seconds, view };
  const x = timeAxis(start_epoch_seconds, view);
  const panels = shownCurves(of, shown).map(({ panel, values, limits }): Panel => {
    const layers = seriesLayers(panel, values, span);
    const isWorst = worst && shown === 0 && panel.id === 'latency' && isWithin(worst.seconds, view);
    const moment = isWorst ? [{ as: 'present', on: 'x', at: worst.seconds, text: worst.text } as const] : [];
    const earlier = behind?.[shown]?.series[panel.id];
    const before = earlier === undefined ? [] : [stepLine(placesOf(panel, earlier, span), 'behind')];
    return figurePanel(panel, x, [...before, ...layers, ...limits, ...moment]);
  });
  const whose = lanes.length > 1 ? `, ${lanes[shown]!.name}` : '';
  return {
    id: 'course',
    title: `Over time${whose}`,
    panels,
    keys: [
      ...(behind === undefined ? [] : [{ kind: 'behind', text: 'the baseline' }]),
      { text: 'merged intervals show their mean, with their extremes shaded' },
    ],
  };
}

function isWithin(seconds: number, [from, to]: readonly [number, number]): boolean {
  return seconds >= from && seconds <= to;
}

/** The course of one of two settings. */
export interface NamedCourse {
  readonly name: string;
  readonly lanes: readonly Lane[];
}

/** Sizes and latencies of two settings with the same arrivals, on the same axes. */
export function coursePairPlot(sides: readonly NamedCourse[], limits: LaneLimits, span: CourseSpan): Plot {
  const x = timeAxis(span.start_epoch_seconds, [0, span.duration_seconds]);
  const all = sides.map(({ name, lanes: [lane] }) => ({ ...lane!, name }));
  const awake = ribbon(all, [], span.duration_seconds);
  const figures = COURSE_PANELS.filter(({ id }) => id === 'size' || id === 'latency').flatMap((panel) => {
    const lines = all.map(({ series }, side) =>
      stepLine(placesOf(panel, series[panel.id], span), `side-${side}`),
    );
    const isInformative = all.some(({ series }) => panel.isInformative(series[panel.id], limits));
    return isInformative ? [figurePanel(panel, x, [...lines, ...(panel.limits?.(limits) ?? [])])] : [];
  });
  return {
    id: 'timelines-pair',
    title: `${sides.map(({ name }) => name).join(' and ')} over time`,
    panels: [{ ...awake, x }, ...figures],
    keys: [shadeKey(all), ...sides.map(({ name }, side): PlotKey => ({ kind: `side-${side}`, text: name }))],
  };
}

/** The panel of one figure over time. */
export function figurePanel(
  { label, text, logarithmic, second }: Pick<CoursePanel, 'label' | 'text' | 'logarithmic' | 'second'>,
  x: Panel['x'],
  layers: readonly Layer[],
): Panel {
  const from_zero = logarithmic ? 'if near' : 'always';
  return { x, y: { label, text, from_zero, second }, layers, height: PANEL_HEIGHT };
}

/** The line of a series with its shades. */
export function seriesLayers(
  panel: Pick<CoursePanel, 'colour' | 'largest' | 'filled'>,
  values: Series,
  span: CourseSpan,
): readonly MarkLayer[] {
  const { colour, filled, largest } = panel;
  const places = placesOf(panel, values, span);
  const line = stepLine(places, colour);
  const envelope = places.map(({ x, value, low, high }) =>
    value === null ? { x, y: Number.NaN, base: 0 } : { x, y: high, base: low },
  );
  const varied = envelope.some(({ y, base }) => y > base);
  return [
    ...(filled ? [{ as: 'area', kind: `time-area ${colour}`, marks: line.marks } as const] : []),
    ...(largest || !varied
      ? []
      : [{ as: 'area', kind: `time-envelope ${colour}`, marks: envelope } as const]),
    line,
  ];
}

function stepLine(places: ReturnType<typeof placesOf>, colour: string): MarkLayer {
  const marks = places.map(({ x, value }) => ({ x, y: value ?? Number.NaN }));
  return { as: 'step', kind: `time-line ${colour}`, marks };
}

/** The stretches of a series in view, and the last once more, so that it is drawn to its end. */
function placesOf(
  { largest }: Pick<CoursePanel, 'largest'>,
  values: Series,
  { width_seconds, duration_seconds, view: [from, to] = [0, duration_seconds] }: CourseSpan,
) {
  const start = Math.floor(from / width_seconds);
  const inView = values.slice(start, Math.ceil(to / width_seconds));
  const columns = seriesColumns(inView, largest === true ? 'largest' : 'mean');
  const places = columns.map((each) => ({
    ...each,
    x: Math.max(from, (start + each.first) * width_seconds),
  }));
  return [...places, ...places.slice(-1).map((last) => ({ ...last, x: to }))];
}

function ribbon(
  computes: readonly Pick<Lane, 'name' | 'series'>[],
  withEvents: readonly Pick<Lane, 'events'>[],
  duration_seconds: number,
): Omit<Panel, 'x'> {
  const largest = largestOf(computes);
  const events = withEvents.flatMap((lane) => EVENT_KINDS.filter((kind) => lane.events[kind].length > 0));
  const names = computes.map(({ name }) =>
    name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name,
  );
  const slot = duration_seconds / EVENT_SLOTS;
  return {
    y: { label: '', text: String, names: [...names, ...events] },
    row: ROW_HEIGHT,
    layers: [
      {
        as: 'bar',
        kind: 'stretch',
        marks: computes.flatMap(({ series }, row) => awake(series.size, row, largest, duration_seconds)),
      },
      ...events.map((kind, index): MarkLayer => {
        const marks = withEvents[0]!.events[kind].map((at) => {
          return { x: (at + 1) * slot, base: at * slot, y: computes.length + index };
        });
        return { as: 'bar', kind: `event ${kind}`, marks };
      }),
    ],
  };
}

function largestOf(computes: readonly Pick<Lane, 'series'>[]): number {
  return computes.reduce(
    (most, { series }) => series.size.reduce<number>((sofar, cu) => Math.max(sofar, cu ?? 0), most),
    0,
  );
}

function shadeKey(computes: readonly Pick<Lane, 'series'>[]): PlotKey {
  return { kind: 'cu', text: `awake; the darkest: ${number(largestOf(computes))} CU` };
}

/** Stretches of one shade, without those when a compute was suspended. */
function awake(sizes: Series, row: number, largest: number, duration_seconds: number): readonly Mark[] {
  const width = Math.max(1, Math.ceil(sizes.length / RIBBON_STRETCHES));
  const found: { base: number; x: number; y: number; shade: number }[] = [];
  for (let begin = 0; begin < sizes.length; begin += width) {
    const part = sizes.slice(begin, begin + width);
    const mean = part.reduce<number>((sum, cu) => sum + (cu ?? 0), 0) / part.length;
    const shade = Math.ceil((mean / largest) * SIZE_SHADES) * 2;
    const [base, x] = [begin, Math.min(sizes.length, begin + width)].map(
      (place) => (place / sizes.length) * duration_seconds,
    ) as [number, number];
    const last = found.at(-1);
    if (last?.x === base && last.shade === shade) last.x = x;
    else if (mean > 0) found.push({ base, x, y: row, shade });
  }
  return found.map(({ shade, ...mark }) => ({ ...mark, kinds: [`shade-${shade}`] }));
}
