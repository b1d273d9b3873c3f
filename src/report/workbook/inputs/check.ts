import { cellName, formula } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';

/** Rounding of a spreadsheet, and of sums in another order. */
const TOLERANCE = 1e-9;
const ALTERED = 'ALTERED';

/** A formula, and what the simulator gave for it at the inputs of the run. */
export type Check = readonly [formula: string, simulated: number];

/**
 * Writes whether the formulas give what the simulator gave.
 * @param differs a condition, other than changed inputs, under which they differ
 */
export function putCheck(sheet: Sheet, row: number, checks: readonly Check[], differs?: string): void {
  const same = checks.map(([text, simulated]) => {
    return `ABS(${text}-${simulated})<=${TOLERANCE * Math.max(1, Math.abs(simulated))}`;
  });
  const changed = differs === undefined ? 'inputs_changed>0' : `OR(inputs_changed>0,${differs})`;
  const other = '"as simulated, with other inputs than those of the run"';
  const verdict = `IF(AND(${['TRUE', ...same].join(',')}),"equal to the simulator","${ALTERED}: a figure of the simulator was changed")`;
  sheet.put(row, 0, 'Check of this workbook', 'quiet');
  sheet.put(row, 1, formula(`IF(${changed},${other},${verdict})`), 'general');
  const cell = cellName(row, 1);
  sheet.mark(cell, `LEFT(${cell},${ALTERED.length})="${ALTERED}"`, 'bad');
  sheet.mark(cell, `LEFT(${cell},2)="as"`, 'doubtful');
  sheet.mark(cell, `LEFT(${cell},5)="equal"`, 'good');
}
