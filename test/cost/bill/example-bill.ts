import { type Bill, type BillQuestion, billOf } from '../../../src/cost/bill/bill.js';
import { RunRecord } from '../../../src/cost/bill/run-record.js';
import type { ComputeSpecification, DataSpecification, Scenario } from '../../../src/scenario/scenario.js';
import type {
  ComputeObservations,
  DecisionRow,
  RunObservations,
  TimelineRow,
} from '../../../src/simulation/run/observation.js';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** No storage, writes or transfer. */
export const NO_DATA: DataSpecification = {
  logical_size_bytes: 0,
  growth_bytes_per_second: 0,
  written_bytes_per_second: 0,
  history_retention_seconds: 0,
  manual_snapshots: 0,
  scheduled_snapshots: { every_seconds: 0, keep: 0 },
  egress_bytes_per_query: 0,
  replicated_bytes_per_second: 0,
  private_share: 0,
  branches: 0,
  branch_age_seconds: 0,
  branch_written_bytes_per_second: 0,
  assumptions: [],
};

export const LAUNCH = { name: 'launch', as_of: undefined };

/** The first ten days of June 2026 on launch: one compute, no data. */
export function exampleScenario(over: Partial<Scenario> = {}): Scenario {
  const start = over.start ?? '2026-06-01T00:00:00Z';
  const made: Partial<Scenario> = {
    name: 'shop',
    seed: '7',
    start,
    start_epoch_seconds: Date.parse(start) / 1000,
    duration_seconds: 10 * DAY,
    plan: LAUNCH,
    computes: onBranches('main'),
    load: [],
    events: [],
    data: NO_DATA,
    previews: undefined,
    quota: {},
    spending_limit_cents: undefined,
    ...over,
  };
  return made as Scenario;
}

/** A compute for each branch named. */
export function onBranches(...branches: readonly string[]): readonly ComputeSpecification[] {
  return branches.map((branch, index) => {
    const limits = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 56 };
    return { name: `compute-${index}`, branch, ...limits } as ComputeSpecification;
  });
}

/** A run of ten days: 120 CU-hours and 24,000 queries unless told otherwise, 365 CU-hours and 73,000 queries a month. */
export function exampleRun(
  computes: readonly Partial<ComputeObservations>[] = [{}],
  over: Partial<RunObservations> = {},
): RunObservations {
  const made: Partial<RunObservations> = {
    duration_seconds: 10 * DAY,
    quota_exhausted_seconds: 0,
    computes: computes.map(
      (each, index) =>
        ({
          name: `compute-${index}`,
          cu_seconds: 120 * HOUR,
          cu_seconds_by_month: [],
          active_cu_seconds: 120 * HOUR,
          active_seconds: 60 * HOUR,
          completed: 24_000,
          ...each,
        }) as ComputeObservations,
    ),
    ...over,
  };
  return made as RunObservations;
}

/** A bill's data from a run, with some of its rows. */
export function recordOf(
  scenario: Scenario,
  decisions: readonly Partial<DecisionRow>[] = [],
  timeline: readonly Partial<TimelineRow>[] = [],
): RunRecord {
  const record = new RunRecord(scenario);
  const own = { compute: 'compute-0' };
  for (const row of timeline) record.timeline({ ...own, completed: 0, cu: 0, ...row } as TimelineRow);
  for (const row of decisions) record.decision({ ...own, ...row } as DecisionRow);
  return record;
}

/** The bill of an example, a month of it unless told otherwise. */
export function exampleBill(
  over: Partial<Scenario> = {},
  run: RunObservations = exampleRun(),
  question: Partial<BillQuestion> = {},
): Bill {
  const scenario = exampleScenario(over);
  return billOf(scenario, run, recordOf(scenario), { period: 'month', ...question });
}
