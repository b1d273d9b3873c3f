import { expect, test } from 'vitest';
import { settingsProblems } from '../../../src/compute/lifecycle/settings-problem.js';
import type { RuleBook } from '../../../src/compute/rule-book.js';
import { planLimits } from '../../../src/vendors/plan-limits.js';

/** The problems of settings, as `setting (rule): message`. */
function problems(
  plan: string | undefined,
  min: number,
  max: number,
  timeout = 0,
  book: RuleBook = 'platform',
) {
  const limits = plan === undefined ? undefined : planLimits({ name: plan, as_of: undefined });
  return settingsProblems(
    { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max, suspend_timeout_seconds: timeout },
    { plan: limits, book },
  ).map(({ setting, rule, message }) => `${setting} (${rule}): ${message}`);
}

test.each([
  [undefined, 0.25, 8, 0],
  [undefined, 56, 56, -1],
  ['free', 0.25, 2, 300],
  ['free', 2, 2, 0],
  ['launch', 8, 16, -1],
  ['launch', 16, 16, 300],
  ['scale', 56, 56, -1],
  ['scale', 1, 2, 60],
  ['scale', 1, 2, 604_800],
])('plan %s allows %d to %d CU with a timeout of %d s', (plan, min, max, timeout) => {
  expect(problems(plan, min, max, timeout)).toEqual([]);
});

test.each([
  [undefined, 0.75, 2, 0, 'autoscaling_limit_min_cu (value): 0.75 CU is not a size'],
  [undefined, 1, 2.5, 0, 'autoscaling_limit_max_cu (value): 2.5 CU is not a size'],
  [undefined, 1, 10, 0, 'autoscaling_limit_max_cu (value): the limits are 9 CU apart; at most 8'],
  [undefined, 1, 2, 59, 'suspend_timeout_seconds (value): 59 is not a suspend timeout'],
  [undefined, 18, 18, 59, 'suspend_timeout_seconds (value): 59 is not a suspend timeout'],
  ['free', 1, 2, 59, 'suspend_timeout_seconds (value): 59 is not a suspend timeout'],
  [undefined, 18, 18, 300, 'suspend_timeout_seconds (value): a compute above 16 CU is always active'],
  ['free', 1, 3, 0, 'autoscaling_limit_max_cu (plan): the free plan allows autoscaling up to 2 CU'],
  ['free', 3, 3, 0, 'autoscaling_limit_max_cu (plan): the free plan allows sizes up to 2 CU'],
  ['free', 1, 2, -1, 'suspend_timeout_seconds (plan): the free plan cannot switch scale to zero off'],
  ['free', 1, 2, 600, 'suspend_timeout_seconds (plan): the free plan allows a suspend timeout of 300 s, not'],
  ['launch', 18, 18, -1, 'autoscaling_limit_max_cu (plan): the launch plan allows sizes up to 16 CU'],
  [
    'launch',
    1,
    2,
    60,
    'suspend_timeout_seconds (plan): the launch plan allows a suspend timeout of 300 s or -1',
  ],
])('plan %s refuses %d to %d CU with a timeout of %d s: %s', (plan, min, max, timeout, words) => {
  const found = problems(plan, min, max, timeout);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(words);
});

test('an error about the timeout names the range that the plan allows', () => {
  const settings = {
    autoscaling_limit_min_cu: 1,
    autoscaling_limit_max_cu: 2,
    suspend_timeout_seconds: 60,
  };
  const plan = {
    plan: 'own',
    max_autoscaling_cu: 2,
    max_fixed_cu: 2,
    min_suspend_timeout_seconds: 120,
    max_suspend_timeout_seconds: 600,
    may_disable_suspend: false,
  };
  expect(settingsProblems(settings, { plan, book: 'seed' })).toEqual([
    {
      setting: 'suspend_timeout_seconds',
      rule: 'plan',
      message: 'the own plan allows a suspend timeout of 120 to 600 s, not 60 s',
    },
  ]);
});

test('problems of size and timeout are reported separately', () => {
  expect(problems('free', 1, 4, 600).map((one) => one.split(' ')[0])).toEqual([
    'autoscaling_limit_max_cu',
    'suspend_timeout_seconds',
  ]);
});

test('the allowed distance between the limits depends on the rule set', () => {
  expect(problems(undefined, 0.25, 16, 0, 'seed')).toEqual([]);
  expect(problems(undefined, 0.25, 16)[0]).toContain('15.75 CU apart; at most 8 are allowed');
});
