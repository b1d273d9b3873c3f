import { formatList } from '../kernel/format-list.js';
import type { Scenario } from '../scenario/scenario.js';
import { type AwakeInRun, awakeInRun, awakeRemark } from './awake-in-run.js';
import { holdersOf } from './awake-keepers.js';
import { isKeptAwake } from './busy-traffic.js';
import { type ComputeSeen, computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { awakeFixes } from './fix.js';
import { type ClockedPauses, clockedPauses, commonPause } from './pauses.js';
import { seconds } from './words.js';

/** A periodic load that never leaves a compute enough quiet time to suspend. */
export const POLL_UNDER_TIMEOUT: FindingRule = {
  title: 'A poll is faster than the suspend timeout',
  help: 'A load polls at intervals no longer than the suspend timeout. The compute never suspends, however little each query does. Poll less often than the timeout, start the work by an event instead of polling, or accept an always-on compute. LISTEN does not help: a listener connects again right after each suspend, which wakes the compute.',
  ofScenario: (scenario) => remarks(scenario, () => undefined),
  ofRun: (scenario, run) => remarks(scenario, (seen) => awakeInRun(seen, run, scenario)),
};

function remarks(
  scenario: Scenario,
  measure: (seen: ComputeSeen) => AwakeInRun | undefined,
): readonly Remark[] {
  return computesSeen(scenario).flatMap((seen) => {
    const polls = pollsOf(seen, scenario);
    if (polls.length === 0) return [];
    const measured = measure(seen);
    const holders = holdersOf(seen, scenario);
    return polls.map((poll) => {
      const others = holders.filter(({ load }) => !poll.loads.includes(load));
      const loads = [...poll.loads, ...others.map(({ load }) => load)];
      const also = others.map(({ load, reason }) => `; ${load.name} ${reason}`).join('');
      return awakeRemark(seen, measured, {
        by: loads.map(({ name }) => name),
        place: placeOfLoad(poll.loads[0]!, 'process'),
        message: (costs) =>
          `${asksWords(poll, seen)}: ${measured === undefined ? 'it never does, ' : ''}${costs}${also}`,
        fixes: awakeFixes(seen, loads, scenario),
      });
    });
  });
}

function asksWords(
  { loads, longest_seconds, least_busy_seconds }: ClockedPauses,
  { timeout_seconds, compute }: ComputeSeen,
): string {
  const names = formatList(loads.map(({ name }) => name));
  const ask = loads.length === 1 ? 'asks every' : 'together ask at least every';
  const busy = longest_seconds > timeout_seconds ? ` for ${seconds(least_busy_seconds)} or longer` : '';
  return `${names} ${ask} ${seconds(longest_seconds)}${busy}, and ${compute.name} suspends after ${seconds(timeout_seconds)} without activity`;
}

/** A load that is busy for a larger share of the time is work, not a poll. */
const WORK = 0.1;

/** Periodic arrivals that never let a compute suspend: each such load, or otherwise all of them together. */
export function pollsOf(seen: ComputeSeen, scenario: Scenario): readonly ClockedPauses[] {
  if (isKeptAwake(seen, scenario)) return [];
  const { loads, timeout_seconds } = seen;
  const clocked = loads.flatMap((load) => clockedPauses(load, scenario) ?? []);
  const isShort = ({ longest_seconds, least_busy_seconds }: ClockedPauses): boolean =>
    longest_seconds < timeout_seconds + least_busy_seconds && least_busy_seconds < WORK * longest_seconds;
  const alone = clocked.filter(isShort);
  if (alone.length > 0 || clocked.length < 2) return alone;
  const together = commonPause(clocked, scenario);
  return together !== undefined && isShort(together) ? [together] : [];
}
