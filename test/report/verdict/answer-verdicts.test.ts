import { describe, expect, it } from 'vitest';
import { capacityReport } from '../../../src/report/answers/capacity.js';
import { reportPage } from '../../../src/report/forms/page.js';
import { planVerdict } from '../../../src/report/verdict/plan-verdict.js';
import { policiesVerdict } from '../../../src/report/verdict/policies-verdict.js';
import { settingsWords } from '../../../src/report/verdict/setting-words.js';
import { commandForSettings } from '../../../src/report/verdict/settings-command.js';
import { sweepVerdict } from '../../../src/report/verdict/sweep-verdict.js';
import { worldsChoiceWords } from '../../../src/report/verdict/worlds-words.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { capacity } from '../../../src/study/growth/capacity.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { plan } from '../../../src/study/plan/plan.js';
import { sweptAxes } from '../../../src/study/plan/plan-space.js';
import { comparePolicies } from '../../../src/study/policies/policy-comparison.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import type { PlanOverWorlds } from '../../../src/study/worlds/plan-worlds-result.js';
import { planQuestion } from '../../study/plan-question.js';
import { quickSource } from '../../study/quick-scenario.js';

const TIMEOUT = (seconds: number) => [`computes.primary.suspend_timeout_seconds=${seconds}`];

describe('the verdict of a plan', () => {
  const asked = (...limits: string[]) => planQuestion(['timeout=60s,5m,15m,1h,never'], limits);

  it('keeps the current settings if they are best, and names the closest candidate if no setting meets the constraints', async () => {
    const source = quickSource({}, TIMEOUT(60));
    const kept = await plan(source, asked());
    expect(planVerdict(kept, await compileVariant(source)).text).toMatch(
      /^Keep today's settings \(timeout 1 min\): \$/,
    );
    const none = await plan(quickSource(), asked('wake_probability <= 1%', 'cost_usd <= $0.1'));
    const verdict = planVerdict(none, await compileVariant(quickSource()));
    expect(verdict.tone).toBe('bad');
    expect(verdict.text).toMatch(/^No allowed setting meets every constraint\. Closest is .*, which misses /);
    // A command that breaks a constraint is suggested as a run, not as a change.
    expect(verdict.command).toMatch(/^neap run quick\.json --set timeout=/);
  });
});

describe('the verdict of a sweep', () => {
  const swept = async (slo: object) => {
    const source = quickSource({ slo });
    const base = await compileVariant(source);
    const axes = sweptAxes(base.scenario, ['timeout=1m,15m']);
    return sweepVerdict(await sweep(source, { axes, replications: 3, confidence: 0.95 }), base);
  };

  it('is the cheapest combination that meets the objectives', async () => {
    const verdict = await swept({ wake_probability: '10%' });
    expect(verdict.tone).toBe('good');
    expect(verdict.text).toMatch(
      /^Set timeout 15 min: .*, the cheapest of 2 combinations that meets every objective\./,
    );
    expect(verdict.command).toBe('neap apply quick.json --project-id YOUR-PROJECT --set timeout=15m');
  });

  it('names both ends if no objective decides, and reports that no setting meets the objectives', async () => {
    const open = await swept({});
    expect(open.tone).toBe('neutral');
    expect(open.text).toMatch(
      /^Cheapest: timeout 1 min: .* Best served: timeout 15 min: .* No objective decides/,
    );
    expect(await swept({ wake_probability: '0.01%' })).toMatchObject({
      tone: 'bad',
      text: expect.stringMatching(/^None of 2 combinations meets every objective\./),
    });
  });
});

describe('the verdict of growth', () => {
  it('gives the same date for reaching a load on the page and on the screen', async () => {
    const variant = await compileVariant(quickSource());
    const asked = { replications: 2, confidence: 0.95, tolerance: 0.2, growth: parseGrowth('10%/month') };
    for (const [limit, reached] of [
      ['wake_probability <= 10%', /^large enough from .*; no load that is too large was found$/],
      ['cost_usd <= $0.80', /^already: the present load is beyond it$/],
    ] as const) {
      const found = await capacity(quickSource(), { ...asked, objectives: [parseConstraint(limit)] });
      const report = capacityReport(found);
      const note = report.parts
        .flatMap((part) => (part.kind === 'notes' ? part.notes : []))
        .find(({ about }) => about === 'Reached')!;
      expect(note.text).toMatch(reached);
      expect(reportPage(report, { variant, command: 'neap capacity' })).toContain(
        `<strong>Reached</strong>: ${note.text}.`,
      );
    }
  });
});

describe('the verdict of policies', () => {
  it.each([
    ['1%', /^Suspension: timeout [\w ]+ instead of .* of running, meeting every objective: /, 'neutral'],
    ['0%', /^Suspension: .*, though none meets every objective: /, 'bad'],
  ])('chooses among policies that meet an objective of %s, if any does', async (share, words, tone) => {
    const source = quickSource({ slo: { wake_probability: share } });
    const { scenario } = await compileVariant(source);
    const verdict = policiesVerdict(await comparePolicies(scenario, ['suspend']), scenario, source);
    expect(verdict.text).toMatch(words);
    expect(verdict.tone).toBe(tone);
  });
});

describe('the command for settings', () => {
  it('contains each path once if the command was started with another value', async () => {
    const asked = await compileVariant(quickSource({}, ['timeout=2m', 'seed=7']));
    expect(commandForSettings({ timeout: '15m' }, asked)).toBe(
      'neap apply quick.json --project-id YOUR-PROJECT --set seed=7 --set timeout=15m',
    );
  });
});

describe('settings in words', () => {
  it('use full words, a timeout in minutes, and the compute if it is named', () => {
    expect(settingsWords({ min: '0.5', max: '2', timeout: '60s' })).toBe('min 0.5, max 2, timeout 1 min');
    expect(settingsWords({ timeout: '0' })).toBe('timeout 5 min');
    expect(settingsWords({ 'reports.timeout': 'never', 'load.web.rate': '10/s' })).toBe(
      'reports timeout never, web rate 10/s',
    );
  });
});

it.each([
  [20, 0, 'max 2: the best in each of the 20 worlds'],
  [15, 0, 'max 2: the best in 15 of 20 worlds; in 5 of 20 no candidate meets every constraint'],
  [15, 1.5, /^max 2: .* \$1\.50 at worst \(world 3\); in 5 of 20 no candidate meets every constraint$/],
])(
  'a choice over worlds reports in how many worlds no setting works: %j, %j',
  (possible_worlds, greatest, words) => {
    const choice = {
      name: 'max=2',
      settings: { max: '2' },
      fate: 'least_regret',
      objective: null,
      regret: { mean: greatest / 3, greatest, world: 3 },
    };
    const worlds = {
      worlds: 20,
      possible_worlds,
      least_worlds_met: 15,
      candidates: [choice],
    } as unknown as PlanOverWorlds;
    const plan = {
      objective: { figure: 'cost_usd', sense: 'least' },
      recommendation: null,
      safety: 0.95,
      duration_seconds: 604_800,
    } as const;
    expect(worldsChoiceWords({ plan, worlds })).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    );
  },
);
