import { cellName, live, rangeName } from '../cells/live.js';
import type { Sheet } from '../cells/sheet.js';
import { NAMES } from './pricing.js';

/** Rounding of a spreadsheet, and of sums in another order. */
const TOLERANCE = 1e-9;
const ALTERED = 'ALTERED';

/** Something that a workbook says of its own figures. */
export interface Check {
  readonly label: string;
  /** What it is now. */
  readonly formula: string;
  /** What it was when the workbook was written. */
  readonly written: number;
  /** Whether it holds for the inputs of the run alone: then others leave it open. */
  readonly of_inputs: boolean;
}

/**
 * Writes what a workbook checks of itself: that the figures of the simulator are as they were written, and that the
 * formulas give what the simulator gave.
 *
 * @param differs a condition besides changed inputs under which formulas give something else
 * @returns the cell with the verdict
 */
export function writeChecks(
  sheet: Sheet,
  row: number,
  checks: readonly Check[],
  differs?: string,
): { readonly cell: string; readonly below: number } {
  sheet.put(row, 0, 'Checks', 'section');
  const verdictRow = row + 1;
  sheet.headers(row + 2, 0, ['Check', 'Now', 'As written', 'Result']);
  const first = row + 3;
  const changed = differs === undefined ? `${NAMES.changed}>0` : `OR(${NAMES.changed}>0,${differs})`;
  checks.forEach(({ label, formula, written, of_inputs }, index) => {
    const at = first + index;
    const [now, was] = [cellName(at, 1), cellName(at, 2)];
    const same = `IF(ABS(${now}-${was})<=${TOLERANCE}*MAX(1,ABS(${was})),"equal","${ALTERED}")`;
    sheet.put(at, 0, label, 'general');
    sheet.put(at, 1, live(formula, written), 'number');
    sheet.put(at, 2, written, 'number');
    sheet.put(at, 3, live(of_inputs ? `IF(${changed},"inputs differ",${same})` : same, 'equal'), 'text');
  });
  const last = first + checks.length - 1;
  const results = rangeName([first, 3], [last, 3]);
  const bad = `"${ALTERED}: a figure of the simulator was changed"`;
  const other = '"as simulated, with other inputs than those of the run"';
  const verdict = `IF(COUNTIF(${results},"${ALTERED}")>0,${bad},IF(${changed},${other},"equal to the simulator"))`;
  sheet.put(verdictRow, 0, live(verdict, 'equal to the simulator'), 'general');
  const mark = cellName(verdictRow, 0);
  markCheck(sheet, mark);
  sheet.mark(results, `$D${first + 1}="${ALTERED}"`, 'bad');
  return { cell: cellName(verdictRow, 0, sheet.name), below: last + 2 };
}

/** Makes a cell with the verdict of the checks red, amber or green. */
export function markCheck(sheet: Sheet, cell: string): void {
  sheet.mark(cell, `LEFT(${cell},${ALTERED.length})="${ALTERED}"`, 'bad');
  sheet.mark(cell, `LEFT(${cell},2)="as"`, 'doubtful');
  sheet.mark(cell, `LEFT(${cell},5)="equal"`, 'good');
}
