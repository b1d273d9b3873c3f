import type { ComputeObservations, RunObservations } from '../../simulation/observation.js';
import { Histogram } from '../../statistics/histogram.js';
import { milliseconds } from '../figure-text.js';
import type { LatencyFigures } from '../latency-figures.js';
import type { Intervals } from '../mean-of-figures.js';
import type { Summary } from '../summary.js';
import { distributionChart } from './distribution-chart.js';
import { figure } from './figure.js';
import type { Markup } from './markup.js';
import { type Section, table } from './section.js';

/** The distributions that the page draws: of all computes and all replications, merged exactly. */
export class RecordedLatencies {
  readonly latency = new Histogram();
  readonly wake = new Histogram();
  readonly delay = new Histogram();

  /** Takes in what a replication has shown. */
  add({ computes }: RunObservations): void {
    for (const compute of computes) this.#add(compute);
  }

  #add({ latency, wake_latency, delay }: ComputeObservations): void {
    this.latency.merge(latency);
    this.wake.merge(wake_latency);
    this.delay.merge(delay);
  }
}

const FIGURES = ['mean', 'p50', 'p90', 'p95', 'p99', 'p999', 'max'] as const;

/** Latencies, wakes and waits: their percentiles, and their distributions. */
export function latencySection(summary: Summary, recorded: RecordedLatencies): Section {
  return {
    id: 'latency',
    short: 'Latency',
    title: 'Latency and wakes',
    content: [
      percentileTable(summary),
      distributionChart('latency-distribution', 'Latency of queries', 'queries', recorded.latency),
      distributionChart('wake-distribution', 'Length of wakes', 'wakes', recorded.wake),
      recorded.delay.count === 0
        ? null
        : distributionChart('delay-distribution', 'Waits for a wake or restart', 'waits', recorded.delay),
    ],
  };
}

function percentileTable({ total, ci }: Summary): Markup {
  const spreads = ci?.total;
  const rows: readonly {
    readonly name: string;
    readonly path: string;
    readonly figures: LatencyFigures;
    readonly spread: Intervals<LatencyFigures> | undefined;
  }[] = [
    { name: 'Latency', path: 'latency_ms', figures: total.latency_ms, spread: spreads?.latency_ms },
    {
      name: 'Wakes',
      path: 'wake_latency_ms',
      figures: total.wake_latency_ms,
      spread: spreads?.wake_latency_ms,
    },
    {
      name: 'Waits for a wake or restart',
      path: 'delay_ms',
      figures: total.delay_ms,
      spread: spreads?.delay_ms,
    },
  ];
  return table(
    'Percentiles over all computes',
    [
      { head: 'Duration', words: true, cell: ({ name }) => name },
      ...FIGURES.map((name) => ({
        head: name === 'p999' ? 'p99.9' : name,
        cell: ({ path, figures, spread }: (typeof rows)[number]) =>
          figure(`total.${path}.${name}`, figures[name], milliseconds, spread?.[name]),
      })),
    ],
    rows,
    { quiet: true },
  );
}
