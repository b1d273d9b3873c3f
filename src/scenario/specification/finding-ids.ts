/** What findings are called, in files and options. */
export const FINDING_IDS = [
  'poll_under_timeout',
  'kept_awake',
  'pool_outlives_suspend',
  'crons_share_a_minute',
  'deploy_exhausts_slots',
  'pool_per_frozen_function',
  'minimum_never_used',
  'maximum_binds',
  'quota_runs_out',
  'platform_refuses',
  'plan_outgrown',
  'job_unlike_month',
] as const;

/** One of {@link FINDING_IDS}. */
export type FindingId = (typeof FINDING_IDS)[number];
