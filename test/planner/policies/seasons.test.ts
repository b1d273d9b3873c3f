import { describe, expect, it } from 'vitest';
import { suspendCostSeconds } from '../../../src/planner/policies/policy-regret.js';
import { PolicyRunner } from '../../../src/planner/policies/policy-runner.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';

/** An internal tool that is used on weekdays from 8 to 18, for eight weeks from a Monday. */
const TOOL = {
  seed: 3,
  start: '2026-03-02T00:00:00Z',
  duration: '56d',
  plan: 'scale',
  computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
  load: [
    {
      name: 'web',
      compute: 'primary',
      rate: { cron: { schedule: '0 8 * * MON-FRI', for: '10h', rate: '30/h' } },
      query: { cpu: { lognormal: { mean: '60ms', cv: 2 } } },
    },
  ],
};

/** Hours a day that a season costs: the running, and a minute for each wake. */
async function costOf(season_days: number | 'auto', schedule: string): Promise<number> {
  const set = [
    `computes.primary.policy.suspend={ seasonal: { season_days: ${season_days} } }`,
    `load.web.rate={ cron: { schedule: "${schedule}", for: 10h, rate: 30/h } }`,
  ];
  const scenario = await parseScenario(JSON.stringify(TOOL), { set });
  const figures = await new PolicyRunner(1, {}).figures({ name: 'seasonal', scenario });
  return suspendCostSeconds(figures, 60) / 3600 / 56;
}

async function costs(schedule: string): Promise<{ day: number; week: number; auto: number }> {
  return {
    day: await costOf(1, schedule),
    week: await costOf(7, schedule),
    auto: await costOf('auto', schedule),
  };
}

describe('the season that the seasonal policy finds', () => {
  it('on a tool of weekdays costs nearly what the week does, which a day does not', async () => {
    const { day, week, auto } = await costs('0 8 * * MON-FRI');
    expect(day).toBeGreaterThan(1.3 * week);
    // What it takes to find out: the first weekend, less what a week that is not over does not know.
    expect(auto).toBeLessThan(1.02 * week);
  });

  it('on a tool of all days is the day', async () => {
    const { day, week, auto } = await costs('0 8 * * *');
    expect(auto).toBe(day);
    expect(auto).toBeLessThan(week);
  });
});
