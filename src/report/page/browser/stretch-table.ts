import type { CourseData } from '../../course/course-data.js';
import type { ShownCurve } from '../../course/panels.js';
import { shownMoment } from './element.js';

/** Rows of a table; a longer stretch is divided into this many equal parts. */
const ROWS = 48;

/** The intervals from the first to the last as a table. @returns heads and rows */
export function stretchTable(
  curves: readonly ShownCurve[],
  [first, last]: readonly [first: number, last: number],
  { start_epoch_seconds, width_seconds }: Pick<CourseData, 'start_epoch_seconds' | 'width_seconds'>,
) {
  const count = last - first + 1;
  const stride = Math.max(1, Math.ceil(count / ROWS));
  const rows = Array.from({ length: Math.ceil(count / stride) }, (_, row) => {
    const begin = first + row * stride;
    const cells = curves.map(({ panel, values }) => {
      const known = values.slice(begin, Math.min(last + 1, begin + stride)).filter((value) => value !== null);
      if (known.length === 0) return '-';
      const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
      return panel.text(panel.largest === true ? Math.max(...known) : mean);
    });
    return [shownMoment((start_epoch_seconds + begin * width_seconds) * 1000), ...cells];
  });
  return { heads: ['From (UTC)', ...curves.map(({ panel }) => panel.label)], rows };
}
