import type { Book } from '../cells/book.js';
import type { CellStyle } from '../cells/cell-format.js';
import { cellName, columnRange, live } from '../cells/live.js';
import type { Sheet } from '../cells/sheet.js';
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
export function byFormula(label: string, formula: string): Check {
  return { label, formula, written: 0, of_inputs: true };
}

/**
 * Adds the sheet on which a workbook checks itself: that the figures of the simulator are as they were written, and that
 * the formulas give what the simulator gave.
 * @param differs a condition besides changed inputs under which formulas give something else than the simulator
 */
export function addChecks(book: Book, checks: readonly Check[], differs?: string): void {
  const sheet = book.sheet(SHEET);
  for (const [at, width] of [70, 20, 20, 20].entries()) sheet.widen(at, width);
  sheet.head(
    SHEET,
    'whether the figures of the simulator are as they were written, and the formulas give them',
  );
  sheet.put(VERDICT_ROW - 1, 0, 'Checks', 'section');
  sheet.headers(VERDICT_ROW + 1, ['Check', 'Now', 'As written', 'Result']);
  const first = VERDICT_ROW + 2;
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
  const results = columnRange({ first, last }, 3);
  const bad = `"${ALTERED}: a figure of the simulator was changed"`;
  const other = '"as simulated, with other inputs than those of the run"';
  const verdict = `IF(COUNTIF(${results},"${ALTERED}")>0,${bad},IF(${changed},${other},"${EQUAL}"))`;
  sheet.put(VERDICT_ROW, 0, live(verdict, EQUAL), 'general');
  markCheck(sheet, cellName(VERDICT_ROW, 0));
  sheet.mark(results, `$D${first + 1}="${ALTERED}"`, 'bad');
  sheet.print(last + 2, 3);
  book.name(CHECK, cellName(VERDICT_ROW, 0, SHEET));
}

/** Says on another sheet what the checks say. @param looks how the words look, and how the verdict does */
export function putCheck(
  sheet: Sheet,
  row: number,
  looks: readonly [CellStyle, CellStyle] = ['quiet', 'general'],
) {
  sheet.put(row, 0, 'Checks of this workbook', looks[0]);
  sheet.put(row, 1, live(CHECK, EQUAL), looks[1]);
  markCheck(sheet, cellName(row, 1));
}

/** Makes a cell with the verdict of the checks red, amber or green. */
function markCheck(sheet: Sheet, cell: string): void {
  sheet.mark(cell, `LEFT(${cell},${ALTERED.length})="${ALTERED}"`, 'bad');
  sheet.mark(cell, `LEFT(${cell},2)="as"`, 'doubtful');
  sheet.mark(cell, `LEFT(${cell},5)="equal"`, 'good');
}
