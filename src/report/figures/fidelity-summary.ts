import type { ComputeObservations, FidelityObservations } from '../../simulation/run/observation.js';

/** What a run at hybrid fidelity has simulated. */
export interface FidelitySummary {
  readonly kind: 'hybrid';
  readonly computes: readonly ({ readonly name: string } & FidelityObservations)[];
}

/** The same by compute. */
export function fidelitySummary(
  computes: readonly Pick<ComputeObservations, 'name'>[],
  fidelity: readonly FidelityObservations[],
): FidelitySummary {
  return {
    kind: 'hybrid',
    computes: fidelity.map((each, index) => ({ name: computes[index]!.name, ...each })),
  };
}

/** What was simulated in one line: the share of the ticks that were exact, why, and what resolves the p99. */
export function fidelityText({ computes }: FidelitySummary): string {
  const reasons = new Map<string, number>();
  let ticks = 0;
  let effective = 0;
  let extrapolated = 0;
  for (const each of computes) {
    for (const [reason, count] of Object.entries(each.ticks)) {
      ticks += count;
      if (reason !== 'windows' && reason !== 'law') reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
    effective += each.effective_queries;
    extrapolated += each.extrapolated_failures;
  }
  if (ticks === 0) return 'hybrid: every query was simulated, since no load allows any to be left out';
  const exact = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const why = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason.replaceAll('_', ' ')} ${count}`)
    .join(', ');
  const share = Math.round((1000 * exact) / ticks) / 10;
  const resolved = `p99 from ${Math.round(effective).toLocaleString('en-US')} effective queries`;
  const failures =
    extrapolated === 0 ? '' : `; ${extrapolated.toLocaleString('en-US')} of the failures are extrapolated`;
  return `hybrid: ${share} % of the ticks exact${why === '' ? '' : ` (${why})`}, ${resolved}${failures}`;
}
