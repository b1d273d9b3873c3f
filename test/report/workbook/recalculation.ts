import type { OpenedWorkbook } from './opened-workbook.js';

/** Rounding of a spreadsheet, and of sums in another order. */
const TOLERANCE = 1e-9;

/** Formulas whose value after recalculation is another than the stored one, with both; none is as it should be. */
export function changedFormulas(stored: OpenedWorkbook, computed: OpenedWorkbook): readonly string[] {
  return stored.sheets.flatMap((sheet) => {
    const after = computed.cells(sheet);
    return [...stored.cells(sheet)].flatMap(([at, { value, formula }]) => {
      if (formula === undefined) return [];
      const now = after.get(at)?.value;
      const same =
        typeof value === 'number' && typeof now === 'number'
          ? Math.abs(value - now) <= TOLERANCE * Math.max(1, Math.abs(value))
          : value === now;
      return same ? [] : [`${sheet}!${at}: ${value} stored, ${now} computed`];
    });
  });
}

/** How many cells of a workbook are formulas. */
export function formulaCount(workbook: OpenedWorkbook): number {
  return workbook.sheets.reduce(
    (sum, sheet) =>
      sum + [...workbook.cells(sheet).values()].filter(({ formula }) => formula !== undefined).length,
    0,
  );
}
