import type { Book } from '../cells/book.js';
import { cellName, formula } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { column, type SheetColumn } from '../cells/table.js';

const SHEET = 'Checks';
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
  const changed = differs === undefined ? 'inputs_changed>0' : `OR(inputs_changed>0,${differs})`;
  const same = `IF(ABS([@now]-[@written])<=${TOLERANCE}*MAX(1,ABS([@written])),"equal","${ALTERED}")`;
  const result = ({ of_inputs }: Check) =>
    formula(of_inputs ? `IF(${changed},"inputs differ",${same})` : same);
  const columns: readonly SheetColumn<Check>[] = [
    column('check', 'Check', 'general', ({ label }) => label, 70),
    column('now', 'Now', 'number', (check) => formula(check.formula), 20),
    column('written', 'As written', 'number', ({ written }) => written, 20),
    column('result', 'Result', 'text', result, { width: 20, looks: { bad: `[@result]="${ALTERED}"` } }),
  ];
  sheet.table('Checks', columns, checks, { row: VERDICT_ROW + 1 });
  const bad = `"${ALTERED}: a figure of the simulator was changed"`;
  const other = '"as simulated, with other inputs than those of the run"';
  const verdict = `IF(COUNTIF(Checks[result],"${ALTERED}")>0,${bad},IF(${changed},${other},"${EQUAL}"))`;
  sheet.put(VERDICT_ROW, 0, formula(verdict), 'general');
  markCheck(sheet, cellName(VERDICT_ROW, 0));
  book.name('check', cellName(VERDICT_ROW, 0, SHEET));
}

/** Writes the verdict of the checks on the first sheet. */
export function putCheck(sheet: Sheet, row: number): void {
  sheet.put(row, 0, 'Checks of this workbook', 'quiet');
  sheet.put(row, 1, formula('check'), 'general');
  markCheck(sheet, cellName(row, 1));
}

/** Makes a cell with the verdict of the checks red, amber or green. */
function markCheck(sheet: Sheet, cell: string): void {
  sheet.mark(cell, `LEFT(${cell},${ALTERED.length})="${ALTERED}"`, 'bad');
  sheet.mark(cell, `LEFT(${cell},2)="as"`, 'doubtful');
  sheet.mark(cell, `LEFT(${cell},5)="equal"`, 'good');
}
