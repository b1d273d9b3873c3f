import type { VendorBook } from './vendor-book.js';

/** The day of the latest comparison of all rows with their sources. */
const seen = '2026-11-26';

const FIVE_MINUTES = 300;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const PAID = ['launch', 'scale'];
const LEGACY = ['launch', 'scale', 'business'];
const ALL = ['free', 'launch', 'scale', 'business'];

/** Last days of the plans with a monthly fee, and of the first usage-based rates. */
const LEGACY_END = '2025-08-13';
const FIRST_RATES_END = '2025-11-02';

const SUSPENDS = 'exhausting the included CU-hours suspends the computes, without charge';
const STOPS = 'beyond what is included writes or computes stop, without charge';
const NO_PRIVATE = 'private networking needs the Scale plan';

// biome-ignore format: one row per line reads as a table.
/** Prices in US dollars and limits of Neon, without object storage, functions and the Agent plan. */
export const NEON: VendorBook = {
  id: 'neon',
  title: 'Neon',
  default_plan: 'scale',
  // Plans page of 2026-03-20.
  least_collected_usd: 0.5,
  sources: {
    plans: 'platform documentation, plans page of 2026-08-27, summary of 2026-11-12',
    plans_2024: 'platform documentation, plans pages of 2024-01-23 to 2024-09-30',
    change_2025: 'platform website, pull request 3798 of 2025-08-14',
    rates_2025: 'platform website, pull request 4103 of 2025-11-03',
    projects_2025: 'platform website, pull requests 4215 and 4246 of December 2025',
    no_minimum: 'platform documentation, plans page of 2025-12-12',
    calculations: 'platform documentation, usage and cost calculations, 2026-05-28',
    changelog_snapshots: 'platform changelog of 2026-05-22',
    egress_2026: 'platform website, pull request 4984 of 2026-05-29',
    egress_project: 'platform website, pull request 5344 of 2026-07-22',
    egress_free: 'platform website, pull requests 5713 and 5718 of 2026-09-02',
    no_size_limit: 'platform website, pull request 5721 of 2026-09-02',
    free_storage: 'platform blog, 1 GB per project on the free plan, 2026-10-02',
    free_2024: 'platform website, pull requests 1642, 1971 and 2301 of 2024',
    computes: 'platform website, pull request 4316 of 2026-01-06',
    sizes: 'platform documentation, manage computes, 2026-08',
  },
  prices: [
    // Compute.
    { item: 'compute', tier: ['free'], usd: 0, per: 'CU-hour', from: '2024-09-01', seen, src: 'plans', conf: 'H', note: SUSPENDS },
    { item: 'compute', tier: ['launch', 'scale'], usd: 0.16, per: 'CU-hour', from: '2024-01-23', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'compute', tier: ['business'], usd: 0.16, per: 'CU-hour', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'compute', tier: ['launch'], usd: 0.14, per: 'CU-hour', from: '2025-08-14', to: FIRST_RATES_END, seen, src: 'change_2025', conf: 'H' },
    { item: 'compute', tier: ['scale'], usd: 0.26, per: 'CU-hour', from: '2025-08-14', to: FIRST_RATES_END, seen, src: 'change_2025', conf: 'H' },
    { item: 'compute', tier: ['launch'], usd: 0.106, per: 'CU-hour', from: '2025-11-03', seen, src: 'rates_2025', conf: 'H' },
    { item: 'compute', tier: ['scale'], usd: 0.222, per: 'CU-hour', from: '2025-11-03', seen, src: 'rates_2025', conf: 'H' },

    // The monthly base fee, whatever the use.
    { item: 'base_fee', tier: ['launch'], usd: 19, per: 'month', from: '2024-01-23', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'base_fee', tier: ['scale'], usd: 69, per: 'month', from: '2024-01-23', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'base_fee', tier: ['business'], usd: 700, per: 'month', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'minimum', tier: PAID, usd: 5, per: 'month', from: '2025-08-14', to: '2025-12-11', seen, src: 'no_minimum', conf: 'H' },

    // Everything else. The plans with a monthly fee sold storage in packages, which are not recorded.
    { item: 'storage', tier: ['free'], usd: 0, per: 'GB-month', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: STOPS },
    { item: 'storage', tier: PAID, usd: 0.35, per: 'GB-month', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'restore_history', tier: ['free'], usd: 0, per: 'GB-month', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: STOPS },
    { item: 'restore_history', tier: PAID, usd: 0.2, per: 'GB-month', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'snapshot', tier: ['free'], usd: 0, per: 'GB-month', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: 'one manual snapshot' },
    { item: 'snapshot', tier: PAID, usd: 0, per: 'GB-month', from: '2025-08-14', to: '2026-04-30', seen, src: 'calculations', conf: 'M', note: 'not charged before 2026-05-01' },
    { item: 'snapshot', tier: PAID, usd: 0.09, per: 'GB-month', from: '2026-05-01', seen, src: 'calculations', conf: 'H' },
    { item: 'extra_branch', tier: ['free'], usd: 0, per: 'branch-month', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: 'the plan has only the included branches' },
    { item: 'extra_branch', tier: PAID, usd: 1.5, per: 'branch-month', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'egress_public', tier: ['free'], usd: 0, per: 'GB', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: STOPS },
    { item: 'egress_public', tier: PAID, usd: 0.1, per: 'GB', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'egress_private', tier: ['free', 'launch'], usd: 0, per: 'GB', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: NO_PRIVATE },
    { item: 'egress_private', tier: ['scale'], usd: 0.01, per: 'GB', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
  ],
  limits: [
    // CU-hours of a calendar month: of a project on the free plan, of an organization on the plans with a fee.
    { item: 'cu_hours', tier: ['free'], value: 191.9, per: 'project', exhausted: 'suspend', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'cu_hours', tier: ['free'], value: 50, per: 'project', exhausted: 'suspend', from: '2025-08-14', to: '2025-11-30', seen, src: 'change_2025', conf: 'M' },
    { item: 'cu_hours', tier: ['free'], value: 100, per: 'project', exhausted: 'suspend', from: '2025-12-01', seen, src: 'plans', conf: 'H', note: 'raised from 50 on an unrecorded day between October and December 2025' },
    { item: 'cu_hours', tier: ['launch'], value: 300, per: 'organization', exhausted: 'bill', from: '2024-01-23', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'cu_hours', tier: ['scale'], value: 750, per: 'organization', exhausted: 'bill', from: '2024-01-23', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },
    { item: 'cu_hours', tier: ['business'], value: 1000, per: 'organization', exhausted: 'bill', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'H' },

    // Sizes.
    { item: 'max_autoscaling_cu', tier: ['free'], value: 2, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'max_autoscaling_cu', tier: ['launch'], value: 4, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'max_autoscaling_cu', tier: ['scale'], value: 8, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'max_autoscaling_cu', tier: ['business'], value: 10, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'max_autoscaling_cu', tier: PAID, value: 16, per: 'compute', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'max_fixed_cu', tier: ['free'], value: 2, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'max_fixed_cu', tier: ['launch'], value: 4, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'max_fixed_cu', tier: ['scale'], value: 8, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'max_fixed_cu', tier: ['business'], value: 10, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'max_fixed_cu', tier: ['launch'], value: 16, per: 'compute', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'max_fixed_cu', tier: ['scale'], value: 56, per: 'compute', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'autoscaling_spread_cu', tier: ALL, value: 8, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'sizes', conf: 'H' },
    { item: 'active_computes', tier: ALL, value: 20, per: 'project', exhausted: 'refuse', from: '2024-09-01', seen, src: 'computes', conf: 'H', note: 'concurrently active; the compute of the default branch does not count' },

    // Scale to zero.
    { item: 'suspend_timeout_min_s', tier: ['free', 'launch'], value: FIVE_MINUTES, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'suspend_timeout_min_s', tier: ['scale', 'business'], value: MINUTE, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'suspend_timeout_max_s', tier: ['free'], value: FIVE_MINUTES, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'suspend_timeout_max_s', tier: ['launch'], value: 7 * DAY, per: 'compute', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'M' },
    { item: 'suspend_timeout_max_s', tier: ['launch'], value: FIVE_MINUTES, per: 'compute', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'suspend_timeout_max_s', tier: ['scale', 'business'], value: 7 * DAY, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'suspend_timeout_never', tier: LEGACY, value: -1, per: 'compute', exhausted: 'refuse', from: '2024-09-01', seen, src: 'plans', conf: 'H' },

    // Numbers of things.
    { item: 'projects', tier: ['free'], value: 10, per: 'organization', exhausted: 'refuse', from: '2024-10-10', to: '2025-12-07', seen, src: 'free_2024', conf: 'M', note: 'raised to 50, 60 and 70 on unrecorded days since October 2025' },
    { item: 'projects', tier: ['free'], value: 80, per: 'organization', exhausted: 'refuse', from: '2025-12-08', to: '2025-12-14', seen, src: 'projects_2025', conf: 'H' },
    { item: 'projects', tier: ['free'], value: 100, per: 'organization', exhausted: 'refuse', from: '2025-12-15', seen, src: 'projects_2025', conf: 'H' },
    { item: 'projects', tier: ['launch'], value: 100, per: 'organization', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'projects', tier: ['scale'], value: 1000, per: 'organization', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H', on_request: true },
    { item: 'projects', tier: ['business'], value: 1000, per: 'organization', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'L', note: 'as on the Scale plan, its successor' },
    { item: 'branches', tier: ['free'], value: 10, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'branches', tier: ['launch'], value: 10, per: 'project', exhausted: 'bill', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'branches', tier: ['scale'], value: 25, per: 'project', exhausted: 'bill', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'branches_max', tier: ['free'], value: 10, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'branches_max', tier: PAID, value: 5000, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'branches_max', tier: ['business'], value: 5000, per: 'project', exhausted: 'refuse', from: '2024-09-01', to: LEGACY_END, seen, src: 'plans_2024', conf: 'L', note: 'as on the Scale plan, its successor' },
    { item: 'snapshots', tier: ['free'], value: 1, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H', note: 'manual ones' },
    { item: 'snapshots', tier: PAID, value: 10, per: 'project', exhausted: 'refuse', from: '2025-08-14', to: '2026-05-21', seen, src: 'changelog_snapshots', conf: 'M', note: 'manual ones' },
    { item: 'snapshots', tier: PAID, value: 100, per: 'project', exhausted: 'refuse', from: '2026-05-22', seen, src: 'changelog_snapshots', conf: 'H', note: 'manual ones' },

    { item: 'snapshot_schedules', tier: ['free'], value: 0, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'M' },
    { item: 'private_networking', tier: ['free', 'launch'], value: 0, per: 'organization', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },

    // Storage and transfer, decimal gigabytes.
    { item: 'storage_gb', tier: ['free'], value: 0.5, per: 'project', exhausted: 'writes_fail', from: '2024-01-23', to: '2026-10-01', seen, src: 'plans', conf: 'H' },
    { item: 'storage_gb', tier: ['free'], value: 1, per: 'project', exhausted: 'writes_fail', from: '2026-10-02', seen, src: 'free_storage', conf: 'H' },
    { item: 'storage_account_gb', tier: ['free'], value: 20, per: 'organization', exhausted: 'writes_fail', from: '2026-10-02', seen, src: 'free_storage', conf: 'H', note: 'whether restore history counts is not published' },
    { item: 'branch_gb', tier: PAID, value: 16_000, per: 'branch', exhausted: 'writes_fail', from: '2025-08-14', to: '2026-09-01', seen, src: 'plans', conf: 'H' },
    { item: 'branch_gb', tier: PAID, value: 16_000, per: 'branch', exhausted: 'bill', from: '2026-09-02', seen, src: 'no_size_limit', conf: 'L', note: 'no hard limit any more; taken as what the API still reports' },
    { item: 'egress_gb', tier: ['free'], value: 5, per: 'organization', exhausted: 'suspend', from: '2024-04-24', to: '2026-09-01', seen, src: 'free_2024', conf: 'H' },
    { item: 'egress_gb', tier: ['free'], value: 5, per: 'project', exhausted: 'suspend', from: '2026-09-02', seen, src: 'egress_free', conf: 'H' },
    { item: 'egress_gb', tier: PAID, value: 100, per: 'organization', exhausted: 'bill', from: '2025-08-14', to: '2026-05-31', seen, src: 'egress_2026', conf: 'H' },
    { item: 'egress_gb', tier: PAID, value: 500, per: 'organization', exhausted: 'bill', from: '2026-06-01', to: '2026-07-21', seen, src: 'egress_2026', conf: 'M', note: 'the page did not say whether for each project' },
    { item: 'egress_gb', tier: PAID, value: 500, per: 'project', exhausted: 'bill', from: '2026-07-22', seen, src: 'egress_project', conf: 'H' },

    // Restore.
    { item: 'restore_window_default_s', tier: ['free'], value: 6 * HOUR, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'restore_window_default_s', tier: PAID, value: DAY, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'restore_window_max_s', tier: ['free'], value: 6 * HOUR, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'restore_window_max_s', tier: ['launch'], value: 7 * DAY, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'restore_window_max_s', tier: ['scale'], value: 30 * DAY, per: 'project', exhausted: 'refuse', from: '2025-08-14', seen, src: 'plans', conf: 'H' },
    { item: 'restore_history_gb', tier: ['free'], value: 1, per: 'project', exhausted: 'writes_fail', from: '2025-08-14', seen, src: 'plans', conf: 'M', note: 'what happens beyond it is not published' },
  ],
};
