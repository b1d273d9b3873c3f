import { html, htmlLine, type Markup } from '../markup/markup.js';
import { axisOf, isOn } from './axis.js';
import { at, type DrawingName, type Drawn, drawing, key, type Limit, type Sheet } from './drawing.js';
import { type Box, LETTERS, overlap, textBox, textWidth } from './place-labels.js';
import { type Plot, plotOf } from './plot.js';

/** One month as a bar of two parts, or three. */
export interface StackedMonth {
  /** In words, such as `Mar 2026`, and shorter. */
  readonly name: string;
  readonly short: string;
  readonly fixed: number;
  readonly growing: number;
  /** What stands on top of them, outside of the range: the other lines of the bill. */
  readonly other: number;
  /** Within which a single bill is to be expected. */
  readonly low: number;
  readonly high: number;
  /** All there is to say of it. */
  readonly lines: readonly string[];
  /** Whether the expected bill is over the budget. */
  readonly over: boolean;
}

/** A day on which something happens. */
export interface MonthMark {
  /** Month as an index, with the part of it that has passed: 2.5 is the middle of the third. */
  readonly at: number;
  readonly text: string;
}

/** The months as they would be otherwise: a line over the bars. */
export interface MonthLine {
  /** How it is drawn: the ends of a range dotted and dashed, a middle without a break. */
  readonly kind: 'low' | 'high' | 'world-low' | 'world-median' | 'world-high';
  readonly name: string;
  readonly values: readonly number[];
}

/** What is drawn. */
export interface MonthStack extends DrawingName {
  readonly label: string;
  readonly months: readonly StackedMonth[];
  readonly text: (value: number) => string;
  /** A budget, with words. */
  readonly limits: readonly Limit[];
  readonly marks: readonly MonthMark[];
  readonly lines?: readonly MonthLine[];
}

const HEIGHT = 300;
/** Of a month's room, what its bar takes. */
const BAR = 0.62;

/** Months as bars of a fixed and a growing part, each with the range of its bill; a budget as a line, days as flags. */
export function monthStack(what: MonthStack): Markup {
  const { months, limits, marks, lines = [] } = what;
  return drawing(
    {
      ...what,
      keys: [
        key('part-fixed', 'fixed: due even if no load grows'),
        key('part-growing', 'growing with the load'),
        months.some(({ other }) => other > 0) ? key('part-other', 'other lines of the bill') : null,
        months.some(({ over }) => over) ? key('part-over', 'expected to be over the budget') : null,
        key('whisker', 'range of single bills'),
        lines.map(({ kind, name }) => key(`month-line ${kind}`, name)),
        limits.length > 0 ? key('limit-line', 'budget') : null,
        marks.length > 0 ? key('flag', 'an objective is missed or a limit reached') : null,
      ],
      label: `${what.label}: ${months.map(({ lines }) => lines.slice(0, 2).join(' ')).join('; ')}`,
      counts: { points: months.length },
      parts: true,
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, { months, label, text, limits, marks, lines = [] }: MonthStack): Drawn {
  const axis = axisOf(
    [
      ...months.map(({ high, fixed, growing, other }) => Math.max(high, fixed + growing) + other),
      ...lines.flatMap(({ values }) => values),
    ],
    { from_zero: 'always', limits: limits.map(({ value }) => value) },
  );
  const steps = months.map(({ name, short }) => (sheet.narrow || months.length > 13 ? short : name));
  const flags = flagRows(marks, months.length, sheet);
  const plot = plotOf(sheet, { label: 'month', steps }, { axis, label, text }, HEIGHT);
  const room = flags.rows * (LETTERS + 6);
  const wide = (plot.area.right - plot.area.left) / months.length;
  return {
    height: plot.height + room,
    content: html`<g transform="translate(0 ${room})">${plot.frame}${months.map((month, index) => bar(month, index, wide * BAR, plot))}${lines.map((line) => lineOver(line, plot))}${limits.map(
      ({ value, text: words }) =>
        isOn(axis, value)
          ? htmlLine`<line class="limit" x1="${plot.area.left}" x2="${plot.area.right}" y1="${plot.y(value)}" y2="${plot.y(value)}"/><text class="limit" x="${plot.area.left + 4}" y="${plot.y(value) - 5}">${words}</text>`
          : htmlLine`<text class="limit" x="${plot.area.left + 4}" y="${plot.area.top + LETTERS}">${words}: beyond the drawing</text>`,
    )}${flags.placed.map(({ mark, row, anchor }) => {
      const x = at(plot.area.left + mark.at * wide);
      const y = -row * (LETTERS + 6) - 4;
      // Not through the name of the axis.
      const from = x < textWidth(label) + 4 ? plot.area.top : y + 4;
      return htmlLine`<line class="flag" x1="${x}" x2="${x}" y1="${from}" y2="${plot.area.bottom}"/><circle class="flag" cx="${x}" cy="${y}" r="4"/><text class="flag" x="${anchor === 'start' ? x + 8 : x - 8}" y="${y + 4}" text-anchor="${anchor}">${mark.text}</text>`;
    })}</g>`,
  };
}

/** Flags in as many rows as it takes for none to stand on another. */
function flagRows(marks: readonly MonthMark[], months: number, sheet: Sheet) {
  const used: (Box & { readonly row: number })[] = [];
  const ordered = marks.toSorted((a, b) => a.at - b.at);
  const placed = ordered.map((mark) => {
    const x = 60 + (mark.at / months) * (sheet.width - 74);
    const anchor = x > sheet.width / 2 ? 'end' : 'start';
    const box = textBox(`    ${mark.text}  `, x, 0, anchor);
    let row = 0;
    while (used.some((other) => other.row === row && overlap(other, box))) row += 1;
    used.push({ ...box, row });
    return { mark, row, anchor };
  });
  return { rows: Math.max(0, ...placed.map(({ row }) => row + 1)), placed };
}

/** Over the middles of the bars; of a single month as wide as its bar. */
function lineOver({ kind, values }: MonthLine, { x, y, area }: Plot): Markup {
  const places = values.map((value, index) => [x(index), y(value)] as const);
  const [only] = places;
  const half = ((area.right - area.left) * BAR) / 2;
  const ends = places.length === 1 ? [-half, half].map((aside) => [at(only![0] + aside), only![1]]) : places;
  return htmlLine`<polyline class="month-line ${kind}" points="${ends.map(([left, top]) => `${left},${top}`).join(' ')}"/>`;
}

function bar(
  { fixed, growing, other, low, high, lines, over }: StackedMonth,
  index: number,
  wide: number,
  plot: Plot,
): Markup {
  const { x, y, area } = plot;
  const left = at(x(index) - wide / 2);
  const [least, most] = [y(low + other), y(high + other)];
  const part = (kind: string, from: number, to: number): Markup =>
    html`<rect class="${kind}" x="${left}" y="${y(to)}" width="${at(wide)}" height="${at(Math.max(0, y(from) - y(to)))}"/>`;
  const tip = html`<rect class="hit" x="${left}" y="${area.top}" width="${at(wide)}" height="${area.bottom - area.top}" role="img" aria-label="${lines.join('; ')}" data-tip="${lines.join('\n')}" tabindex="0"/>`;
  return htmlLine`${part('part-fixed', 0, fixed)}${part(`part-growing${over ? ' over' : ''}`, fixed, fixed + growing)}${other > 0 ? part('part-other', fixed + growing, fixed + growing + other) : null}<line class="whisker" x1="${x(index)}" x2="${x(index)}" y1="${least}" y2="${most}"/><line class="whisker" x1="${at(x(index) - 5)}" x2="${at(x(index) + 5)}" y1="${most}" y2="${most}"/><line class="whisker" x1="${at(x(index) - 5)}" x2="${at(x(index) + 5)}" y1="${least}" y2="${least}"/>${tip}`;
}
