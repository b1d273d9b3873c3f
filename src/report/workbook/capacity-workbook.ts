import { moreIsBetter } from '../../figures/run-figures.js';
import type { Capacity, CapacityLevel, ObjectiveCapacity } from '../../planner/growth/capacity-result.js';
import { whenGrown } from '../../planner/growth/load-growth.js';
import { runWords } from '../figures/candidate.js';
import { counted } from '../figures/figure-text.js';
import { finite } from '../text/finite.js';
import type { Verdict } from '../text/verdict.js';
import { Book } from './cells/book.js';
import { styleOfFigure } from './cells/cell-format.js';
import { addChart, CHART_ROWS } from './cells/charts.js';
import { axisText, figureText } from './cells/header-text.js';
import { listed, live } from './cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from './cells/sheet.js';
import { spreadsheetTime } from './cells/spreadsheet-time.js';

const LEVELS = 'Loads';
const FIRST_OBJECTIVE = 12;

/**
 * The bytes of the workbook of a capacity: every load that was simulated with the figures of the objectives, and the day
 * on which the load that is carried will be reached at a growth that may be typed in.
 * @param growth of a month as a share; 0 where none was given
 */
export function capacityWorkbook(capacity: Capacity, verdict: Verdict, growth: number): Uint8Array {
  const book = new Book({ title: capacity.scenario, subject: 'Capacity' });
  const sheet = book.sheet('Summary');
  const below = writeSummary(sheet, capacity, verdict, growth);
  addLevels(book, capacity);
  capacity.objectives.forEach((_, index) => {
    drawObjective(sheet, below + 1 + index * CHART_ROWS, capacity, index);
  });
  sheet.printOnOnePage(below + CHART_ROWS * capacity.objectives.length, 6);
  return book.toBytes(capacity.start);
}

function writeSummary(sheet: Sheet, capacity: Capacity, verdict: Verdict, growth: number): number {
  const { scenario, replications, warnings, objectives } = capacity;
  for (const [at, width] of [46, 18, 18, 18, 18, 18, 14].entries()) sheet.widen(at, width);
  sheet.head(
    `${scenario}: how much load it carries`,
    `${runWords(capacity)}, ${counted(replications, 'replication')} of each load; only the day below follows the growth, all else is as simulated`,
  );
  sheet.verdict(2, 6, verdict);
  writeReached(sheet, capacity, growth);
  const { last } = sheet.table(FIRST_OBJECTIVE - 1, objectiveColumns(), objectives);
  return sheet.lines(
    last + 2,
    warnings.map((warning) => `Warning: ${warning}`),
  );
}

/** The day on which the load that is carried is reached, by the growth in the yellow cell. */
function writeReached(sheet: Sheet, { load, queries_per_second, start }: Capacity, growth: number): void {
  const begin = Date.parse(start) / 1000;
  sheet.put(4, 0, 'Growth of the load a month: type in', 'general');
  sheet.put(4, 1, growth, 'input_share');
  if (load !== null) {
    sheet.put(4, 2, 'Low end', 'general_right');
    sheet.put(4, 3, 'High end', 'general_right');
  }
  sheet.put(5, 0, 'Load that is carried, times the present', 'general');
  sheet.put(5, 1, load?.factor ?? 'none found', load === null ? 'general_right' : 'factor');
  sheet.put(5, 2, load?.low, 'factor');
  sheet.put(5, 3, load?.high, 'factor');
  sheet.put(6, 0, 'Queries a second at present', 'general');
  sheet.put(6, 1, queries_per_second, 'number');
  sheet.put(7, 0, 'Present load begins on', 'general');
  sheet.put(7, 1, spreadsheetTime(begin), 'day');
  sheet.put(8, 0, 'Reached on', 'section');
  [load?.factor, load?.low, load?.high].forEach((factor, index) => {
    if (factor === undefined) return;
    const cell = `$${'BCD'[index]}$6`;
    sheet.put(8, 1 + index, live(reachedFormula(cell), reachedOn(begin, factor, growth)), 'day');
  });
}

/** Calendar months of compound growth, then a share of the days of the next: as `neap capacity --growth` counts them. */
function reachedFormula(factor: string): string {
  const months = `(LN(${factor})/LN(1+$B$5))`;
  const whole = `INT(${months})`;
  const at = (more: string) => `EDATE(INT($B$8),${whole}${more})`;
  const day = `INT(${at('')}+MOD($B$8,1)+(${months}-${whole})*(${at('+1')}-${at('')}))`;
  return `IF(${factor}<=1,"already",IF($B$5<=0,"never",${day}))`;
}

function reachedOn(begin: number, factor: number, growth: number): number | string {
  if (factor <= 1) return 'already';
  const at = growth > 0 ? whenGrown(begin, factor, 1 + growth) : undefined;
  return at === undefined ? 'never' : Math.floor(spreadsheetTime(at));
}

function objectiveColumns(): readonly SheetColumn<ObjectiveCapacity>[] {
  return [
    column('objective', ({ objective }) => objective, 'general', 46),
    titled('At the present load', 'text', 18, ({ met }) => (met ? 'met' : 'missed')),
    titled('Figure now', 'number', 18, ({ at_present }) => at_present?.mean),
    titled('At the load that is carried', 'number', 18, ({ at_capacity }) => at_capacity?.mean),
    titled('Bound', 'number', 18, ({ bound }) => bound),
    titled('Fails by itself above', 'factor', 18, ({ factor }) => factor),
    titled('Fails below', 'factor', 14, ({ least_factor }) => least_factor),
  ];
}

function addLevels(book: Book, { objectives, levels }: Capacity): void {
  const columns: readonly SheetColumn<CapacityLevel>[] = [
    titled('Load, times the present', 'factor', 12, ({ factor }) => factor),
    titled('Queries a second', 'number', 14, ({ queries_per_second }) => queries_per_second),
    ...objectives.flatMap(({ figure, bound }, index): readonly SheetColumn<CapacityLevel>[] => {
      const style = styleOfFigure(figure);
      const name = figureText(figure);
      return [
        titled(name, style, 18, ({ figures }) => figures[index]?.mean),
        titled(`± ${name}`, style, 18, ({ figures }) => finite(figures[index]?.half_width)),
        titled(`${moreIsBetter(figure) ? 'At least' : 'At most'}`, style, 18, () => bound),
      ];
    }),
    titled('Objectives', 'text', 14, ({ met }) => (met ? 'met' : 'missed')),
    column('replications', ({ replications }) => replications, 'count', 14),
    column('fidelity', ({ fidelity }) => fidelity, 'text', 12),
  ];
  const sheet = book.sheet(LEVELS);
  const { first, last } = sheet.listing('not live: every load that was simulated', columns, levels, 1);
  const at = 2 + 3 * objectives.length;
  const letter = String.fromCharCode(65 + at);
  if (at < 26)
    sheet.mark(`${letter}${first + 1}:${letter}${last + 1}`, `$${letter}${first + 1}="missed"`, 'bad');
}

function drawObjective(sheet: Sheet, row: number, { objectives, levels }: Capacity, index: number): void {
  const { figure, objective } = objectives[index]!;
  const cells = (column: number) => ({ sheet: LEVELS, column, ...listed(levels.length) });
  addChart(sheet, row, 0, {
    kind: 'lines',
    title: `${figureText(figure)} by load: ${objective}`,
    x: { name: 'times the present load', format: '0.0#' },
    y: { name: axisText(figure) },
    series: [
      { name: figureText(figure), x: cells(0), y: cells(2 + 3 * index) },
      { name: 'bound', x: cells(0), y: cells(4 + 3 * index) },
    ],
  });
}
