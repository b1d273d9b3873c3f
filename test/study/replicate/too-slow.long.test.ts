import { describe, expect, it } from 'vitest';
import { wholeRunOf } from '../../../src/study/plan/whole-sample.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { tooSlow } from '../../../src/study/replicate/too-slow.js';
import { compileVariant, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';

/** An hour of a steady load on one compute. */
function source(rate: string, ...set: readonly string[]): ScenarioSource {
  const text = `
name: steady
seed: 5
start: 2026-01-05T00:00:00Z
duration: 1h
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, compute: primary, rate: ${rate}, query: { cpu: 10ms, pages: 1, working_set: 10MiB } }]`;
  return { text, file: 'steady.yaml', directory: '/', set, seed: undefined };
}

describe('a run that is already too slow', () => {
  const limits = [parseConstraint('latency_p99 <= 100ms'), parseConstraint('cost_usd <= 5')];

  it('ends early, and the complete run breaks the constraint', async () => {
    // One and a half times the capacity of a quarter of a CU.
    const variant = await compileVariant(source('40/s'));
    const whole = await runVariant(variant);
    const { arrived } = wholeRunOf(whole);
    const stopped = await runVariant(variant, { until: tooSlow(limits, arrived)! });
    expect(stopped.observations.duration_seconds).toBeLessThan(3600);
    expect(wholeRunOf(stopped).stopped_seconds).toBe(stopped.observations.duration_seconds);
    expect(wholeRunOf(whole).stopped_seconds).toBeUndefined();
    expect(wholeRunOf(whole).figures.latency_p99!).toBeGreaterThan(150);
  });

  it('is unchanged if it meets the constraint', async () => {
    const variant = await compileVariant(source('5/s'));
    const whole = await runVariant(variant);
    const limited = await runVariant(variant, { until: tooSlow(limits, 18_000)! });
    expect(limited.observations).toEqual(whole.observations);
  });

  it('ends after about this many events, whatever it has shown', async () => {
    const variant = await compileVariant(source('100/s', 'duration=4h'));
    const never = { slower_than_seconds: Number.POSITIVE_INFINITY, queries: Number.POSITIVE_INFINITY };
    const { observations } = await runVariant(variant, { until: { ...never, events: 500_000 } });
    expect(observations.duration_seconds).toBeLessThan(4 * 3600);
    expect(observations.events_fired).toBe(600_000);
  });
});
