import type { Observed } from '../../adapter/observe/observation.js';
import { type CountedSize, observedRun } from '../../adapter/observe/observed-run.js';
import type { SeenOperation } from '../../adapter/observe/operation-watch.js';
import { timestamp } from '../../platform/rows/timestamp.js';
import type { ObjectiveName, Scenario } from '../../scenario/scenario.js';
import type { ComputeSummary } from './compute-summary.js';
import { duration } from './figure-text.js';
import { type Known, known, seenFigures } from './observed-figures.js';
import { type Summary, summarise } from './summary.js';

/** Where and how something was observed. */
export interface ObservationSource {
  readonly adapter: 'simulated' | 'http';
  /** Of the service, or `null` in process. */
  readonly base_url: string | null;
  readonly project_id: string;
  readonly poll_seconds: number;
}

/** What the size of autoscaled computes, which the API does not tell, leaves open. */
export type ObservedBounds = Readonly<Record<`${'cu_hours' | 'cost_usd'}_at_${'least' | 'most'}`, number>>;

/** The content of an observation's `summary.json`: that of a run's, with `null` where nothing can be known. */
export interface ObservedSummary
  extends Omit<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds'> {
  readonly computes: readonly Known<ComputeSummary>[];
  readonly total: Known<ComputeSummary>;
  readonly cost_by_month: readonly Known<Summary['cost_by_month'][number]>[];
  readonly quota_exhausted_seconds: null;
  readonly observed: ObservationSource & ObservedBounds & { readonly operations: readonly SeenOperation[] };
}

/** Objectives that an observation can be held against. */
const OBSERVABLE: readonly ObjectiveName[] = ['cost_usd', 'cost_usd_per_month', 'cu_hours'];

/** The scenario as it took place: it began when the observation did. */
export function asObserved(scenario: Scenario, { began_ms, duration_seconds }: Observed): Scenario {
  return { ...scenario, start: timestamp(began_ms), start_epoch_seconds: began_ms / 1000, duration_seconds };
}

/** Computes every figure that follows from what was seen. */
export function summariseObserved(
  scenario: Scenario,
  observed: Observed,
  source: ObservationSource,
  warnings: readonly string[],
): ObservedSummary {
  const place = asObserved(scenario, observed);
  const by = (size: CountedSize): Summary => summarise(place, observedRun(observed, size));
  const seen = by('cu');
  const [least, most] = [by('min_cu').total, by('max_cu').total];
  const is_cut = observed.duration_seconds < scenario.duration_seconds;
  const held = seen.slo.filter(
    ({ objective, actual }) => !is_cut && OBSERVABLE.includes(objective) && !Number.isNaN(actual),
  );
  const others = seen.slo.filter((each) => !held.includes(each)).map(({ objective }) => objective);
  return {
    ...seen,
    computes: seen.computes.map((each) => seenFigures(each, 'api')),
    total: seenFigures(seen.total, 'api'),
    cost_by_month: seen.cost_by_month.map(({ month, computes, ...sums }) => ({
      month,
      ...knownUse(sums),
      computes: computes.map(({ name, ...parts }) => ({ name, ...knownUse(parts) })),
    })),
    quota_exhausted_seconds: null,
    slo: held,
    // Nothing was assumed: the platform did it.
    assumptions: [],
    warnings: [
      ...warnings,
      ...(is_cut
        ? [
            `anything after ${duration(observed.duration_seconds)} of ${duration(scenario.duration_seconds)}: the observation was cut short`,
          ]
        : []),
      ...(others.length === 0 ? [] : [`objectives that cannot be observed: ${others.join(', ')}`]),
    ],
    observed: {
      ...source,
      cu_hours_at_least: least.cu_hours,
      cu_hours_at_most: most.cu_hours,
      cost_usd_at_least: least.cost_usd,
      cost_usd_at_most: most.cost_usd,
      operations: observed.operations,
    },
  };
}

/** A month's use and cost, as far as it could be seen. */
function knownUse({ cu_hours, cost_usd }: { readonly cu_hours: number; readonly cost_usd: number }) {
  return { cu_hours: known(cu_hours), cost_usd: known(cost_usd) };
}
