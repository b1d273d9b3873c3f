import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { awakeFigure, awakeInRun, awakeWords, causeName, keptAwake, LITTLE_WORK } from './awake-in-run.js';
import { keepersOf } from './awake-keepers.js';
import { shareAtWork } from './busy-traffic.js';
import { type ComputeSeen, computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { earlierSuspend, type Fix, rarer, withoutKeeper } from './fix.js';
import { pollsOf } from './poll-under-timeout.js';
import { joined, worth } from './words.js';

/** Something that keeps a compute awake which has next to nothing to do. */
export const KEPT_AWAKE: FindingRule = {
  title: 'A compute is kept awake for little work',
  help: 'The compute is awake nearly all the time and at work for a small part of it. A subscriber of logical replication counts as activity. A listener, or a pool that keeps idle connections, connects again right after each suspend and wakes the compute. So does traffic whose gaps are shorter than the suspend timeout. Let what keeps it awake ask less often or only when it is needed, move it elsewhere, or accept an always-on compute. --without-each shows what a run costs without each load.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap((seen): readonly Remark[] => {
      if (seen.timeout_seconds === Number.POSITIVE_INFINITY || pollsOf(seen, scenario).length > 0) return [];
      if (sumOf(seen.loads, (load) => shareAtWork(seen, load, scenario)) >= LITTLE_WORK) return [];
      const keepers = keepersOf(seen, scenario);
      if (keepers.length === 0) return [];
      const { awake_cu_hours_per_month, awake_usd_per_month, compute } = seen;
      const reasons = keepers.map(({ load, reason }) => `${load.name} ${reason}`);
      return [
        {
          message: `${joined(reasons)}: that keeps ${compute.name} awake, which costs ${worth(awake_cu_hours_per_month, awake_usd_per_month)} per month at its minimum size`,
          figure: awakeFigure(awake_cu_hours_per_month, awake_usd_per_month),
          place: placeOfLoad(keepers[0]!.load, 'connection'),
          ...keptAwake(
            seen,
            keepers.map(({ load }) => load.name),
            awake_usd_per_month,
          ),
          fixes: fixesOf(
            seen,
            keepers.map(({ load }) => load),
            scenario,
          ),
        },
      ];
    });
  },
  ofRun(scenario, run) {
    return computesSeen(scenario).flatMap((seen): readonly Remark[] => {
      const measured = awakeInRun(seen, run, scenario);
      if (measured === undefined || pollsOf(seen, scenario).length > 0) return [];
      const { keepers, cu_hours_per_month, usd_per_month, saving } = measured;
      const loads = seen.loads.filter(({ name }) =>
        keepers.some((one) => one.kind === 'load' && one.name === name),
      );
      const own = keepers.find(({ kind }) => kind === 'load');
      const keep = keepers.length === 1 ? 'keeps' : 'keep';
      return [
        {
          message: `${joined(keepers.map(causeName))} ${keep} ${seen.compute.name} awake: ${awakeWords(measured)}`,
          figure: awakeFigure(cu_hours_per_month, usd_per_month),
          place: own === undefined ? seen.place() : placeOfLoad(own),
          ...keptAwake(seen, keepers.map(causeName), saving.usd),
          fixes: fixesOf(seen, loads, scenario),
        },
      ];
    });
  },
};

/** Without each of the clients, with rarer queries, and with an earlier suspend. */
function fixesOf(
  { compute, timeout_seconds }: ComputeSeen,
  loads: readonly LoadSpecification[],
  scenario: Scenario,
): readonly Fix[] {
  const [only] = loads;
  if (only === undefined) return earlierSuspend([compute], scenario);
  const own = loads.flatMap(withoutKeeper);
  return [
    ...(own.length === loads.length
      ? [{ words: joined(own.map(({ words }) => words)), set: own.flatMap(({ set }) => set) }]
      : []),
    ...rarer(loads, timeout_seconds),
    ...earlierSuspend([compute], scenario),
  ];
}
