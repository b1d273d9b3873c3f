import type { ForecastOverWorlds } from '../../../planner/worlds/forecast-worlds.js';
import type { CandidateOverWorlds } from '../../../planner/worlds/plan-worlds-result.js';
import type { FigureOverWorlds, WorldInput, WorldSpread } from '../../../planner/worlds/world-spread.js';
import { roleOf } from '../../answers/plan-worlds-blocks.js';
import { verdictOf } from '../../text/verdict.js';
import {
  forecastWorldsWords,
  reasonWords,
  type WorldsOfPlan,
  worldsChoiceWords,
} from '../../verdict/worlds-words.js';
import type { Book } from '../cells/book.js';
import { column, type Sheet, type SheetColumn } from '../cells/sheet.js';

/** The name of the sheet. */
export const WORLDS = 'Worlds';

const FIRST = 6;

/** Adds the choice over worlds: every candidate with its regret, and why it was not chosen. As simulated: no formula. */
export function addPlanWorlds(book: Book, of: WorldsOfPlan): void {
  const { plan, worlds } = of;
  const sheet = book.sheet(WORLDS);
  sheet.head(
    `The choice over ${worlds.worlds} worlds`,
    `${plan.objective.figure}, as simulated; drawn from the intervals of the scenario`,
  );
  sheet.verdict(2, 6, verdictOf(worlds.choice === null ? 'bad' : 'good', [worldsChoiceWords(of)]));
  const reason = (each: CandidateOverWorlds) => (each.fate === 'least_regret' ? '' : reasonWords(each, of));
  const { last } = sheet.table(
    { row: FIRST - 1, column: 0 },
    [
      column<CandidateOverWorlds>('name', ({ name }) => name, 'general', 40, 'Settings'),
      column<CandidateOverWorlds>('role', roleOf, 'text', 24, 'Remark'),
      column<CandidateOverWorlds>(
        'worlds_met',
        ({ worlds_met }) => worlds_met ?? undefined,
        'general',
        12,
        'Worlds met',
      ),
      column<CandidateOverWorlds>('mean_regret', ({ regret }) => regret?.mean, 'general', 14, 'Mean regret'),
      column<CandidateOverWorlds>(
        'greatest_regret',
        ({ regret }) => regret?.greatest,
        'general',
        16,
        'Greatest regret',
      ),
      column<CandidateOverWorlds>(
        'median',
        ({ objective }) => objective?.median,
        'general',
        14,
        'Median objective',
      ),
      column<CandidateOverWorlds>('reason', reason, 'text', 70, 'Why it was not chosen'),
    ],
    worlds.candidates,
  );
  addInputs(sheet, last + 3, worlds);
}

/** Adds a forecast over worlds: the expected bill of each month. As simulated: no formula. */
export function addForecastWorlds(book: Book, worlds: ForecastOverWorlds): void {
  const sheet = book.sheet(WORLDS);
  sheet.head(
    `The bill over ${worlds.worlds} worlds`,
    `US dollars, the expected ${worlds.whole_bill ? 'bill' : 'cost of compute time'} of each world, as simulated; drawn from the intervals of the scenario`,
  );
  sheet.verdict(2, 6, verdictOf('neutral', [forecastWorldsWords(worlds)]));
  type Row = WorldSpread & { readonly month: string };
  const spread = (name: keyof WorldSpread, header: string): SheetColumn<Row> =>
    column<Row>(name, (row) => row[name], 'general', 14, header);
  const { last } = sheet.table(
    { row: FIRST - 1, column: 0 },
    [
      column<Row>('month', ({ month }) => month, 'general', 40, 'Month'),
      spread('low_5', '5 %'),
      spread('median', 'Median'),
      spread('high_95', '95 %'),
      spread('mean', 'Mean'),
    ],
    [...worlds.months, { month: 'Total', ...worlds.spread }],
  );
  addInputs(sheet, last + 3, worlds);
}

function addInputs(sheet: Sheet, row: number, { inputs }: Pick<FigureOverWorlds, 'inputs'>): void {
  sheet.table(
    { row, column: 0 },
    [
      column<WorldInput>('path', ({ path }) => path, 'general', 40, 'Interval'),
      column<WorldInput>('low', ({ low }) => low, 'text', 14, 'Low'),
      column<WorldInput>('middle', ({ middle }) => middle, 'text', 14, 'Middle'),
      column<WorldInput>('high', ({ high }) => high, 'text', 14, 'High'),
      column<WorldInput>(
        'rank_correlation',
        ({ rank_correlation }) => rank_correlation ?? undefined,
        'general',
        16,
        'Rank correlation',
      ),
    ],
    inputs,
  );
}
