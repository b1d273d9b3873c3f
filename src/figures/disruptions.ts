import type {
  DisruptionCause,
  DisruptionObservation,
  DisruptionSums,
} from '../simulation/record/kept-disruptions.js';
import type { ComputeObservations } from '../simulation/run/observation.js';
import { shareReached } from '../statistics/share-reached.js';
import { type Block, inUnit, type Measured } from './figure.js';

/** One disruption; shares of recovery that it never reached are `null`. */
export interface DisruptionFigures
  extends Omit<DisruptionObservation, 'recovery_p50_seconds' | 'recovery_p99_seconds'> {
  readonly recovery_p50_seconds: number | null;
  readonly recovery_p99_seconds: number | null;
}

/**
 * All disruptions of a compute, or of a project. Recovery is the time from the beginning of a disruption until half,
 * and 99 %, of all disturbed queries were back; `null` if more were lost or still out at the end, or none was
 * disturbed.
 */
export interface DisruptionSummary
  extends DisruptionSums,
    Pick<DisruptionFigures, 'recovery_p50_seconds' | 'recovery_p99_seconds'> {
  readonly by_cause: Readonly<Partial<Record<DisruptionCause, DisruptionSums>>>;
  /** Some disruptions, by time: per compute the first 50 and the 50 others that disturbed most; per tenant 3 each. */
  readonly kept: readonly DisruptionFigures[];
}

function disruptionSummary({ disruptions }: Measured): DisruptionSummary {
  const { by_cause, kept, recovery } = disruptions;
  const sums = Object.values(by_cause);
  const sum = (figure: keyof DisruptionSums): number => sums.reduce((total, each) => total + each[figure], 0);
  const disturbed = sum('disturbed');
  return {
    count: sum('count'),
    connections_dropped: sum('connections_dropped'),
    queries_cut: sum('queries_cut'),
    disturbed,
    back: sum('back'),
    lost: sum('lost'),
    trouble_seconds: sum('trouble_seconds'),
    recovery_p50_seconds: shareReached(recovery, 0.5, disturbed) ?? null,
    recovery_p99_seconds: shareReached(recovery, 0.99, disturbed) ?? null,
    by_cause,
    kept: kept.map((each) => ({
      ...each,
      recovery_p50_seconds: each.recovery_p50_seconds ?? null,
      recovery_p99_seconds: each.recovery_p99_seconds ?? null,
    })),
  };
}

function countsByCause({ by_cause }: DisruptionSummary): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(by_cause).map(([cause, { count }]) => [cause, count]));
}

const harm = inUnit<DisruptionSummary>('count', { better: 'less' });
const recovery = inUnit<DisruptionSummary>('seconds', { better: 'less' });

/** Cuts of all connections, and crowds too large for a compute that wakes, with their effect on clients. */
export const DISRUPTIONS = {
  whole: disruptionSummary,
  figures: {
    count: harm('disruptions', (all) => all.count, {
      sentence:
        'Cuts of all connections of a compute, and wakes that let in more clients than it could bear.',
    }),
    by_cause: harm('disruptions_by_cause', countsByCause, 'Disruptions by cause.'),
    connections_dropped: harm('disruptions_connections_dropped', (all) => all.connections_dropped, {
      column: false,
      sentence: 'Connections cut by disruptions.',
    }),
    queries_cut: harm('disruptions_queries_cut', (all) => all.queries_cut, 'Attempts that a cut ended.'),
    disturbed: harm('disruptions_disturbed', (all) => all.disturbed, {
      sentence: 'Queries that a disruption cut, held, refused or made to give up.',
    }),
    back: harm('disruptions_back', (all) => all.back, {
      better: 'neither',
      column: false,
      sentence: 'Disturbed queries that were answered after all.',
    }),
    lost: harm('disruptions_lost', (all) => all.lost, 'Disturbed queries that were never answered.'),
    trouble_seconds: recovery('disruptions_trouble_seconds', (all) => all.trouble_seconds, {
      column: false,
      sentence: 'Time when disturbed queries were held, in the queue of the pooler, or failing.',
    }),
    recovery_p50_seconds: recovery('recovery_p50_seconds', (all) => all.recovery_p50_seconds, {
      label: 'Recovery, p50',
      total: 'recomputed',
      sentence: 'Time from the cut until half of the disturbed queries were answered.',
    }),
    recovery_p99_seconds: recovery('recovery_p99_seconds', (all) => all.recovery_p99_seconds, {
      label: 'Recovery, p99',
      total: 'recomputed',
      sentence: 'Time from the cut until 99 % of the disturbed queries were answered.',
    }),
  },
} as const satisfies Block<Measured>;

type Trouble = NonNullable<ComputeObservations['trouble']>;

const moment = inUnit<Trouble>('seconds');

/**
 * A client's first and last trouble, and the time between them; `null` without trouble. Trouble is a failed attempt, a
 * wait for a wake or restart, or a wait in the pooler's queue.
 */
export const TROUBLE = {
  whole: ({ trouble }: Measured): Trouble | null => trouble ?? null,
  figures: {
    from_seconds: moment('trouble_from_seconds', (trouble) => trouble.from_seconds, {
      label: 'First trouble',
      total: 'recomputed',
      sentence: 'When a client first met an error, a wait for a wake or restart, or one in the pooler.',
    }),
    until_seconds: moment('trouble_until_seconds', (trouble) => trouble.until_seconds, {
      label: 'Last trouble',
      total: 'recomputed',
      sentence: 'When a client last met an error, a wait for a wake or restart, or one in the pooler.',
    }),
    seconds: moment('trouble_seconds', (trouble) => trouble.seconds, {
      label: 'Time in trouble',
      better: 'less',
      sentence:
        'Time when clients waited for a wake or restart, or in the pooler, or met errors; errors up to a minute from each other are one time.',
    }),
  },
} as const satisfies Block<Measured>;
