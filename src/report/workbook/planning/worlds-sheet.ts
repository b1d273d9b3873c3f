import type { ForecastOverWorlds } from '../../../study/worlds/forecast-worlds.js';
import type { CandidateOverWorlds } from '../../../study/worlds/plan-worlds-result.js';
import type { FigureOverWorlds, WorldInput, WorldSpread } from '../../../study/worlds/world-spread.js';
import { roleOf } from '../../answers/plan/plan-worlds-blocks.js';
import { markOf } from '../../text/verdict.js';
import {
  forecastWorldsWords,
  reasonWords,
  type WorldsOfPlan,
  worldsChoiceWords,
} from '../../verdict/worlds-words.js';
import { styleOfFigure } from '../cells/cell-format.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type SheetColumn, titled } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';

/** The name of the sheet. */
export const WORLDS = 'Worlds';

const TOP = 5;

/** Writes the choice over worlds: every candidate with its regret, and why it was not chosen. As simulated: no formula. */
export function addPlanWorlds(sheet: Sheet, of: WorldsOfPlan): void {
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
  const { last } = sheet.table(
    TOP,
    [
      titled<CandidateOverWorlds>('Settings', 'wrapped', 40, ({ name }) => name),
      titled<CandidateOverWorlds>('Remark', 'text', 24, roleOf),
      titled<CandidateOverWorlds>('Worlds met', 'count', 12, ({ worlds_met }) => worlds_met ?? undefined),
      titled<CandidateOverWorlds>('Mean regret', style, 14, ({ regret }) => regret?.mean),
      titled<CandidateOverWorlds>('Greatest regret', style, 16, ({ regret }) => regret?.greatest),
      titled<CandidateOverWorlds>('Median objective', style, 14, ({ objective }) => objective?.median),
      titled<CandidateOverWorlds>('Why it was not chosen', 'wrapped', 70, reason),
    ],
    worlds.candidates,
  );
  sheet.keepHead(TOP + 1);
  sheet.print(addWorldInputs(sheet, last + 2, worlds), 6);
}

type MonthRow = WorldSpread & { readonly month: string };

/** Writes a forecast over worlds: the expected bill of each month. As simulated: no formula. */
export function addForecastWorlds(sheet: Sheet, worlds: ForecastOverWorlds): void {
  sheet.head(
    `The bill over ${worlds.worlds} worlds`,
    `the expected ${worlds.whole_bill ? 'bill' : 'cost of compute time'} of each world in US dollars, as simulated: it does not follow the inputs`,
  );
  sheet.paragraph(2, 5, forecastWorldsWords(worlds), 'headline');
  const spread = (name: keyof WorldSpread, header: string): SheetColumn<MonthRow> =>
    keyed<MonthRow>(name, header, 'usd', (row) => row[name], 14);
  const table = sheet.table(
    TOP,
    [
      keyed<MonthRow>('month', 'Month', 'month_name', ({ month }) => spreadsheetMonth(month), 40),
      spread('low_5', '5 %'),
      spread('median', 'Median'),
      spread('high_95', '95 %'),
      spread('mean', 'Mean'),
    ],
    worlds.months,
  );
  const { last } = table;
  sheet.put(last + 1, 0, 'All months', 'section');
  for (const name of ['low_5', 'median', 'high_95', 'mean'] as const) {
    sheet.put(last + 1, table.column(name), worlds.spread[name], 'usd');
  }
  sheet.chart(last + 3, 0, {
    kind: 'lines',
    title: 'Cost by month over the worlds',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost, USD', format: '"$"#,##0' },
    series: (['low_5', 'median', 'high_95'] as const).map((key) => {
      return { name: `=${table.header(key)}`, x: table.charted('month'), y: table.charted(key) };
    }),
  });
  sheet.keepHead(TOP + 1);
  sheet.print(addWorldInputs(sheet, last + 22, worlds), 5);
}

/** @returns the last row */
function addWorldInputs(sheet: Sheet, row: number, { inputs }: Pick<FigureOverWorlds, 'inputs'>): number {
  sheet.put(row, 0, 'Intervals of the scenario', 'section');
  const columns = [
    titled<WorldInput>('Interval', 'general', 40, ({ path }) => path),
    titled<WorldInput>('Low', 'wrapped', 14, ({ low }) => low),
    titled<WorldInput>('Middle', 'wrapped', 14, ({ middle }) => middle),
    titled<WorldInput>('High', 'wrapped', 14, ({ high }) => high),
    titled<WorldInput>(
      'Rank correlation',
      'number',
      16,
      ({ rank_correlation }) => rank_correlation ?? undefined,
    ),
  ];
  return sheet.table(row + 1, columns, inputs).last;
}
