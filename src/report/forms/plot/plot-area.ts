import { type Content, htmlLine } from '../../page/markup/markup.js';
import { brokenText } from '../../text/broken-text.js';
import type { Axis } from './axis.js';
import { at, type Sheet } from './drawing.js';
import { type Box, columnsWithin, LETTERS, sparse, textWidth } from './place-labels.js';

export interface NamedAxis {
  readonly axis: Axis;
  /** Name with the unit; that it is logarithmic is added. */
  readonly label: string;
  readonly text: (value: number) => string;
}

/** A plotting area with its axes: where a value stands, and what is drawn behind it. */
export type Plot = ReturnType<typeof plotOf>;

/** Margin above the area for the name of the upward axis, and below it for the figures of the other. */
const ABOVE = 14;
const ABOVE_BARE = 6;
const BELOW = 28;
const LINE = LETTERS + 3;
const GAP = 8;

/** An axis of numbers, or names at even distances. */
export type PlotSide = NamedAxis | { readonly label: string; readonly steps: readonly string[] };

interface AreaOf {
  readonly across: PlotSide;
  readonly up: PlotSide;
  readonly height: number;
  /** Margin for the figures of the upward axis, left of the area. */
  readonly left: number;
  readonly right: number;
  /** Whether the figures of the other axis are in an area further down. */
  readonly isBare: boolean;
}

export function plotOf(sheet: Sheet, { across, up, height, left, right, isBare }: AreaOf) {
  const upName = brokenText('axis' in up ? nameOf(up) : up.label, columnsWithin(sheet.width)).filter(
    (line) => line !== '',
  );
  const acrossName = isBare
    ? []
    : brokenText('axis' in across ? nameOf(across) : across.label, columnsWithin(sheet.width - left - right));
  const top = upName.length * LINE + (isBare || upName.length === 0 ? ABOVE_BARE : ABOVE);
  const area: Box = { left, top, right: sheet.width - right, bottom: top + height };
  const wide = area.right - area.left;
  const y =
    'axis' in up
      ? (value: number): number => at(area.bottom - up.axis.place(value) * height)
      : (index: number): number => at(area.top + ((index + 0.5) / up.steps.length) * height);
  const x =
    'axis' in across
      ? (value: number): number => at(area.left + across.axis.place(value) * wide)
      : (index: number): number => at(area.left + ((index + 0.5) / across.steps.length) * wide);
  const marks = 'axis' in across ? across.axis.ticks : across.steps.map((_, index) => index);
  const texts = 'axis' in across ? marks.map(across.text) : across.steps;
  const places = marks.map(x);
  const shown = sparse(texts, places);
  const frame = [
    nameLines(upName),
    'axis' in up
      ? up.axis.ticks.map(
          (tick) =>
            htmlLine`<line class="grid" x1="${area.left}" x2="${area.right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${area.left - GAP}" y="${y(tick) + 4}" text-anchor="end">${up.text(tick)}</text>`,
        )
      : up.steps.map((name, index) =>
          areNamesAbove(up.steps, sheet)
            ? htmlLine`<text x="0" y="${at(y(index) - height / up.steps.length / 2 + LETTERS)}">${name}</text>`
            : htmlLine`<text x="${area.left - GAP}" y="${y(index) + 4}" text-anchor="end">${name}</text>`,
        ),
    htmlLine`<line class="rule" x1="${area.left}" x2="${area.right}" y1="${area.bottom}" y2="${area.bottom}"/>`,
    texts.map(
      (text, index) =>
        !isBare &&
        shown[index] === true &&
        htmlLine`<line class="tick" x1="${places[index]!}" x2="${places[index]!}" y1="${area.bottom}" y2="${area.bottom + 5}"/><text x="${inside(places[index]!, text, sheet)}" y="${area.bottom + 19}" text-anchor="middle">${text}</text>`,
    ),
    acrossName.map(
      (line, index) =>
        htmlLine`<text class="axis-name" x="${area.right}" y="${area.bottom + BELOW + 11 + index * LINE}" text-anchor="end">${line}</text>`,
    ),
  ];
  return {
    area,
    height: isBare ? area.bottom + 8 : area.bottom + BELOW + acrossName.length * LINE + 4,
    x,
    y,
    frame,
  };
}

/** Room that the figures, or the names, of an upward axis take. */
export function leftOf(up: PlotSide, sheet: Sheet): number {
  if ('steps' in up && areNamesAbove(up.steps, sheet)) return GAP;
  const texts = 'steps' in up ? up.steps : up.axis.ticks.map(up.text);
  return Math.ceil(Math.max(24, ...texts.map(textWidth)) + GAP + 2);
}

/** Whether names are too long for the margin of their rows: they are then above them. */
export function areNamesAbove(names: readonly string[], { width, narrow }: Sheet): boolean {
  return Math.max(...names.map(textWidth)) > width * (narrow ? 0.2 : 0.4);
}

function nameLines(lines: readonly string[]): Content {
  return lines.map(
    (line, index) => htmlLine`<text class="axis-name" x="0" y="${LETTERS + index * LINE}">${line}</text>`,
  );
}

/** The name of an axis, with its spacing if that is not even. */
function nameOf({ label, axis }: Pick<NamedAxis, 'label' | 'axis'>): string {
  return axis.scale === 'logarithmic' ? `${label} (logarithmic scale)` : label;
}

/** A text in the middle of a place keeps within the sheet. */
function inside(place: number, text: string, { width }: Sheet): number {
  const half = textWidth(text) / 2;
  return at(Math.max(half, Math.min(width - half, place)));
}
