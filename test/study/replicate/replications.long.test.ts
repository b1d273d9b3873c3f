import { describe, expect, it } from 'vitest';
import { runFigures } from '../../../src/figures/run-figures.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { replicate } from '../../../src/study/replicate/replications.js';
import { summarise } from '../../../src/study/run/summary.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import type { VariantRun } from '../../../src/study/runs/variant.js';
import { quickSource } from '../quick-scenario.js';

describe('replications', () => {
  it('are runs with different random numbers, and the first equals the single run', async () => {
    const variant = await compileVariant(quickSource());
    const runs: VariantRun[] = [];
    const done = await replicate(variant, { replications: 3, confidence: 0.95 }, {}, (run) => runs.push(run));
    expect(done).toEqual({ replications: 3, precision: undefined });
    for (const [replication, { observations }] of runs.entries()) {
      expect(JSON.stringify(observations)).toBe(JSON.stringify(simulate(variant.scenario, { replication })));
    }
    expect(new Set(runs.map(({ cost }) => cost.cost_usd)).size).toBe(3);
  });

  it('stop when the figures are precise, after ten at the earliest', async () => {
    const variant = await compileVariant(quickSource());
    const precise = (relative: number, replications: number) =>
      replicate(
        variant,
        { replications, confidence: 0.95, precision: { relative, figures: ['latency_p99'] } },
        {},
        () => undefined,
      );
    const easy = await precise(0.5, 100);
    expect(easy).toMatchObject({ replications: 11, precision: { reached: true } });
    const hard = await precise(0.02, 300);
    expect(hard.precision!.reached).toBe(true);
    expect(hard.precision!.figures[0]!.relative).toBeLessThanOrEqual(0.02);
    expect(hard.replications).toBeGreaterThan(11);
    const short = await precise(0.0001, 12);
    expect(short).toMatchObject({ replications: 12, precision: { reached: false } });
  });

  it('allow the first to be observed, and report their progress', async () => {
    const variant = await compileVariant(quickSource({ timeline_interval: '1h' }));
    let rows = 0;
    const reported: number[] = [];
    const observer = { timeline: () => void rows++, decision: () => undefined };
    const progress = ({ done, runs }: { done: number; runs: number }) => void reported.push(done / runs);
    await replicate(variant, { replications: 4, confidence: 0.95 }, { observer, progress }, () => undefined);
    expect(rows).toBe(24);
    expect(reported.length).toBeGreaterThanOrEqual(4);
    expect(reported).toEqual([...reported].sort((a, b) => a - b));
  });

  it('end when the signal is aborted, with those already made', async () => {
    const variant = await compileVariant(quickSource());
    const stop = new AbortController();
    let made = 0;
    const work = replicate(variant, { replications: 1000, confidence: 0.95 }, { signal: stop.signal }, () => {
      made += 1;
      if (made === 3) stop.abort(new Error('enough'));
    });
    expect((await work).replications).toBe(3);
    expect(made).toBe(3);
  });
});

describe('the figures of a run', () => {
  it('are those of its summary', async () => {
    const { scenario, ...variant } = await compileVariant(quickSource());
    let run: VariantRun | undefined;
    await replicate({ ...variant, scenario }, { replications: 1, confidence: 0.95 }, {}, (made) => {
      run = made;
    });
    const { total } = summarise(scenario, run!.observations);
    const figures = runFigures(run!);
    expect(figures).toMatchObject({
      cost_usd: total.cost_usd,
      cost_usd_per_month: total.cost_usd_per_month,
      cu_hours: total.cu_hours,
      latency_mean: total.latency_ms.mean,
      latency_p99: total.latency_ms.p99,
      latency_max: total.latency_ms.max,
      availability_time: total.availability.time,
      wake_probability: total.wake_probability,
      delayed_probability: total.delayed_probability,
      wakes: total.wakes,
      suspends: total.suspends,
      cpu_utilisation: total.cpu.utilisation,
      cache_hit_ratio: total.cache.hit_ratio,
      queries_arrived: total.queries.arrived,
      connections_refused: total.connections.refused,
    });
  });
});
