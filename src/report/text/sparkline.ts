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

/**
 * Values of equal stretches of time as those of another number of stretches: each is the mean over its time.
 * @param count stretches wanted, 1 or more
 */
export function resampled(values: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [(index * values.length) / count, ((index + 1) * values.length) / count];
    let sum = 0;
    for (let at = Math.floor(from); at < Math.ceil(to); at++) {
      sum += (values[at] ?? 0) * (Math.min(to, at + 1) - Math.max(from, at));
    }
    return sum / (to - from);
  });
}
