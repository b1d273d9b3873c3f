import { type Cap, usageCaps } from '../cost/bill/caps.js';
import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { planLimits } from '../vendors/plan-limits.js';
import type { FindingRule, Remark } from './finding.js';
import { digits, seconds } from './words.js';

/** A plan or a quota whose month is gone before the month is. */
export const QUOTA_RUNS_OUT: FindingRule = {
  title: 'The hours of the plan or a quota run out',
  help: 'The plan has a number of CU-hours a month, or the project a quota; when one is used up, every compute of the project is suspended until the next month, and every connection is refused. Let computes sleep more, make them smaller, or pay for more.',
  ofRun(scenario, { total, ...run }) {
    const { plan } = scenario;
    const { quota_exhausted_seconds } = run;
    const isOut = quota_exhausted_seconds > 0;
    const caps = usageCaps(scenario, { ...run, computes: [total] }).filter(
      ({ effect }) => effect === 'suspends',
    );
    const [first] = caps.toSorted((a, b) => b.used_per_month / b.limit - a.used_per_month / a.limit);
    if (first === undefined || (!isOut && first.binds_after_hours === null)) return [];
    const hours = planLimits(plan)?.quota_cu_hours;
    const isOfPlan = caps.indexOf(first) === 0 && hours !== undefined;
    const name = isOfPlan
      ? `the ${hours} CU-hours a month of plan ${plan.name} are`
      : `quota.${first.name} of a month is`;
    const figure = isOfPlan ? 'cu_hours_per_month' : `${first.name}_per_month`;
    const section = isOfPlan ? 'plan' : 'quota';
    const place = { section, name: isOfPlan ? plan.name : first.name, keys: [] } as const;
    return [{ ...(isOut ? ran(name, quota_exhausted_seconds) : runs(name, figure, first)), place }];
  },
};

function ran(name: string, out_seconds: number): Omit<Remark, 'place'> {
  return {
    message: `${name} used up: for ${seconds(out_seconds)} of the run every connection was refused`,
    figure: { name: 'quota_exhausted_seconds', value: out_seconds },
  };
}

function runs(name: string, figure: string, { used_per_month, limit }: Cap): Omit<Remark, 'place'> {
  const days = (limit / used_per_month) * (HOURS_PER_MONTH / 24);
  const use = figure === 'cu_hours_per_month' ? ` (${digits(used_per_month)} CU-hours a month)` : '';
  return {
    message: `at this rate ${name} used up after ${digits(days)} days${use}`,
    figure: { name: figure, value: used_per_month },
  };
}
