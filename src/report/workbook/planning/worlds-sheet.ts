import type { ForecastOverWorlds } from '../../../study/worlds/forecast-worlds.js';
import type { CandidateOverWorlds } from '../../../study/worlds/plan-worlds-result.js';
import type { FigureOverWorlds, WorldInput, WorldSpread } from '../../../study/worlds/world-spread.js';
import { rolesOf } from '../../answers/plan/plan-worlds.js';
import { markOf } from '../../text/verdict.js';
import {
  forecastWorldsWords,
  reasonWords,
  type WorldsOfPlan,
  worldsChoiceWords,
} from '../../verdict/worlds-words.js';
import type { Book } from '../cells/book.js';
import { styleOfFigure } from '../cells/cell-format.js';
import type { Sheet } from '../cells/sheet.js';
import { column, type SheetColumn } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';

const WORLDS = 'Worlds';

const TOP = 5;

/** Writes the choice over worlds: every candidate with its regret, and why it was not chosen. As simulated: no formula. */
export function addPlanWorlds(book: Book, of: WorldsOfPlan): void {
  const sheet = book.sheet(WORLDS);
  const { plan, worlds } = of;
  const { figure } = plan.objective;
  const style = styleOfFigure(figure);
  sheet.head(
    `The choice over ${worlds.worlds} worlds`,
    `${figure}, as simulated: it does not follow the inputs; drawn from the intervals of the scenario`,
  );
  sheet.paragraph(
    2,
    6,
    `${markOf({ tone: worlds.choice === null ? 'bad' : 'good' })} ${worldsChoiceWords(of)}`,
    'headline',
  );
  const reason = (each: CandidateOverWorlds) => (each.fate === 'least_regret' ? '' : reasonWords(each, of));
  const columns: readonly SheetColumn<CandidateOverWorlds>[] = [
    column('settings', 'Settings', 'wrapped', ({ name }) => name, 40),
    column('remark', 'Remark', 'text', (each) => rolesOf(each).join(', '), 24),
    column('met', 'Worlds met', 'count', ({ worlds_met }) => worlds_met, 12),
    column('mean', 'Mean regret', style, ({ regret }) => regret?.mean, 14),
    column('greatest', 'Greatest regret', style, ({ regret }) => regret?.greatest, 16),
    column('median', 'Median objective', style, ({ objective: own }) => own?.median, 14),
    column('why', 'Why it was not chosen', 'wrapped', reason, 70),
  ];
  const { last } = sheet.table('Worlds', TOP, columns, worlds.candidates);
  sheet.keepHead(TOP + 1);
  sheet.print(addWorldInputs(sheet, last + 2, worlds), 6);
}

type MonthRow = WorldSpread & { readonly month: string };

/** Writes a forecast over worlds: the expected bill of each month. As simulated: no formula. */
export function addForecastWorlds(book: Book, worlds: ForecastOverWorlds): void {
  const sheet = book.sheet(WORLDS);
  sheet.head(
    `The bill over ${worlds.worlds} worlds`,
    `the expected ${worlds.whole_bill ? 'bill' : 'cost of compute time'} of each world in US dollars, as simulated: it does not follow the inputs`,
  );
  sheet.paragraph(2, 5, forecastWorldsWords(worlds), 'headline');
  const spread = (name: keyof WorldSpread, header: string): SheetColumn<MonthRow> =>
    column(name, header, 'usd', (row) => row[name], { width: 14, total: worlds.spread[name] });
  const columns: readonly SheetColumn<MonthRow>[] = [
    column('month', 'Month', 'month_name', ({ month }) => spreadsheetMonth(month), {
      width: 40,
      total: 'All months',
    }),
    spread('low_5', '5 %'),
    spread('median', 'Median'),
    spread('high_95', '95 %'),
    spread('mean', 'Mean'),
  ];
  const { last } = sheet.table('Worlds', TOP, columns, worlds.months);
  sheet.chart(last + 3, 0, {
    kind: 'lines',
    title: 'Cost by month over the worlds',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost, USD', format: '"$"#,##0' },
    series: ['low_5', 'median', 'high_95'].map((key) => {
      return { name: `=Worlds[#${key}]`, x: 'Worlds[month]', y: `Worlds[${key}]` };
    }),
  });
  sheet.keepHead(TOP + 1);
  sheet.print(addWorldInputs(sheet, last + 22, worlds), 5);
}

/** @returns the last row */
function addWorldInputs(sheet: Sheet, row: number, { inputs }: Pick<FigureOverWorlds, 'inputs'>): number {
  sheet.put(row, 0, 'Intervals of the scenario', 'section');
  const columns: readonly SheetColumn<WorldInput>[] = [
    column('interval', 'Interval', 'general', ({ path }) => path, 40),
    column('low', 'Low', 'wrapped', ({ low }) => low, 14),
    column('middle', 'Middle', 'wrapped', ({ middle }) => middle, 14),
    column('high', 'High', 'wrapped', ({ high }) => high, 14),
    column('correlation', 'Rank correlation', 'number', (each) => each.rank_correlation, 16),
  ];
  return sheet.table('WorldInputs', row + 1, columns, inputs).last;
}
