import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNeap } from './built-cli.js';

const SCENARIO = `
duration: 1h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4, policy: ./own.mjs }
load:
  - { name: web, compute: primary, process: { arrivals: [10s] }, query: { cpu: 1ms } }
`;

const lookThat = (does: string): string =>
  `export const size = { name: 'mine', start: () => 0, look: () => { ${does} } };`;

/** Runs the scenario with a module of this text. */
async function run(module: string, ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
  writeFileSync(join(folder, 'own.mjs'), module);
  const { written, ended } = startNeap(['run', 'app.yaml', '--out', 'results', ...args], folder);
  const code = await ended;
  const left = readdirSync(folder).sort();
  rmSync(folder, { recursive: true, force: true });
  expect(left).toEqual(['app.yaml', 'own.mjs']);
  return [code, written.stderr] as const;
}

describe('neap run exits with 2 and a message, and leaves nothing behind, when a policy', () => {
  it.concurrent('never returns, even if it catches every error', async () => {
    const [code, stderr] = await run(lookThat('for (;;) try { for (;;); } catch {}'));
    expect(stderr).toMatch(
      /size of compute primary: look at .*: has not returned for 10 s, and was stopped; expected/,
    );
    expect(code).toBe(2);
  });

  it.concurrent('never returns in a worker thread', async () => {
    // The first replication, which is observed, is made in the main thread. Waiting costs no CPU.
    const waits = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    const answers = "if (isMainThread) return { state: 0, goal_cu: 1, reason: 'one will do' };";
    const loops = `import { isMainThread } from 'node:worker_threads';\n${lookThat(answers + waits)}`;
    const [code, stderr] = await run(loops, '--replications', '4', '--workers', '2');
    expect(stderr).toContain('a policy of a module has not returned for 10 s, and was stopped');
    expect(code).toBe(2);
  });

  it.concurrent('waits forever while it is loaded', async () => {
    const [code, stderr] = await run('await new Promise(() => {}); export const size = 1;');
    expect(stderr).toContain('own.mjs: the module did not finish loading');
    expect(code).toBe(2);
  });

  it.concurrent('ends the process while it is loaded', async () => {
    const [code, stderr] = await run('process.exit(0);');
    expect(stderr).toContain('the module calls process.exit when it is imported');
    expect(code).toBe(2);
  });
});
