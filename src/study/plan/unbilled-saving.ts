import { scenarioFindings } from '../../findings/catalogue.js';
import { mean } from '../../kernel/distribution-moments.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type Contender, firstItem } from './contender.js';
import type { RaceRules } from './race-rules.js';
import { meets, signedObjective } from './race-verdict.js';
import type { WholeSample } from './whole-sample.js';

/** A saving with at least this share of unbilled start-up does not count. */
const UNBILLED_SHARE = 0.5;

/**
 * A candidate that differs from the winner in suspend timeouts only, and costs more than it only because the winner
 * starts more often: start-up is not billed, and connections are cut each time. `undefined`: there is none.
 */
export function calmerThan(
  winner: Contender,
  entrants: readonly Contender[],
  rules: RaceRules,
): Contender | undefined {
  if (rules.objective.sense === 'most') return undefined;
  const calmer = entrants.filter(
    (each) =>
      each !== winner &&
      each.kin === winner.kin &&
      each.looked &&
      meets(each.whole, rules) &&
      savesOnlyStarts(winner, each),
  );
  const cost = ({ whole }: Contender): number => signedObjective(whole, rules.objective);
  return calmer.find(({ today }) => today) ?? firstItem(calmer, (one, other) => cost(one) < cost(other));
}

function savesOnlyStarts({ whole: one, scenario }: Contender, { whole: other }: Contender): boolean {
  const further_wakes = value(one, 'wakes') - value(other, 'wakes');
  const saved_cu_hours = value(other, 'cu_hours') - value(one, 'cu_hours');
  const mean_cu = (value(one, 'cu_hours') * 3600) / value(one, 'active_seconds');
  const unbilled = (further_wakes * mean(scenario.model.wake_latency) * mean_cu) / 3600;
  return saved_cu_hours > 0 && unbilled >= UNBILLED_SHARE * saved_cu_hours;
}

function value(whole: WholeSample, figure: 'wakes' | 'cu_hours' | 'active_seconds'): number {
  return whole.value(figure, whole.n) ?? 0;
}

/** Why the cheaper candidate is not recommended, and the load that keeps the computes awake. */
export function calmerReason(cheaper: Contender, calmer: Contender, scenario: Scenario): string {
  const keepers = scenarioFindings(scenario).filter(({ id }) => id === 'kept_awake');
  const reason = `${cheaper.name} costs less than ${calmer.name} only because start-up is not billed: it suspends more often, and is woken again at once`;
  return [reason, ...keepers.map(({ message }) => message)].join('; ');
}
