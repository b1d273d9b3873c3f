import type { Histogram } from '../../statistics/histogram.js';
import { byName } from './counts.js';

/** Why all connections of a compute were cut; `wake`: the clients admitted by a wake overloaded it. */
export type DisruptionCause = 'restart' | 'suspend' | 'crash' | 'zone_loss' | 'out_of_memory' | 'wake';

/** One disruption: a cut of all connections, and its effects. */
export interface DisruptionObservation extends Omit<DisruptionSums, 'count'> {
  readonly at_seconds: number;
  /** The cause of the first cut, if others followed before all clients were back. */
  readonly cause: DisruptionCause;
  /** From the cut until half of the disturbed queries, and 99 %, had recovered; `undefined` if they never did. */
  readonly recovery_p50_seconds: number | undefined;
  readonly recovery_p99_seconds: number | undefined;
}

export interface DisruptionSums {
  readonly count: number;
  readonly connections_dropped: number;
  /** Attempts in progress when the connections were cut. */
  readonly queries_cut: number;
  /** Queries that were cut, held, refused or given up; each has recovered, is lost, or is still out at the end. */
  readonly disturbed: number;
  readonly back: number;
  readonly lost: number;
  /** Time during which they were held, waited in the pooler's queue or failed. */
  readonly trouble_seconds: number;
}

export interface DisruptionObservations {
  /** Sums by cause, in alphabetical order. */
  readonly by_cause: Readonly<Partial<Record<DisruptionCause, DisruptionSums>>>;
  /** Some in full, by time: the first 50, and the 50 most severe others; 3 of each for a tenant. */
  readonly kept: readonly DisruptionObservation[];
  /** Seconds from the cut until each disturbed query recovered, over all disruptions. */
  readonly recovery: Histogram;
}

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
        by_cause: byName(all),
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
