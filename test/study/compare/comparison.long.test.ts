import { describe, expect, it } from 'vitest';
import { type ComparisonPlan, compare } from '../../../src/study/compare/comparison.js';
import { compileVariant, loadVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

const PLAN: ComparisonPlan = { replications: 8, confidence: 0.95 };
const TIMEOUT = 'computes.primary.suspend_timeout_seconds';

describe('a comparison', () => {
  it('pairs replications of every variant with those of the first', async () => {
    const base = await compileVariant(quickSource(), 'as it is');
    const eager = await compileVariant(quickSource({}, [`${TIMEOUT}=60`]), 'eager');
    const comparison = await compare([base, eager], PLAN);
    expect(comparison).toMatchObject({ baseline: 'as it is', replications: 8, warnings: [] });
    const [first, second] = comparison.variants;
    expect(first!.figures.every(({ difference }) => difference === null)).toBe(true);
    const cost = second!.figures.find(({ figure }) => figure === 'cost_usd_per_month')!;
    expect(cost.difference!.mean).toBeCloseTo(
      cost.value!.mean - first!.figures.find(({ figure }) => figure === 'cost_usd_per_month')!.value!.mean,
      12,
    );
    expect(cost.difference).toMatchObject({ significant: true });
    expect(cost.difference!.mean).toBeLessThan(0);
    expect(cost.difference!.p_adjusted).toBeGreaterThan(cost.difference!.p_value);
  });

  it('finds no difference between a scenario and itself, and makes no test', async () => {
    const [one, other] = [await compileVariant(quickSource()), await compileVariant(quickSource(), 'again')];
    const { variants } = await compare([one, other], PLAN);
    for (const { difference } of variants[1]!.figures) {
      if (difference === null) continue;
      expect(difference).toMatchObject({ mean: 0, half_width: 0, p_adjusted: null, significant: false });
    }
  });

  it('tests a figure once, even if it is listed several times', async () => {
    const base = await compileVariant(quickSource());
    const eager = await compileVariant(quickSource({}, [`${TIMEOUT}=60`]), 'eager');
    const plan = { ...PLAN, replications: 2 };
    const once = await compare([base, eager], { ...plan, figures: ['cost_usd'] });
    expect(await compare([base, eager], { ...plan, figures: ['cost_usd', 'cost_usd'] })).toEqual(once);
  });

  it('warns if two variants differ in more than their settings', async () => {
    const base = await compileVariant(quickSource());
    const busier = await compileVariant(quickSource({}, ['load.web.rate=40/h']), 'busier');
    const longer = await compileVariant(quickSource({}, ['duration=2d', 'load.web.name=app']), 'longer');
    const { warnings } = await compare([base, busier, longer], { ...PLAN, replications: 2 });
    expect(warnings).toEqual([
      'busier and quick differ in more than settings: the load differs (web); differences are due to both',
      'longer and quick differ in more than settings: they last for different times; only one of them has the load web, app; differences are due to both',
    ]);
  });

  it('warns once of a job that never fires in the run', async () => {
    const process = { cron: { schedule: '0 3 1 * *' } };
    const load = [{ name: 'report', compute: 'primary', process, query: { cpu: '1ms' } }];
    const source = quickSource({ start: '2026-01-05T00:00:00Z', load });
    const variants = [await compileVariant(source), await compileVariant(source, 'again')];
    const { warnings } = await compare(variants, { ...PLAN, replications: 2 });
    expect(warnings).toEqual([expect.stringMatching(/^report sends 0 queries a month/)]);
  });

  it('is at least five times as precise as unpaired runs on the shipped comparison', async () => {
    const file = 'scenarios/uneven-weeks.yaml';
    const base = await loadVariant(file);
    const quicker = await loadVariant(file, { name: 'quicker', set: [`${TIMEOUT}=4m`] });
    const { variants } = await compare([base, quicker], { ...PLAN, replications: 20 });
    for (const name of ['cost_usd_per_month', 'cu_hours', 'latency_mean', 'wake_probability'] as const) {
      const { difference } = variants[1]!.figures.find(({ figure }) => figure === name)!;
      expect(difference!.unpaired_half_width / difference!.half_width, name).toBeGreaterThan(5);
      expect(difference!.significant, name).toBe(true);
    }
  });
});
