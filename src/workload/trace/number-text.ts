const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number a field writes in decimal, as in `94`, `94.0` or `1e3`; NaN for anything else, blanks included. */
export function parseNumber(text: string): number {
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}
