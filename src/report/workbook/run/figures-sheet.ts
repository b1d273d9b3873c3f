import {
  figureAt,
  HEADLINE_FIGURES,
  type HeadlineFigure,
  intervalAt,
} from '../../figures/headline-figures.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import { type CellStyle, STYLE_OF_UNIT } from '../cells/cell-format.js';
import { headerText } from '../cells/header-text.js';
import { column } from '../cells/table.js';
import { byFormula, type Check } from '../inputs/checks-sheet.js';
import { isCost, moneyHeader } from '../inputs/pricing.js';
import { COST_NAMES, type RunUsage } from './usage-sheet.js';

/** One line of the table of figures. */
interface Line {
  /** Its place in `summary.json`. */
  readonly key: string;
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly value: SheetCell;
  readonly half_width?: SheetCell;
  /** What the simulator gave, beside a formula. */
  readonly simulated?: number;
}

/** Adds the sheet with every figure of `summary.json` that reports begin with. @returns what can be checked */
export function addFigures(book: Book, usage: RunUsage): readonly Check[] {
  const { queries } = usage.summary.total;
  const errors = Object.entries(queries.by_error).map(([name, value]): Line => {
    const key = `total.queries.by_error.${name}`;
    return { key, label: `Queries failed by ${name}`, style: 'count', value };
  });
  const style = (line: Line) => line.style;
  book
    .working('Figures')
    .listing<Line>(
      'Figures',
      'every figure of the run: costs follow the inputs, everything else is as simulated',
      [
        column('figure', 'Figure', 'general', ({ label }) => label, 46),
        column('value', 'Value', style, ({ value }) => value, 18),
        column('half_width', '±', style, ({ half_width }) => half_width, 18),
        column('simulated', 'As simulated, USD', 'usd', ({ simulated }) => simulated, 18),
        column('name', 'Name in summary.json', 'text', ({ key }) => key, 44),
      ],
      [...HEADLINE_FIGURES.map((figure) => lineOf(figure, usage)), ...errors],
      1,
    );
  return (['cost_usd', 'cost_usd_per_month'] as const).flatMap((figure): readonly Check[] => {
    const label = headerText(figure);
    const simulated = `Figures[simulated@total.${figure}]`;
    const written = usage.summary.total[figure];
    return [
      { label: `${label} as simulated, USD`, formula: simulated, written, of_inputs: false },
      byFormula(`${label} by formula less that of the simulator`, `${COST_NAMES[figure]}-${simulated}`),
    ];
  });
}

function lineOf({ path, label, unit }: HeadlineFigure, usage: RunUsage): Line {
  const value = figureAt(usage.summary, path);
  const half_width = intervalAt(usage.summary, path)?.half_width;
  const style = path.startsWith('total.availability.') ? 'availability' : STYLE_OF_UNIT[unit];
  const cost = path.slice('total.'.length);
  if (!isCost(cost)) return { key: path, label, style, value, half_width };
  const half = usage.halfWidth(cost);
  return {
    key: path,
    label: moneyHeader(label),
    style: 'money',
    value: formula(COST_NAMES[cost]),
    half_width: half === undefined ? half_width : formula(half),
    simulated: value ?? 0,
  };
}
