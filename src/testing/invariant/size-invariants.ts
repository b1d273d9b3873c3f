import { sum, sumOf } from '../../kernel/sums.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import { planLimits } from '../../vendors/plan-limits.js';
import { eachHistory, type StateInterval } from './compute-history.js';
import { agrees, atMost, checkedInvariant, firstProblem, type Invariant } from './invariant.js';

/** INV-15: while active, the size is within the limits in force; otherwise it is 0. It changes only by a decision. */
export const sizeIsWithinLimits = checkedInvariant('sizeIsWithinLimits', (record) => {
  return eachHistory(record, ({ name, stretches }) => {
    let cu = 0;
    return firstProblem(stretches, (stretch) => {
      const problem = sizeProblemOf(stretch, cu);
      cu = stretch.cu;
      return problem === undefined ? undefined : `${name} at ${stretch.from_seconds} s: ${problem}`;
    });
  });
});

/** INV-16: billed and active CU-seconds are the integrals of the sizes between decisions. */
export const cuSecondsAreTheIntegral = checkedInvariant('cuSecondsAreTheIntegral', (record) => {
  return eachHistory(record, ({ name, observations: one, stretches, model }) => {
    const active = sumOf(stretches, (stretch) => stretch.cu * (stretch.to_seconds - stretch.from_seconds));
    const starting = sum(billedStarts(stretches, model.bill_startup));
    if (!agrees(one.active_cu_seconds, active)) {
      return `${name}: ${one.active_cu_seconds} active CU-seconds, ${active} by the decision log`;
    }
    return agrees(one.cu_seconds, active + starting)
      ? undefined
      : `${name}: ${one.cu_seconds} CU-seconds, ${active + starting} by the decision log`;
  });
});

/** INV-17: the months add up to the run, and none exceeds the project's quota. */
export const monthsAddUp = checkedInvariant('monthsAddUp', (record) => {
  const { computes } = record.observations;
  const quota = planLimits(record.scenario.plan)?.quota_cu_hours ?? Number.POSITIVE_INFINITY;
  const used = new Map<string, number>();
  for (const one of computes) {
    const all = sumOf(one.cu_seconds_by_month, (month) => month.cu_seconds);
    if (!agrees(all, one.cu_seconds)) return `${one.name}: ${one.cu_seconds} CU-seconds, ${all} by month`;
    for (const { month, cu_seconds } of one.cu_seconds_by_month) {
      used.set(month, (used.get(month) ?? 0) + cu_seconds);
    }
  }
  return firstProblem(used, ([month, cu_seconds]) =>
    atMost(cu_seconds, quota * HOUR_SECONDS)
      ? undefined
      : `${month}: ${cu_seconds / HOUR_SECONDS} CU-hours of ${quota}`,
  );
});

/** INV-18: `max_cu` is the largest size in the decision log. */
export const largestSizeIsReached = checkedInvariant('largestSizeIsReached', (record) => {
  return eachHistory(record, ({ name, observations: { max_cu }, stretches }) => {
    const largest = stretches.reduce((most, stretch) => Math.max(most, stretch.cu), 0);
    return max_cu === largest ? undefined : `${name}: max_cu ${max_cu}, ${largest} by the decision log`;
  });
});

/** INV-19: temporary files never exceed the disk of the largest maximum in force. */
export const temporaryFilesFit = checkedInvariant('temporaryFilesFit', (record) => {
  return eachHistory(record, ({ name, observations, stretches }) => {
    const disk = stretches.reduce((most, stretch) => Math.max(most, stretch.limits.temp_bytes), 0);
    return observations.temp_peak_bytes <= disk
      ? undefined
      : `${name}: ${observations.temp_peak_bytes} bytes of temporary files on a disk of ${disk}`;
  });
});

/** The invariants of sizes and billed compute time, INV-15 to INV-19. */
export const SIZE_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-15', name: 'sizes stay within the limits in force', check: sizeIsWithinLimits },
  { id: 'INV-16', name: 'CU-seconds are the integral of the size', check: cuSecondsAreTheIntegral },
  { id: 'INV-17', name: 'months add up and keep to the quota', check: monthsAddUp },
  { id: 'INV-18', name: 'the largest size was reached', check: largestSizeIsReached },
  { id: 'INV-19', name: 'temporary files fit on the disk', check: temporaryFilesFit },
];

function sizeProblemOf(
  { state, cu, limits, decision }: StateInterval,
  before_cu: number,
): string | undefined {
  if (decision !== undefined && decision.cu_before !== before_cu) {
    return `${decision.decision} from ${decision.cu_before} CU, but the size was ${before_cu} CU`;
  }
  if (state !== 'active') return cu === 0 ? undefined : `${cu} CU while ${state}`;
  // An edit leaves the old size in place; the restart at the same moment ends it.
  if (decision?.decision === 'update') return cu === before_cu ? undefined : `an edit changes the size`;
  return cu >= limits.min_cu && cu <= limits.max_cu
    ? undefined
    : `${cu} CU, the limits are ${limits.min_cu} to ${limits.max_cu}`;
}

/**
 * CU-seconds billed for each interval of a start, at the minimum in force. After an out-of-memory kill the machine
 * keeps running, unless it crashes in the meantime; a restart requested then is the one in progress.
 */
function billedStarts(stretches: readonly StateInterval[], bill_startup: boolean): readonly number[] {
  let onMachine = false;
  return stretches.map(({ state, limits, from_seconds, to_seconds, decision }, index) => {
    const starting = state === 'starting' || state === 'restarting' || state === 'init';
    const continues = state === 'restarting' && stretches[index - 1]?.state === 'restarting';
    if (decision?.decision === 'restart' && !continues)
      onMachine = decision.reason === 'killed because memory ran out';
    if (state !== 'restarting' || decision?.reason.startsWith('crash: ') === true) onMachine = false;
    return starting && (bill_startup || onMachine) ? limits.min_cu * (to_seconds - from_seconds) : 0;
  });
}
