import type { OpenedWorkbook } from './opened-workbook.js';

/** The tolerance for rounding in a spreadsheet, and for sums in another order. */
const TOLERANCE = 1e-9;

/** Formulas whose recalculated value differs from the stored one, with both values; expected to be empty. */
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

export function formulaCount(workbook: OpenedWorkbook): number {
  return workbook.sheets.reduce(
    (sum, sheet) =>
      sum + [...workbook.cells(sheet).values()].filter(({ formula }) => formula !== undefined).length,
    0,
  );
}
