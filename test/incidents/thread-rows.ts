import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { called } from '../cli/command.js';

/** A scenario, a command on it, and the correct values of figures in its JSON output. */
export interface ThreadRow {
  /** Its file in `threads/`, without the extension. */
  readonly scenario: string;
  /** A command and its options; the file is inserted after the command. */
  readonly command: string;
  /**
   * By path, such as `total.queries.failed`. `list[name=web]` is the entry of a list with that value, and
   * `list[].name` has the values of all entries.
   */
  readonly figures: Readonly<Record<string, unknown>>;
  /** Exit code; 0 if left out. */
  readonly status?: number;
  /** Text of the error output. */
  readonly says?: RegExp;
  /** A row that takes seconds and belongs to the long suite. */
  readonly isSlow?: true;
}

/** A number within these bounds. */
function between(least: number, most: number): unknown {
  return expect.toSatisfy(
    (value: unknown) => typeof value === 'number' && value >= least && value <= most,
    `a number from ${least} to ${most}`,
  );
}

/** A number that has this value when rounded to the same number of decimals. */
function about(value: number, decimals = 2): unknown {
  return expect.closeTo(value, decimals);
}

export const THREAD_ROWS: readonly ThreadRow[] = [
  // These hold regardless of other changes.
  {
    scenario: 'right-cadence-and-timeout',
    command: 'run',
    figures: {
      'total.cost_usd_per_month': about(8.11),
      'total.suspended_seconds': between(0.79 * 604_800, 0.8 * 604_800),
    },
  },
  {
    scenario: 'right-cadence-and-timeout',
    command: 'sweep --vary plan=launch,scale --vary timeout=1m,5m --replications 2',
    figures: {
      'rows[0].invalid': expect.stringContaining('not 60 s'),
      'rows[1].figures.cost_usd_per_month.mean': about(19.34),
      'rows[2].figures.cost_usd_per_month.mean': about(8.11),
    },
    isSlow: true,
  },
  {
    scenario: 'right-connect-timeout',
    command: 'run',
    figures: { 'total.queries.arrived': 1344, 'total.queries.failed': 21 },
  },
  {
    scenario: 'right-connect-timeout',
    command: 'run --set load.page.retry.connect_timeout=10s',
    figures: { 'total.queries.failed': 0 },
  },
  {
    scenario: 'right-eleven-hundred-hours',
    command: 'run',
    figures: {
      'total.cu_hours': about(1116, 1),
      'total.cost_usd': between(156, 157),
      'findings[].id': ['poll_under_timeout', 'poll_under_timeout', 'poll_under_timeout'],
    },
    isSlow: true,
  },
  {
    // Erlang B: 900 clients on 163 places lose 4,104 of those that come.
    scenario: 'right-function-sessions',
    command: 'run',
    figures: { 'total.connections.refused': 4102 },
  },
  {
    scenario: 'right-persistent-connections',
    command: 'run --set load.web.connection.max_lifetime=60s',
    figures: { 'total.queries.failed': 0 },
  },
  {
    scenario: 'right-persistent-connections',
    command: 'run',
    figures: { 'total.queries.failed': 383, 'findings[].id': ['pool_outlives_suspend'] },
  },
  {
    scenario: 'right-pool-exhausted',
    command: 'run',
    figures: {
      'total.queries.failed': 883,
      'total.latency_ms.p99': between(32_050, 32_150),
      'total.queries.by_error.acquire_timeout': 883,
    },
  },
  {
    // Branches that live 210 d at 20 per week: 600 exist at a time, and 591 of them are charged.
    scenario: 'right-previews-210d',
    command: 'bill',
    figures: {
      'previews.month.branches_by_theory': about(600, 1),
      'month.lines[metric=extra_branches_month].amount_usd': about(869.51),
    },
  },
  {
    scenario: 'right-queue-polls',
    command: 'bill',
    figures: {
      'month.lines[metric=public_network_transfer_bytes].quantity': about(6.73),
      'month.lines[metric=compute_unit_seconds].amount_usd': 19.34,
    },
    isSlow: true,
  },
  {
    scenario: 'right-readiness-probe',
    command: 'bill --budget 5',
    figures: {
      'month.lines[metric=compute_unit_seconds].amount_usd': 19.34,
      'budget.compute_time_seconds': 158_264,
    },
  },
  {
    scenario: 'right-readiness-probe',
    command: 'run',
    figures: { 'total.cost_usd_per_month': about(19.34), 'findings[].id': ['poll_under_timeout'] },
  },
  {
    scenario: 'right-replication-three-branches',
    command: 'run',
    figures: {
      'computes[name=prod].cost_usd_per_month': about(19.34),
      'computes[name=dev1].cost_usd_per_month': about(19.34),
      'computes[name=dev2].cost_usd_per_month': about(19.34),
    },
    isSlow: true,
  },
  {
    scenario: 'right-restart-under-load',
    command: 'run',
    figures: { 'total.disruptions.connections_dropped': 20, 'total.queries.failed': 4 },
    isSlow: true,
  },
  // A new connection is refused whenever the pooler is full.
  {
    scenario: 'pooler-full-available',
    command: 'run',
    figures: {
      'total.queries.failed': 599,
      'total.availability.time': between(0, 0.001),
      'total.availability.unavailable_by_cause.pooler_full': about(600),
    },
  },
  // A query that fails at once has not waited.
  {
    scenario: 'stale-counted-as-waited',
    command: 'run',
    figures: {
      'total.delayed_probability': 0.6,
      'total.wakes': 3,
      'total.queries.failed': 2,
      'loads[name=web].slow_by.wake': 3,
    },
  },
  {
    scenario: 'right-persistent-connections',
    command: 'run',
    figures: { 'total.delayed_probability': about(384 / 1007, 6), 'total.wakes': 384 },
  },
  // Prices and allowances depend on the date.
  {
    // 500 GB per project are included since 2026-06-01; 432 GB are sent.
    scenario: 'egress-allowance',
    command: 'bill --period run',
    figures: {
      'invoices[0].lines[metric=public_network_transfer_bytes].quantity': about(432, 0),
      'invoices[0].lines[metric=public_network_transfer_bytes].amount_usd': 0,
      prices_checked_until: '2026-11-26',
    },
  },
  {
    scenario: 'egress-allowance-two-projects',
    command: 'bill --period run',
    figures: {
      'invoices[0].lines[metric=public_network_transfer_bytes].quantity': about(864, 0),
      'invoices[0].lines[metric=public_network_transfer_bytes].amount_usd': 0,
    },
  },
  {
    scenario: 'egress-allowance-two-projects',
    command: 'bill --period run --set start=2026-06-01',
    figures: { 'invoices[0].lines[metric=public_network_transfer_bytes].amount_usd': about(36.4) },
  },
  {
    scenario: 'free-plan-storage',
    command: 'bill',
    figures: { 'month.lines[metric=root_branch_bytes_month].billable': 0, total_usd: 0 },
  },
  {
    scenario: 'price-cut-of-november',
    command: 'run',
    figures: { 'total.cu_hours': about(240, 6), 'total.cost_usd': about(25.44, 6) },
  },
  {
    scenario: 'price-cut-of-november',
    command: 'bill --period run',
    figures: { 'invoices[0].lines[metric=compute_unit_seconds].amount_usd': 25.44 },
  },
  {
    scenario: 'legacy-base-fee',
    command: 'run',
    figures: {
      'plan.price.base_fee_usd': 69,
      'total.cost_usd': 69,
      'total.cost_usd_per_month': 69,
      prices_checked_until: '2026-11-26',
    },
  },
  {
    scenario: 'legacy-base-fee',
    command: 'bill',
    figures: {},
    status: 2,
    says: /the scale plan had no usage-based invoice on 2025-06-01: it cost \$69 per month/,
  },
  // The limits of a plan.
  {
    scenario: 'free-plan-transfer',
    command: 'run',
    figures: {
      'total.queries.failed': 220,
      'total.queries.arrived': 720,
      'limits_reached[0].name': 'transfer of the free plan',
      'limits_reached[0].from': '2026-09-21T19:15:00Z',
    },
  },
  {
    scenario: 'free-plan-transfer',
    command: 'bill',
    figures: {
      'caps[name=transfer of the free plan].outage_hours': between(228, 232),
      'exhausted[0].at': '2026-09-21T19:15:00Z',
    },
  },
  {
    scenario: 'free-plan-transfer',
    command: 'validate',
    figures: { 'files[0].findings[0].id': 'quota_runs_out' },
  },
  {
    scenario: 'free-plan-impossible',
    command: 'run',
    figures: {},
    status: 2,
    says: /the free plan allows 500MB of data in a project, not 3GB; expected 500MB at most, or plan: scale/,
  },
  {
    scenario: 'restore-window-of-the-plan',
    command: 'bill',
    figures: {},
    status: 2,
    says: /the launch plan allows a restore window of 7d, not 30d; expected 7d at most, or plan: scale/,
  },
  {
    scenario: 'free-plan-forecast',
    command: 'forecast --growth 20%/month',
    figures: {
      'months[1].cap_used_up': null,
      'months[2].cap_used_up': 'transfer of the free plan',
      'events[what=storage of the free plan].date': expect.stringMatching(/^2027-03-/),
    },
    isSlow: true,
  },
  {
    scenario: 'active-computes-limit',
    command: 'run',
    figures: {
      'total.queries.failed': 10,
      'total.wakes': 21,
      'computes[name=b21].wakes': 0,
      'computes[name=b20].queries.failed': 0,
    },
  },
  {
    scenario: 'active-computes-of-previews',
    command: 'bill',
    figures: { cu_hours_per_month: between(91, 92), 'previews.month.cu_hours.mean': between(3600, 3650) },
    isSlow: true,
  },
  // A compute that is never suspended costs what its size costs.
  {
    scenario: 'never-suspended-twice-the-cost',
    command: 'bill',
    figures: {
      'provisioned.sizes_cu': [0.25],
      'provisioned.always_on_usd_per_month': about(19.35, 1),
      'month.lines[metric=compute_unit_seconds].amount_usd': 19.34,
    },
  },
  // The cause that keeps a compute awake is found in any form.
  {
    scenario: 'finding-kept-awake',
    command: 'run',
    figures: {
      'findings[].id': ['poll_under_timeout', 'kept_awake', 'kept_awake', 'kept_awake', 'kept_awake'],
      'findings[].place.name': ['renewal', 'session', 'listener', 'subscriber', 'pool'],
    },
  },
  {
    scenario: 'listen-keeps-awake',
    command: 'run',
    figures: {
      'total.cost_usd_per_month': about(19.31),
      'total.wakes': 277,
      'findings[].id': ['kept_awake'],
      'findings[].message': [expect.stringMatching(/^worker keeps primary awake: .* 24 h of 24 h/)],
    },
  },
  {
    scenario: 'right-queue-polls',
    command: 'run',
    figures: { 'findings[].id': ['kept_awake'], 'total.queries.arrived': between(1.62e6, 1.64e6) },
    isSlow: true,
  },
  // A finding does not depend on the notation of a rate.
  {
    scenario: 'finding-needs-constant-rate',
    command: 'run',
    figures: {
      'findings[1].id': 'pool_per_frozen_function',
      'findings[1].figure.value': about(900, 1),
    },
  },
  {
    scenario: 'right-function-sessions',
    command: 'run',
    figures: { 'findings[].id': ['pool_per_frozen_function'], 'findings[0].figure.value': about(300, 1) },
  },
  // Transfer includes more than query results: replication, and both directions of a private link.
  {
    scenario: 'replication-transfer',
    command: 'bill --period run',
    figures: {
      'invoices[0].lines[metric=public_network_transfer_bytes].quantity': about(900, 1),
      'invoices[0].lines[metric=public_network_transfer_bytes].amount_usd': 40,
      'assumptions[name=data.replicated_share].value': '1',
    },
  },
  {
    scenario: 'private-transfer-both-ways',
    command: 'bill --period run',
    figures: {
      'invoices[0].lines[metric=private_network_transfer_bytes].quantity': between(3043, 3044),
      'invoices[0].lines[metric=private_network_transfer_bytes].amount_usd': between(30.4, 30.5),
    },
  },
  // The margin to a quota is that of the demand, which the quota does not cut off.
  {
    scenario: 'plan-censored-hours',
    command: 'plan --no-sensitivity --at-load none --quiet',
    figures: {
      'constraints[0].figure': 'demanded_cu_hours',
      'candidates[name=min=0.25 max=0.25 timeout=5m].figures.demanded_cu_hours.mean': about(186, 1),
      'candidates[name=min=2 max=2 timeout=5m].figures.demanded_cu_hours.mean': about(1488, 0),
    },
    status: 1,
    isSlow: true,
  },
  {
    scenario: 'plan-censored-hours',
    command: 'bill',
    figures: { 'caps[0].used_per_month': about(182.5, 1), 'caps[0].limit': 100 },
  },
  // A pool that tests at check-out wakes the compute when connections retire, and fails no query. 48 times 300 s per
  // day are $3.22 per month by hand.
  {
    scenario: 'pool-min-idle-tested',
    command: 'run',
    figures: {
      'total.cost_usd_per_month': between(3.22, 3.7),
      'total.wakes': between(7 * 47, 7 * 49),
      'total.queries.failed': 0,
    },
  },
  // A saving that consists of start-up time is not a saving; the reason against it is reported.
  {
    scenario: 'listen-plan',
    command: 'plan --no-sensitivity --at-load none --quiet',
    figures: {
      recommendation: 'min=0.25 max=0.25 timeout=5m',
      warnings: [
        expect.stringMatching(/only because start-up is not billed.*worker connects again right after/),
      ],
    },
    isSlow: true,
  },
];

/** Runs a row's command, and compares the figures and the error output with the row. */
export async function checkRow({ scenario, command, figures, status = 0, says }: ThreadRow): Promise<void> {
  const file = fileURLToPath(new URL(`threads/${scenario}.yaml`, import.meta.url));
  const [name, ...options] = command.split(' ');
  const outcome = await called([name!, file, ...options, '--json']);
  expect(outcome.status, outcome.stderr).toBe(status);
  if (says !== undefined) expect(outcome.stderr).toMatch(says);
  const paths = Object.keys(figures);
  if (paths.length === 0) return;
  const answer: unknown = JSON.parse(outcome.stdout);
  expect(Object.fromEntries(paths.map((path) => [path, figureAt(answer, path)]))).toEqual(figures);
}

/** The sources named in the first lines of a scenario. */
export function sourcesOf(scenario: string): string {
  const text = readFileSync(new URL(`threads/${scenario}.yaml`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .join('\n');
}

function figureAt(answer: unknown, path: string): unknown {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g)!;
  return steps.reduce<unknown>((value, step) => {
    if (step === '[]') return value;
    const [, key, wanted] = /^\[(\w+)=(.*)\]$/.exec(step) ?? [];
    if (key !== undefined) return (value as Record<string, unknown>[]).find((each) => each[key] === wanted);
    const name = step.replaceAll(/[[\]]/g, '');
    if (Array.isArray(value) && !/^\d+$/.test(name)) {
      return value.map((each: Record<string, unknown>) => each[name]);
    }
    return (value as Record<string, unknown> | undefined)?.[name];
  }, answer);
}
