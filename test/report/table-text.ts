import type { WholeTable } from '../../src/report/csv/whole-table.js';
import { csvText } from '../../src/report/text/csv.js';

/** The text of the CSV file of a table. */
export function textOfTable({ columns, cells }: WholeTable): string {
  return csvText(columns, cells);
}
