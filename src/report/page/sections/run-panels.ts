import { milliseconds, money, number, percent } from '../../figures/figure-text.js';
import type { TimePanel } from '../charts/time-panel.js';
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
