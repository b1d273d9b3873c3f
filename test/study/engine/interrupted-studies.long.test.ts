import { describe, expect, it } from 'vitest';
import { compareStudy } from '../../../src/study/compare/comparison.js';
import { namedVariants } from '../../../src/study/compare/named-variants.js';
import { sweepStudy } from '../../../src/study/compare/sweep.js';
import { answer } from '../../../src/study/engine/engine.js';
import type { KeptRun, RunLedger } from '../../../src/study/engine/run-ledger.js';
import type { Study } from '../../../src/study/engine/study.js';
import { capacityStudy } from '../../../src/study/growth/capacity.js';
import { forecastStudy } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { planStudy } from '../../../src/study/plan/plan.js';
import { policiesStudy } from '../../../src/study/policies/policy-comparison.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { replicationStudy } from '../../../src/study/replicate/replications.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { planQuestion } from '../plan-question.js';
import { quickSource } from '../quick-scenario.js';

const source = quickSource();
const variant = await compileVariant(source);
const { variants } = await namedVariants(source, [{ name: 'long', changes: ['timeout=1h'] }], '--variant');
const often = { replications: 4, confidence: 0.95 };
const figures = ['cost_usd', 'latency_p99'] as const;
const LIMIT = 'wake_probability <= 20%';
const objectives = [parseConstraint(LIMIT)];
const growth = parseGrowth('20%/month');
const budget = { queries: 1e5, replications: undefined };

/** Every study by name, and the number of runs after which it has an answer if it is interrupted. */
const STUDIES: readonly (readonly [name: string, least: number, study: () => Study<unknown>])[] = [
  ['run --replications', 2, () => replicationStudy(variant, often, {}, () => undefined)],
  ['compare', 4, () => compareStudy(variants, { ...often, figures })],
  ['sweep', 1, () => sweepStudy(source, { axes: [{ path: 'timeout', values: ['1m', '1h'] }], ...often })],
  ['plan', 1, () => planStudy(source, planQuestion(['timeout=1m,5m,1h'], [LIMIT], { budget }))],
  ['capacity', 1, () => capacityStudy(source, { objectives, ...often, tolerance: 0.05 })],
  [
    'forecast',
    12,
    () => forecastStudy(source, { objectives, ...often, months: 2, growth, tolerance: 0.01, exact: false }),
  ],
  ['policies', 1, () => policiesStudy(variant.scenario, ['suspend'], {})],
];

/** A ledger that requests a stop after it has stored some runs. */
class StoppingLedger implements RunLedger {
  readonly kept = new Map<string, KeptRun>();
  readonly stop = new AbortController();
  readonly #after: number;

  constructor(after: number) {
    this.#after = after;
  }

  find(key: string): KeptRun | undefined {
    return this.kept.get(key);
  }

  keep(key: string, run: KeptRun): void {
    this.kept.set(key, run);
    if (this.kept.size === this.#after) this.stop.abort(new Error('stopped'));
  }
}

describe('an interrupted study', () => {
  it.each(STUDIES)('%s answers from its runs, and resumes to the same bytes', async (_name, least, study) => {
    const whole = JSON.stringify(await answer(study()));
    for (const after of [1, 3, 7, 20]) {
      const ledger = new StoppingLedger(after);
      const { signal } = ledger.stop;
      const partial = await answer(study(), { ledger, signal }).catch((error: Error) => error.message);
      if (!signal.aborted) break;
      if (after > least) expect(partial).toBeTypeOf('object');
      else if (typeof partial === 'string') expect(partial).toBe('stopped');
      expect(JSON.stringify(await answer(study(), { ledger }))).toBe(whole);
    }
  });
});
