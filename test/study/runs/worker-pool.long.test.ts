import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Comparison from '../../../src/study/compare/comparison.js';
import type * as Source from '../../../src/study/runs/scenario-source.js';
import { QUICK } from '../quick-scenario.js';

const DIST = new URL('../../../dist/study/', import.meta.url);

/** A module of the build, because worker threads run the build. */
async function built<T>(file: string): Promise<T> {
  if (!existsSync(new URL(file, DIST))) throw new Error('the build is missing: run "npm run build" first');
  return (await import(new URL(file, DIST).href)) as T;
}

let folder: string;
let modules: typeof Comparison & typeof Source;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neap-workers-'));
  modules = {
    ...(await built<typeof Comparison>('compare/comparison.js')),
    ...(await built<typeof Source>('runs/scenario-source.js')),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compares a scenario with a custom policy with the platform's policy, on this number of threads. */
async function compared(module: string, workers: number): Promise<Comparison.Comparison> {
  writeFileSync(join(folder, 'own.mjs'), module);
  const [compute] = QUICK.computes;
  const ruled = { ...QUICK, computes: [{ ...compute, policy: { suspend: './own.mjs' } }] };
  writeFileSync(join(folder, 'own.json'), JSON.stringify(ruled));
  writeFileSync(join(folder, 'plain.json'), JSON.stringify(QUICK));
  const variants = [
    await modules.loadVariant(join(folder, 'plain.json'), { name: 'plain' }),
    await modules.loadVariant(join(folder, 'own.json'), { name: 'own' }),
  ];
  const plan = { replications: 5, confidence: 0.95, figures: ['cost_usd', 'latency_p99'] as const };
  return modules.compare(variants, plan, { workers });
}

/** Suspends after two minutes. */
function policy(body: string): string {
  return `export const suspend = {
    name: 'short',
    start: () => ({}),
    idle: (state) => {
      ${body}
      return { state, suspend_after_seconds: 120, resume_after_seconds: Infinity, reason: 'always' };
    },
    busy: (state) => state,
  };`;
}

describe('worker threads', () => {
  it('give the same results as a single thread, including custom policies', async () => {
    const one = await compared(policy(''), 1);
    expect(await compared(policy(''), 2)).toEqual(one);
    expect(one.variants[1]!.figures[0]!.difference!.mean).toBeLessThan(0);
  });

  it('pass on the error of a policy', async () => {
    const wrong = policy('throw new Error("not today");');
    await expect(compared(wrong.replace("'short'", "'wrong'"), 2)).rejects.toMatchObject({
      name: 'PolicyError',
      message: expect.stringContaining('not today'),
    });
  });

  it('that exit early cause an error with a message', async () => {
    await expect(compared(policy('process.exit(7);'), 2)).rejects.toMatchObject({
      name: 'PolicyError',
      message: expect.stringContaining('calls process.exit'),
    });
    // The native call behind process.exit, which cannot be blocked.
    await expect(
      compared(policy('process.reallyExit(7);').replace("'short'", "'ends'"), 2),
    ).rejects.toMatchObject({
      name: 'WorkerError',
      message: expect.stringMatching(/^a worker thread ended during replication 0 of own: /),
    });
  });
});
