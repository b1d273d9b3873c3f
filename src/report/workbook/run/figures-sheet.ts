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
import { keyed, type Table } from '../cells/table.js';
import { byFormula, type Check } from '../inputs/checks-sheet.js';
import { moneyHeader } from '../inputs/pricing.js';
import { type CostFigure, isCost } from '../inputs/usage.js';
import { RUN_NAMES, type RunUsage } from './usage-sheet.js';

const SHEET = 'Figures';

/** Cells that formulas know by a name, by the figure of a run. */
export const COST_NAMES: Readonly<Record<CostFigure, string>> = {
  cost_usd: RUN_NAMES.cost,
  cost_usd_per_month: RUN_NAMES.cost_per_month,
};

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

/** Adds the sheet with every figure of `summary.json` that reports begin with. @returns the table by their places, and what can be checked */
export function addFigures(
  book: Book,
  usage: RunUsage,
): { readonly figures: Table; readonly checks: readonly Check[] } {
  const sheet = book.working(SHEET);
  const { by_error } = usage.summary.total.queries;
  const lines: readonly Line[] = [
    ...HEADLINE_FIGURES.map((figure) => lineOf(figure, usage)),
    ...Object.entries(by_error).map(([name, value]): Line => {
      return {
        key: `total.queries.by_error.${name}`,
        label: `Queries failed by ${name}`,
        style: 'count',
        value,
      };
    }),
  ];
  const figures = sheet.listing(
    'every figure of the run: costs follow the inputs, everything else is as simulated',
    [
      keyed<Line>('figure', 'Figure', 'general', ({ label }) => label, 46),
      keyed<Line>(
        'value',
        'Value',
        ({ style }) => style,
        ({ value }) => value,
        18,
      ),
      keyed<Line>(
        'half_width',
        '±',
        ({ style }) => style,
        ({ half_width }) => half_width,
        18,
      ),
      keyed<Line>('simulated', 'As simulated, USD', 'usd', ({ simulated }) => simulated, 18),
      keyed<Line>('name', 'Name in summary.json', 'text', ({ key }) => key, 44),
    ],
    lines,
    1,
  );
  return { figures, checks: checksOf(usage, figures) };
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

function checksOf({ summary: { total } }: RunUsage, figures: Table): readonly Check[] {
  return (['cost_usd', 'cost_usd_per_month'] as const).flatMap((figure): readonly Check[] => {
    const label = headerText(figure);
    const simulated = figures.cell(`total.${figure}`, 'simulated');
    return [
      { label: `${label} as simulated, USD`, formula: simulated, written: total[figure], of_inputs: false },
      byFormula(`${label} by formula less that of the simulator`, `${COST_NAMES[figure]}-${simulated}`),
    ];
  });
}
