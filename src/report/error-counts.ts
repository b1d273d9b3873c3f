/** Errors and their counts in one cell: `53300: 12; 57P01: 3`; empty when there are none. */
export function errorCounts(by_error: Readonly<Record<string, number>>): string {
  return Object.entries(by_error)
    .map(([name, count]) => `${name}: ${count}`)
    .join('; ');
}
