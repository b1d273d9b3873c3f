import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { planLimits } from '../plan/plan-limits.js';
import type { FindingRule } from './finding.js';
import { digits, seconds } from './words.js';

/** A plan whose hours of a month are gone before the month is. */
export const QUOTA_RUNS_OUT: FindingRule = {
  title: 'The hours of the plan run out',
  help: 'The plan has a number of CU-hours a month; when they are used up, every compute of the project is suspended until the next month, and every connection is refused. Let computes sleep more, make them smaller, or pay.',
  ofRun({ plan, duration_seconds }, { computes, quota_exhausted_seconds }) {
    const quota = planLimits(plan)?.quota_cu_hours;
    if (quota === undefined) return [];
    const used = computes.reduce((sum, { cu_seconds }) => sum + cu_seconds, 0) / 3600;
    const per_month =
      (used * HOURS_PER_MONTH * 3600) / Math.max(1, duration_seconds - quota_exhausted_seconds);
    const isOut = quota_exhausted_seconds > 0;
    if (!isOut && per_month <= quota) return [];
    const days = (quota / per_month) * (HOURS_PER_MONTH / 24);
    const message = isOut
      ? `the ${quota} CU-hours a month of plan ${plan.name} are used up: for ${seconds(quota_exhausted_seconds)} of the run every connection was refused`
      : `at this rate the ${quota} CU-hours a month of plan ${plan.name} are used up after ${digits(days)} days (${digits(per_month)} CU-hours a month)`;
    return [
      {
        message,
        figure: isOut
          ? { name: 'quota_exhausted_seconds', value: quota_exhausted_seconds }
          : { name: 'cu_hours_per_month', value: per_month },
        place: { section: 'plan', name: plan.name, keys: [] },
      },
    ];
  },
};
