/** The first lines, and the number of lines left out. */
export function shortened(lines: readonly string[], most: number): string {
  const left = lines.length - most;
  return left <= 0 ? lines.join('\n') : [...lines.slice(0, most), `… ${left} more`].join('\n');
}

/** A number with the significant digits. */
export function digits(value: number): string {
  return String(Number(value.toPrecision(8)));
}
