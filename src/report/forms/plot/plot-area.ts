import { type Content, html, htmlLine } from '../../page/markup/markup.js';
import { brokenText } from '../../text/broken-text.js';
import type { Axis } from './axis.js';
import { at, type Sheet } from './drawing.js';
import { type Box, columnsWithin, LETTER_SIZE, sparse, textWidth } from './place-labels.js';

/** An axis of numbers, or of evenly spaced names. */
export interface PlotSide {
  readonly axis: Axis;
  /** Name with the unit; `(logarithmic scale)` is appended if applicable. */
  readonly label: string;
  readonly text: (value: number) => string;
  /** The number of names. */
  readonly steps?: number;
}

/** A plotting area with its axes: coordinates of values, and the frame behind the marks. */
export type PlotArea = ReturnType<typeof plotArea>;

/** Margin above the area for the name of the vertical axis, and below it for the figures of the other. */
const TOP_MARGIN = 14;
const BARE_TOP_MARGIN = 6;
const BOTTOM_MARGIN = 28;
const LINE_HEIGHT = LETTER_SIZE + 3;
const GAP = 8;

interface AreaOf {
  readonly across: PlotSide;
  readonly up: PlotSide;
  readonly height: number;
  /** Margin for the figures of the vertical axis, left of the area. */
  readonly left: number;
  readonly right: number;
  /** Whether an area further down has the figures of the horizontal axis. */
  readonly isBare: boolean;
}

export function plotArea(sheet: Sheet, { across, up, height, left, right, isBare }: AreaOf) {
  const upName = brokenText(nameOf(up), columnsWithin(sheet.width)).filter((line) => line !== '');
  const acrossName = isBare ? [] : brokenText(nameOf(across), columnsWithin(sheet.width - left - right));
  const top = upName.length * LINE_HEIGHT + (isBare || upName.length === 0 ? BARE_TOP_MARGIN : TOP_MARGIN);
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
        return htmlLine`<text x="0" y="${at(level - height / up.steps! / 2 + LETTER_SIZE)}">${up.text(tick)}</text>`;
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
        htmlLine`<text class="axis-name" x="${area.right}" y="${area.bottom + BOTTOM_MARGIN + 11 + index * LINE_HEIGHT}" text-anchor="end">${line}</text>`,
    ),
  ];
  return {
    area,
    across,
    up,
    height: isBare ? area.bottom + 8 : area.bottom + BOTTOM_MARGIN + acrossName.length * LINE_HEIGHT + 4,
    x,
    y,
    frame,
  };
}

/** Width of the figures or names of a vertical axis. */
export function leftMargin(up: PlotSide, sheet: Sheet): number {
  if (areNamesAbove(up, sheet)) return GAP;
  return Math.ceil(Math.max(24, ...textsOf(up).map(textWidth)) + GAP + 2);
}

/** Whether names are too long for the margin: then they are above their rows. */
export function areNamesAbove(up: PlotSide, { width, narrow }: Sheet): boolean {
  return up.steps !== undefined && Math.max(...textsOf(up).map(textWidth)) > width * (narrow ? 0.2 : 0.4);
}

function textsOf({ axis, text }: PlotSide): readonly string[] {
  return axis.ticks.map(text);
}

function nameLines(lines: readonly string[]): Content {
  return lines.map(
    (line, index) =>
      htmlLine`<text class="axis-name" x="0" y="${LETTER_SIZE + index * LINE_HEIGHT}">${line}</text>`,
  );
}

/** The name of an axis, with its scale unless that is linear. */
function nameOf({ label, axis }: PlotSide): string {
  return axis.scale === 'logarithmic' ? `${label} (logarithmic scale)` : label;
}

/** The middle of a text, moved so that the text stays on the sheet. */
function inside(place: number, text: string, { width }: Sheet): number {
  const half = textWidth(text) / 2;
  return at(Math.max(half, Math.min(width - half, place)));
}
