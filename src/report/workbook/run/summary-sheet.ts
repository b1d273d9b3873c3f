import type { ObjectiveResult } from '../../../figures/objectives.js';
import { moreIsBetter } from '../../../figures/run-figures.js';
import { drawSentences } from '../../answers/fleet-words.js';
import { duration } from '../../figures/figure-text.js';
import {
  figureAt,
  HEADLINE_FIGURES,
  type HeadlineFigure,
  intervalAt,
} from '../../figures/headline-figures.js';
import type { Summary } from '../../figures/summary.js';
import { utcText } from '../../text/iso-time.js';
import type { Verdict } from '../../text/verdict.js';
import type { Book } from '../cells/book.js';
import { type CellStyle, STYLE_OF_UNIT, styleOfFigure } from '../cells/cell-format.js';
import { figureText, headerText } from '../cells/header-text.js';
import { cellName, type Live, live, type SheetCell } from '../cells/live.js';
import type { Sheet } from '../cells/sheet.js';
import { byFormula, type Check, putCheck } from '../inputs/checks-sheet.js';
import { moneyHeader, NAMES } from '../inputs/pricing.js';
import { isCost } from '../inputs/usage.js';
import { RUN_NAMES, type RunUse } from './run-use.js';

const SHEET = 'Summary';
const FIRST = 6;

/** Columns of the table of figures. */
const [VALUE, HALF_WIDTH, SIMULATED, SOURCE] = [1, 2, 3, 4] as const;
const HEADERS = ['Figure', 'Value', '±', 'As simulated, USD', 'Name in summary.json'];

/** Cells that formulas know by a name, by what they show. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['total.cost_usd', RUN_NAMES.cost],
  ['total.cost_usd_per_month', RUN_NAMES.cost_per_month],
  ['total.cu_hours', RUN_NAMES.cu_hours],
]);

/** One line of the table of figures. */
interface Line {
  readonly label: string | Live;
  readonly style: CellStyle;
  readonly value: SheetCell;
  readonly half_width?: SheetCell;
  /** What the simulator said, beside a formula that says it anew. */
  readonly simulated?: number;
  readonly source: string;
}

/** What stands on the sheet besides the figures. */
export interface SummaryText {
  readonly verdict: Verdict;
  /** What a month rests on, or why there is none. */
  readonly months: string;
  /** The cost of the months ahead as a cell; `undefined` where the run does not carry a month. */
  readonly year: Live | undefined;
}

/** Adds the first sheet: what was run, and what came out. @returns the first row below the tables, and what can be checked */
export function addSummary(
  book: Book,
  use: RunUse,
  { verdict, months, year }: SummaryText,
): { readonly sheet: Sheet; readonly below: number; readonly checks: readonly Check[] } {
  const { summary } = use;
  const sheet = book.sheet(SHEET);
  for (const [column, width] of [46, 20, 16, 18, 40].entries()) sheet.widen(column, width);
  sheet.head(summary.scenario, whatWasRun(summary));
  sheet.verdict(2, SOURCE, verdict);
  putCheck(sheet, FIRST - 2);
  const lines = linesOf(use, year);
  sheet.headers(FIRST - 1, HEADERS);
  for (const [index, line] of lines.entries()) writeLine(sheet, FIRST + index, line);
  for (const [path, name] of NAMED) {
    const line = lines.findIndex(({ source }) => source === path);
    book.name(name, cellName(FIRST + line, VALUE, SHEET));
  }
  const objectives = addObjectives(sheet, FIRST + lines.length + 1, summary.slo);
  const remarks = [
    `Cost per month: ${months}.`,
    ...summary.warnings.map((warning) => `Warning: ${warning}`),
    ...drawSentences(summary),
  ];
  const below = sheet.lines(objectives, remarks);
  sheet.keepHead(FIRST);
  return { sheet, below, checks: checksOf(summary, lines) };
}

function whatWasRun(summary: Summary): string {
  const { start, duration_seconds, seed, replications, plan } = summary;
  const runs = replications === 1 ? 'one run' : `means of ${replications} replications`;
  return `${duration(duration_seconds)} from ${utcText(start)}, plan ${plan.name}, seed ${seed}, ${runs}`;
}

function linesOf(use: RunUse, year: Live | undefined): readonly Line[] {
  const { summary } = use;
  const lines = HEADLINE_FIGURES.map((figure): Line => lineOf(figure, use));
  const errors = Object.entries(summary.total.queries.by_error).map(([name, value]): Line => {
    const source = `total.queries.by_error.${name}`;
    return { label: `Queries failed by ${name}`, style: 'count', value, source };
  });
  const label = moneyHeader('Twelve months ahead, sheet Months');
  const ahead: readonly Line[] = year ? [{ label, style: 'money', value: year, source: '' }] : [];
  return [...lines.slice(0, 2), ...ahead, ...lines.slice(2), ...errors];
}

function lineOf({ path, label, unit }: HeadlineFigure, use: RunUse): Line {
  const value = figureAt(use.summary, path);
  const half_width = intervalAt(use.summary, path)?.half_width;
  const style = path.startsWith('total.availability.') ? 'availability' : STYLE_OF_UNIT[unit];
  const cost = path.slice('total.'.length);
  if (!isCost(cost)) return { label, style, source: path, value, half_width };
  return {
    label: moneyHeader(label),
    style: 'money',
    source: path,
    value: use.total(cost),
    half_width: use.halfWidth(cost) ?? half_width,
    simulated: value ?? 0,
  };
}

function writeLine(sheet: Sheet, row: number, line: Line): void {
  const { label, style, value, half_width, simulated, source } = line;
  sheet.put(row, 0, label, 'general');
  sheet.put(row, VALUE, value, style);
  sheet.put(row, HALF_WIDTH, half_width, style);
  sheet.put(row, SIMULATED, simulated, 'usd');
  sheet.put(row, SOURCE, source, 'text');
}

function checksOf({ total }: Summary, lines: readonly Line[]): readonly Check[] {
  const simulated = (source: string) => {
    const line = lines.findIndex((each) => each.source === source);
    return cellName(FIRST + line, SIMULATED, SHEET);
  };
  return (['cost_usd', 'cost_usd_per_month'] as const).flatMap((figure): readonly Check[] => {
    const label = headerText(figure);
    const cell = simulated(`total.${figure}`);
    const formula = `${NAMED.get(`total.${figure}`)}-${cell}`;
    return [
      { label: `${label} as simulated, USD`, formula: cell, written: total[figure], of_inputs: false },
      byFormula(`${label} by formula less that of the simulator`, formula),
    ];
  });
}

function addObjectives(sheet: Sheet, row: number, slo: readonly ObjectiveResult[]): number {
  if (slo.length === 0) return row;
  sheet.headers(row, ['Objective', 'Actual', '±', 'Target', 'Met']);
  slo.forEach(({ objective, actual, target, met, ci }, index) => {
    const style = styleOfFigure(objective);
    const at = row + 1 + index;
    const verdict = met ? 'met' : 'missed';
    // Objectives about money follow the inputs: a target in dollars is held against dollars.
    const cost = isCost(objective) ? NAMED.get(`total.${objective}`) : undefined;
    const follows = `IF(${cellName(at, 1)}<=${cellName(at, 3)},"met","missed")`;
    const name = figureText(objective);
    sheet.put(at, 0, `${name}, ${moreIsBetter(objective) ? 'at least' : 'at most'}`, 'general');
    sheet.put(
      at,
      1,
      cost === undefined || actual === null ? actual : live(`${cost}/${NAMES.rate}`, actual),
      style,
    );
    sheet.put(at, 2, ci?.half_width, style);
    sheet.put(at, 3, target, style);
    sheet.put(at, 4, cost === undefined ? verdict : live(follows, verdict), 'text');
  });
  const results = `$E$${row + 2}:$E$${row + 1 + slo.length}`;
  sheet.mark(results, `$E${row + 2}="missed"`, 'bad');
  sheet.mark(results, `$E${row + 2}="met"`, 'good');
  return row + slo.length + 2;
}
