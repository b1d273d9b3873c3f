import { getOrCreate } from '../../../kernel/get-or-create.js';
import { sumOf } from '../../../kernel/sums.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Observer } from '../../../simulation/run/observation.js';
import { type DemandFit, fittedDemands } from './demand-fit.js';
import { type DemandFamily, drawnLaw } from './demand-law.js';
import type { MeasuredSpan, Recording } from './recorded-queries.js';
import { recordedScenario, withDemands } from './recorded-scenario.js';
import { SectionSums } from './section-sums.js';

/** The demands of a recording's loads. */
export interface CalibratedDemands extends DemandFit {
  readonly source: string;
  readonly span: MeasuredSpan;
  /** See {@link Recording}. */
  readonly cpu_asked_seconds?: number | undefined;
}

/** Runs one replication of a scenario to its end. */
export type RunReplication = (scenario: Scenario, observer: Observer) => Promise<void>;

/** A fit takes some twenty runs; more queries per run improve it little. */
const MAX_QUERIES = 300_000;
/** Replicate until the simulation's random error is small compared with the recording's. */
const MIN_SIMULATED_QUERIES = 20_000;
const MAX_REPLICATIONS = 8;

/** How demands are fitted. */
export interface DemandOptions {
  /** Told to run the scenario with another seed for each replication, the same ones each time. */
  readonly run: RunReplication;
  readonly confidence: number;
  /** As many as the recording needs unless given. */
  readonly replications?: number;
  /** All of them unless given. */
  readonly families?: readonly DemandFamily[];
}

/**
 * The demands for which the scenario reproduces the latencies of recordings; see {@link fittedDemands}.
 * @param recordings of the same loads and the same span, such as of several days, each simulated alone
 */
export async function calibratedDemands(
  scenario: Scenario,
  recordings: readonly Recording[],
  { run, confidence, families, replications: asked_for }: DemandOptions,
): Promise<CalibratedDemands> {
  const { parts, duration_seconds } = partsOf(recordings);
  const loads = recordings[0]!.queries.map(({ load }) => load);
  const recorded = loads.map((load) => {
    const sums = new SectionSums(duration_seconds);
    for (const { recording, begins_seconds } of parts) {
      const { arrived, latency } = queriesOf(recording, load);
      for (let i = 0; i < arrived.length; i++) sums.add(begins_seconds + arrived[i]!, latency[i]!);
    }
    return { load, sums };
  });
  const simulated = parts.map(({ recording, begins_seconds }) => ({
    as_recorded: recordedScenario(scenario, {
      ...recording,
      queries: loads.map((load) => queriesOf(recording, load)),
    }),
    begins_seconds,
  }));
  const queries = sumOf(parts, ({ recording }) => countOf(recording));
  const replications =
    asked_for ?? Math.min(MAX_REPLICATIONS, Math.max(1, Math.ceil(MIN_SIMULATED_QUERIES / queries)));
  const fit = await fittedDemands(
    { recorded, duration_seconds },
    async (laws, observer) => {
      const drawn = laws.map(drawnLaw);
      for (let replication = 1; replication <= replications; replication++) {
        const record = observer();
        for (const [index, { as_recorded, begins_seconds }] of simulated.entries()) {
          // Not the seed of a load that was sent: its queries have had these demands, others have not.
          const seed = `${scenario.seed} calibration ${replication}${index === 0 ? '' : ` of ${index + 1}`}`;
          await run(
            { ...withDemands(as_recorded, drawn), seed },
            {
              ...IGNORED,
              query: (load, arrived, latency) => record(load, begins_seconds + arrived, latency),
            },
          );
        }
      }
    },
    confidence,
    families,
  );
  const { span, cpu_asked_seconds } = recordings[0]!;
  return { ...fit, source: recordings.map(({ source }) => source).join(', '), span, cpu_asked_seconds };
}

/** An observer that ignores a run. */
export const IGNORED: Observer = { timeline: () => undefined, decision: () => undefined };

const queriesOf = (recording: Recording, load: string) => recording.queries.find((own) => own.load === load)!;
const countOf = ({ queries }: Recording) => sumOf(queries, ({ arrivals }) => arrivals.length);

/**
 * Recordings one after the other, with when each begins; of many queries the first ones.
 * @param most queries that are used
 */
export function partsOf(recordings: readonly Recording[], most = MAX_QUERIES) {
  const queries = sumOf(recordings, countOf);
  const whole = sumOf(recordings, (recording) => recording.duration_seconds);
  const end = queries <= most ? whole : (whole * most) / queries;
  const parts: { readonly recording: Recording; readonly begins_seconds: number }[] = [];
  let begins_seconds = 0;
  for (const recording of recordings) {
    if (begins_seconds >= end) break;
    parts.push({ recording: cut(recording, end - begins_seconds), begins_seconds });
    begins_seconds += recording.duration_seconds;
  }
  return { parts, duration_seconds: end };
}

function cut(recording: Recording, duration_seconds: number): Recording {
  if (duration_seconds >= recording.duration_seconds) return recording;
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

/** Recordings by the loads and the span that they have in common, such as those of several days. */
export function alikeRecordings(all: readonly Recording[]): readonly (readonly Recording[])[] {
  const groups = new Map<string, Recording[]>();
  for (const each of all) {
    const loads = each.queries.map(({ load }) => load).toSorted();
    const key = JSON.stringify([each.span, each.table_pages ?? null, loads]);
    getOrCreate(groups, key, () => []).push(each);
  }
  return [...groups.values()];
}
