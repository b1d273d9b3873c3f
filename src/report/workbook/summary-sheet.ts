import type { ObjectiveResult } from '../../figures/objectives.js';
import { FIGURE_UNITS, moreIsBetter } from '../../figures/run-figures.js';
import { drawSentences } from '../answers/fleet-words.js';
import { figureAt, HEADLINE_FIGURES, type HeadlineFigure, intervalAt } from '../figures/headline-figures.js';
import type { Summary } from '../figures/summary.js';
import type { Book } from './book.js';
import { type CellStyle, STYLE_OF_UNIT } from './cell-format.js';
import { cellName, live, rangeName, type SheetCell } from './live.js';
import { NAMES, priceOfRun, yearCost } from './pricing.js';
import { isCost, type RunUse } from './run-use.js';
import type { Sheet } from './sheet.js';

const SHEET = 'Summary';

/** Columns of the table of figures. */
const [VALUE, HALF_WIDTH, SIMULATED, DIFFERENCE, SOURCE] = [1, 2, 3, 4, 5] as const;
const HEADERS = ['figure', 'value', '± half-width', 'as simulated', 'difference', 'name in summary.json'];

/** Cells that formulas know by a name, by what they show. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['total.cost_usd', NAMES.total_cost],
  ['total.cost_usd_per_month', NAMES.total_cost_per_month],
  ['total.cu_hours', NAMES.total_cu_hours],
]);

/** One line of the table of figures. */
interface Line {
  readonly label: string;
  readonly style: CellStyle;
  readonly value: SheetCell;
  readonly half_width?: SheetCell;
  /** What the simulator said, beside a formula that says it anew. */
  readonly simulated?: number;
  readonly source: string;
}

/** Adds the first sheet: what was run, and what came out. @returns the first row and column beside the tables */
export function addSummary(book: Book, use: RunUse): { readonly sheet: Sheet; readonly column: number } {
  const { summary } = use;
  const sheet = book.sheet(SHEET);
  sheet.put(0, 0, summary.scenario, 'title');
  sheet.put(1, 0, whatWasRun(summary), 'quiet');
  const lines = linesOf(use);
  const row = 3;
  sheet.headers(row, 0, HEADERS);
  for (const [index, line] of lines.entries()) writeLine(sheet, row + 1 + index, line);
  for (const [column, width] of [42, 16, 14, 16, 12, 30].entries()) sheet.widen(column, width);
  for (const [path, name] of NAMED) {
    const line = lines.findIndex(({ source }) => source === path);
    book.name(name, cellName(row + 1 + line, VALUE, SHEET));
  }
  const next = addCheck(sheet, row + 1, lines) + 1;
  const below = addObjectives(sheet, next, summary.slo);
  const remarks = [...summary.warnings.map((warning) => `Warning: ${warning}`), ...drawSentences(summary)];
  for (const [index, remark] of remarks.entries()) sheet.put(below + index, 0, remark);
  sheet.freeze(row + 1, 1);
  return { sheet, column: SOURCE + 2 };
}

function whatWasRun(summary: Summary): string {
  const { start, duration_seconds, seed, replications, plan } = summary;
  const runs = replications === 1 ? 'one run' : `means of ${replications} replications`;
  return `${duration_seconds / 86_400} days from ${start}, plan ${plan.name}, seed ${seed}, ${runs}`;
}

function linesOf(use: RunUse): readonly Line[] {
  const { summary } = use;
  const lines = HEADLINE_FIGURES.map((figure): Line => lineOf(figure, use));
  const errors = Object.entries(summary.total.queries.by_error).map(([name, value]): Line => {
    const source = `total.queries.by_error.${name}`;
    return { label: `Queries failed by ${name}`, style: 'count', value, source };
  });
  const label = 'Cost of twelve months, with growth';
  const year: Line = { label, style: 'usd', value: yearOf(use), source: '' };
  return [...lines.slice(0, 2), year, ...lines.slice(2), ...errors];
}

function lineOf({ path, label, unit }: HeadlineFigure, use: RunUse): Line {
  const { summary } = use;
  const value = figureAt(summary, path);
  const half_width = intervalAt(summary, path)?.half_width;
  const style = path.startsWith('total.availability.') ? 'availability' : STYLE_OF_UNIT[unit];
  const cost = path.slice('total.'.length);
  if (!isCost(cost)) return { label, style, source: path, value, half_width };
  const spread = use.halfWidth(cost) ?? half_width;
  return { label, style, source: path, value: use.total(cost), half_width: spread, simulated: value ?? 0 };
}

/** Of the run's CU-hours: what the months after it are like is not known better. */
function yearOf({ summary }: RunUse): SheetCell {
  const { total, duration_seconds } = summary;
  return yearCost(
    { cu_hours: NAMES.total_cu_hours, run_hours: NAMES.simulated_hours },
    { cu_hours: total.cu_hours, run_hours: duration_seconds / 3600, price: priceOfRun(summary) },
  );
}

function writeLine(sheet: Sheet, row: number, line: Line): void {
  const { label, style, value, half_width, simulated, source } = line;
  sheet.put(row, 0, label);
  sheet.put(row, VALUE, value, style);
  sheet.put(row, HALF_WIDTH, half_width, style);
  if (simulated !== undefined) {
    sheet.put(row, SIMULATED, simulated, style);
    const difference = `${cellName(row, VALUE)}-${cellName(row, SIMULATED)}`;
    sheet.put(row, DIFFERENCE, live(difference, 0), 'difference');
  }
  sheet.put(row, SOURCE, source, 'quiet');
}

/** Says in one cell whether the formulas still give what the simulator gave. @returns the first row below it */
function addCheck(sheet: Sheet, first: number, lines: readonly Line[]): number {
  const row = first + lines.length + 1;
  const range = rangeName([first, DIFFERENCE], [first + lines.length - 1, DIFFERENCE]);
  const cost = lines.findIndex(({ source }) => source === 'total.cost_usd');
  const scale = cellName(first + cost, SIMULATED);
  // Rounding: the formulas add the same terms in the same order, but for replications' means.
  const same = `SUMPRODUCT(ABS(${range}))<=1E-9*MAX(1,${scale})`;
  sheet.put(row, 0, 'Costs by formula compared with those of the simulator');
  sheet.put(row, VALUE, live(`IF(${same},"equal","changed with the assumptions")`, 'equal'));
  return row + 1;
}

function addObjectives(sheet: Sheet, row: number, slo: readonly ObjectiveResult[]): number {
  if (slo.length === 0) return row;
  sheet.headers(row, 0, ['objective', 'actual', '± half-width', 'target', 'met']);
  slo.forEach(({ objective, actual, target, met, ci }, index) => {
    const style = STYLE_OF_UNIT[FIGURE_UNITS[objective]];
    const at = row + 1 + index;
    const verdict = met ? 'met' : 'missed';
    // Objectives about money follow the assumptions.
    const cost = isCost(objective) ? NAMED.get(`total.${objective}`) : undefined;
    const follows = `IF(${cellName(at, 1)}<=${cellName(at, 3)},"met","missed")`;
    sheet.put(at, 0, `${objective}, ${moreIsBetter(objective) ? 'at least' : 'at most'}`);
    sheet.put(at, 1, cost === undefined || actual === null ? actual : live(cost, actual), style);
    sheet.put(at, 2, ci?.half_width, style);
    sheet.put(at, 3, target, style);
    sheet.put(at, 4, cost === undefined ? verdict : live(follows, verdict));
  });
  return row + slo.length + 2;
}
