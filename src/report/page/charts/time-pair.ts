import { type Content, htmlLine, type Markup } from '../markup/markup.js';
import { type DrawingName, type Drawn, drawing, type Sheet } from './drawing.js';
import { LETTERS } from './place-labels.js';
import { linesOf, nameLines } from './plot.js';
import type { TimePanel } from './time-panel.js';
import { type DrawnPanels, drawnPanels, panelKeys, type TimeMarks } from './time-panels.js';

/** One of two courses of time. */
export interface TimeSide extends DrawnPanels {
  /** What it is called. */
  readonly name: string;
}

/** Two courses of the same figures, side by side. */
export interface TimePair extends DrawingName {
  /** With the same panels in the same order. */
  readonly sides: readonly [TimeSide, TimeSide];
  readonly table?: Content;
}

/** Between the two; pixels. */
const GAP = 32;
const NAME_LINE = LETTERS + 5;

/**
 * Two courses of the same figures beside each other, below each other on telephones: each pair of panels has one axis, so
 * that what is higher is more.
 */
export function timePair(what: TimePair): Markup {
  const [left, right] = onSameAxes(what.sides);
  return drawing(
    {
      ...what,
      keys: panelKeys({ panels: [...left.panels, ...right.panels], marks: left.marks }),
      label: `${left.panels.map(({ label }) => label).join(', ')} over time: ${left.name} beside ${right.name}, on the same axes`,
      counts: { points: left.panels[0]?.values.length ?? 0 },
    },
    (sheet) => {
      const width = sheet.narrow ? sheet.width : (sheet.width - GAP) / 2;
      const [first, second] = [left, right].map((side) => sideOf({ width, narrow: true }, side)) as [
        Drawn,
        Drawn,
      ];
      const [x, y] = sheet.narrow ? [0, first.height + GAP] : [width + GAP, 0];
      return {
        height: sheet.narrow ? y + second.height : Math.max(first.height, second.height),
        content: [first.content, htmlLine`<g transform="translate(${x} ${y})">${second.content}</g>`],
      };
    },
  );
}

function sideOf(sheet: Sheet, side: TimeSide): Drawn {
  const lines = linesOf(side.name, sheet.width);
  const top = lines.length * NAME_LINE + 4;
  const panels = drawnPanels(sheet, side);
  return {
    height: top + panels.height,
    content: [
      nameLines(lines, 0, NAME_LINE, () => 'point-name strong'),
      htmlLine`<g transform="translate(0 ${top})">${panels.content}</g>`,
    ],
  };
}

/** Both with each other's values in mind, and with rows for the same marks. */
function onSameAxes([left, right]: TimePair['sides']): TimePair['sides'] {
  const kinds = [...new Set([...left.marks, ...right.marks].map(({ kind }) => kind))];
  const side = (own: TimeSide, other: TimeSide): TimeSide => ({
    ...own,
    panels: own.panels.map((panel, index): TimePanel => ({ ...panel, like: other.panels[index]! })),
    marks: kinds.map(
      (kind): TimeMarks => own.marks.find((each) => each.kind === kind) ?? { kind, seconds: [] },
    ),
  });
  return [side(left, right), side(right, left)];
}
