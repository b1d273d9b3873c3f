import type { MeanInterval } from './confidence-interval.js';
import { type Histogram, mergedHistogram } from './histogram.js';
import { studentTQuantile } from './student-t.js';

/** Enough sections to estimate their spread, each still long enough. */
const SECTIONS = 10;

/**
 * A quantile of one long correlated run, by sectioning: the run is cut into ten consecutive sections, and the
 * deviations of their quantiles from that of the whole run give the interval. (S. Asmussen, P. W. Glynn, Stochastic
 * Simulation, 2007, III.5a.)
 *
 * @param blocks in order of time, ten or more; a remainder is dropped at the beginning
 * @param p strictly between 0 and 1
 * @returns `undefined` with fewer blocks, or if a section is empty
 */
export function sectionedQuantile(
  blocks: readonly Histogram[],
  p: number,
  confidence: number,
): MeanInterval | undefined {
  const size = Math.floor(blocks.length / SECTIONS);
  if (size === 0) return undefined;
  const used = blocks.slice(blocks.length - size * SECTIONS);
  const whole = mergedHistogram(used).quantile(p);
  let squares = 0;
  for (let section = 0; section < SECTIONS; section++) {
    const part = mergedHistogram(used.slice(section * size, (section + 1) * size));
    if (part.count === 0) return undefined;
    const off = part.quantile(p) - whole;
    squares += off * off;
  }
  const error = Math.sqrt(squares / (SECTIONS - 1) / SECTIONS);
  const half_width = studentTQuantile((1 + confidence) / 2, SECTIONS - 1) * error;
  return { mean: whole, half_width, confidence, n: SECTIONS };
}
