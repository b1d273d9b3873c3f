import type { Observed } from '../../adapter/observe/observation.js';
import { type CountedSize, observedRun } from '../../adapter/observe/observed-run.js';
import type { SeenOperation } from '../../adapter/observe/operation-watch.js';
import type { ObjectiveName, Scenario } from '../../scenario/scenario.js';
import { type Summary, summarise } from '../../study/run/summary.js';
import { when } from '../text/when.js';
import { duration } from './figure-text.js';
import { asSeen, known, type SeenSummary, seenSummary } from './observed-figures.js';

export interface ObservationSource {
  readonly adapter: 'simulated' | 'http';
  /** Base URL of the service; `null` in process. */
  readonly base_url: string | null;
  readonly project_id: string;
  readonly poll_seconds: number;
}

/** The range of results for the unknown sizes of autoscaled computes. */
export type ObservedBounds = Readonly<Record<`${'cu_hours' | 'cost_usd'}_at_${'least' | 'most'}`, number>>;

/** The content of an observation's `summary.json`. */
export interface ObservedSummary extends SeenSummary {
  readonly observed: ObservationSource & ObservedBounds & { readonly operations: readonly SeenOperation[] };
}

/** Objectives that an observation can check. */
const OBSERVABLE: readonly ObjectiveName[] = ['cost_usd', 'cost_usd_per_month', 'cu_hours'];

/** Computes every figure that follows from the observations. */
export function summariseObserved(
  scenario: Scenario,
  observed: Observed,
  source: ObservationSource,
  warnings: readonly string[],
): ObservedSummary {
  const place = asSeen(scenario, observed);
  const by = (size: CountedSize): Summary => summarise(place, observedRun(observed, size));
  const whole = by('cu');
  const [least, most] = [by('min_cu').total, by('max_cu').total];
  const is_cut = observed.duration_seconds < scenario.duration_seconds;
  const { seen, unseen } = seenSummary(whole, 'api', (name) => !is_cut && OBSERVABLE.includes(name));
  return {
    ...seen,
    cost_by_month: whole.cost_by_month.map(({ month, computes, ...sums }) => ({
      month,
      ...knownUse(sums),
      computes: computes.map(({ name, ...parts }) => ({ name, ...knownUse(parts) })),
    })),
    warnings: [
      ...warnings,
      ...when(
        is_cut,
        `anything after ${duration(observed.duration_seconds)} of ${duration(scenario.duration_seconds)}: the observation was cut short`,
      ),
      ...when(unseen.length > 0, `objectives that cannot be observed: ${unseen.join(', ')}`),
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

/** The observable use and cost of a month. */
function knownUse({ cu_hours, cost_usd }: { readonly cu_hours: number; readonly cost_usd: number }) {
  return { cu_hours: known(cu_hours), cost_usd: known(cost_usd) };
}
