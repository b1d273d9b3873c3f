import type { z } from 'zod';
import { sumOf } from '../../kernel/sums.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { lastDay, limitOn, type PlanChoice } from '../../vendors/plan-limits.js';
import type { LimitItem } from '../../vendors/vendor-book.js';
import { formatSize, parseDuration } from '../form/quantity.js';
import {
  BYTE_RATE,
  DURATION,
  positive,
  quantity,
  SHARE,
  SIZE,
  wholeNumberSchema,
} from '../form/quantity-schema.js';
import { record } from '../form/record.js';
import { isMapping } from '../form/shown.js';
import { assumed, type ConstantDefault, chosen } from '../model/assumption.js';
import type { ComputeSpecification } from './computes.js';
import type { Load } from './load/load.js';

const GB = 1e9;

/** The longest restore window of any plan. Source: the platform's API schema. */
const MAX_HISTORY_SECONDS = 2_592_000;

const history = quantity(
  {
    name: 'HistoryRetention',
    expected: 'a restore window of 0 to 30 days: seconds, or a duration such as 6h or 7d',
    parse: (value) => (typeof value === 'number' ? value : parseDuration(value)),
    json: { anyOf: [{ type: 'integer', minimum: 0, maximum: MAX_HISTORY_SECONDS }, { type: 'string' }] },
  },
  'How far back instant restore reaches, in seconds or as a duration.',
  (value) =>
    value >= 0 && value <= MAX_HISTORY_SECONDS
      ? undefined
      : 'expected a restore window of 0 to 30 days (2592000 s)',
);

const FIGURES = {
  logical_size_bytes: quantity(SIZE, 'Size of the data on the root branch at the start.').optional(),
  growth: quantity(BYTE_RATE, 'Growth of the data.').optional(),
  written: quantity(
    BYTE_RATE,
    'Bytes that inserts, updates and deletes write to the root branch: the history that instant restore keeps.',
  ).optional(),
  history_retention_seconds: history.optional(),
  egress_per_query: quantity(SIZE, 'Bytes that leave the platform for a query that completes.').optional(),
  replicated_share: quantity(
    SHARE,
    'Share of the written bytes that each subscriber of logical replication receives.',
  ).optional(),
  private_share: quantity(
    SHARE,
    'Share of the transfer that goes over a private link, where written bytes count as well.',
  ).optional(),
};

const snapshots = record(
  {
    manual: wholeNumberSchema(0, 'Manual snapshots that are kept, each a full copy.').prefault(0),
    every: positive(DURATION, 'Time between scheduled snapshots.').optional(),
    keep: wholeNumberSchema(1, 'Scheduled snapshots that are kept; 7 by default.').optional(),
  },
  {
    description: 'Snapshots of the root branch.',
    check({ every, keep }, problem) {
      if (keep === undefined || every !== undefined) return;
      problem(
        'expected the time between scheduled snapshots in addition to keep, such as every: 1d',
        'every',
      );
    },
  },
);

const branches = record(
  {
    count: wholeNumberSchema(0, 'Child branches in addition to those of the computes.'),
    written: quantity(BYTE_RATE, 'Bytes written to each child branch.').optional(),
    age: quantity(DURATION, 'Their age when the run begins.').optional(),
  },
  { description: 'Child branches that exist during the whole run.' },
);

/** Storage and transfer of the project, for the non-compute lines of an invoice. */
export const data = record(
  {
    ...FIGURES,
    snapshots: snapshots.optional(),
    branches: branches.optional(),
  },
  { description: 'Storage and transfer of the project, for the invoice that "neap bill" prints.' },
);

export type DataItem = z.output<typeof data>;

/** Limits and defaults of a plan; `undefined` if the plan has no such rule. */
export interface DataAllowed {
  readonly plan: string;
  /** Bytes that a project may store. */
  readonly stored: number | undefined;
  /** The restore window of a project that does not set one, in seconds. */
  readonly restore_window: number | undefined;
}

/** @param month `YYYY-MM` */
export function dataAllowed(plan: PlanChoice, month: string): DataAllowed {
  const limit = (item: LimitItem) => limitOn(plan, item, lastDay(month))?.value;
  const stored_gb = limit('storage_gb');
  return {
    plan: plan.name,
    stored: stored_gb === undefined ? undefined : stored_gb * GB,
    restore_window: limit('restore_window_default_s'),
  };
}

/** Loads and computes of a project; in a fleet, of each tenant. */
interface ProjectParts {
  readonly load: readonly Load[];
  readonly computes: readonly ComputeSpecification[];
}

const BRANCH_WRITTEN: ConstantDefault = {
  default: '10MB/d',
  source: 'a guess: migrations and test data',
  confidence: 'low',
};
const WRITTEN_SHARE_PER_DAY = 0.01;
const KEPT_SNAPSHOTS = 7;

function dataDefaults(
  item: DataItem | undefined,
  load: ProjectParts['load'],
  { plan, stored = Number.POSITIVE_INFINITY, restore_window = DAY_SECONDS }: DataAllowed,
): Readonly<Record<keyof typeof FIGURES, ConstantDefault>> {
  const working_set = load.reduce((most, { query }) => Math.max(most, query.working_set_bytes), 0);
  const needed = Math.max(working_set, GB);
  const size = Math.min(needed, stored);
  return {
    logical_size_bytes: {
      default: formatSize(size),
      source:
        stored < needed
          ? `the most that a project of the ${plan} plan stores`
          : working_set > GB
            ? 'the largest working set of a load: the data is at least this large'
            : 'a guess of 1 GB: no load has a working set',
      confidence: 'low',
    },
    growth: {
      default: 0,
      source: 'left out unless given: growth depends on the application',
      confidence: 'low',
    },
    written: {
      default: `${formatSize((item?.logical_size_bytes ?? size) * WRITTEN_SHARE_PER_DAY)}/d`,
      source: 'a guess: a hundredth of the data per day',
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
      source: 'a guess: all tables are published, and each subscriber receives every change',
      confidence: 'low',
    },
    private_share: { default: 0, source: 'no private link unless given', confidence: 'high' },
  };
}

/**
 * The data with every default filled in, and the assumptions for an invoice; it has no effect on runs. Rates are per
 * second. Replicated bytes are those to all subscribers together; in a fleet, the mean over tenants.
 * @param written the section as written
 */
export function completeData(
  item: DataItem | undefined,
  project: ProjectParts,
  allowed: DataAllowed,
  written?: unknown,
) {
  const defaults = dataDefaults(item, project.load, allowed);
  const value = (key: keyof typeof FIGURES): number =>
    item?.[key] ?? FIGURES[key].parse(defaults[key].default)!;
  const { snapshots: kept, branches: children } = item ?? {};
  const branch_written = children?.written ?? FIGURES.written.parse(BRANCH_WRITTEN.default)!;
  const replicated = sumOf(
    subscribersOf(project),
    ({ clients, isRoot }) => clients * (isRoot ? value('written') : branch_written),
  );
  return {
    logical_size_bytes: value('logical_size_bytes'),
    growth_bytes_per_second: value('growth'),
    written_bytes_per_second: value('written'),
    history_retention_seconds: value('history_retention_seconds'),
    manual_snapshots: kept?.manual ?? 0,
    scheduled_snapshots: {
      every_seconds: kept?.every ?? 0,
      keep: kept?.every === undefined ? 0 : (kept.keep ?? KEPT_SNAPSHOTS),
    },
    egress_bytes_per_query: value('egress_per_query'),
    replicated_bytes_per_second: replicated * value('replicated_share'),
    private_share: value('private_share'),
    branches: children?.count ?? 0,
    branch_age_seconds: children?.age ?? 0,
    branch_written_bytes_per_second: branch_written,
    assumptions: assumptionsOf(item, project, defaults, isMapping(written) ? written : {}),
  };
}

/** Storage and transfer of a project. */
export interface DataSpecification extends Readonly<ReturnType<typeof completeData>> {}

function assumptionsOf(
  item: DataItem | undefined,
  { load, computes }: ProjectParts,
  defaults: ReturnType<typeof dataDefaults>,
  written: Readonly<Record<string, unknown>>,
) {
  const subscribers = subscribersOf({ load, computes });
  const unused = [
    ...(subscribers.length > 0 ? [] : ['replicated_share']),
    ...(load.some(hasEgress) && load.every((one) => hasEgress(one) || one.process.kind === 'none')
      ? ['egress_per_query']
      : []),
  ];
  const figures = Object.entries(defaults).filter(([key]) => !unused.includes(key));
  return [
    ...figures.map(([key, fallback]) =>
      written[key] === undefined
        ? assumed(`data.${key}`, fallback.default, fallback)
        : chosen(`data.${key}`, written[key]),
    ),
    ...['snapshots', 'branches']
      .filter((key) => written[key] !== undefined)
      .map((key) => chosen(`data.${key}`, written[key])),
    ...((item?.branches ?? subscribers.find(({ isRoot }) => !isRoot)) !== undefined &&
    item?.branches?.written === undefined
      ? [assumed('data.branches.written', BRANCH_WRITTEN.default, BRANCH_WRITTEN)]
      : []),
  ];
}

/** Whether a load sets the bytes of its queries; if not, the data sets them for all loads. */
export function hasEgress({ query }: Pick<Load, 'query'>): boolean {
  return query.egress_bytes !== undefined;
}

/**
 * The project with the mean bytes per query, for calculations that only use the number of queries; unchanged if no
 * load sets its bytes.
 */
export function withMeanEgress<
  Project extends { readonly load: readonly Load[]; readonly data: DataSpecification },
>(
  project: Project,
  { queries, sent_bytes }: { readonly queries: number; readonly sent_bytes: number },
): Project {
  const { load, data } = project;
  if (!(queries > 0) || !load.some(hasEgress)) return project;
  return { ...project, data: { ...data, egress_bytes_per_query: sent_bytes / queries } };
}

/** Names of the assumptions that determine the storage and the transfer of a project. */
export function determiningData(project: ProjectParts) {
  const replicated = subscribersOf(project).flatMap(({ isRoot }) =>
    isRoot ? ['data.written'] : ['data.branches', 'data.branches.written'],
  );
  return {
    storage: ['data.logical_size_bytes', 'data.growth'],
    egress: ['data.egress_per_query', 'data.replicated_share', ...replicated],
  };
}

/** Subscribers of logical replication, and whether they receive the changes of the root branch. */
function subscribersOf({ load, computes }: ProjectParts) {
  const root = computes[0]?.branch;
  const branchOf = new Map(computes.map(({ name, branch }) => [name, branch]));
  return load.flatMap(({ connection, route: { targets } }) => {
    if (connection.kind !== 'replication' || connection.clients === 0) return [];
    return targets.map(({ compute, weight }) => ({
      clients: (connection.clients * weight) / sumOf(targets, (target) => target.weight),
      isRoot: (branchOf.get(compute) ?? root) === root,
    }));
  });
}
