import type { Scenario } from '../scenario/scenario.js';
import { type ComputeSeen, computesSeen, isKeptAwake, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { type ClockedPauses, clockedPauses, pausesTogether } from './pauses.js';
import { seconds, worth } from './words.js';

/** A job that never leaves a compute alone for as long as it takes to suspend. */
export const POLL_UNDER_TIMEOUT: FindingRule = {
  title: 'A poll is faster than the suspend timeout',
  help: 'Something asks at intervals no longer than the suspend timeout, so that the compute never suspends, however little each query does. Ask less often than the timeout, wait for notifications instead (LISTEN does not count as activity), or accept an always-on compute.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap((seen): readonly Remark[] => {
      const { timeout_seconds, awake_usd_per_month, awake_cu_hours_per_month, compute } = seen;
      const figure =
        awake_usd_per_month > 0
          ? { name: 'awake_usd_per_month', value: awake_usd_per_month }
          : { name: 'awake_cu_hours_per_month', value: awake_cu_hours_per_month };
      const never = `${compute.name} suspends after ${seconds(timeout_seconds)} without activity: it never does, which costs ${worth(awake_cu_hours_per_month, awake_usd_per_month)} a month at its minimum size`;
      return pollsOf(seen, scenario).map(({ loads, longest_seconds, least_busy_seconds }) => {
        const names = loads.map(({ name }) => name).join(' and ');
        const ask = loads.length === 1 ? 'asks every' : 'together ask at least every';
        const busy = longest_seconds > timeout_seconds ? ` for ${seconds(least_busy_seconds)} or longer` : '';
        const message = `${names} ${ask} ${seconds(longest_seconds)}${busy}, and ${never}`;
        return { message, figure, place: placeOfLoad(loads[0]!, 'process') };
      });
    });
  },
};

/** What is busy for more of the time is at work, and no poll. */
const WORK = 0.1;

/** What comes by the clock and never lets a compute suspend: each such load, or else all of them together. */
export function pollsOf(seen: ComputeSeen, scenario: Scenario): readonly ClockedPauses[] {
  if (isKeptAwake(seen)) return [];
  const { loads, timeout_seconds } = seen;
  const clocked = loads.flatMap((load) => clockedPauses(load, scenario) ?? []);
  const isShort = ({ longest_seconds, least_busy_seconds }: ClockedPauses): boolean =>
    longest_seconds < timeout_seconds + least_busy_seconds && least_busy_seconds < WORK * longest_seconds;
  const alone = clocked.filter(isShort);
  if (alone.length > 0 || clocked.length < 2) return alone;
  const together = pausesTogether(clocked, scenario);
  return together !== undefined && isShort(together) ? [together] : [];
}
