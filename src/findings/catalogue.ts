import type { Scenario } from '../scenario/scenario.js';
import { FINDING_IDS, type FindingId } from '../scenario/sections/settings.js';
import { DEPLOY_EXHAUSTS_SLOTS, POOL_PER_FROZEN_FUNCTION } from './connection-slots.js';
import { CRONS_SHARE_A_MINUTE } from './crons-share-a-minute.js';
import type { Finding, FindingRule, Remark, RunSeen } from './finding.js';
import { JOB_UNLIKE_MONTH } from './job-unlike-month.js';
import { JOBS_SKIPPED } from './jobs-skipped.js';
import { KEPT_AWAKE } from './kept-awake.js';
import { PLAN_OUTGROWN, PLATFORM_REFUSES } from './plan-limits.js';
import { POLL_UNDER_TIMEOUT } from './poll-under-timeout.js';
import { POOL_OUTLIVES_SUSPEND } from './pool-outlives-suspend.js';
import { QUOTA_RUNS_OUT } from './quota-runs-out.js';
import { POOLER_BREAKS_SESSION, SLOT_REMOVED } from './session-loss.js';
import { MAXIMUM_BINDS, MEMORY_RUNS_OUT, MINIMUM_NEVER_USED } from './size-limits.js';

/** All rules by the ids of their findings. */
export const FINDING_RULES: Readonly<Record<FindingId, FindingRule>> = {
  poll_under_timeout: POLL_UNDER_TIMEOUT,
  kept_awake: KEPT_AWAKE,
  pool_outlives_suspend: POOL_OUTLIVES_SUSPEND,
  crons_share_a_minute: CRONS_SHARE_A_MINUTE,
  deploy_exhausts_slots: DEPLOY_EXHAUSTS_SLOTS,
  pool_per_frozen_function: POOL_PER_FROZEN_FUNCTION,
  pooler_breaks_session: POOLER_BREAKS_SESSION,
  slot_removed: SLOT_REMOVED,
  minimum_never_used: MINIMUM_NEVER_USED,
  maximum_binds: MAXIMUM_BINDS,
  memory_runs_out: MEMORY_RUNS_OUT,
  quota_runs_out: QUOTA_RUNS_OUT,
  platform_refuses: PLATFORM_REFUSES,
  plan_outgrown: PLAN_OUTGROWN,
  job_unlike_month: JOB_UNLIKE_MONTH,
  jobs_skipped: JOBS_SKIPPED,
};

/**
 * Findings of a scenario before it runs, except those that it ignores.
 * @param which all of them, or only refusals and stops of the platform
 */
export function scenarioFindings(scenario: Scenario, which: 'all' | 'platform' = 'all'): readonly Finding[] {
  return findingsBy(scenario, ({ always, ofScenario }) =>
    which === 'all' || always === true ? (ofScenario?.(scenario) ?? []) : [],
  );
}

/** The findings of a scenario and of its run. */
export function runFindings(scenario: Scenario, run: RunSeen): readonly Finding[] {
  const all = findingsBy(scenario, ({ ofScenario, ofRun }) => (ofRun ?? ofScenario)?.(scenario, run) ?? []);
  if (scenario.fleet === undefined) return all;
  // The saving of one tenant is not that of the fleet.
  return all.map(({ up_to_usd_per_month: _, ...finding }) => finding);
}

export function platformWarnings(scenario: Scenario): readonly string[] {
  const remarks = findingsBy(
    scenario,
    (rule) => (rule === PLATFORM_REFUSES && rule.ofScenario?.(scenario)) || [],
  );
  return remarks.map(({ message }) => message);
}

const OF_MONTHS: readonly FindingRule[] = [JOB_UNLIKE_MONTH, PLATFORM_REFUSES];

/** The warnings of scenarios without duplicates, and the caveats of a monthly cost projected from their runs. */
export function monthWarnings(scenarios: readonly Scenario[]): readonly string[] {
  const all = scenarios.flatMap((scenario) => [
    ...scenario.warnings,
    // Only these rules, because there may be hundreds of variants.
    ...findingsBy(scenario, (rule) => (OF_MONTHS.includes(rule) && rule.ofScenario?.(scenario)) || []).map(
      ({ message }) => message,
    ),
  ]);
  return [...new Set(all)];
}

function findingsBy(
  { ignored_findings = [] }: Scenario,
  remarks: (rule: FindingRule) => readonly Remark[],
): readonly Finding[] {
  const heeded = FINDING_IDS.filter((id) => !ignored_findings.includes(id));
  return heeded.flatMap((id) => remarks(FINDING_RULES[id]).map((remark): Finding => ({ id, ...remark })));
}
