import { type Content, html, htmlLine } from '../../page/markup/markup.js';
import { brokenText } from '../../text/broken-text.js';
import type { Axis } from './axis.js';
import { at, type Sheet } from './drawing.js';
import { type Box, columnsWithin, LETTERS, sparse, textWidth } from './place-labels.js';

/** An axis of numbers, or of names at even distances. */
export interface PlotSide {
  readonly axis: Axis;
  /** Name with the unit; that it is logarithmic is added. */
  readonly label: string;
  readonly text: (value: number) => string;
  /** The number of names. */
  readonly steps?: number;
}

/** A plotting area with its axes: where a value stands, and what is drawn behind it. */
export type Plot = ReturnType<typeof plotOf>;

/** Margin above the area for the name of the upward axis, and below it for the figures of the other. */
const ABOVE = 14;
const ABOVE_BARE = 6;
const BELOW = 28;
const LINE = LETTERS + 3;
const GAP = 8;

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
  const upName = brokenText(nameOf(up), columnsWithin(sheet.width)).filter((line) => line !== '');
  const acrossName = isBare ? [] : brokenText(nameOf(across), columnsWithin(sheet.width - left - right));
  const top = upName.length * LINE + (isBare || upName.length === 0 ? ABOVE_BARE : ABOVE);
  const area: Box = { left, top, right: sheet.width - right, bottom: top + height };
  const wide = area.right - area.left;
  // Names are read from the top.
  const y = (value: number): number =>
    at(
      up.steps === undefined
        ? area.bottom - up.axis.place(value) * height
        : area.top + up.axis.place(value) * height,
    );
  const x = (value: number): number => at(area.left + across.axis.place(value) * wide);
  const texts = textsOf(across);
  const places = across.axis.ticks.map(x);
  const shown = sparse(texts, places);
  const isAbove = areNamesAbove(up, sheet);
  const frame = [
    nameLines(upName),
    up.axis.ticks.map((tick) => {
      const level = y(tick);
      if (isAbove) {
        return htmlLine`<text x="0" y="${at(level - height / up.steps! / 2 + LETTERS)}">${up.text(tick)}</text>`;
      }
      const grid =
        up.steps === undefined &&
        html`<line class="grid" x1="${area.left}" x2="${area.right}" y1="${level}" y2="${level}"/>`;
      return htmlLine`${grid}<text x="${area.left - GAP}" y="${level + 4}" text-anchor="end">${up.text(tick)}</text>`;
    }),
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
    across,
    up,
    height: isBare ? area.bottom + 8 : area.bottom + BELOW + acrossName.length * LINE + 4,
    x,
    y,
    frame,
  };
}

/** Room that the figures, or the names, of an upward axis take. */
export function leftOf(up: PlotSide, sheet: Sheet): number {
  if (areNamesAbove(up, sheet)) return GAP;
  return Math.ceil(Math.max(24, ...textsOf(up).map(textWidth)) + GAP + 2);
}

/** Whether names are too long for the margin of their rows: they are then above them. */
export function areNamesAbove(up: PlotSide, { width, narrow }: Sheet): boolean {
  return up.steps !== undefined && Math.max(...textsOf(up).map(textWidth)) > width * (narrow ? 0.2 : 0.4);
}

function textsOf({ axis, text }: PlotSide): readonly string[] {
  return axis.ticks.map(text);
}

function nameLines(lines: readonly string[]): Content {
  return lines.map(
    (line, index) => htmlLine`<text class="axis-name" x="0" y="${LETTERS + index * LINE}">${line}</text>`,
  );
}

/** The name of an axis, with its spacing if that is not even. */
function nameOf({ label, axis }: PlotSide): string {
  return axis.scale === 'logarithmic' ? `${label} (logarithmic scale)` : label;
}

/** A text in the middle of a place keeps within the sheet. */
function inside(place: number, text: string, { width }: Sheet): number {
  const half = textWidth(text) / 2;
  return at(Math.max(half, Math.min(width - half, place)));
}
