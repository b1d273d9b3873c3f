import { remembered } from '../../../kernel/remembered.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Observer } from '../../../simulation/run/observation.js';
import { type DemandFit, fittedDemands } from './demand-fit.js';
import { type DemandFamily, drawnLaw } from './demand-law.js';
import type { MeasuredSpan, Recording } from './recorded-queries.js';
import { recordedScenario, withDemands } from './recorded-scenario.js';

/** What a recording tells of the demands of its loads. */
export interface CalibratedDemands extends DemandFit {
  readonly source: string;
  readonly span: MeasuredSpan;
  /** See {@link Recording}. */
  readonly cpu_asked_seconds?: number | undefined;
}

/** Runs one replication of a scenario to its end. */
export type RunReplication = (scenario: Scenario, observer: Observer) => Promise<void>;

/** A fit takes some twenty runs; more queries than this in one of them tell hardly more. */
const MOST_QUERIES = 300_000;
/** Replications until their own chance is small beside the recording's, unless that is long itself. */
const ENOUGH_QUERIES = 20_000;
const MOST_REPLICATIONS = 8;

/** How demands are fitted. */
export interface DemandOptions {
  /** Told to run the scenario with another seed for each replication, the same ones each time. */
  readonly run: RunReplication;
  /** Of the intervals. */
  readonly confidence: number;
  /** As many as the recording needs unless given. */
  readonly replications?: number;
  /** All of them unless given. */
  readonly families?: readonly DemandFamily[];
}

/** The demands with which the scenario gives the latencies of a recording; see {@link fittedDemands}. */
export async function calibratedDemands(
  scenario: Scenario,
  recording: Recording,
  { run, confidence, families, replications: asked_for }: DemandOptions,
): Promise<CalibratedDemands> {
  const used = shortened(recording);
  const queries = used.queries.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  const parts = partsOf(used).map(({ part, begins_seconds }) => ({
    as_recorded: recordedScenario(scenario, part),
    begins_seconds,
  }));
  const replications =
    asked_for ?? Math.min(MOST_REPLICATIONS, Math.max(1, Math.ceil(ENOUGH_QUERIES / queries)));
  const fit = await fittedDemands(
    used,
    async (laws, told) => {
      const drawn = laws.map(drawnLaw);
      for (let replication = 1; replication <= replications; replication++) {
        const tell = told();
        for (const [index, { as_recorded, begins_seconds }] of parts.entries()) {
          // Not the seed of a load that was sent: its queries have had these demands, others have not.
          const seed = `${scenario.seed} calibration ${replication}${index === 0 ? '' : ` of ${index + 1}`}`;
          await run(
            { ...withDemands(as_recorded, drawn), seed },
            {
              ...NOBODY,
              query: (load, arrived, latency) => tell(load, begins_seconds + arrived, latency),
            },
          );
        }
      }
    },
    confidence,
    families,
  );
  const { source, span, cpu_asked_seconds } = recording;
  return { ...fit, source, span, cpu_asked_seconds };
}

/** Told nothing of a run. */
export const NOBODY: Observer = { timeline: () => undefined, decision: () => undefined };

/** The beginning of a recording, of a long one. @param most queries that are used of it */
export function shortened(recording: Recording, most = MOST_QUERIES): Recording {
  const queries = recording.queries.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  if (queries <= most) return recording;
  return cut(recording, (recording.duration_seconds * most) / queries);
}

/** What of a recording was recorded in one go, each simulated by itself: a compute runs when each begins. */
function partsOf(
  recording: Recording,
): readonly { readonly part: Recording; readonly begins_seconds: number }[] {
  const parts: { part: Recording; begins_seconds: number }[] = [];
  let begins_seconds = 0;
  for (const part of recording.parts ?? [recording]) {
    const left = recording.duration_seconds - begins_seconds;
    if (left <= 0) break;
    parts.push({ part: left < part.duration_seconds ? cut(part, left) : part, begins_seconds });
    begins_seconds += part.duration_seconds;
  }
  return parts;
}

function cut(recording: Recording, duration_seconds: number): Recording {
  const early = (times: Float64Array): Float64Array => times.filter((time) => time < duration_seconds);
  return {
    ...recording,
    duration_seconds,
    queries: recording.queries.map(({ load, arrivals, arrived, latency }) => ({
      load,
      arrivals: early(arrivals),
      arrived: early(arrived),
      latency: latency.filter((_, query) => arrived[query]! < duration_seconds),
    })),
  };
}

/**
 * Recordings of the same loads and the same span, such as of several days, as one: one after the other, and each by itself
 * among its parts.
 * @param all each measured between the same moments
 */
export function joinedRecordings(all: readonly Recording[]): readonly Recording[] {
  const groups = new Map<string, Recording[]>();
  for (const each of all) {
    const loads = each.queries.map(({ load }) => load).toSorted();
    const key = JSON.stringify([each.span, each.table_pages ?? null, loads]);
    remembered(groups, key, () => []).push(each);
  }
  return [...groups.values()].map((group) =>
    group.length === 1 ? group[0]! : { ...group.reduce(after), parts: inOneOrder(group) },
  );
}

/** Loads in the order of the first. */
function inOneOrder(group: readonly Recording[]): readonly Recording[] {
  const order = group[0]!.queries.map(({ load }) => load);
  return group.map((each) => ({
    ...each,
    queries: order.map((load) => each.queries.find((own) => own.load === load)!),
  }));
}

function after(one: Recording, next: Recording): Recording {
  const shift = one.duration_seconds;
  const joined = (a: Float64Array, b: Float64Array, by: number): Float64Array => {
    const both = new Float64Array(a.length + b.length);
    both.set(a);
    both.set(
      b.map((value) => value + by),
      a.length,
    );
    return both;
  };
  return {
    ...one,
    source: `${one.source}, ${next.source}`,
    duration_seconds: shift + next.duration_seconds,
    queries: one.queries.map((own) => {
      const other = next.queries.find(({ load }) => load === own.load)!;
      return {
        load: own.load,
        arrivals: joined(own.arrivals, other.arrivals, shift),
        arrived: joined(own.arrived, other.arrived, shift),
        latency: joined(own.latency, other.latency, 0),
      };
    }),
    warnings: [...one.warnings, ...next.warnings],
  };
}
