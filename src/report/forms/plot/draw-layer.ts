import type { Mark, MarkLayer } from '../../document/plot.js';
import { type Content, html, htmlLine, type Markup } from '../../page/markup/markup.js';
import { at } from './drawing.js';
import { type Box, textWidth } from './place-labels.js';
import type { PlotArea } from './plot-area.js';

export const POINT_RADIUS = 5;
/** Thickness of a bar, and the space before the text at its end. */
const BAR_THICKNESS = 14;
const GAP = 6;
/** Shades of cells are 0 to this. */
const MAX_SHADE = 8;

/** Whether the Tab key stops at a mark. */
type Stops = (mark: Mark) => boolean;

export function drawLayer({ as, kind, marks }: MarkLayer, plot: PlotArea, stops: Stops): Content {
  if (marks.length === 0) return null;
  switch (as) {
    case 'line':
      return htmlLine`<path class="curve-line ${kind}" d="M${marks.map(({ x, y }) => `${plot.x(x)},${plot.y(y)}`).join(' ')}"/>`;
    case 'step':
      return htmlLine`<path class="${kind}" d="${gaplessRuns(marks).map((run) => `M${pathThrough(stairPlaces(run, plot))}`)}"/>`;
    case 'area':
      return htmlLine`<path class="${kind}" d="${gaplessRuns(marks).map((run) => areaPath(run, plot))}"/>`;
    case 'bar': {
      const isPlain = (mark: Mark) =>
        mark.tip === undefined && mark.names === undefined && plot.up.steps !== undefined;
      return [
        plainBars(kind, marks.filter(isPlain), plot),
        marks.map((mark) => !isPlain(mark) && bar(kind, mark, plot, stops)),
      ];
    }
    case 'cell':
      return cells(marks, plot, stops);
    case 'point':
      return [
        marks.map((mark) => whiskers(mark, plot)),
        marks.map((mark) => point(kind, mark, plot, stops(mark))),
      ];
  }
}

/** Marks that follow each other without a gap. */
function gaplessRuns(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const runs: Mark[][] = [[]];
  for (const mark of marks) {
    if (!Number.isNaN(mark.y)) runs.at(-1)!.push(mark);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

function areaPath(run: readonly Mark[], plot: PlotArea): string {
  const ground = run.map(({ x, base = 0 }) => ({ x, y: base }));
  return `M${pathThrough(stairPlaces(run, plot))} ${pathThrough(stairPlaces(ground, plot).reverse())}Z`;
}

function pathThrough(places: readonly Place[]): string {
  return places.map(([left, top]) => `${left},${top}`).join(' ');
}

/** Horizontal bars without texts: one path for each style, because there may be thousands. */
function plainBars(kind: string, marks: readonly Mark[], { x, y }: PlotArea): Content {
  const paths = new Map<string, string>();
  for (const mark of marks) {
    const from = x(mark.base ?? 0);
    const width = at(Math.max(1, x(mark.x) - from));
    const style = classes(kind, mark);
    paths.set(
      style,
      `${paths.get(style) ?? ''}M${from} ${at(y(mark.y) - BAR_THICKNESS / 2)}h${width}v${BAR_THICKNESS}h-${width}z`,
    );
  }
  return [...paths].map(([style, path]) => htmlLine`<path class="${style}" d="${path}"/>`);
}

type Place = readonly [left: number, top: number];

/** Corners of stairs through marks: horizontal, then vertical. */
export function stairPlaces(marks: readonly Mark[], { x, y }: PlotArea): Place[] {
  const places: Place[] = [];
  let level = 0;
  for (const mark of marks) {
    const left = x(mark.x);
    if (places.length > 0) places.push([left, level]);
    level = y(mark.y);
    places.push([left, level]);
  }
  return places;
}

/** The text of a mark under the pointer. */
function tipAttributes({ tip = [] }: Mark, stops: boolean): Content {
  if (tip.length === 0) return null;
  return html` role="img" aria-label="${tip.join('; ')}" data-tip="${tip.join('\n')}"${stops ? html` tabindex="0"` : null}`;
}

function classes(kind: string, { kinds = [] }: Mark): string {
  return [kind, ...kinds].join(' ');
}

/** A dot, or a cross for a mark that misses a limit. */
function point(kind: string, mark: Mark, { x, y }: PlotArea, stops: boolean): Markup {
  const [left, top] = [x(mark.x), y(mark.y)];
  if (mark.kinds?.includes('missed')) {
    const r = POINT_RADIUS;
    const arms = [`M${-r} ${-r}L${r} ${r}`, `M${-r} ${r}L${r} ${-r}`];
    return htmlLine`<path class="${classes(kind, mark)}" transform="translate(${left} ${top})" d="${arms.join('')}"${tipAttributes(mark, stops)}/>`;
  }
  return htmlLine`<circle class="${classes(kind, mark)}" cx="${left}" cy="${top}" r="${POINT_RADIUS}"${tipAttributes(mark, stops)}/>`;
}

/** The intervals of a mark, clipped to the area. */
function whiskers({ x, y, x_ends, y_ends }: Mark, plot: PlotArea): Content {
  const { left, right, top, bottom } = plot.area;
  // A logarithmic axis has no place for values below 0: the line then ends at the edge.
  const within = (place: number, from: number, to: number, edge: number): number =>
    Number.isFinite(place) ? Math.max(from, Math.min(to, place)) : edge;
  return [
    x_ends !== undefined &&
      htmlLine`<line class="whisker" x1="${within(plot.x(x_ends[0]), left, right, left)}" x2="${within(plot.x(x_ends[1]), left, right, right)}" y1="${plot.y(y)}" y2="${plot.y(y)}"/>`,
    y_ends !== undefined &&
      htmlLine`<line class="whisker" x1="${plot.x(x)}" x2="${plot.x(x)}" y1="${within(plot.y(y_ends[1]), top, bottom, top)}" y2="${within(plot.y(y_ends[0]), top, bottom, bottom)}"/>`,
  ];
}

/** Width of a vertical bar as a share of its step. */
const BAR_WIDTH_SHARE = 0.62;

export function uprightBox(mark: Mark, { x, y, area, across: { steps = 1 } }: PlotArea): Box {
  const half = (BAR_WIDTH_SHARE * (area.right - area.left)) / steps / 2;
  const [top, bottom] = [y(mark.y), y(mark.base ?? 0)];
  return { left: at(x(mark.x) - half), right: at(x(mark.x) + half), top, bottom };
}

/** A bar along the axis of numbers; a horizontal one has its text at its end. */
function bar(kind: string, mark: Mark, plot: PlotArea, stops: Stops): Content {
  const { x, y } = plot;
  if (plot.across.steps !== undefined) {
    const { left, right, top, bottom } = uprightBox(mark, plot);
    return [
      htmlLine`<rect class="${classes(kind, mark)}" x="${left}" y="${top}" width="${at(right - left)}" height="${at(Math.max(0, bottom - top))}"${tipAttributes(mark, stops(mark))}/>`,
      whiskers(mark, plot),
    ];
  }
  const zero = x(mark.base ?? 0);
  const end = x(mark.x);
  const middle = y(mark.y);
  const text = mark.names?.[0] ?? '';
  const last = Math.max(end, mark.x_ends === undefined ? end : Math.min(plot.area.right, x(mark.x_ends[1])));
  return [
    htmlLine`<rect class="${classes(kind, mark)}" x="${Math.min(zero, end)}" y="${at(middle - BAR_THICKNESS / 2)}" width="${at(Math.max(1, Math.abs(end - zero)))}" height="${BAR_THICKNESS}"${tipAttributes(mark, stops(mark))}/>`,
    whiskers(mark, plot),
    htmlLine`<text class="point-name" x="${at(last + GAP)}" y="${at(middle + 4)}">${text}</text>`,
  ];
}

/** Adjacent cells, each with its text if it fits; larger values are darker, on a logarithmic scale. */
function cells(marks: readonly Mark[], { x, y, area, across, up }: PlotArea, stops: Stops): Content {
  const { steps: columns = 1 } = across;
  const { steps: rows = 1 } = up;
  const [wide, high] = [(area.right - area.left) / columns, (area.bottom - area.top) / rows];
  const shade = shadeOf(marks.flatMap(({ value }) => (value === undefined ? [] : [value])));
  return marks.map((mark) => {
    const { value, names: [text = ''] = [] } = mark;
    const [middle, level] = [x(mark.x), y(mark.y)];
    if (value === undefined)
      return htmlLine`<text x="${middle}" y="${at(level + 4)}" text-anchor="middle">${text}</text>`;
    const fits = textWidth(text) <= wide - GAP;
    const dark = shade(value) > MAX_SHADE / 2 ? ' on-dark' : '';
    return htmlLine`<rect class="${classes('cell', mark)} shade-${shade(value)}" x="${at(middle - wide / 2 + 1)}" y="${at(level - high / 2 + 1)}" width="${at(Math.max(2, wide - 2))}" height="${at(high - 2)}"${tipAttributes(mark, stops(mark))}/>${fits && html`<text class="cell-text${dark}" x="${middle}" y="${at(level + 4)}" text-anchor="middle" aria-hidden="true">${text}</text>`}`;
  });
}

/** The shade of a value, 0 to {@link MAX_SHADE}. */
function shadeOf(values: readonly number[]): (value: number) => number {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  return (value) => {
    if (!(value > 0)) return 0;
    return high > low
      ? Math.round((MAX_SHADE * Math.log(value / low)) / Math.log(high / low))
      : MAX_SHADE / 2;
  };
}
