import type { ComputeObservations, DecisionRow } from '../../../src/simulation/run/observation.js';
import { type RunRecord, recordDocument } from '../../../src/testing/index.js';

type Part = Readonly<Record<string, unknown>>;

/** Settings of an example; the default is a compute of one CU that suspends after five minutes. */
export interface Example {
  readonly compute?: Part;
  readonly load?: Part | readonly Part[];
  readonly events?: readonly Part[];
  readonly model?: Part;
  /** Further keys of the document, such as `plan` and `duration`. */
  readonly scenario?: Part;
}

/** Runs an example: one compute named `primary`, by default fixed at one CU; wakes and restarts take one second. */
export function runExample(example: Example): Promise<RunRecord> {
  const loads = (example.load === undefined ? [] : [example.load].flat()) as readonly Part[];
  return recordDocument({
    name: 'example',
    duration: '1h',
    plan: 'scale',
    computes: [
      {
        name: 'primary',
        autoscaling_limit_min_cu: 1,
        autoscaling_limit_max_cu: 1,
        suspend_timeout_seconds: 300,
        ...example.compute,
      },
    ],
    load: loads.map((load, index) => ({
      name: `load-${index + 1}`,
      compute: 'primary',
      query: { cpu: '0s' },
      ...load,
    })),
    events: example.events ?? [],
    model: { wake_latency: '1s', restart_latency: '1s', fork_latency: '0s', ...example.model },
    ...example.scenario,
  });
}

/** Arrivals at these times, in seconds. */
export function at(...seconds: readonly number[]): Part {
  return { arrivals: seconds.map((moment) => `${moment}s`) };
}

export function primary(record: RunRecord): ComputeObservations {
  return record.observations.computes[0]!;
}

/** The decision log as `time decision` lines, excluding the given kinds. */
export function story(record: RunRecord, ...without: readonly DecisionRow['decision'][]): readonly string[] {
  return record.decisions
    .filter((row) => !without.includes(row.decision))
    .map((row) => `${row.time_seconds} ${row.decision}`);
}
