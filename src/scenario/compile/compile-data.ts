import { sumOf } from '../../kernel/sums.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { lastDay, limitOn, type PlanChoice } from '../../vendors/plan-limits.js';
import type { LimitItem } from '../../vendors/vendor-book.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { ConstantDefault } from '../model/model-constant.js';
import { type DataForm, dataSchema } from '../schema/data-schema.js';
import type { ComputeSpecification } from '../specification/compute-specification.js';
import type { DataSpecification } from '../specification/data-specification.js';

/** A figure of the data that the scenario may leave out. */
export interface DataDefault extends ConstantDefault {
  readonly default: string | number;
}

/** Loads and computes of a project; in a fleet, of each tenant. */
interface ProjectParts {
  readonly load: readonly LoadSpecification[];
  readonly computes: readonly ComputeSpecification[];
}

const GB = 1e9;
const LEAST_BYTES = GB;
/** Of the data, written in a day. */
const WRITTEN_SHARE_PER_DAY = 0.01;
const KEPT_SNAPSHOTS = 7;

/** What is written to a child branch. */
export const BRANCH_WRITTEN: DataDefault = {
  default: '10MB/d',
  source: 'a guess: migrations and test data',
  confidence: 'low',
};

/** What a plan allows of the data, or gives a project by default; `undefined` if the plan has no such rule. */
export interface DataAllowed {
  readonly plan: string;
  /** Bytes that a project may store. */
  readonly stored: number | undefined;
  /** The restore window of a project that sets none, in seconds. */
  readonly restore_window: number | undefined;
}

/** @param month `YYYY-MM` */
export function dataAllowed(plan: PlanChoice, month: string): DataAllowed {
  const of = (item: LimitItem) => limitOn(plan, item, lastDay(month))?.value;
  const stored_gb = of('storage_gb');
  return {
    plan: plan.name,
    stored: stored_gb === undefined ? undefined : stored_gb * GB,
    restore_window: of('restore_window_default_s'),
  };
}

/** What is taken where the scenario says nothing, by key under `data`. */
export function dataDefaults(
  form: DataForm | undefined,
  load: readonly LoadSpecification[],
  { plan, stored = Number.POSITIVE_INFINITY, restore_window = DAY_SECONDS }: DataAllowed,
) {
  const working_set = load.reduce((most, { query }) => Math.max(most, query.working_set_bytes), 0);
  const needed = Math.max(working_set, LEAST_BYTES);
  const size = Math.min(needed, stored);
  return {
    logical_size_bytes: {
      default: sizeText(size),
      source:
        stored < needed
          ? `the most that a project of the ${plan} plan stores`
          : working_set > LEAST_BYTES
            ? 'the largest working set of a load: there is at least that much'
            : 'a guess of 1 GB: no load says how much data it reads',
      confidence: 'low',
    },
    growth: {
      default: 0,
      source: 'left out unless given: how fast data grows is up to the application',
      confidence: 'low',
    },
    written: {
      default: `${sizeText((form?.logical_size_bytes ?? size) * WRITTEN_SHARE_PER_DAY)}/d`,
      source: 'a guess: a hundredth of the data a day',
      confidence: 'low',
    },
    history_retention_seconds: {
      default: restore_window,
      source:
        restore_window === DAY_SECONDS
          ? "platform's API schema: the default of a project"
          : `platform documentation, plans page: the restore window of the ${plan} plan`,
      confidence: 'high',
    },
    egress_per_query: {
      default: '2kB',
      source: 'a guess: a few rows of a hundred bytes and the messages of the protocol',
      confidence: 'low',
    },
    replicated_share: {
      default: 1,
      source: 'a guess: all tables are published, and each subscriber is sent every change',
      confidence: 'low',
    },
    private_share: { default: 0, source: 'no private link unless given', confidence: 'high' },
  } as const satisfies Partial<Record<keyof DataForm, DataDefault>>;
}

/** Subscribers of logical replication, and whether they are sent what is written to the root branch. */
function subscribersOf({
  load,
  computes,
}: ProjectParts): readonly { readonly clients: number; readonly isRoot: boolean }[] {
  const root = computes[0]?.branch;
  const branches = new Map(computes.map(({ name, branch }) => [name, branch]));
  return load.flatMap(({ connection, route: { targets } }) => {
    if (connection.kind !== 'replication' || connection.clients === 0) return [];
    return targets.map(({ compute, weight }) => ({
      clients: (connection.clients * weight) / sumOf(targets, (target) => target.weight),
      isRoot: (branches.get(compute) ?? root) === root,
    }));
  });
}

/** The data as a scenario says it, with a default for the rest. */
export function compileData(
  form: DataForm | undefined,
  project: ProjectParts,
  allowed: DataAllowed,
): Omit<DataSpecification, 'assumptions'> {
  const defaults = dataDefaults(form, project.load, allowed);
  const value = (key: keyof typeof defaults): number =>
    // A default reads as what somebody might have written.
    form?.[key] ?? (dataSchema.shape[key].parse(defaults[key].default) as number);
  const { snapshots, branches } = form ?? {};
  const branch_written =
    branches?.written ?? (dataSchema.shape.written.parse(BRANCH_WRITTEN.default) as number);
  const replicated = sumOf(
    subscribersOf(project),
    ({ clients, isRoot }) => clients * (isRoot ? value('written') : branch_written),
  );
  return {
    logical_size_bytes: value('logical_size_bytes'),
    growth_bytes_per_second: value('growth'),
    written_bytes_per_second: value('written'),
    history_retention_seconds: value('history_retention_seconds'),
    manual_snapshots: snapshots?.manual ?? 0,
    scheduled_snapshots: {
      every_seconds: snapshots?.every ?? 0,
      keep: snapshots?.every === undefined ? 0 : (snapshots.keep ?? KEPT_SNAPSHOTS),
    },
    egress_bytes_per_query: value('egress_per_query'),
    replicated_bytes_per_second: replicated * value('replicated_share'),
    private_share: value('private_share'),
    branches: branches?.count ?? 0,
    branch_age_seconds: branches?.age ?? 0,
    branch_written_bytes_per_second: branch_written,
  };
}

/** A size as a scenario would write it, exactly: in the largest unit of which it is a whole number. */
export function sizeText(bytes: number): string {
  const whole = Math.round(bytes);
  for (const [unit, size] of [
    ['GB', 1e9],
    ['GiB', 1024 * 1024 * 1024],
    ['MB', 1e6],
    ['MiB', 1024 * 1024],
    ['kB', 1e3],
  ] as const) {
    if (whole > 0 && whole % size === 0) return `${whole / size}${unit}`;
  }
  return `${whole}B`;
}
