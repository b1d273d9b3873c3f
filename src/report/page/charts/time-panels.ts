import { type Content, html, htmlLine, type Markup } from '../markup/markup.js';
import { at, type DrawingName, type Drawn, drawing, key, type Sheet } from './drawing.js';
import { LETTERS, sparse, textWidth } from './place-labels.js';
import { inside, linesOf, nameLines, nameOf } from './plot.js';
import { timeTicks } from './time-axis.js';
import {
  axisOfPanel,
  PANEL_HEIGHT,
  panelMarkup,
  saidInstead,
  type TimelineSpan,
  type TimePanel,
} from './time-panel.js';

/** Moments of one kind above the curves. */
export interface TimeMarks {
  readonly kind: string;
  readonly seconds: readonly number[];
}

/** What is drawn. */
export interface TimePanels extends DrawnPanels, DrawingName {
  readonly keys?: Content;
  /** The same as a table, where it does not stand elsewhere. */
  readonly table?: Content;
}

/** What stands on the sheet itself. */
export interface DrawnPanels extends TimelineSpan {
  readonly panels: readonly TimePanel[];
  readonly marks: readonly TimeMarks[];
  /** A moment that stands out, in words. */
  readonly worst?: { readonly seconds: number; readonly text: string } | undefined;
  /** Where a mark leads to. */
  readonly href?: string;
}

const MARK_ROW = 15;
const RIGHT = 14;
/** Left of the first moment, whose time it is. */
const UTC_ROOM = textWidth('UTC ');
const SIGNS: Readonly<Record<string, string>> = {
  wake: '▲',
  suspend: '▼',
  restart: '◆',
  refusal: '✖',
  failed: '✖',
  fault: '■',
};
/** More marks than this are drawn as strokes. */
const MAX_SIGNS = 40;

/** What signs, lines and colours of panels mean. */
export function panelKeys({ keys, panels, marks }: Pick<TimePanels, 'keys' | 'panels' | 'marks'>): Content {
  return [
    keys,
    panels.some(({ limits }) => limits.length > 0) ? key('limit-line', 'limit or objective') : null,
    marks.map(({ kind }) => html`<span class="key mark mark-${kind}">${kind}</span> `),
  ];
}

/** Figures over time in areas below each other, all on one axis of time, with marks above them. */
export function timePanels(what: TimePanels): Markup {
  const { panels } = what;
  return drawing(
    {
      ...what,
      keys: panelKeys(what),
      label: `${panels.map(({ label }) => label).join(', ')} over time${what.worst === undefined ? '' : `; ${what.worst.text}`}`,
      counts: { points: panels[0]?.values.length ?? 0 },
    },
    (sheet) => drawnPanels(sheet, what),
  );
}

/** The panels on a sheet. */
export function drawnPanels(sheet: Sheet, what: DrawnPanels): Drawn {
  const { panels, marks, start_epoch_seconds, duration_seconds, worst } = what;
  const axes = panels.map(axisOfPanel);
  const left = Math.max(
    ...marks.map(({ kind }) => textWidth(kind) + 10),
    ...panels.flatMap(({ text }, index) => axes[index]!.ticks.map((tick) => textWidth(text(tick)) + 10)),
    40,
  );
  const right = sheet.width - RIGHT;
  const x = (seconds: number): number => at(left + (seconds / duration_seconds) * (right - left));
  const ticks = timeTicks(start_epoch_seconds, duration_seconds, sheet.narrow ? 5 : 10);
  const texts = sparse(
    ticks.map(({ text }) => text),
    ticks.map(({ seconds }) => x(seconds)),
  );
  const worstRoom = worst === undefined ? 0 : LETTERS + 6;
  const markRows = marks.map((row, index) =>
    markRow(row, worstRoom + index * MARK_ROW, { left, x, href: what.href }),
  );
  let top = worstRoom + marks.length * MARK_ROW + 4;
  const shownPanels = panels.map((panel, index) => {
    const axis = axes[index]!;
    const heads = linesOf(nameOf({ label: panel.label, axis }), sheet.width);
    const instead = saidInstead(panel);
    const lines = nameLines(heads, top);
    if (instead !== undefined) {
      top += heads.length * (LETTERS + 3) + 8;
      const said = htmlLine`<text x="${left}" y="${top + LETTERS}">${instead}</text>`;
      top += LETTERS + 12;
      return [lines, said];
    }
    const from = top + heads.length * (LETTERS + 3) + 4;
    const y = (value: number): number =>
      at(from + PANEL_HEIGHT - Math.max(0, Math.min(1, axis.place(value))) * PANEL_HEIGHT);
    const shown = panelMarkup(panel, what, { axis, x, y, left, right, from }, sheet.narrow);
    const grid = ticks.map(
      ({ seconds }) =>
        html`<line class="grid" x1="${x(seconds)}" x2="${x(seconds)}" y1="${from}" y2="${from + PANEL_HEIGHT}"/>`,
    );
    top = from + PANEL_HEIGHT + 8;
    return [lines, grid, shown];
  });
  const moment =
    worst !== undefined &&
    htmlLine`<line class="worst" x1="${x(worst.seconds)}" x2="${x(worst.seconds)}" y1="${LETTERS + 4}" y2="${top - 8}"/><text class="worst" x="${inside(x(worst.seconds), worst.text, sheet)}" y="${LETTERS}" text-anchor="middle">${worst.text}</text>`;
  return {
    height: top + LETTERS + 4,
    content: [
      markRows,
      shownPanels,
      moment,
      ticks.map(
        ({ seconds, text }, index) =>
          texts[index] === true &&
          htmlLine`<text x="${Math.max(UTC_ROOM + textWidth(text) / 2, inside(x(seconds), text, sheet))}" y="${top + LETTERS}" text-anchor="middle">${text}</text>`,
      ),
      htmlLine`<text x="0" y="${top + LETTERS}" class="unit">UTC</text>`,
    ],
  };
}

function markRow(
  { kind, seconds }: TimeMarks,
  top: number,
  { left, x, href }: { left: number; x: (seconds: number) => number; href: string | undefined },
): Markup {
  const y = top + MARK_ROW - 3;
  const places = [...new Set(seconds.map((moment) => Math.round(x(moment))))];
  const signs =
    places.length > MAX_SIGNS
      ? html`<path class="mark-stroke mark-${kind}" d="${places.map((place) => `M${place},${y - 9}v10`).join('')}"/>`
      : places.map(
          (place) =>
            html`<text class="mark-sign mark-${kind}" x="${place}" y="${y}" text-anchor="middle" aria-hidden="true">${SIGNS[kind] ?? '•'}</text>`,
        );
  const row = html`<text x="${left - 6}" y="${y}" text-anchor="end">${kind}</text>${signs}`;
  return href === undefined
    ? row
    : htmlLine`<a href="${href}" aria-label="${kind}: to the decision log">${row}</a>`;
}
