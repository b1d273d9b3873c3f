import { html, htmlLine, type Markup } from '../markup/markup.js';
import { at, type DrawingName, type Drawn, drawing, key, type Sheet } from './drawing.js';
import { LETTERS, sparse, textWidth } from './place-labels.js';
import { linesOf, nameLines } from './plot.js';

/** One combination of two settings. */
export interface HeatCell {
  readonly value: number;
  /** In a few characters, and in full. */
  readonly text: string;
  readonly full: string;
  readonly missed: boolean;
  /** What it stands out by; empty for the others. */
  readonly remark: string;
}

/** A figure over two settings. */
export interface HeatMap extends DrawingName {
  readonly across: { readonly label: string; readonly values: readonly string[] };
  readonly down: { readonly label: string; readonly values: readonly string[] };
  /** By row, then by column; `null` where the combination is not allowed. */
  readonly cells: readonly (readonly (HeatCell | null)[])[];
}

const ROW = 30;
const SHADES = 8;

/** A figure over two settings as a field of shades, each with its figure; the more, the darker. */
export function heatMap(what: HeatMap): Markup {
  const { title, across, down, cells } = what;
  const all = cells.flat().filter((cell) => cell !== null);
  const remarks = [...new Set(all.map(({ remark }) => remark).filter((remark) => remark !== ''))];
  return drawing(
    {
      ...what,
      keys: [
        html`<span>the darker, the more; shades are spaced logarithmically</span> `,
        remarks.map((remark) => key('cell-best', remark)),
        all.some(({ missed }) => missed) ? key('cell-missed', 'misses an objective') : null,
        cells.flat().includes(null) ? html`<span>–: not allowed</span> ` : null,
      ],
      label: `${title} by ${down.label} and ${across.label}, ${all.length} combinations`,
      counts: { points: all.length },
      parts: true,
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, { across, down, cells }: HeatMap): Drawn {
  const all = cells.flat().flatMap((cell) => (cell === null ? [] : [cell.value]));
  const left = Math.max(30, ...down.values.map(textWidth)) + 10;
  const names = linesOf(`${down.label} (down), ${across.label} (across)`, sheet.width);
  const top = names.length * (LETTERS + 3) + LETTERS + 14;
  const wide = (sheet.width - left - 2) / across.values.length;
  const middles = across.values.map((_, column) => left + (column + 0.5) * wide);
  const shown = sparse(across.values, middles);
  const shade = shadeOf(all);
  return {
    height: top + cells.length * ROW + 4,
    content: [
      nameLines(names),
      across.values.map(
        (value, column) =>
          shown[column] === true &&
          htmlLine`<text x="${at(middles[column]!)}" y="${top - 6}" text-anchor="middle">${value}</text>`,
      ),
      down.values.map((value, row) => [
        htmlLine`<text x="${left - 10}" y="${top + row * ROW + 20}" text-anchor="end">${value}</text>`,
        cells[row]!.map((cell, column) =>
          cellMarkup(cell, { x: at(left + column * wide), y: top + row * ROW, wide: at(wide), shade }),
        ),
      ]),
    ],
  };
}

function cellMarkup(
  cell: HeatCell | null,
  { x, y, wide, shade }: { x: number; y: number; wide: number; shade: (value: number) => number },
): Markup {
  const middle = at(x + wide / 2);
  if (cell === null) return htmlLine`<text x="${middle}" y="${y + 20}" text-anchor="middle">–</text>`;
  const { value, text, full, missed, remark } = cell;
  const kind = `${missed ? ' missed' : ''}${remark === '' ? '' : ' best'}`;
  const fits = textWidth(text) <= wide - 6;
  const dark = shade(value) > SHADES / 2 ? ' on-dark' : '';
  return htmlLine`<g><rect class="cell shade-${shade(value)}${kind}" x="${x + 1}" y="${y + 1}" width="${at(Math.max(2, wide - 2))}" height="${ROW - 2}" role="img" aria-label="${full.replaceAll('\n', '; ')}" data-tip="${full}"/>${fits ? html`<text class="cell-text${dark}" x="${middle}" y="${y + 20}" text-anchor="middle" aria-hidden="true">${text}</text>` : null}</g>`;
}

/** Which of the shades a value has, 0 to {@link SHADES}. */
function shadeOf(values: readonly number[]): (value: number) => number {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  return (value) => {
    if (!(value > 0)) return 0;
    return high > low ? Math.round((SHADES * Math.log(value / low)) / Math.log(high / low)) : SHADES / 2;
  };
}
