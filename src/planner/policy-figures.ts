import type { ComputeObservations } from '../simulation/observation.js';
import { Histogram } from '../statistics/histogram.js';
import type { VariantRun } from './variant.js';

/**
 * The figures that policies are judged by, over all computes of a run. Shares and probabilities lie in [0, 1]; a
 * figure is `null` when there was nothing to measure it on.
 */
export interface PolicyFigures {
  readonly cu_hours: number;
  readonly cost_usd: number;
  /** Starts of a suspended compute, resumes that nobody had asked for among them. */
  readonly wakes: number;
  readonly resumes: number;
  readonly suspends: number;
  /** Wakes and suspends an hour of the run. */
  readonly overhead_per_hour: number;
  /** Arrivals that found the compute suspended ÷ arrivals. */
  readonly wake_probability: number | null;
  /** Arrivals that waited for a wake or restart ÷ arrivals. */
  readonly delayed_probability: number | null;
  /** Idle periods of a minute or more that a query ended. */
  readonly idle_periods: number;
  /** Share of those queries that found the compute active: still, or because of a resume in time; or did not. */
  readonly ready_held: number | null;
  readonly ready_resumed: number | null;
  readonly not_ready: number | null;
  /** Share of the time that a compute was active in such a period: before the suspend; after a resume, by whether
   * a query came before the next suspend. The period under way at the end of the run does not count. */
  readonly allocated_held: number;
  readonly allocated_resumed_rightly: number;
  readonly allocated_resumed_wrongly: number;
  /** (Offered vCPU − used vCPU) ÷ offered vCPU, over active time. */
  readonly cpu_slack: number | null;
  /** Share of active time in which more queries wanted a processor than there were. */
  readonly cpu_saturated: number | null;
  readonly resizes: number;
  readonly latency_p50_ms: number | null;
  readonly latency_p99_ms: number | null;
  /** Of the waits for a wake or restart. */
  readonly delay_p99_ms: number | null;
  readonly queries_arrived: number;
  readonly queries_failed: number;
  /** Restarts because memory ran out. */
  readonly out_of_memory: number;
  readonly active_seconds: number;
}

/**
 * The figures of one run. Quality of service and idle-but-allocated time are those by which proactive resume has
 * been judged (ProRP, SIGMOD 2024), slack is Autopilot's (EuroSys 2020).
 */
export function policyFigures({ observations, cost }: VariantRun): PolicyFigures {
  const { computes, duration_seconds } = observations;
  const sum = (figure: (compute: ComputeObservations) => number): number =>
    computes.reduce((total, compute) => total + figure(compute), 0);
  const arrived = sum((each) => each.arrived);
  const active_seconds = sum((each) => each.active_seconds);
  const offered = sum((each) => each.vcpu_seconds);
  const latency = merged(computes.map((each) => each.latency));
  const [wakes, suspends] = [sum((each) => each.wakes), sum((each) => each.suspends)];
  return {
    cu_hours: sum((each) => each.cu_seconds) / 3600,
    cost_usd: cost.cost_usd,
    wakes,
    resumes: sum((each) => each.resumes),
    suspends,
    overhead_per_hour: (wakes + suspends) / (duration_seconds / 3600),
    wake_probability: ratio(
      sum((each) => each.found_idle),
      arrived,
    ),
    delayed_probability: ratio(
      sum((each) => each.delayed),
      arrived,
    ),
    ...idleFigures(computes, duration_seconds * computes.length),
    cpu_slack: ratio(offered - sum((each) => each.cpu_seconds), offered),
    cpu_saturated: ratio(
      sum((each) => each.saturated_seconds),
      active_seconds,
    ),
    resizes: sum((each) => each.resizes),
    latency_p50_ms: quantile_ms(latency, 0.5),
    latency_p99_ms: quantile_ms(latency, 0.99),
    delay_p99_ms: quantile_ms(merged(computes.map((each) => each.delay)), 0.99),
    queries_arrived: arrived,
    queries_failed: sum((each) => each.failed),
    out_of_memory: sum((each) => each.out_of_memory),
    active_seconds,
  };
}

function idleFigures(computes: readonly ComputeObservations[], observed_seconds: number) {
  const sum = (figure: (idle: ComputeObservations['idle']) => number): number =>
    computes.reduce((total, { idle }) => total + figure(idle), 0);
  const held = sum((idle) => idle.ended_held);
  const resumed = sum((idle) => idle.ended_resumed);
  const not = sum((idle) => idle.ended_suspended);
  const idle_periods = held + resumed + not;
  return {
    idle_periods,
    ready_held: ratio(held, idle_periods),
    ready_resumed: ratio(resumed, idle_periods),
    not_ready: ratio(not, idle_periods),
    allocated_held: sum((idle) => idle.held_seconds) / observed_seconds,
    allocated_resumed_rightly: sum((idle) => idle.resumed_rightly_seconds) / observed_seconds,
    allocated_resumed_wrongly: sum((idle) => idle.resumed_wrongly_seconds) / observed_seconds,
  };
}

function merged(histograms: readonly Histogram[]): Histogram {
  const all = new Histogram();
  for (const histogram of histograms) all.merge(histogram);
  return all;
}

function quantile_ms(seconds: Histogram, share: number): number | null {
  return seconds.count > 0 ? seconds.quantile(share) * 1000 : null;
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
