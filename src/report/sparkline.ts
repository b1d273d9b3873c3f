const BARS = '▁▂▃▄▅▆▇█';
const MISSING = '·';

/**
 * Values as a line of bars from 0 to their maximum: a space for 0, so that silence looks like silence, and
 * `·` for NaN. Negative values count as 0.
 */
export function sparkline(values: ArrayLike<number>): string {
  let highest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > highest) highest = values[i]!;
  let bars = '';
  for (let i = 0; i < values.length; i++) bars += bar(values[i]!, highest);
  return bars;
}

function bar(value: number, highest: number): string {
  if (Number.isNaN(value)) return MISSING;
  return value > 0 ? BARS[Math.ceil((value / highest) * BARS.length) - 1]! : ' ';
}
