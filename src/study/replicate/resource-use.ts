import { sustainedVcpu } from '../../compute/cpu-limit.js';
import type { FigureName } from '../../figures/run-figures.js';
import { totalObservations } from '../../figures/total-observations.js';
import { cpuLimitOf } from '../../scenario/model/cpu-constants.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import type { VariantRun } from '../runs/variant.js';
import { latencyQuantile } from './too-slow.js';

/** Resources that a load may exhaust. */
export type Resource = 'cpu' | 'connections' | 'pools' | 'memory' | 'cache' | 'wakes' | 'quota';

/** How much of what there is a run has used, over its hardest pressed compute; shares, 1 or more is exhausted. */
export interface ResourceUse {
  /** Share of the vCPU-seconds offered while active. */
  readonly cpu: number;
  /** Share of active time when more queries wanted a processor than there were. */
  readonly saturated: number;
  /** Peak number of connections ÷ the limit. */
  readonly connections: number;
  /** Share of attempts refused because no connection was left. */
  readonly refused: number;
  /** Of arrivals, those that waited for a server connection of the pooler. */
  readonly pooler_waited: number;
  /** Share of attempts that waited for a slot in their client's pool. */
  readonly pools_waited: number;
  /** Peak memory ÷ that of the largest size. */
  readonly memory: number;
  readonly out_of_memory: number;
  /** Pages read from storage ÷ those that could have been in the time. */
  readonly storage_reads: number;
  readonly cache_misses: number;
  /** Of arrivals that waited for a wake or restart. */
  readonly delayed: number;
  /** Share of the time without CU-hours left in the plan. */
  readonly quota: number;
  /** vCPU-seconds used ÷ those that the maximum size can use over the whole run: 1 is the maximum. */
  readonly of_maximum: number;
  /** The largest size reached ÷ the maximum. */
  readonly size: number;
  /** Failed queries by error, over all computes. */
  readonly failed_by_error: Readonly<Record<string, number>>;
}

/** One resource with its pressure, and the supporting figures in words. */
export interface ResourcePressure {
  readonly resource: Resource;
  /** The share of the failure that it may explain, from 0 to 1. */
  readonly pressure: number;
  readonly evidence: string;
}

/** Share above which a resource counts as exhausted. */
const EXHAUSTED_SHARE = 0.95;

/** If waits for a slot exceed the sharing of processors by this factor, the CPU is not the cause. */
const MORE_WAIT = 2;

/** The resource that a failed query lacked, by error: errors that slow queries cause indicate none. */
const LACKED: Readonly<Record<string, Resource>> = {
  '53300': 'connections',
  '08P01': 'connections',
  '57P02': 'memory',
};

export function resourceUse({ variant, observations }: VariantRun): ResourceUse {
  const { scenario } = variant;
  const { computes, duration_seconds, quota_exhausted_seconds } = observations;
  const each = computes.map((seen, index) =>
    ofCompute(scenario, scenario.computes[index]!, seen, duration_seconds),
  );
  return {
    ...folded(each, (values) => Math.max(0, ...values)),
    quota: share(quota_exhausted_seconds, duration_seconds),
    failed_by_error: totalObservations(computes).failed_by_error,
  };
}

/** One value for each of the fields of several records of numbers. */
function folded<Use extends Readonly<Record<keyof Use, number>>>(
  uses: readonly Use[],
  of: (values: readonly number[]) => number,
): Use {
  const fields = Object.keys(uses[0]!) as (keyof Use)[];
  return Object.fromEntries(fields.map((field) => [field, of(uses.map((use) => use[field]))])) as Use;
}

function ofCompute(
  { model }: Scenario,
  { autoscaling_limit_max_cu }: ComputeSpecification,
  seen: ComputeObservations,
  duration_seconds: number,
) {
  const { page_reads_per_second, memory_per_cu } = model;
  return {
    cpu: share(seen.cpu_seconds, seen.vcpu_seconds),
    saturated: share(seen.saturated_seconds, seen.active_seconds),
    connections: share(seen.connections.peak, seen.connections.limit),
    refused: share(seen.connections.refused, seen.attempts.made),
    pooler_waited: share(seen.pooler.queued, seen.arrived),
    pools_waited: share(seen.client_pool_wait.count, seen.attempts.made),
    memory: share(seen.memory_peak_bytes, autoscaling_limit_max_cu * memory_per_cu),
    out_of_memory: seen.out_of_memory,
    storage_reads: Number.isFinite(page_reads_per_second)
      ? share(seen.pages_missed, page_reads_per_second * seen.active_seconds)
      : 0,
    cache_misses: share(seen.pages_missed, seen.pages_read),
    delayed: share(seen.delayed, seen.arrived),
    of_maximum: share(
      seen.cpu_seconds,
      sustainedVcpu(cpuLimitOf(model), autoscaling_limit_max_cu) * duration_seconds,
    ),
    size: share(seen.max_cu, autoscaling_limit_max_cu),
  };
}

/** A part of a whole; 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** The mean of several replications' use, one or more; counts are means, too. */
export function meanUse(uses: readonly ResourceUse[]): ResourceUse {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const errors = new Set(uses.flatMap(({ failed_by_error }) => Object.keys(failed_by_error)));
  return {
    ...folded(
      uses.map(({ failed_by_error: _, ...shares }) => shares),
      mean,
    ),
    failed_by_error: Object.fromEntries(
      [...errors].sort().map((error) => [error, mean(uses.map((use) => use.failed_by_error[error] ?? 0))]),
    ),
  };
}

/** The share of a tail that a cause explains, given the share of all that it affects. */
function ofTail(share: number, tail: number): number {
  if (share === 0) return 0;
  return share >= tail ? 1 : share / tail;
}

/**
 * The resources in the order that they bind, highest pressure first. The objective matters: if
 * queries fail, the commonest error names the missing resource; a quantile of latencies reflects what affects as many
 * queries as lie above it. Memory and connections have no effect until they are exhausted. A full pooler or client
 * pool binds if far more queries wait for it than share processors: others may wait for those that it
 * slows down, and a query that has a processor alone gains nothing from more of them. A cap binds the
 * resource that it limits.
 *
 * @param figure the figure of the objective that broke
 * @param cap the cap behind it, if it is one
 */
export function pressures(use: ResourceUse, figure: FigureName, cap?: string): readonly ResourcePressure[] {
  const percent = (value: number): string =>
    value > 0 && value < 1e-4 ? '<0.01 %' : `${Number((100 * value).toPrecision(3))} %`;
  const clipped = (value: number): number => Math.min(1, value);
  const whenFull = (share: number): number => (share >= EXHAUSTED_SHARE ? clipped(share) : 0);
  // The slowest hundredth for the 99th percentile, all queries for most figures.
  const tail = figure === 'latency_max' ? 0 : 1 - (latencyQuantile(figure) ?? 0);
  const waited = (share: number): number => (share > MORE_WAIT * use.saturated ? ofTail(share, tail) : 0);
  const errors = Object.entries(use.failed_by_error).sort(([, a], [, b]) => b - a);
  const worst = figure === 'success_rate' ? errors[0]?.[0] : undefined;
  const first = cap !== undefined ? 'quota' : worst === undefined ? undefined : LACKED[worst];
  // The affected share, as a tie-break between equal pressures; the others follow.
  const befallen: Partial<Record<Resource, number>> = {
    cpu: Math.max(use.cpu, use.saturated),
    connections: Math.max(use.refused, use.pooler_waited),
    pools: use.pools_waited,
  };
  const found: readonly ResourcePressure[] = [
    {
      resource: 'cpu',
      pressure: clipped(Math.max(use.cpu, ofTail(use.saturated, tail))),
      evidence: `${percent(use.cpu)} of the CPU offered is used, ${percent(use.saturated)} of active time more queries want a processor than there are, and the size reaches ${percent(use.size)} of its maximum`,
    },
    {
      resource: 'connections',
      pressure:
        first === 'connections' || use.refused > 0
          ? 1
          : Math.max(whenFull(use.connections), waited(use.pooler_waited)),
      evidence: `${percent(use.connections)} of the connections are in use at the peak, ${percent(use.refused)} of attempts are refused, ${percent(use.pooler_waited)} of queries wait in the pooler`,
    },
    {
      resource: 'pools',
      pressure: waited(use.pools_waited),
      evidence: `${percent(use.pools_waited)} of attempts wait for a place in their client's own pool`,
    },
    {
      resource: 'memory',
      pressure: first === 'memory' || use.out_of_memory > 0 ? 1 : whenFull(use.memory),
      evidence: `${percent(use.memory)} of the memory of the largest size is in use at the peak, ${Number(use.out_of_memory.toPrecision(3))} restarts because it ran out`,
    },
    {
      resource: 'cache',
      pressure: clipped(use.storage_reads),
      evidence: `${percent(use.cache_misses)} of pages are read from storage, ${percent(use.storage_reads)} of what it can deliver`,
    },
    {
      resource: 'wakes',
      pressure: ofTail(use.delayed, tail),
      evidence: `${percent(use.delayed)} of arrivals wait for a wake or restart`,
    },
    {
      resource: 'quota',
      pressure: use.quota > 0 || cap !== undefined ? 1 : 0,
      evidence:
        cap === undefined ? `${percent(use.quota)} of the time with a cap used up` : `more uses up ${cap}`,
    },
  ];
  // If others wait although no processor is shared, used CPU is not scarce CPU.
  const lined = waited(Math.max(use.pooler_waited, use.pools_waited)) > 0;
  const rank = ({ resource, pressure }: ResourcePressure): number =>
    resource === first ? 2 : resource === 'cpu' && lined ? ofTail(use.saturated, tail) : pressure;
  const share = ({ resource }: ResourcePressure): number => befallen[resource] ?? -1;
  return found.toSorted((a, b) => rank(b) - rank(a) || share(b) - share(a));
}
