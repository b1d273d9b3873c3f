/** The default width, if the screen does not report one. */
const USUAL = 80;
/** Minimum width of a layout. */
const LEAST = 40;

/** Columns for output to a stream: the variable COLUMNS, else the width of the terminal, else 80; 40 at least. */
export function columnsOf(
  stream: { readonly columns?: number },
  environment: Readonly<Partial<Record<'COLUMNS', string>>> = process.env,
): number {
  const asked = Number(environment.COLUMNS);
  // A terminal that does not know its width reports 0.
  return Math.max(LEAST, (Number.isInteger(asked) && asked > 0 ? asked : stream.columns) || USUAL);
}
