import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { AwaitedRun } from '../../../src/study/cluster/awaited-run.js';
import { packAnswer, type RunJob, unpackAnswer, withFolder } from '../../../src/study/cluster/run-job.js';
import type { SentScenario } from '../../../src/study/cluster/sent-contents.js';
import type { WorkerAnswer } from '../../../src/study/runs/run-worker.js';

const failed = (fields: unknown) =>
  ({ error: { name: 'PolicyError', message: 'in /a/p.mjs', stack: 'at', fields } }) as WorkerAnswer;

describe('the answer to a run', () => {
  it('is the same after it passes through Redis, and nothing else is accepted', async () => {
    const answer = failed({ line: 3, values: Float64Array.of(1, 2) });
    expect(await unpackAnswer(await packAnswer(answer))).toEqual(answer);
    await expect(unpackAnswer(Buffer.from('odd'))).rejects.toThrow();
  });

  it("uses the client's folders wherever its error names them", () => {
    const { error } = withFolder(failed({ of: ['/a/p.mjs', null, 7, { path: '/a' }] }), '/a', '/home/me') as {
      readonly error: object;
    };
    expect(error).toEqual({
      name: 'PolicyError',
      message: 'in /home/me/p.mjs',
      stack: undefined,
      fields: { of: ['/home/me/p.mjs', null, 7, { path: '/home/me' }] },
    });
    const right = { run: '/a' } as unknown as WorkerAnswer;
    expect(withFolder(right, '/a', '/b')).toBe(right);
  });
});

describe('a pending run', () => {
  const awaited = () => new AwaitedRun('id', {} as RunJob, {} as Scenario, {} as SentScenario, 'as it is');

  it('is resolved once its answer has arrived, and rejected if it never will', async () => {
    const run = awaited();
    expect(run).toMatchObject({
      isSettled: false,
      isAnswered: false,
      isFetched: false,
      looked_ms: undefined,
      again: 0,
      progress: { runs: 0, arrived: 0 },
    });
    const answer = failed({});
    run.resolve(answer);
    expect(await run.answer).toBe(answer);
    expect(run).toMatchObject({ isSettled: true, isAnswered: true });
    const lost = awaited();
    lost.reject(new Error('lost'));
    expect(lost).toMatchObject({ isSettled: true, isAnswered: false });
    await expect(lost.answer).rejects.toThrow('lost');
  });
});
