import type { Book } from '../cells/book.js';
import { LISTING_ROW, listedCell, live, rangeName } from '../cells/live.js';
import { column, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetMonth } from '../cells/spreadsheet-time.js';
import type { Check } from '../inputs/checks-sheet.js';
import { moneyColumn, monthFormula, monthlyFormula, type PriceCells } from '../inputs/pricing.js';
import { USAGE, usageNote, usedHours } from '../inputs/usage.js';
import { CANDIDATE_COLUMNS, type CandidateUse, type MonthRow, type ReplicationRow } from './candidate-use.js';

/**
 * Adds the sheet of CU-hours that the costs of candidates are computed from.
 * @param priceOf the cells that hold the price of a candidate, counted from 0
 * @returns what can be checked
 */
export function addCandidateUsage(
  book: Book,
  use: CandidateUse,
  priceOf: (candidate: number) => PriceCells,
): Check {
  const sheet = book.sheet(USAGE);
  const note = usageNote(use.averaged ? 'the replications' : undefined);
  sheet.listing(note, monthColumns(priceOf), use.months);
  sheet.table(LISTING_ROW - 1, replicationColumns(priceOf), use.replications, CANDIDATE_COLUMNS.of.candidate);
  return usedHours(use.months, CANDIDATE_COLUMNS.cu_hours);
}

function monthColumns(priceOf: (candidate: number) => PriceCells): readonly SheetColumn<MonthRow>[] {
  return [
    column('candidate', ({ candidate }) => candidate + 1),
    column('replication', ({ replication }) => replication),
    column('month', ({ month }) => spreadsheetMonth(month)),
    column('cu_hours', ({ cu_hours }) => cu_hours),
    moneyColumn('Cost', 14, (row, index) => {
      const hours = listedCell(index, CANDIDATE_COLUMNS.cu_hours);
      return live(monthFormula(hours, priceOf(row.candidate), row), row.cost_usd);
    }),
  ];
}

function replicationColumns(
  priceOf: (candidate: number) => PriceCells,
): readonly SheetColumn<ReplicationRow>[] {
  const sum = ({ first, last }: ReplicationRow, of: number): string =>
    `SUM(${rangeName([LISTING_ROW + first, of], [LISTING_ROW + last, of])})`;
  return [
    column('candidate', ({ candidate }) => candidate + 1),
    column('replication', ({ replication }) => replication),
    column('cu_hours', (row) => live(sum(row, CANDIDATE_COLUMNS.cu_hours), row.cu_hours)),
    moneyColumn('Cost', 14, (row) => live(sum(row, CANDIDATE_COLUMNS.cost_usd), row.cost_usd)),
    moneyColumn('Cost per month', 14, (row, index) => {
      const hours = listedCell(index, CANDIDATE_COLUMNS.of.cu_hours);
      const { run_hours, running_time, candidate, cost_usd_per_month } = row;
      const formula = monthlyFormula(hours, String(run_hours), priceOf(candidate), running_time);
      return live(formula, cost_usd_per_month);
    }),
  ];
}
