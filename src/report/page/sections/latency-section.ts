import { LATENCY_PARTS } from '../../../figures/latency.js';
import type { RunObservations } from '../../../simulation/run/observation.js';
import { Histogram } from '../../../statistics/histogram.js';
import { milliseconds } from '../../figures/figure-text.js';
import { partName } from '../../figures/latency-quantiles.js';
import type { Summary } from '../../figures/summary.js';
import { figuresOf } from '../markup/figure.js';
import type { Markup } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { figures, table, words } from '../markup/table.js';
import { distributionChart } from './distribution-chart.js';

/** The distributions that the page draws: of all computes and all replications, merged exactly. */
export class RecordedLatencies {
  readonly latency = new Histogram();
  readonly wake = new Histogram();
  readonly delay = new Histogram();

  /** Takes in what a replication has shown. */
  add({ computes }: Pick<RunObservations, 'computes'>): void {
    for (const { latency, wake_latency, delay } of computes) {
      this.latency.merge(latency);
      this.wake.merge(wake_latency);
      this.delay.merge(delay);
    }
  }
}

/** Latencies, wakes and waits: their percentiles, and their distributions. */
export function latencySection(summary: Summary, recorded: RecordedLatencies): Section {
  const { latency, wake, delay } = recorded;
  return section('latency', 'Latency', 'Latency and wakes', [
    percentileTable(summary),
    distributionChart('latency-distribution', 'Latency of queries', ['query', 'queries'], latency),
    distributionChart('wake-distribution', 'Length of wakes', ['wake', 'wakes'], wake),
    delay.count > 0 &&
      distributionChart('delay-distribution', 'Waits for a wake or restart', ['wait', 'waits'], delay),
  ]);
}

/** Durations by their names in `summary.json`. */
const DURATIONS = [
  ['Latency', 'latency_ms'],
  ['Wakes', 'wake_latency_ms'],
  ['Waits for a wake or restart', 'delay_ms'],
  ["Waits in the client's own pool", 'client_pool.wait_ms'],
] as const;

function percentileTable(summary: Summary): Markup {
  const figure = figuresOf(summary);
  type Row = (typeof DURATIONS)[number];
  const columns = [
    words<Row>('Duration', ([name]) => name),
    ...LATENCY_PARTS.map((part) =>
      figures<Row>(partName(part), ([, path]) => figure(`total.${path}.${part}`, milliseconds)),
    ),
  ];
  return table('Percentiles over all computes', columns, DURATIONS, { quiet: true });
}
