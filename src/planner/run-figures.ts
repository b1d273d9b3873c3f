import type { ObjectiveName } from '../scenario/scenario.js';
import type { ComputeObservations } from '../simulation/observation.js';
import { Histogram } from '../statistics/histogram.js';
import type { VariantRun } from './variant.js';

/** What a figure is measured in. */
export type FigureUnit = 'usd' | 'cu_hours' | 'milliseconds' | 'share' | 'count';

/** Figures besides those that an objective may be about. */
type FurtherFigure =
  | 'wakes'
  | 'suspends'
  | 'restarts'
  | 'resizes'
  | 'cpu_utilisation'
  | 'cache_hit_ratio'
  | 'queries_arrived'
  | 'queries_completed'
  | 'queries_failed'
  | 'connections_refused'
  | 'out_of_memory';

/** A figure of a whole run, by the name that objectives and options use. */
export type FigureName = ObjectiveName | FurtherFigure;

/** The figures of a run, over all its computes; `null` where there was nothing to measure. */
export type RunFigures = Readonly<Record<FigureName, number | null>>;

/** Every figure with its unit; a latency is in milliseconds, a share lies in [0, 1]. */
export const FIGURE_UNITS: Readonly<Record<FigureName, FigureUnit>> = {
  cost_usd: 'usd',
  cost_usd_per_month: 'usd',
  cu_hours: 'cu_hours',
  latency_mean: 'milliseconds',
  latency_p50: 'milliseconds',
  latency_p90: 'milliseconds',
  latency_p95: 'milliseconds',
  latency_p99: 'milliseconds',
  latency_p999: 'milliseconds',
  latency_max: 'milliseconds',
  success_rate: 'share',
  availability_time: 'share',
  wake_probability: 'share',
  delayed_probability: 'share',
  wakes: 'count',
  suspends: 'count',
  restarts: 'count',
  resizes: 'count',
  cpu_utilisation: 'share',
  cache_hit_ratio: 'share',
  queries_arrived: 'count',
  queries_completed: 'count',
  queries_failed: 'count',
  connections_refused: 'count',
  out_of_memory: 'count',
};

/** The names of all figures, in the order in which tables show them. */
export const FIGURE_NAMES = Object.keys(FIGURE_UNITS) as readonly FigureName[];

/** The figures of one run: the same values as those of `total` in its summary. */
export function runFigures({ observations, cost }: VariantRun): RunFigures {
  const { computes, duration_seconds } = observations;
  const sum = (figure: (compute: ComputeObservations) => number): number =>
    computes.reduce((total, compute) => total + figure(compute), 0);
  const arrived = sum((each) => each.arrived);
  const completed = sum((each) => each.completed);
  const failed = sum((each) => each.failed);
  const pages_read = sum((each) => each.pages_read);
  const observed = duration_seconds * computes.length;
  const unavailable = sum((each) => each.unavailable_seconds);
  return {
    cost_usd: cost.cost_usd,
    cost_usd_per_month: cost.cost_usd_per_month,
    cu_hours: sum((each) => each.cu_seconds) / 3600,
    ...latencies(computes),
    success_rate: ratio(completed, completed + failed),
    availability_time: observed > 0 ? 1 - unavailable / observed : 1,
    wake_probability: ratio(
      sum((each) => each.found_idle),
      arrived,
    ),
    delayed_probability: ratio(
      sum((each) => each.delayed),
      arrived,
    ),
    wakes: sum((each) => each.wakes),
    suspends: sum((each) => each.suspends),
    restarts: sum((each) => each.restarts),
    resizes: sum((each) => each.resizes),
    cpu_utilisation: ratio(
      sum((each) => each.cpu_seconds),
      sum((each) => each.vcpu_seconds),
    ),
    cache_hit_ratio: ratio(pages_read - sum((each) => each.pages_missed), pages_read),
    queries_arrived: arrived,
    queries_completed: completed,
    queries_failed: failed,
    connections_refused: sum((each) => each.connections.refused),
    out_of_memory: sum((each) => each.out_of_memory),
  };
}

function latencies(computes: readonly ComputeObservations[]) {
  const all = new Histogram();
  for (const { latency } of computes) all.merge(latency);
  const ms = (seconds: number): number | null => (all.count > 0 ? seconds * 1000 : null);
  return {
    latency_mean: ms(all.mean),
    latency_p50: ms(all.quantile(0.5)),
    latency_p90: ms(all.quantile(0.9)),
    latency_p95: ms(all.quantile(0.95)),
    latency_p99: ms(all.quantile(0.99)),
    latency_p999: ms(all.quantile(0.999)),
    latency_max: ms(all.max),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
