/** The default width, if the screen does not report one. */
const DEFAULT_COLUMNS = 80;
/** Minimum width of a layout. */
const MIN_COLUMNS = 40;

/** Columns for output to a stream: the variable COLUMNS, otherwise the width of the terminal, otherwise 80; at least 40. */
export function columnsOf(
  stream: { readonly columns?: number },
  environment: Readonly<Partial<Record<'COLUMNS', string>>> = process.env,
): number {
  const asked = Number(environment.COLUMNS);
  // A terminal that does not know its width reports 0.
  return Math.max(
    MIN_COLUMNS,
    (Number.isInteger(asked) && asked > 0 ? asked : stream.columns) || DEFAULT_COLUMNS,
  );
}
