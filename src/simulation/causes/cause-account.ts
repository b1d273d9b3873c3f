import { byName } from '../record/counts.js';
import type { QueryMeters } from '../record/query-meters.js';
import type { CauseObservations } from '../run/cause-observations.js';
import type { CauseLedger } from './cause-ledger.js';

/**
 * The effects of each cause at one compute: the loads in their order, then all platform causes that had an effect.
 * @param meters of the compute, which count the queries of a load that has the compute to itself
 */
export function causeObservations(ledger: CauseLedger, meters: QueryMeters): readonly CauseObservations[] {
  const { here, months, pushers, counts } = ledger;
  const cuSeconds = ledger.cuSeconds();
  const all = Array.from({ length: here.length }, (_, cause): CauseObservations => {
    const own = here.isLoad(cause) ? counts.at(cause) : undefined;
    const ends = own === undefined || here.several ? own : meters;
    return {
      name: here.nameOf(cause),
      kind: own === undefined ? 'platform' : 'load',
      ...ledger.secondsOf(cause),
      cu_seconds: cuSeconds[cause]!,
      above_minimum_cu_seconds: pushers.byGoal(cause),
      cu_seconds_by_month: months.map((month) => month[cause]!),
      wakes: ledger.woken[cause]!,
      arrived: ends?.arrived ?? 0,
      completed: ends?.completed ?? 0,
      failed: ends?.failed ?? 0,
      ...(own !== undefined && own.skipped > 0 && { skipped: own.skipped }),
      refused: byName(own?.refused),
      cut: byName(own?.cut),
      slow: byName(own?.slow),
      refusals_caused: own?.refusals_caused ?? 0,
    };
  });
  return all.filter(
    ({ kind, active_seconds, cu_seconds, wakes }) =>
      kind === 'load' || active_seconds > 0 || cu_seconds > 0 || wakes > 0,
  );
}
