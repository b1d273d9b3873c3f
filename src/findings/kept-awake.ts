import { formatList } from '../kernel/format-list.js';
import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import type { CauseObservations } from '../simulation/run/cause-observations.js';
import { awakeInRun, awakeRemark, causeName, LITTLE_WORK } from './awake-in-run.js';
import { holdersOf, keepersOf } from './awake-keepers.js';
import { isNeverLeftAlone, shareAtWork } from './busy-traffic.js';
import { type ComputeSeen, computesSeen, jobsInside, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { awakeFixes } from './fix.js';
import { pollsOf } from './poll-under-timeout.js';

/** A load or cause that keeps a nearly idle compute awake. */
export const KEPT_AWAKE: FindingRule = {
  title: 'A compute is kept awake for little work',
  help: 'The compute is awake nearly all the time and at work for a small part of it. A subscriber of logical replication counts as activity. A listener, or a pool that keeps idle connections, connects again right after each suspend and wakes the compute. So does traffic whose gaps are shorter than the suspend timeout. Let what keeps it awake ask less often or only when it is needed, move it elsewhere, or accept an always-on compute. --without-each shows what a run costs without each load.',
  ofScenario(scenario) {
    return sleepless(scenario).flatMap((seen): readonly Remark[] => {
      if (seen.timeout_seconds === Number.POSITIVE_INFINITY) return [];
      if (sumOf(seen.loads, (load) => shareAtWork(seen, load, scenario)) >= LITTLE_WORK) return [];
      const keepers = keepersOf(seen, scenario);
      if (keepers.length === 0) return [];
      const loads = keepers.map(({ load }) => load);
      const reasons = keepers.map(({ load, reason }) => `${load.name} ${reason}`);
      return [
        awakeRemark(seen, undefined, {
          by: loads.map(({ name }) => name),
          place: placeOfLoad(loads[0]!, 'connection'),
          message: (costs) => `${formatList(reasons)}: that keeps ${seen.compute.name} awake, ${costs}`,
          fixes: awakeFixes(seen, loads, scenario),
        }),
      ];
    });
  },
  ofRun(scenario, run) {
    return sleepless(scenario).flatMap((seen): readonly Remark[] => {
      const measured = awakeInRun(seen, run, scenario);
      if (measured === undefined) return [];
      const holders = holdersOf(seen, scenario).map(({ load }) => load.name);
      // A load that keeps a compute awake alone is the cause, however the time is divided among the loads.
      const isCause = ({ kind, name }: CauseObservations): boolean =>
        kind !== 'load' || holders.length === 0 || holders.includes(name) || isNeverLeftAlone(seen, scenario);
      const keepers = measured.keepers.filter(isCause);
      const own = keepers.filter(({ kind }) => kind === 'load').map(({ name }) => name);
      const loads = [...seen.loads, ...jobsInside(seen, scenario)].filter(({ name }) =>
        [...own, ...holders].includes(name),
      );
      const by = [...new Set([...keepers.map(causeName), ...holders])];
      const keep = by.length === 1 ? 'keeps' : 'keep';
      return [
        awakeRemark(seen, measured, {
          by,
          place: loads[0] === undefined ? seen.place() : placeOfLoad(loads[0]),
          message: (costs) => `${formatList(by)} ${keep} ${seen.compute.name} awake: ${costs}`,
          fixes: awakeFixes(seen, loads, scenario),
        }),
      ];
    });
  },
};

/** Computes without polls, since another rule reports those with polls. */
function sleepless(scenario: Scenario): readonly ComputeSeen[] {
  return computesSeen(scenario).filter((seen) => pollsOf(seen, scenario).length === 0);
}
