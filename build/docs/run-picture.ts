import { parse } from 'csv-parse/sync';

/** An interval of the picture. */
interface Interval {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly arrivals_per_second: number;
  /** Mean over the interval; a suspended compute counts as 0 CU. */
  readonly cu: number;
}

const WIDTH = 880;
const PANEL = 110;
const LEFT = 62;
const RIGHT = 12;
const TOP = 34;
const GAP = 34;
const HEIGHT = TOP + 2 * PANEL + GAP + 30;
/** Points of a curve: more than two per pixel are not visible. */
const MAX_POINTS = 504;
const DAY_SECONDS = 86_400;

/** Colours of both themes; the picture uses the theme of the reader. */
const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #57606a }
.title { font-weight: 600; fill: #24292f }
.grid { stroke: #d0d7de; stroke-width: 1 }
.load { fill: #d97706; fill-opacity: .35; stroke: #b45309; stroke-width: 1 }
.size { fill: #0b5fa5; fill-opacity: .25; stroke: #0b5fa5; stroke-width: 1.25 }
@media (prefers-color-scheme: dark) {
text { fill: #9198a1 } .title { fill: #f0f6fc } .grid { stroke: #3d444d }
.load { stroke: #f59e0b } .size { fill: #58a6ff; stroke: #58a6ff }
}`;

/**
 * A picture of a run: load above size, over time. SVG without scripts, fonts or links, for both themes.
 * @param timeline the text of `timeline.csv` of a run with one compute
 * @param title description of the picture, also for screen readers
 */
export function runPicture(timeline: string, title: string): string {
  const intervals = merged(intervalsOf(timeline));
  const end = intervals.at(-1)!.end_seconds;
  const x = (seconds: number) => LEFT + (seconds / end) * (WIDTH - LEFT - RIGHT);
  const days = Array.from({ length: Math.floor(end / DAY_SECONDS) + 1 }, (_, day) => day);
  const bottom = TOP + 2 * PANEL + GAP;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    ...panel(
      'load',
      'queries per second',
      intervals,
      TOP,
      x,
      ({ arrivals_per_second }) => arrivals_per_second,
    ),
    ...panel('size', 'size in CU, billed by the second', intervals, TOP + PANEL + GAP, x, ({ cu }) => cu),
    ...days.map((day) => {
      const at = round(x(day * DAY_SECONDS));
      return `<text x="${at}" y="${bottom + 18}" text-anchor="${day === 0 ? 'start' : day * DAY_SECONDS === end ? 'end' : 'middle'}">day ${day}</text>`;
    }),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function panel(
  name: string,
  title: string,
  intervals: readonly Interval[],
  top: number,
  x: (seconds: number) => number,
  value: (interval: Interval) => number,
): readonly string[] {
  const most = roundUp(Math.max(...intervals.map(value)));
  const y = (height: number) => top + PANEL - (height / most) * PANEL;
  const steps = intervals.map((interval) => {
    const height = round(y(value(interval)));
    return `H${round(x(interval.start_seconds))}V${height}H${round(x(interval.end_seconds))}`;
  });
  const grid = [0, most / 2, most].flatMap((at) => [
    `<path class="grid" d="M${LEFT} ${round(y(at))}H${WIDTH - RIGHT}"/>`,
    `<text x="${LEFT - 8}" y="${round(y(at)) + 4}" text-anchor="end">${at}</text>`,
  ]);
  return [
    `<text class="title" x="${LEFT}" y="${top - 10}">${title}</text>`,
    ...grid,
    `<path class="${name}" d="M${LEFT} ${top + PANEL}${steps.join('')}V${top + PANEL}Z"/>`,
  ];
}

function intervalsOf(timeline: string): readonly Interval[] {
  const rows = parse(timeline, { columns: true, bom: true }) as readonly Readonly<Record<string, string>>[];
  return rows.map((row) => {
    const [start_seconds, end_seconds] = [Number(row['start_seconds']), Number(row['end_seconds'])];
    const width = end_seconds - start_seconds;
    return {
      start_seconds,
      end_seconds,
      arrivals_per_second: Number(row['queries_arrived']) / width,
      cu: Number(row['cu_seconds']) / width,
    };
  });
}

/** Merges neighbouring intervals, so that at most as many are left as a picture can show. */
function merged(intervals: readonly Interval[]): readonly Interval[] {
  const together = Math.ceil(intervals.length / MAX_POINTS);
  return Array.from({ length: Math.ceil(intervals.length / together) }, (_, index) => {
    const part = intervals.slice(index * together, (index + 1) * together);
    const mean = (value: (interval: Interval) => number) =>
      part.reduce((sum, each) => sum + value(each), 0) / part.length;
    return {
      start_seconds: part[0]!.start_seconds,
      end_seconds: part.at(-1)!.end_seconds,
      arrivals_per_second: mean((each) => each.arrivals_per_second),
      cu: mean((each) => each.cu),
    };
  });
}

/** The smallest round number (1, 2, 5 or similar, times a power of ten) that is at least a value. */
function roundUp(value: number): number {
  let scale = 1;
  while (scale * 10 <= value) scale *= 10;
  while (scale > value) scale /= 10;
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * scale >= value) ?? 10) * scale;
}

function round(pixels: number): number {
  return Number(pixels.toFixed(1));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
