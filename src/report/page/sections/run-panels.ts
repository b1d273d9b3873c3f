import { milliseconds, money, number, percent } from '../../figures/figure-text.js';
import { utcText } from '../../text/iso-time.js';
import type { TimePanel } from '../charts/time-panel.js';
import type { Markup } from '../markup/markup.js';
import { type TableColumn, table, words } from '../markup/table.js';
import { limitLinesOf } from '../recorded/lane-limit-lines.js';
import { NOTHING } from '../recorded/nothing-words.js';
import type { LaneLimits } from '../recorded/page-data.js';
import type { LaneValues } from '../recorded/recorded-timeline.js';

/** A panel of a number without a limit, told by its mean, but for what it says otherwise. */
export function panel(
  kind: string,
  label: string,
  values: TimePanel['values'],
  own: Partial<TimePanel> = {},
): TimePanel {
  return { kind, label, values, text: number, by: 'mean', limits: [], ...own };
}

/** A panel for each figure, its limits in it. */
export function panelsOf(values: LaneValues, limits: LaneLimits): readonly TimePanel[] {
  const { size, latency, connections } = limitLinesOf(limits);
  const cache = panel('cache', 'Page reads that the cache answered', values.cache_hit_ratio, {
    text: percent,
  });
  return [
    panel('cu', 'Size, CU (mean of each interval)', values.cu, {
      nothing: NOTHING.size,
      filled: true,
      limits: size,
    }),
    panel('load', 'Queries running on CPU (mean of each interval)', values.load, { nothing: NOTHING.load }),
    panel('queries', 'Queries arriving a second', values.per_second, { nothing: NOTHING.queries }),
    panel('latency', 'Latency, 99th percentile of each interval', values.latency_p99_ms, {
      nothing: NOTHING.latency,
      text: milliseconds,
      by: 'largest',
      logarithmic: true,
      limits: latency,
    }),
    panel('connections', 'Connections, most at once', values.connections_max, {
      nothing: NOTHING.connections,
      by: 'largest',
      limits: connections,
    }),
    ...(values.cache_hit_ratio.some((ratio) => ratio !== null) ? [cache] : []),
    panel('cost', 'Cost so far, US dollars', values.cost_so_far_usd, {
      nothing: NOTHING.cost,
      text: money,
      by: 'largest',
      filled: true,
    }),
  ];
}

/** A table of figures at even distances of time, at most so many of them. @param columns by the place of a stretch */
export function stretchTable(
  title: string,
  from: string,
  columns: readonly TableColumn<number>[],
  of: { readonly length: number; readonly width_seconds: number; readonly start_epoch_seconds: number },
  most: number,
): Markup {
  const step = Math.max(1, Math.ceil(of.length / most));
  const rows = Array.from({ length: Math.ceil(of.length / step) }, (_, row) => row * step);
  const moment = (row: number): string =>
    utcText(new Date((of.start_epoch_seconds + row * of.width_seconds) * 1000).toISOString());
  return table(title, [words<number>(from, moment), ...columns], rows, { quiet: true });
}
