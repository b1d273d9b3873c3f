import { type LimitReached, limitsReached } from '../cost/bill/limits-reached.js';
import { capName, quotaUse } from '../cost/bill/quota-use.js';
import { HOURS_PER_MONTH, MONTH_SECONDS } from '../cost/compute-cost.js';
import type { Scenario } from '../scenario/scenario.js';
import { withMeanEgress } from '../scenario/sections/data.js';
import { foreseenTransfer } from '../simulation/foreseen-work.js';
import { allowancesIn, firstMonth } from '../simulation/run/allowances.js';
import { isSold, PLAN_NAMES } from '../vendors/plan-limits.js';
import type { FindingRule, Remark } from './finding.js';
import type { Fix } from './fix.js';
import { bytes, digits, seconds } from './words.js';

/** A monthly allowance of a plan or a quota that is used up before the month ends. */
export const QUOTA_RUNS_OUT: FindingRule = {
  title: 'An allowance of the plan or a quota runs out',
  help: 'The plan allows a number of CU-hours or an amount of transfer per month, or the project has a quota. When one is used up, every compute of the project is suspended until the next month, and every connection is refused. Let computes sleep more, make them smaller, send less, or choose a plan with more.',
  always: true,
  ofScenario(scenario) {
    const { plan, duration_seconds } = scenario;
    const foreseen = foreseenTransfer(scenario);
    const { data } = withMeanEgress(scenario, foreseen);
    const queries = (foreseen.queries / duration_seconds) * MONTH_SECONDS;
    const used = quotaUse(data, { seconds: MONTH_SECONDS, cu_seconds: 0, active_seconds: 0, queries });
    return allowancesIn(scenario, firstMonth(scenario)).flatMap((allowance): readonly Remark[] => {
      const { name, limit } = allowance;
      if (name === 'logical_size_bytes' || used[name] <= limit) return [];
      const reached = { name: capName(allowance, plan.name), limit };
      return [projectedRemark(scenario, reached, used[name], 'about ')];
    });
  },
  ofRun(scenario, { total, ...run }) {
    const limits = limitsReached(scenario, { ...run, computes: [total] });
    const [limit] = limits.filter(({ effect }) => effect === 'suspends');
    if (limit === undefined) {
      // With replications, the first may not reach it.
      return [];
    }
    const { after_month_hours: hours } = limit;
    if (hours === null) return [exhaustedRemark(scenario, limit, run.quota_exhausted_seconds)];
    return [projectedRemark(scenario, limit, limit.limit * (HOURS_PER_MONTH / hours))];
  },
};

type Reached = Pick<LimitReached, 'name' | 'limit'>;
type Planned = Pick<Scenario, 'plan' | 'start'>;

/** The limit as the subject of a sentence, its figure, and its place in the scenario. */
function describeLimit({ plan }: { readonly plan: { readonly name: string } }, { name, limit }: Reached) {
  const [what, ofPlan] = name.split(' of the ');
  if (ofPlan === undefined) {
    const place = { section: 'quota', name, keys: [] } as const;
    return { subject: `quota.${name} of a month is`, figure: `${name}_per_month`, place };
  }
  const place = { section: 'plan', name: plan.name, keys: [] } as const;
  return what === 'hours'
    ? {
        subject: `the ${limit} CU-hours a month of plan ${plan.name} are`,
        figure: 'cu_hours_per_month',
        place,
      }
    : {
        subject: `the ${bytes(limit)} of ${what} a month of plan ${plan.name} are`,
        figure: 'data_transfer_bytes_per_month',
        place,
      };
}

function exhaustedRemark(scenario: Planned, limit: Reached, out_seconds: number): Remark {
  const { subject, place } = describeLimit(scenario, limit);
  return {
    message: `${subject} used up: for ${seconds(out_seconds)} of the run every connection was refused`,
    figure: { name: 'quota_exhausted_seconds', value: out_seconds },
    place,
    ...causeAndFixes(scenario, limit),
  };
}

function projectedRemark(scenario: Planned, reached: Reached, used: number, roughly = ''): Remark {
  const { subject, figure, place } = describeLimit(scenario, reached);
  const days = (reached.limit / used) * (HOURS_PER_MONTH / 24);
  const use = figure === 'cu_hours_per_month' ? ` (${digits(used)} CU-hours a month)` : '';
  return {
    message: `at this rate ${subject} used up after ${roughly}${digits(days)} days${use}`,
    figure: { name: figure, value: used },
    place,
    ...causeAndFixes(scenario, reached),
  };
}

/** The cause in a clause, and what has no such limit. */
function causeAndFixes(scenario: Planned, limit: Reached): Pick<Remark, 'cause' | 'fixes'> {
  const { subject, place } = describeLimit(scenario, limit);
  const [verb, fixes] =
    place.section === 'quota' ? ['runs', withoutQuota(limit.name)] : ['run', otherPlans(scenario)];
  return { cause: `${subject.replace(/ (are|is)$/, '')} ${verb} out`, fixes };
}

/** The scenario without one of its quotas. */
export function withoutQuota(name: string): readonly Fix[] {
  return [{ words: `lifting quota.${name}`, set: [`quota.${name}=0`] }];
}

/** The other plans sold on the scenario's start date, cheapest first; none of them suspends computes for their use. */
export function otherPlans({ plan, start }: Planned): readonly Fix[] {
  const others = PLAN_NAMES.filter((name) => name !== plan.name && isSold(name, start.slice(0, 10)));
  return others.map((name) => ({ words: `the ${name} plan`, set: [`plan=${name}`] }));
}
