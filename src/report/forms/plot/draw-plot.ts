import {
  hasMarks,
  isRule,
  type Mark,
  type MarkLayer,
  type Panel,
  type Plot,
  type PlotAxis,
  type RuleLayer,
} from '../../document/plot.js';
import { type Content, html, htmlLine, type Markup } from '../../page/markup/markup.js';
import { type Axis, axisOf, isOn } from './axis.js';
import { drawLabels } from './draw-labels.js';
import { drawLayer } from './draw-layer.js';
import { drawRule } from './draw-rule.js';
import { key, SHEETS, type Sheet } from './drawing.js';
import { textWidth } from './place-labels.js';
import { areNamesAbove, leftMargin, type PlotSide, plotArea } from './plot-area.js';

const HEIGHT = { wide: 260, narrow: 240 };
/** Height of each of several areas below each other. */
const STACKED_HEIGHT = 150;
/** Height of a row with a name next to it, and of a name above its row. */
const ROW_HEIGHT = 30;
const NAME_HEIGHT = 18;
/** A wider interval, as a share of its value, does not extend an axis. */
const MAX_INTERVAL_SHARE = 0.5;
/** Margin to the right of an area, and between a bar and its text. */
const RIGHT_MARGIN = 14;

/** A panel with its axes on a sheet. */
interface DrawnPanel {
  readonly panel: Panel;
  readonly x: PlotSide;
  readonly y: PlotSide;
}

/** A plot as SVG for wide and for narrow screens; nothing if it has no marks. */
export function drawPlot(plot: Plot): Markup | null {
  const { panels } = plot;
  const marks = panels.flatMap(({ layers }) => layers.filter(hasMarks).flatMap((layer) => layer.marks));
  if (marks.length === 0) return null;
  const isShared = panels.every(({ x }) => x === panels[0]!.x);
  const drawings = SHEETS.map((sheet) => {
    const areas = panels.map(
      (panel): DrawnPanel => ({
        panel,
        x: sideOf('x', isShared ? panels : [panel], sheet),
        y: sideOf('y', [panel], sheet),
      }),
    );
    return { sheet, areas, ...drawn(sheet, areas, isShared) };
  });
  const rules = drawings[0]!.areas.flatMap((area) =>
    area.panel.layers.filter(isRule).map((rule) => ({ rule, isShown: isRuleShown(rule, area) })),
  );
  const keys = [
    plot.keys?.map(({ kind, text }) => (kind === undefined ? html`<span>${text}</span> ` : key(kind, text))),
    marks.some(({ x_ends, y_ends }) => x_ends !== undefined || y_ends !== undefined) &&
      key('whisker', plot.interval ?? 'interval of the mean'),
    rules.some(({ rule, isShown }) => rule.as === 'limit' && isShown) && key('limit-line', 'limit'),
    rules.map(({ rule, isShown }) => !isShown && html`<span>${rule.text}: beyond the drawing</span> `),
  ];
  const [label, points] = [labelOf(plot, marks), pointsOf(plot)];
  const sheets = drawings.map(({ sheet, height, content }) => {
    const high = Math.ceil(height);
    return htmlLine`<svg class="sheet ${sheet.narrow ? 'narrow' : 'wide'}" viewBox="0 0 ${sheet.width} ${high}" width="${sheet.width}" height="${high}" role="group" aria-label="${label}" data-points="${points}">
${content}
</svg>`;
  });
  return htmlLine`<figure id="${plot.id}" class="drawing" data-picture="${plot.id}">
<figcaption><strong>${plot.title}</strong> ${keys}</figcaption>
${sheets}</figure>`;
}

/** The description of the whole drawing for screen readers. */
function labelOf({ panels }: Plot, marks: readonly Mark[]): string {
  const axes = panels.map(({ y }) => y.label).filter((label) => label !== '');
  const rules = panels.flatMap(({ layers }) => layers.filter(isRule).map(({ text }) => text));
  const names = [...new Set(marks.flatMap(({ names = [] }) => names.slice(0, 1)))];
  return [`${axes.join(' and ')} by ${panels[0]!.x.label}`, ...rules, ...names]
    .filter((text) => text !== '')
    .join('; ');
}

/** Number of values shown; those that several layers draw count once. */
function pointsOf({ panels }: Plot): number {
  return panels.reduce(
    (sum, { layers }) => sum + Math.max(0, ...layers.filter(hasMarks).map(({ marks }) => marks.length)),
    0,
  );
}

function drawn(sheet: Sheet, areas: readonly DrawnPanel[], isShared: boolean) {
  const left = Math.max(...areas.map(({ y }) => leftMargin(y, sheet)));
  let top = 0;
  const content = areas.map((each, index) => {
    const isLast = index === areas.length - 1;
    const isBare = isShared && !isLast;
    const area = drawPanel(sheet, each, { left, isOnly: areas.length === 1, isBare });
    const part = html`<g transform="translate(0 ${top})">${area.content}</g>`;
    top += area.height;
    return part;
  });
  return { height: top, content };
}

function drawPanel(
  sheet: Sheet,
  area: DrawnPanel,
  { left, isOnly, isBare }: { readonly left: number; readonly isOnly: boolean; readonly isBare: boolean },
) {
  const { panel, x, y } = area;
  const layers = panel.layers.filter(hasMarks);
  const marks = layers.flatMap((layer) => layer.marks);
  const rules = panel.layers.filter(isRule).filter((rule) => isRuleShown(rule, area));
  const bars = layers.filter(({ as }) => as === 'bar').flatMap((layer) => layer.marks);
  const isAcross = bars.length > 0 && y.steps !== undefined;
  // The texts of bars leave no room for those of limits, which become part of the axis name.
  const limits = !isAcross
    ? []
    : rules.filter(({ as }) => as === 'limit').map(({ text }) => `limit: ${text}`);
  const named = { ...y, label: [y.label, ...limits].join('; ') };
  const namesWidth = isAcross ? Math.max(...bars.map(({ names = [] }) => textWidth(names[0] ?? ''))) : 0;
  const height = panel.height ?? heightOf(y, sheet, isOnly, panel.row);
  const right = RIGHT_MARGIN + namesWidth;
  const plot = plotArea(sheet, { across: x, up: named, height, left, right, isBare });
  const drawnRules = rules.map((rule) => drawRule(rule, plot));
  const content: Content = [
    drawnRules.map(({ behind }) => behind),
    plot.frame,
    drawnRules.map(({ line }) => line),
    layers.map((layer) => drawLayer(layer, plot, stopsOf(marks))),
    drawLabels(sheet, plot, layers, isAcross ? [] : drawnRules),
  ];
  return { height: plot.height, content };
}

function heightOf(y: PlotSide, sheet: Sheet, isOnly: boolean, row = ROW_HEIGHT): number {
  if (y.steps !== undefined) return y.steps * (row + (areNamesAbove(y, sheet) ? NAME_HEIGHT : 0));
  if (!isOnly) return STACKED_HEIGHT;
  return sheet.narrow ? HEIGHT.narrow : HEIGHT.wide;
}

/** With more marks than this, the Tab key only stops at remarkable ones. */
const MAX_TAB_STOPS = 60;

function stopsOf(marks: readonly Mark[]): (mark: Mark) => boolean {
  if (marks.length <= MAX_TAB_STOPS) return () => true;
  return ({ kinds = [] }) => kinds.includes('front') || kinds.includes('remarkable');
}

/** An axis of one or several areas. */
function sideOf(on: 'x' | 'y', panels: readonly Panel[], sheet: Sheet): PlotSide {
  const axis = panels[0]![on];
  const { names } = axis;
  if (names !== undefined) {
    const steps = names.length;
    const place = (index: number): number => (index + 0.5) / steps;
    const even = { place, ticks: [...names.keys()], scale: 'linear', low: 0, high: steps } as const;
    return { axis: even, label: axis.label, text: (index) => names[index]!, steps };
  }
  const [least, most] = axis.ends ?? [];
  if (least !== undefined && most !== undefined && axis.ticks !== undefined) {
    const ticks = axis.ticks(sheet.narrow ? 5 : 10).filter(({ value }) => value >= least && value <= most);
    const texts = new Map(ticks.map(({ value, text }) => [value, text]));
    const place = (value: number): number => (value - least) / (most - least);
    return {
      axis: { place, ticks: [...texts.keys()], scale: 'linear', low: least, high: most },
      label: axis.label,
      text: (value) => texts.get(value) ?? axis.text(value),
    };
  }
  return { axis: scaleOf(on, axis, panels), label: axis.label, text: axis.text };
}

function scaleOf(on: 'x' | 'y', { from_zero, max: most, second }: PlotAxis, panels: readonly Panel[]): Axis {
  const layers = panels.flatMap((panel) => panel.layers);
  const marked = layers.filter(hasMarks);
  const values = marked
    .flatMap(({ as, marks }) => marks.flatMap((mark) => valuesOf(on, mark, as)))
    .filter((value) => !Number.isNaN(value));
  const limits = layers
    .filter(isRule)
    .filter((rule) => rule.on === on)
    .map((rule) => rule.at);
  const isLength = marked.some(({ as }) => as === 'bar');
  const begin = isLength && values.every((value) => value >= 0) ? 'always' : from_zero;
  return axisOf(values.length === 0 ? [0] : values, {
    limits,
    max: most,
    second,
    ...(begin !== undefined && { from_zero: begin }),
  });
}

/** A value with the ends of its interval, unless the interval is too wide to be informative. */
function valuesOf(on: 'x' | 'y', mark: Mark, as: MarkLayer['as']): readonly number[] {
  const value = mark[on];
  if (as === 'area' && on === 'y') return [value, mark.base ?? 0];
  const ends = mark[`${on}_ends`];
  if (ends === undefined) return [value];
  const isNarrow = ends[1] - ends[0] < 2 * MAX_INTERVAL_SHARE * Math.abs(value) || value <= 0;
  return isNarrow ? [value, ...ends] : [value];
}

function isRuleShown({ on, at }: RuleLayer, area: DrawnPanel): boolean {
  const { names, ends } = area.panel[on];
  return names !== undefined || ends !== undefined || isOn(area[on].axis, at);
}
