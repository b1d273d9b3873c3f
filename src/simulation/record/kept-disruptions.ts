import type {
  DisruptionCause,
  DisruptionObservation,
  DisruptionObservations,
  DisruptionSums,
} from '../run/disruption-observations.js';

/** Number of first disruptions of a compute that are kept in full, and of the most severe others. */
const KEPT = 50;
/** The same for each tenant of a fleet, since there are many. */
export const KEPT_OF_TENANTS = 3;

/** The disruptions that have ended: some in full, all in sums. */
export type KeptDisruptions = ReturnType<typeof keptDisruptions>;

/**
 * An empty collection, whose memory does not grow with the number of disruptions.
 * @param each number of the first, and of the most severe others, that are kept in full
 */
export function keptDisruptions(each = KEPT) {
  const first: DisruptionObservation[] = [];
  const severe: DisruptionObservation[] = [];
  const sums = new Map<DisruptionCause, DisruptionSums>();
  return {
    add(ended: DisruptionObservation): void {
      sums.set(ended.cause, summed(sums.get(ended.cause), ended));
      if (first.length < each) first.push(ended);
      else keepSevere(severe, ended, each);
    },
    /** @param last a disruption that is still under way */
    observations(last: DisruptionObservation | undefined): Omit<DisruptionObservations, 'recovery'> {
      const all = new Map(sums);
      if (last !== undefined) all.set(last.cause, summed(all.get(last.cause), last));
      return {
        by_cause: Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1))),
        kept: [
          ...first,
          ...severe.toSorted((a, b) => a.at_seconds - b.at_seconds),
          ...(last === undefined ? [] : [last]),
        ],
      };
    },
  };
}

function keepSevere(severe: DisruptionObservation[], one: DisruptionObservation, most: number): void {
  if (severe.length < most) {
    severe.push(one);
    return;
  }
  let least = 0;
  for (let index = 1; index < severe.length; index++) {
    if (isWorse(severe[least]!, severe[index]!)) least = index;
  }
  if (isWorse(one, severe[least]!)) severe[least] = one;
}

/** More queries disturbed, or equally many and more connections cut. */
function isWorse(a: DisruptionObservation, b: DisruptionObservation): boolean {
  return a.disturbed === b.disturbed
    ? a.connections_dropped > b.connections_dropped
    : a.disturbed > b.disturbed;
}

function summed(sums: DisruptionSums | undefined, one: DisruptionObservation): DisruptionSums {
  return {
    count: (sums?.count ?? 0) + 1,
    connections_dropped: (sums?.connections_dropped ?? 0) + one.connections_dropped,
    queries_cut: (sums?.queries_cut ?? 0) + one.queries_cut,
    disturbed: (sums?.disturbed ?? 0) + one.disturbed,
    back: (sums?.back ?? 0) + one.back,
    lost: (sums?.lost ?? 0) + one.lost,
    trouble_seconds: (sums?.trouble_seconds ?? 0) + one.trouble_seconds,
  };
}
