import { sizesReached } from '../cost/bill/caps.js';
import { meanByTheory } from '../cost/bill/preview-branches.js';
import { capName } from '../cost/bill/quota-use.js';
import type { Scenario } from '../scenario/scenario.js';
import { computeBranches } from '../scenario/sections/stored-bytes.js';
import { limitedComputes } from '../simulation/run/active-limit.js';
import { firstMonth } from '../simulation/run/allowances.js';
import { lastDay, limitOn } from '../vendors/plan-limits.js';
import type { LimitItem, LimitRow } from '../vendors/vendor-book.js';
import type { FindingPlace, FindingRule, Remark } from './finding.js';
import type { Fix } from './fix.js';
import { platformRefusals } from './platform-refusals.js';
import { otherPlans, withoutQuota } from './quota-runs-out.js';
import { bytes, digits } from './words.js';

/** Settings that the specification allows and the real platform refuses. */
export const PLATFORM_REFUSES: FindingRule = {
  title: 'The platform refuses a setting',
  help: 'The default rules are those of the specification that neap started from. The platform has become stricter since, and refuses this setting when it is applied. Change it, or set rules: seed under model to simulate the specification.',
  always: true,
  ofScenario(scenario) {
    if (scenario.seed_rules_chosen === true) return [];
    const { computes, fleet, events } = scenario;
    return platformRefusals(scenario).map(({ setting, message, compute, event }): Remark => {
      const { name, autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = computes[compute]!;
      const edited = event === undefined ? '' : ` after the update at ${events[event]!.at_seconds} s`;
      return {
        message: `the platform refuses the settings of ${name}${edited}: ${message}`,
        figure: { name: 'autoscaling_range_cu', value: max_cu - min_cu },
        place: { section: 'computes', name: fleet?.name ?? name, keys: [setting] },
      };
    });
  },
};

/** Limits of the plan that the scenario will exceed. */
export const PLAN_OUTGROWN: FindingRule = {
  title: 'The scenario outgrows its plan',
  help: 'The data grows beyond what the plan stores, or there are more branches, active computes or projects than the plan allows. The platform lets writes fail, or refuses what is too many. Store less, keep fewer at once, or choose a plan with more.',
  always: true,
  ofScenario(scenario) {
    return [...storage(scenario), ...active(scenario), ...previews(scenario), ...projects(scenario)];
  },
};

function storage(scenario: Scenario): readonly Remark[] {
  return sizesReached(scenario, scenario.duration_seconds).flatMap(({ allowance, at_seconds }) => {
    if (at_seconds === null) return [];
    const at = new Date((scenario.start_epoch_seconds + at_seconds) * 1000).toISOString();
    const { limit, of, name } = allowance;
    const { plan } = scenario;
    const [own, place, fixes]: readonly [string, FindingPlace, readonly Fix[]] =
      of === 'quota'
        ? [`quota.${name}`, { section: 'quota', name, keys: [] }, withoutQuota(name)]
        : [
            capName(allowance, plan.name),
            { section: 'plan', name: plan.name, keys: [] },
            otherPlans(scenario),
          ];
    return [
      {
        message: `writes fail from ${at.slice(0, 10)} ${at.slice(11, 16)} UTC: the ${bytes(limit)} of ${own} are used up`,
        figure: { name: 'seconds_until_writes_fail', value: at_seconds },
        place,
        fixes,
      },
    ];
  });
}

/** More computes that count towards the limit of active computes than it allows. */
function active(scenario: Scenario): readonly Remark[] {
  const { computes, fleet } = scenario;
  const limit = limitOf(scenario, 'active_computes');
  const names = fleet === undefined ? limitedComputes(computes) : [];
  if (limit === undefined || names.length <= limit.value) return [];
  return [
    {
      message: `${names.length} computes besides that of the default branch, but at most ${limit.value} can be active at once: the others stay suspended, and their clients are refused`,
      figure: { name: 'computes', value: names.length },
      place: { section: 'computes', name: names[limit.value]!, keys: [] },
    },
  ];
}

/** Preview branches and their computes, if their mean number exceeds the limit. */
function previews(scenario: Scenario): readonly Remark[] {
  const { previews: some, data, computes } = scenario;
  if (some === undefined) return [];
  const place: FindingPlace = { section: 'previews', name: 'previews', keys: [] };
  const branches = meanByTheory(some) + 1 + data.branches + computeBranches(computes);
  const allowed = limitOf(scenario, 'branches_max');
  const { compute } = some;
  const active =
    compute === undefined
      ? 0
      : meanByTheory({ ...some, ttl_seconds: Math.min(some.ttl_seconds, compute.active_seconds) });
  const limit = limitOf(scenario, 'active_computes');
  return [
    ...(allowed !== undefined && branches > allowed.value
      ? [
          {
            message: `about ${digits(branches)} branches at once, and the ${scenario.plan.name} plan allows ${allowed.value} in a project: the platform refuses further ones`,
            figure: { name: 'branches', value: branches },
            place,
          },
        ]
      : []),
    ...(limit !== undefined && active > limit.value
      ? [
          {
            message: `about ${digits(active)} computes of previews would be active at once, and at most ${limit.value} can be besides that of the default branch: the others stay suspended, and their clients are refused`,
            figure: { name: 'active_computes', value: active },
            place,
          },
        ]
      : []),
  ];
}

/** More tenants than an account has projects by default. */
function projects(scenario: Scenario): readonly Remark[] {
  const { fleet, plan } = scenario;
  const row = limitOf(scenario, 'projects');
  const count = fleet?.tenants.length ?? 0;
  if (fleet === undefined || row?.on_request !== true || count <= row.value) return [];
  return [
    {
      message: `${count} tenants are ${count} projects; the ${plan.name} plan has ${row.value} unless the platform raises that on request`,
      figure: { name: 'projects', value: count },
      place: { section: 'plan', name: plan.name, keys: [] },
    },
  ];
}

function limitOf(scenario: Scenario, item: LimitItem): LimitRow | undefined {
  return limitOn(scenario.plan, item, lastDay(firstMonth(scenario)));
}
