import { milliseconds, money, number, percent } from '../../figures/figure-text.js';
import { boundText } from '../../figures/named-figure.js';
import type { TimePanel } from '../charts/time-panel.js';
import { NOTHING } from '../recorded/nothing-words.js';
import type { LaneLimits } from '../recorded/page-data.js';
import type { LaneValues } from '../recorded/recorded-timeline.js';

/** The objective on latency as a line; none where there is none. */
export function latencyLimit({ latency_p99_ms }: LaneLimits): TimePanel['limits'] {
  if (latency_p99_ms === null) return [];
  return [{ text: `objective: at most ${boundText('latency_p99', latency_p99_ms)}`, value: latency_p99_ms }];
}

/** A panel for each figure, its limits in it. */
export function panelsOf(values: LaneValues, limits: LaneLimits): readonly TimePanel[] {
  const cached = values.cache_hit_ratio.some((ratio) => ratio !== null);
  const { min_cu, max_cu, max_connections } = limits;
  return [
    {
      kind: 'cu',
      nothing: NOTHING.size,
      label: 'Size, CU (mean of each interval)',
      text: number,
      values: values.cu,
      by: 'mean',
      filled: true,
      limits: [
        ...(max_cu === null ? [] : [{ text: `at most ${number(max_cu)} CU`, value: max_cu }]),
        ...(min_cu === null || min_cu === max_cu
          ? []
          : [{ text: `at least ${number(min_cu)} CU`, value: min_cu }]),
      ],
    },
    {
      kind: 'load',
      nothing: NOTHING.load,
      label: 'Queries running on CPU (mean of each interval)',
      text: number,
      values: values.load,
      by: 'mean',
      limits: [],
    },
    {
      kind: 'queries',
      nothing: NOTHING.queries,
      label: 'Queries arriving a second',
      text: number,
      values: values.per_second,
      by: 'mean',
      limits: [],
    },
    {
      kind: 'latency',
      nothing: NOTHING.latency,
      label: 'Latency, 99th percentile of each interval',
      text: milliseconds,
      values: values.latency_p99_ms,
      by: 'largest',
      logarithmic: true,
      limits: latencyLimit(limits),
    },
    {
      kind: 'connections',
      nothing: NOTHING.connections,
      label: 'Connections, most at once',
      text: number,
      values: values.connections_max,
      by: 'largest',
      limits:
        max_connections === null
          ? []
          : [{ text: `max_connections ${number(max_connections)}`, value: max_connections }],
    },
    ...(cached
      ? [
          {
            kind: 'cache',
            label: 'Page reads that the cache answered',
            text: percent,
            values: values.cache_hit_ratio,
            by: 'mean',
            limits: [],
          } as const,
        ]
      : []),
    {
      kind: 'cost',
      nothing: NOTHING.cost,
      label: 'Cost so far, US dollars',
      text: money,
      values: values.cost_so_far_usd,
      by: 'largest',
      filled: true,
      limits: [],
    },
  ];
}
