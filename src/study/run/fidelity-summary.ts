import { sumOf } from '../../kernel/sums.js';
import type { FidelityObservations, WholeReason } from '../../simulation/run/fidelity-observations.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import { partName } from './latency-quantiles.js';

/** The simulated part of a run at hybrid fidelity. */
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

/** A quantile is resolved with this number of effective queries beyond it. */
const MIN_EFFECTIVE_QUERIES = 100;

const WHOLE_WORDS: Readonly<Record<WholeReason, string>> = {
  policy: "a policy other than the platform's",
  route: 'a load of several computes',
  memory: 'memory that grows while queries run',
  arrivals: 'sessions, a closed loop, scheduled arrivals or connections that the proxy limits',
  sparse: 'a sparse load',
  few_queries: 'too few queries to save anything',
};

/** The simulated part in one line: the share of exact ticks, the reasons, and the quantiles that are not resolved. */
export function fidelityText({ computes }: FidelitySummary): string {
  const reasons = new Map<string, number>();
  let ticks = 0;
  for (const each of computes) {
    for (const [reason, count] of Object.entries(each.ticks)) {
      ticks += count;
      if (reason !== 'windows' && reason !== 'law') reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
  }
  const simulated = sumOf(computes, (each) => each.simulated_queries);
  const left_out = sumOf(computes, (each) => each.left_out_queries);
  const throughout = exactThroughout(computes);
  if (ticks === 0 || left_out === 0) {
    const [why = 'none could be left out'] = throughout;
    return `hybrid: every query was simulated: ${why}`;
  }
  const exact = [...reasons.values()].reduce((all, count) => all + count, 0);
  const why = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason.replaceAll('_', ' ')} ${count}`)
    .join(', ');
  return [
    `hybrid: ${percentOf(simulated, simulated + left_out)} of the queries simulated`,
    `${percentOf(exact, ticks)} of the ticks exact${why === '' ? '' : ` (${why})`}`,
    ...throughout.map((each) => `exact throughout: ${each}`),
    ...unresolved(computes),
    ...extrapolated(computes),
    'maxima are of what was simulated',
  ].join('; ');
}

/** Why computes were exact throughout, and how many of several; empty if none was. */
function exactThroughout(computes: FidelitySummary['computes']): readonly string[] {
  const counts = new Map<WholeReason, number>();
  for (const { exact_throughout: reason } of computes) {
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const of = (count: number): string => (computes.length === 1 ? '' : `, ${count} of ${computes.length}`);
  return [[...counts].map(([reason, count]) => `${WHOLE_WORDS[reason]}${of(count)}`).join('; ')];
}

function unresolved(computes: FidelitySummary['computes']): readonly string[] {
  const names = (['p95', 'p99', 'p999'] as const).filter(
    (name) => sumOf(computes, (each) => each.effective_beyond[name]) < MIN_EFFECTIVE_QUERIES,
  );
  if (names.length === 0) return [];
  const [first] = names;
  const beyond = Math.floor(sumOf(computes, (each) => each.effective_beyond[first!]));
  const named = names.map(partName).join(' and ');
  return [
    `${named} not resolved (${beyond} effective queries beyond ${partName(first!)}, ${MIN_EFFECTIVE_QUERIES} wanted)`,
  ];
}

function extrapolated(computes: FidelitySummary['computes']): readonly string[] {
  const failures = sumOf(computes, (each) => each.extrapolated_failures);
  return failures === 0 ? [] : [`${failures.toLocaleString('en-US')} of the failures are extrapolated`];
}

function percentOf(part: number, whole: number): string {
  return `${Math.round((1000 * part) / whole) / 10} %`;
}
