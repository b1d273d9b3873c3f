import type { Book } from '../cells/book.js';
import { cellName, formula } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, titled } from '../cells/table.js';
import { NAMES } from './pricing.js';

const SHEET = 'Checks';
/** The verdict of the checks, for formulas. */
const CHECK = 'check';
/** Rounding of a spreadsheet, and of sums in another order. */
const TOLERANCE = 1e-9;
const ALTERED = 'ALTERED';
const EQUAL = 'equal to the simulator';
const VERDICT_ROW = 4;

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

/** The sum of figures of the simulator. */
export function controlTotal(of: string, range: string, figures: readonly number[]): Check {
  const written = figures.reduce((sum, each) => sum + each, 0);
  return { label: `Control total of ${of}`, formula: `SUM(${range})`, written, of_inputs: false };
}

/** What formulas give less what the simulator gave. */
export function byFormula(label: string, difference: string): Check {
  return { label, formula: difference, written: 0, of_inputs: true };
}

/**
 * Adds the sheet on which a workbook checks itself: that the figures of the simulator are as they were written, and that
 * the formulas give what the simulator gave.
 * @param differs a condition besides changed inputs under which formulas give something else than the simulator
 */
export function addChecks(book: Book, checks: readonly Check[], differs?: string): void {
  const sheet = book.working(SHEET);
  sheet.head(
    SHEET,
    'whether the figures of the simulator are as they were written, and the formulas give them',
  );
  sheet.put(VERDICT_ROW - 1, 0, 'Checks', 'section');
  const changed = differs === undefined ? `${NAMES.changed}>0` : `OR(${NAMES.changed}>0,${differs})`;
  const columns = [
    titled<Check>('Check', 'general', 70, ({ label }) => label),
    keyed<Check>('now', 'Now', 'number', (check) => formula(check.formula), 20),
    keyed<Check>('written', 'As written', 'number', ({ written }) => written, 20),
    keyed<Check>(
      'result',
      'Result',
      'text',
      ({ of_inputs }, at) => {
        const [now, was] = [at('now'), at('written')];
        const same = `IF(ABS(${now}-${was})<=${TOLERANCE}*MAX(1,ABS(${was})),"equal","${ALTERED}")`;
        return formula(of_inputs ? `IF(${changed},"inputs differ",${same})` : same);
      },
      20,
    ),
  ];
  const table = sheet.table(VERDICT_ROW + 1, columns, checks);
  const results = table.range('result');
  const bad = `"${ALTERED}: a figure of the simulator was changed"`;
  const other = '"as simulated, with other inputs than those of the run"';
  const verdict = `IF(COUNTIF(${results},"${ALTERED}")>0,${bad},IF(${changed},${other},"${EQUAL}"))`;
  sheet.put(VERDICT_ROW, 0, formula(verdict), 'general');
  markCheck(sheet, cellName(VERDICT_ROW, 0));
  sheet.mark(results, `$D${table.first + 1}="${ALTERED}"`, 'bad');
  sheet.print(table.last + 1, 3);
  book.name(CHECK, cellName(VERDICT_ROW, 0, SHEET));
}

/** Writes the verdict of the checks on another sheet. */
export function putCheck(sheet: Sheet, row: number): void {
  sheet.put(row, 0, 'Checks of this workbook', 'quiet');
  sheet.put(row, 1, formula(CHECK), 'general');
  markCheck(sheet, cellName(row, 1));
}

/** Makes a cell with the verdict of the checks red, amber or green. */
function markCheck(sheet: Sheet, cell: string): void {
  sheet.mark(cell, `LEFT(${cell},${ALTERED.length})="${ALTERED}"`, 'bad');
  sheet.mark(cell, `LEFT(${cell},2)="as"`, 'doubtful');
  sheet.mark(cell, `LEFT(${cell},5)="equal"`, 'good');
}
