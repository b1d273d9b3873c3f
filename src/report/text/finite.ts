/** A number for a cell; empty if it is not finite, as the half-width of a single value. */
export function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
