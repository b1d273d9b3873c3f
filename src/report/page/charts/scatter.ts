import { type Content, html, htmlLine, type Markup } from '../markup/markup.js';
import { axisOf, isOn } from './axis.js';
import { at, type DrawingName, type Drawn, drawing, key, type Limit, type Sheet } from './drawing.js';
import { type Box, type LabelWish, LETTERS, placedLabels, pointBox, textBox } from './place-labels.js';
import { type NamedAxis, type Plot, plotOf } from './plot.js';

/** A point of two figures with a name. */
export interface ScatterPoint {
  readonly x: number;
  readonly y: number;
  /** Half-widths; nothing where there are none. */
  readonly x_half?: number | undefined;
  readonly y_half?: number | undefined;
  /** What it may be called in the drawing, the fullest first; the last is its number. */
  readonly names: readonly string[];
  /** All there is to say of it, a line each; said when it is pointed at or has the focus. */
  readonly lines: readonly string[];
  readonly front: boolean;
  /** Stands out, such as what is recommended: named before others. */
  readonly remarkable: boolean;
  readonly missed: boolean;
  /** Rather to be compared with than to be chosen. */
  readonly apart?: boolean;
}

/** A figure along an axis. */
export interface ScatterAxis {
  /** Its name, with the unit where the figures do not say it. */
  readonly label: string;
  readonly text: (value: number) => string;
  /** No value can be larger. */
  readonly most?: number | undefined;
  /** A limit on it, in words and as a value. */
  readonly limits: readonly Limit[];
}

/** What a scatter shows. */
export interface Scatter extends DrawingName {
  readonly across: ScatterAxis;
  readonly up: ScatterAxis;
  readonly points: readonly ScatterPoint[];
  /** Further signs that the caption explains. */
  readonly keys?: Content;
}

const HEIGHT = { wide: 320, narrow: 280 };
const RADIUS = 6;
/** An interval of more than this share of its mean does not widen an axis. */
const WIDE_INTERVAL = 0.5;
/** More points than this are passed over by the Tab key but for those that stand out. */
const MAX_STOPS = 60;

/** Points of two figures, the less the better: those on the front joined, limits as lines, each with its name. */
export function scatter(what: Scatter): Markup | null {
  const { points, across, up } = what;
  if (points.length === 0) return null;
  const x = axisFor(
    across,
    points.map((point) => [point.x, point.x_half]),
  );
  const y = axisFor(
    up,
    points.map((point) => [point.y, point.y_half]),
  );
  const front = points.filter((point) => point.front).sort((a, b) => a.x - b.x);
  const names = front.map((point) => point.names[0]).join('; ');
  const beyond = [...offLimits(x), ...offLimits(y)];
  const keys = [
    key('dot-front', 'on the front: nothing else is as good in both and better in one'),
    points.some(({ front: on }) => !on) ? key('dot-plain', 'others') : null,
    points.some(({ missed }) => missed) ? key('dot-missed', 'misses an objective') : null,
    points.some(({ x_half, y_half }) => (x_half ?? 0) + (y_half ?? 0) > 0) &&
      key('whisker', 'interval of the mean'),
    across.limits.length + up.limits.length > beyond.length ? key('limit-line', 'limit') : null,
    // Limits that are too far off to be drawn are told.
    beyond.map(({ text }) => html`<span>limit ${text}: beyond the drawing</span> `),
    what.keys,
  ];
  return drawing(
    {
      ...what,
      keys,
      label: `${up.label} against ${across.label}, ${points.length} points; on the front: ${names}`,
      counts: { points: points.length, front: front.length },
      parts: true,
    },
    (sheet) => drawn(sheet, points, { x, y, front }),
  );
}

/** An axis with its words and its limits. */
interface LimitedAxis extends NamedAxis {
  readonly limits: readonly Limit[];
}

/** An axis for values with their half-widths, intervals left out that are too wide to say where anything lies. */
function axisFor(
  { label, text, limits, most }: ScatterAxis,
  spreads: readonly (readonly [value: number, half_width: number | undefined])[],
): LimitedAxis {
  const values = spreads.flatMap(([value, half = 0]) =>
    half > 0 && half < WIDE_INTERVAL * value ? [value - half, value, value + half] : [value],
  );
  return { axis: axisOf(values, { limits: limits.map(({ value }) => value), most }), label, text, limits };
}

function offLimits({ axis, limits }: LimitedAxis): readonly Limit[] {
  return limits.filter(({ value }) => !isOn(axis, value));
}

function drawn(
  sheet: Sheet,
  points: readonly ScatterPoint[],
  { x, y, front }: { x: LimitedAxis; y: LimitedAxis; front: readonly ScatterPoint[] },
): Drawn {
  const plot = plotOf(sheet, x, y, sheet.narrow ? HEIGHT.narrow : HEIGHT.wide);
  const limits = limitLines(plot, x, y);
  // What stands out is drawn last, on top of the others, and is named first.
  const ordered = points.toSorted((a, b) => rank(a) - rank(b));
  const named = ordered.toReversed();
  const boxes = points.map((point) => pointBox(plot.x(point.x), plot.y(point.y), RADIUS + 1));
  const within: Box = { ...plot.area, top: plot.area.top - 8, right: sheet.width };
  const wishes = named.map((point): LabelWish => {
    return { x: plot.x(point.x), y: plot.y(point.y), texts: point.names };
  });
  const labels = placedLabels(wishes, within, [
    ...boxes,
    ...limits.boxes,
    ...points.flatMap((point) => whiskerBoxes(point, plot)),
    ...stairBoxes(front, plot),
  ]);
  return {
    height: plot.height,
    content: [
      plot.frame,
      limits.lines,
      htmlLine`<polyline class="front-line" points="${stairs(front, plot)}"/>`,
      ordered.map((point) => whiskers(point, plot)),
      ordered.map((point) => dot(point, plot, rank(point) > 0 || points.length <= MAX_STOPS)),
      labels.map((label, index) => {
        if (label === undefined) return null;
        const strong = named[index]!.remarkable ? ' strong' : '';
        return htmlLine`<text class="point-name${strong}" x="${at(label.x)}" y="${at(label.y)}" text-anchor="${label.anchor}" aria-hidden="true">${label.text}</text>`;
      }),
    ],
  };
}

/** The room that the line of the front takes: flat, then upright. */
function stairBoxes(front: readonly ScatterPoint[], { x, y }: Plot): readonly Box[] {
  return front.slice(1).flatMap((point, index) => {
    const before = front[index]!;
    const [left, right] = [x(before.x), x(point.x)];
    const [top, bottom] = [y(before.y), y(point.y)];
    return [
      { left, right, top: top - 1, bottom: top + 1 },
      { left: right - 1, right: right + 1, top, bottom },
    ];
  });
}

function whiskerBoxes(point: ScatterPoint, plot: Plot): readonly Box[] {
  const [left, right, top, bottom] = whiskerEnds(point, plot);
  const [middle, height] = [plot.x(point.x), plot.y(point.y)];
  return [
    { left, right, top: height - 1, bottom: height + 1 },
    { left: middle - 1, right: middle + 1, top, bottom },
  ];
}

function limitLines(
  { area, x, y }: Plot,
  across: LimitedAxis,
  up: LimitedAxis,
): { readonly lines: Content; readonly boxes: readonly Box[] } {
  const boxes: Box[] = [];
  const label = (text: string, left: number, base: number, anchor: 'start' | 'end'): Markup => {
    boxes.push(textBox(text, left, base, anchor));
    return html`<text class="limit" x="${left}" y="${base}" text-anchor="${anchor}">${text}</text>`;
  };
  const level = up.limits
    .filter(({ value }) => isOn(up.axis, value))
    .map(({ value, text }) => {
      const height = y(value);
      const base = height - 5 < area.top + LETTERS ? height + LETTERS + 2 : height - 5;
      return htmlLine`<line class="limit" x1="${area.left}" x2="${area.right}" y1="${height}" y2="${height}"/>${label(text, area.right, base, 'end')}`;
    });
  const upright = across.limits
    .filter(({ value }) => isOn(across.axis, value))
    .map(({ value, text }, index) => {
      const place = x(value);
      const end = place > (area.left + area.right) / 2;
      return htmlLine`<line class="limit" x1="${place}" x2="${place}" y1="${area.top}" y2="${area.bottom}"/>${label(text, end ? place - 5 : place + 5, area.bottom - 6 - index * (LETTERS + 3), end ? 'end' : 'start')}`;
    });
  return { lines: [level, upright], boxes };
}

function rank({ front, remarkable }: ScatterPoint): number {
  return (front ? 1 : 0) + (remarkable ? 2 : 0);
}

/** Between two points of the front nothing better is known than the dearer figure of either. */
function stairs(front: readonly ScatterPoint[], { x, y }: Plot): string {
  const corners: string[] = [];
  let before: number | undefined;
  for (const point of front) {
    const [left, top] = [x(point.x), y(point.y)];
    if (before !== undefined) corners.push(`${left},${before}`);
    corners.push(`${left},${top}`);
    before = top;
  }
  return corners.join(' ');
}

/** The interval of each figure, as far as the drawing goes. */
function whiskers(point: ScatterPoint, plot: Plot): Content {
  const { x, y, x_half = 0, y_half = 0 } = point;
  const [middle, height] = [plot.x(x), plot.y(y)];
  const ends = whiskerEnds(point, plot);
  return [
    Number.isFinite(x_half) &&
      x_half > 0 &&
      htmlLine`<line class="whisker" x1="${ends[0]}" x2="${ends[1]}" y1="${height}" y2="${height}"/>`,
    Number.isFinite(y_half) &&
      y_half > 0 &&
      htmlLine`<line class="whisker" x1="${middle}" x2="${middle}" y1="${ends[2]}" y2="${ends[3]}"/>`,
  ];
}

/** Where the intervals of a point end: left, right, top and bottom. */
function whiskerEnds(
  { x, y, x_half = 0, y_half = 0 }: ScatterPoint,
  plot: Plot,
): readonly [number, number, number, number] {
  const { left, right, top, bottom } = plot.area;
  const [wide, high] = [x_half, y_half].map((half) => (Number.isFinite(half) ? half : 0)) as [number, number];
  // Below nothing there is no logarithm: the line then goes to the edge.
  const end = (place: number, from: number, to: number, missing: number): number =>
    Number.isFinite(place) ? Math.max(from, Math.min(to, place)) : missing;
  return [
    end(plot.x(x - wide), left, right, left),
    end(plot.x(x + wide), left, right, right),
    end(plot.y(y + high), top, bottom, top),
    end(plot.y(y - high), top, bottom, bottom),
  ];
}

function dot(
  { x, y, front, remarkable, missed, apart, lines }: ScatterPoint,
  plot: Plot,
  stop: boolean,
): Markup {
  const kinds = Object.entries({ front, remarkable, missed, apart }).flatMap(([kind, is]) =>
    is === true ? [kind] : [],
  );
  return htmlLine`<circle class="${['dot', ...kinds].join(' ')}" cx="${plot.x(x)}" cy="${plot.y(y)}" r="${RADIUS}" role="img" aria-label="${lines.join('; ')}" data-tip="${lines.join('\n')}"${stop ? html` tabindex="0"` : null}/>`;
}
