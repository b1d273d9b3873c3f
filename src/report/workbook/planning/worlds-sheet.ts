import type { ForecastOverWorlds } from '../../../study/worlds/forecast-worlds.js';
import type { CandidateOverWorlds } from '../../../study/worlds/plan-worlds-result.js';
import type { FigureOverWorlds, WorldInput, WorldSpread } from '../../../study/worlds/world-spread.js';
import { roleOf } from '../../answers/plan-worlds-blocks.js';
import { verdictOf } from '../../text/verdict.js';
import {
  forecastWorldsWords,
  reasonWords,
  type WorldsOfPlan,
  worldsChoiceWords,
} from '../../verdict/worlds-words.js';
import type { Book } from '../cells/book.js';
import { type Sheet, type SheetColumn, titled } from '../cells/sheet.js';

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
    FIRST - 1,
    [
      titled<CandidateOverWorlds>('Settings', 'general', 40, ({ name }) => name),
      titled<CandidateOverWorlds>('Remark', 'text', 24, roleOf),
      titled<CandidateOverWorlds>('Worlds met', 'general', 12, ({ worlds_met }) => worlds_met ?? undefined),
      titled<CandidateOverWorlds>('Mean regret', 'general', 14, ({ regret }) => regret?.mean),
      titled<CandidateOverWorlds>('Greatest regret', 'general', 16, ({ regret }) => regret?.greatest),
      titled<CandidateOverWorlds>('Median objective', 'general', 14, ({ objective }) => objective?.median),
      titled<CandidateOverWorlds>('Why it was not chosen', 'text', 70, reason),
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
    titled<Row>(header, 'general', 14, (row) => row[name]);
  const { last } = sheet.table(
    FIRST - 1,
    [
      titled<Row>('Month', 'general', 40, ({ month }) => month),
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
    row,
    [
      titled<WorldInput>('Interval', 'general', 40, ({ path }) => path),
      titled<WorldInput>('Low', 'text', 14, ({ low }) => low),
      titled<WorldInput>('Middle', 'text', 14, ({ middle }) => middle),
      titled<WorldInput>('High', 'text', 14, ({ high }) => high),
      titled<WorldInput>(
        'Rank correlation',
        'general',
        16,
        ({ rank_correlation }) => rank_correlation ?? undefined,
      ),
    ],
    inputs,
  );
}
