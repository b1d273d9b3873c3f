import type { Scenario } from '../../scenario/scenario.js';
import { allowancesIn } from '../../simulation/run/allowances.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { HOURS_PER_MONTH } from '../compute-cost.js';
import { type Cap, sizesReached, usageCaps } from './caps.js';
import { capName, causeAllowance } from './quota-use.js';

/** A limit of the plan, or a quota of the project, that a run reaches, or that a month at its rate would. */
export interface LimitReached {
  /** As bills call it: `transfer of the free plan`, `compute_time_seconds`. */
  readonly name: string;
  /** In the unit of the name; the hours of a plan in CU-hours. */
  readonly limit: number;
  /** The consequence: computes are suspended until the month ends, or writes fail. */
  readonly effect: Exclude<Cap['effect'], 'alerts'>;
  /** Since when, ISO 8601 UTC; `null` if the run ends before that. */
  readonly from: string | null;
  /** When the month ends; `null` if the run ends before that, or nothing ends it. */
  readonly until: string | null;
  /** Hours of a month after which it is reached at the run's rate; `null` if it is reached in the run. */
  readonly after_month_hours: number | null;
}

/** Use in a run, and the reason it stopped. */
type RunUsed = Pick<
  RunObservations,
  'duration_seconds' | 'quota_exhausted_seconds' | 'computes' | 'exhaustions'
>;

/** The limits that a run has reached, in the order of time; else the first that a month at its rate reaches. */
export function limitsReached(scenario: Scenario, run: RunUsed): readonly LimitReached[] {
  const { duration_seconds, exhaustions = [] } = run;
  const suspensions = exhaustions
    .filter(({ at_seconds, until_seconds }) => until_seconds > at_seconds)
    .map(({ cause, at_seconds, until_seconds }) => {
      const allowance = causeAllowance(cause);
      const from = momentOf(scenario, at_seconds);
      return {
        name: capName(allowance, scenario.plan.name),
        limit: limitIn(scenario, allowance, from.slice(0, 7)),
        effect: 'suspends' as const,
        from,
        until: until_seconds < duration_seconds ? momentOf(scenario, until_seconds) : null,
        after_month_hours: null,
      };
    });
  const sizes = sizesReached(scenario, duration_seconds).flatMap(({ allowance, at_seconds }) =>
    at_seconds === null
      ? []
      : [
          {
            name: capName(allowance, scenario.plan.name),
            limit: allowance.limit,
            effect: 'stops writes' as const,
            from: momentOf(scenario, at_seconds),
            until: null,
            after_month_hours: null,
          },
        ],
  );
  const reached = [...suspensions, ...sizes].toSorted((a, b) =>
    a.from < b.from ? -1 : a.from > b.from ? 1 : 0,
  );
  return suspensions.length > 0 ? reached : [...reached, ...soonReached(scenario, run)];
}

/** The cap that suspends the computes of a month at the run's rate first, if one does. */
function soonReached(scenario: Scenario, run: RunUsed): readonly LimitReached[] {
  const first = usageCaps(scenario, run)
    .filter(({ effect }) => effect === 'suspends')
    .reduce<Cap | undefined>((least, cap) => (hoursOf(cap) < hoursOf(least) ? cap : least), undefined);
  if (first === undefined || hoursOf(first) >= HOURS_PER_MONTH) return [];
  const { name, limit } = first;
  const after_month_hours = first.binds_after_hours;
  return [{ name, limit, effect: 'suspends', from: null, until: null, after_month_hours }];
}

function hoursOf(cap: Cap | undefined): number {
  return cap?.binds_after_hours ?? HOURS_PER_MONTH;
}

/** As a cap has it: the hours of a plan in hours. */
function limitIn(scenario: Scenario, { name, of }: ReturnType<typeof causeAllowance>, month: string): number {
  const found = allowancesIn(scenario, month).find((one) => one.name === name && one.of === of);
  return (found?.limit ?? 0) / (of === 'plan' && name === 'compute_time_seconds' ? 3600 : 1);
}

function momentOf({ start_epoch_seconds }: Scenario, seconds: number): string {
  return `${new Date(Math.round((start_epoch_seconds + seconds) * 1000)).toISOString().slice(0, 19)}Z`;
}
